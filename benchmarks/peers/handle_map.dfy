// The contract of a handle map's `insert` and `erase`, for Dafny 2.3 or newer: dafny /compile:0 handle_map.dfy
//
// Arrays as in impl/handle_map.py, of a fixed capacity; the freelist is last in, first out; generations have no end.
// `order` and `model` are what the abstract map is: handles in iteration order, and the value of each.

class HandleMap {
  var sparse: array<int>      // slot -> position in `dense`, or the next free slot, or -1
  var live: array<bool>       // slot -> whether it holds a value
  var generation: array<int>  // slot -> the generation of its handle
  var dense: array<int>       // position -> value
  var meta: array<int>        // position -> slot
  var count: int
  var made: int               // slots in use so far
  var head: int               // the first free slot, or -1

  ghost var vacant: seq<int>                 // free slots, in the order in which they are handed out
  ghost var model: map<(int, int), int>    // handle -> value

  predicate Coupled()
    reads this, sparse, live, generation, dense, meta
  {
    sparse != meta && dense != meta && dense != sparse && generation != sparse && generation != dense &&
    generation != meta &&
    sparse.Length == live.Length == generation.Length == dense.Length == meta.Length &&
    0 <= count <= made <= sparse.Length && count + |vacant| == made &&
    (forall pos :: 0 <= pos < count ==> 0 <= meta[pos] < made && live[meta[pos]] && sparse[meta[pos]] == pos) &&
    (forall slot :: 0 <= slot < made && live[slot] ==> 0 <= sparse[slot] < count && meta[sparse[slot]] == slot) &&
    (forall i :: 0 <= i < |vacant| ==> 0 <= vacant[i] < made && !live[vacant[i]]) &&
    (forall i, j :: 0 <= i < j < |vacant| ==> vacant[i] != vacant[j]) &&
    (forall i, j :: 0 <= i < |vacant| && 0 <= j < |vacant| && j == i + 1 ==> sparse[vacant[i]] == vacant[j]) &&
    (|vacant| > 0 ==> sparse[vacant[|vacant| - 1]] == -1) &&
    (forall slot :: 0 <= slot < made && !live[slot] ==> slot in vacant) &&
    head == (if |vacant| > 0 then vacant[0] else -1) &&
    (forall slot, gen :: (slot, gen) in model <==> 0 <= slot < made && live[slot] && gen == generation[slot]) &&
    (forall slot :: 0 <= slot < made && live[slot] ==> model[(slot, generation[slot])] == dense[sparse[slot]])
  }

  method Insert(value: int) returns (slot: int, gen: int)
    requires Coupled()
    requires head != -1 || made < sparse.Length
    modifies this, sparse, live, generation, dense, meta
    ensures Coupled()
    ensures (slot, gen) !in old(model)
    ensures model == old(model)[(slot, gen) := value]
    ensures count == old(count) + 1
    ensures dense[..count] == old(dense[..count]) + [value]
    ensures sparse == old(sparse) && live == old(live) && generation == old(generation)
    ensures dense == old(dense) && meta == old(meta)
  {
    var pos := count;
    if head != -1 {
      slot := head;
      head := sparse[slot];
      ghost var rest := vacant[1..];
      assert |rest| > 0 ==> rest[0] == vacant[1];
      assert |rest| > 0 ==> rest[|rest| - 1] == vacant[|vacant| - 1];
      vacant := rest;
    } else {
      slot := made;
      made := made + 1;
      generation[slot] := 0;
    }
    gen := generation[slot];
    live[slot] := true;
    sparse[slot] := pos;
    dense[pos] := value;
    meta[pos] := slot;
    count := count + 1;
    model := model[(slot, gen) := value];
  }

  method Erase(slot: int, gen: int) returns (erased: bool)
    requires Coupled()
    modifies this, sparse, live, generation, dense, meta
    ensures Coupled()
    ensures erased <==> (slot, gen) in old(model)
    ensures !erased ==> model == old(model) && dense[..count] == old(dense[..count])
    ensures erased ==> forall h :: h in model <==> h in old(model) && h != (slot, gen)
    ensures forall h :: h in model ==> model[h] == old(model)[h]
    ensures erased ==> count == old(count) - 1
    ensures erased ==> 0 <= slot < old(made) && 0 <= old(sparse[slot]) < old(count)
    ensures erased ==> forall p :: 0 <= p < count ==>  // the last value takes the place of the erased one
      dense[p] == if p == old(sparse[slot]) then old(dense[count - 1]) else old(dense[p])
  {
    if !(0 <= slot < made) || !live[slot] || generation[slot] != gen {
      return false;
    }
    var pos := sparse[slot];
    var last := count - 1;
    var moved := meta[last];
    dense[pos] := dense[last];
    meta[pos] := moved;
    sparse[moved] := pos;
    count := last;
    live[slot] := false;
    generation[slot] := gen + 1;
    sparse[slot] := head;
    head := slot;
    vacant := [slot] + vacant;
    model := map h | h in model && h != (slot, gen) :: model[h];
    return true;
  }
}
