------------------------------ MODULE handle_map ------------------------------
(* The arrays of the handle map under `wrap` and `fifo`, with insert and erase of live handles, and their invariant.   *)
(* Slots count from 1 here, as TLA+ sequences do, and 0 is nil. A value is its slot, so that none is kept.             *)
EXTENDS Naturals, Sequences

CONSTANTS Slots, Generations

VARIABLES sparse, generation, free, meta, head, tail

arrays == <<sparse, generation, free, meta, head, tail>>

Init == sparse = <<>> /\ generation = <<>> /\ free = <<>> /\ meta = <<>> /\ head = 0 /\ tail = 0

InsertNew ==
    /\ head = 0
    /\ Len(sparse) < Slots
    /\ sparse' = Append(sparse, Len(meta) + 1)
    /\ generation' = Append(generation, 1)
    /\ free' = Append(free, FALSE)
    /\ meta' = Append(meta, Len(sparse) + 1)
    /\ UNCHANGED <<head, tail>>

InsertFree ==
    /\ head # 0
    /\ sparse' = [sparse EXCEPT ![head] = Len(meta) + 1]
    /\ free' = [free EXCEPT ![head] = FALSE]
    /\ meta' = Append(meta, head)
    /\ head' = sparse[head]
    /\ tail' = IF sparse[head] = 0 THEN 0 ELSE tail
    /\ UNCHANGED generation

Erase(slot) ==
    LET pos == sparse[slot]
        last == Len(meta)
        moved == meta[last]
        unlinked == [[sparse EXCEPT ![moved] = pos] EXCEPT ![slot] = 0]
    IN  /\ ~free[slot]
        /\ meta' = SubSeq([meta EXCEPT ![pos] = moved], 1, last - 1)
        /\ generation' = [generation EXCEPT ![slot] = (@ + 1) % Generations]
        /\ free' = [free EXCEPT ![slot] = TRUE]
        /\ sparse' = IF head = 0 THEN unlinked ELSE [unlinked EXCEPT ![tail] = slot]
        /\ head' = IF head = 0 THEN slot ELSE head
        /\ tail' = slot

Next == InsertNew \/ InsertFree \/ \E slot \in 1..Len(sparse) : Erase(slot)

Spec == Init /\ [][Next]_arrays

-------------------------------------------------------------------------------
(* The freelist as a sequence; longer than there are slots if it has a cycle. *)
RECURSIVE Walk(_, _)
Walk(slot, left) == IF slot = 0 \/ left = 0 THEN <<>> ELSE <<slot>> \o Walk(sparse[slot], left - 1)

Invariant ==
    LET queue == Walk(head, Len(sparse) + 1)
    IN  /\ Len(generation) = Len(sparse) /\ Len(free) = Len(sparse)
        /\ \A pos \in 1..Len(meta) : ~free[meta[pos]] /\ sparse[meta[pos]] = pos
        /\ \A slot \in 1..Len(sparse) : generation[slot] \in 0..Generations - 1
        /\ \A slot \in 1..Len(sparse) : free[slot] <=> \E place \in 1..Len(queue) : queue[place] = slot
        /\ Len(queue) + Len(meta) = Len(sparse)
        /\ tail = IF queue = <<>> THEN 0 ELSE queue[Len(queue)]
===============================================================================
