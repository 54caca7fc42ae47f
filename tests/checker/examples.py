"""Steps of rules that the kept certificates do not use: premises, arguments and conclusions, as proofs write them."""

EXAMPLES: dict[str, tuple[tuple[str, ...], tuple[str, ...], str]] = {
    "split": ((), ("p",), "(or p (not p))"),
    "factoring": (("(or p q p)",), (), "(or p q)"),
    "xor_elim1": (("(xor p q)",), (), "(or p q)"),
    "xor_elim2": (("(xor p q)",), (), "(or (not p) (not q))"),
    "not_ite_elim1": (("(not (ite p q r))",), (), "(or (not p) (not q))"),
    "not_ite_elim2": (("(not (ite p q r))",), (), "(or p (not r))"),
    "cnf_implies_pos": ((), ("(=> p q)",), "(or (not (=> p q)) (not p) q)"),
    "cnf_implies_neg1": ((), ("(=> p q)",), "(or (=> p q) p)"),
    "cnf_implies_neg2": ((), ("(=> p q)",), "(or (=> p q) (not q))"),
    "cnf_ite_pos1": ((), ("(ite p q r)",), "(or (not (ite p q r)) (not p) q)"),
    "cnf_ite_pos2": ((), ("(ite p q r)",), "(or (not (ite p q r)) p r)"),
    "cnf_ite_pos3": ((), ("(ite p q r)",), "(or (not (ite p q r)) q r)"),
    "cnf_ite_neg1": ((), ("(ite p q r)",), "(or (ite p q r) (not p) (not q))"),
    "cnf_ite_neg2": ((), ("(ite p q r)",), "(or (ite p q r) p (not r))"),
    "cnf_ite_neg3": ((), ("(ite p q r)",), "(or (ite p q r) (not q) (not r))"),
    "distinct-elim": (
        (),
        ("(= (distinct i j k) (and (not (= i j)) (not (= i k)) (not (= j k))))",),
        "(= (distinct i j k) (and (not (= i j)) (not (= i k)) (not (= j k))))",
    ),
    "pairwise_cong": (("(= i k)", "(= j l)"), ("(distinct i j)",), "(= (distinct i j) (distinct k l))"),
    "arrays_read_over_write_contra": (
        ("(not (= (select (store a i k) j) (select a j)))",),
        (),
        "(= i j)",
    ),
    "arith_reduction": ((), ("(div i j)",), "(= (div i j) (ite (= j 0) (@int_div_by_zero i) (div_total i j)))"),
    "arith_reduction, total": (
        (),
        ("(div_total i -2)",),
        (
            "(and (= (div_total i -2) (@purify (div_total i -2))) (and (<= (* -2 (@purify (div_total i -2))) i)"
            " (< i (* -2 (+ (@purify (div_total i -2)) -1)))))"
        ),
    ),
    "arith_reduction, mod": (
        (),
        ("(mod_total i j)",),
        (
            "(and (= (mod_total i j) (- i (* j (@purify (div_total i j)))))"
            " (and (=> (> j 0)"
            " (and (<= (* j (@purify (div_total i j))) i) (< i (* j (+ (@purify (div_total i j)) 1)))))"
            " (=> (< j 0) (and (<= (* j (@purify (div_total i j))) i) (< i (* j (+ (@purify (div_total i j)) -1)))))))"
        ),
    ),
    "arith_mult_sign": (
        (),
        ("(and (> i 0) (not (= j 0)) (< k 0))", "(* i j j k)"),
        "(=> (and (> i 0) (not (= j 0)) (< k 0)) (< (* i j j k) 0))",
    ),
    "arith_mult_tangent": (
        (),
        ("i", "j", "k", "l", "true"),
        "(= (>= (* i j) (- (+ (* l i) (* k j)) (* k l))) (or (and (<= i k) (<= j l)) (and (>= i k) (>= j l))))",
    ),
    "trans": (("(= i j)", "(= j k)"), (), "(= i k)"),
    "evaluate": ((), ("(- 3 5)",), "(= (- 3 5) -2)"),
    "evaluate, rounded down": ((), ("(to_int -1/2)",), "(= (to_int -1/2) -1)"),
    "arith-int-eq-conflict": (
        ("(= (= (to_real (to_int 1/2)) 1/2) false)",),
        ("i", "1/2"),
        "(= (= (to_real i) 1/2) false)",
    ),
    "arith-int-geq-tighten": (
        ("(= (= (to_real (to_int 1/2)) 1/2) false)", "(= 1 (+ (to_int 1/2) 1))"),
        ("i", "1/2", "1"),
        "(= (>= (to_real i) 1/2) (>= i 1))",
    ),
    "evaluate, choice": ((), ("(ite (< 1 0) 1 2)",), "(= (ite (< 1 0) 1 2) 2)"),
    "evaluate, quotient": ((), ("(div 7 -2)",), "(= (div 7 -2) -3)"),
    "not_implies_elim2": (("(not (=> p q))",), (), "(not q)"),
    "not_equiv_elim2": (("(not (= p q))",), (), "(or (not p) (not q))"),
    "cnf_or_neg": ((), ("(or p q)", "1"), "(or (or p q) (not q))"),
    "cnf_equiv_neg2": ((), ("(= p q)",), "(or (= p q) (not p) (not q))"),
    "symm, not": (("(not (= i j))",), (), "(not (= j i))"),
    "arith_trichotomy": (("(>= i j)", "(not (= i j))"), (), "(> i j)"),
    "arith_trichotomy, less": (("(not (= i j))", "(<= i j)"), (), "(< i j)"),
    "arith_trichotomy, neither": (("(<= i j)", "(>= i j)"), (), "(= i j)"),
    "int_tight_ub": (("(< i 7/2)",), (), "(<= i 3)"),
    "int_tight_lb": (("(> i 7/2)",), (), "(>= i 4)"),
    "alpha_equiv": (
        (),
        ("(forall (@list u) (h u))", "(@list u)", "(@list v)"),
        "(= (forall (@list u) (h u)) (forall (@list v) (h v)))",
    ),
    "exists-elim": (
        (),
        ("(= (exists (@list u) (h u)) (not (forall (@list u) (not (h u)))))",),
        "(= (exists (@list u) (h u)) (not (forall (@list u) (not (h u)))))",
    ),
    "quant_var_reordering": (
        (),
        ("(= (forall (@list u v) (m u v)) (forall (@list v u) (m u v)))",),
        "(= (forall (@list u v) (m u v)) (forall (@list v u) (m u v)))",
    ),
    "quant-merge-prenex": (
        (),
        ("(= (forall (@list u) (forall (@list v) (m u v))) (forall (@list u v) (m u v)))",),
        "(= (forall (@list u) (forall (@list v) (m u v))) (forall (@list u v) (m u v)))",
    ),
    "quant-miniscope-and": (
        (),
        ("(= (forall (@list u) (and (h u) (m u c))) (and (forall (@list u) (h u)) (forall (@list u) (m u c))))",),
        "(= (forall (@list u) (and (h u) (m u c))) (and (forall (@list u) (h u)) (forall (@list u) (m u c))))",
    ),
    "quant-miniscope-or": (
        (),
        ("(= (forall (@list u v) (or p (h u) (h v))) (or p (forall (@list u) (h u)) (forall (@list v) (h v))))",),
        "(= (forall (@list u v) (or p (h u) (h v))) (or p (forall (@list u) (h u)) (forall (@list v) (h v))))",
    ),
    "quant-miniscope-ite": (
        (),
        ("(= (forall (@list u) (ite p (h u) (m u c))) (ite p (forall (@list u) (h u)) (forall (@list u) (m u c))))",),
        "(= (forall (@list u) (ite p (h u) (m u c))) (ite p (forall (@list u) (h u)) (forall (@list u) (m u c))))",
    ),
    "quant-unused-vars": (
        (),
        ("(= (forall (@list u v) (h u)) (forall (@list u) (h u)))",),
        "(= (forall (@list u v) (h u)) (forall (@list u) (h u)))",
    ),
    "quant-var-elim-eq": (
        (),
        ("(= (forall (@list u) (or (not (= u c)) (h u) (m u d))) (or (h c) (m c d)))",),
        "(= (forall (@list u) (or (not (= u c)) (h u) (m u d))) (or (h c) (m c d)))",
    ),
}
"""Rule, and perhaps which of several -> premises, arguments and conclusion."""

REFUSED: dict[str, list[tuple[tuple[str, ...], tuple[str, ...]]]] = {
    "alpha_equiv": [
        ((), ("(forall (@list u v) (m u v))", "(@list u u)", "(@list w w)")),
        ((), ("(h u)", "(@list u)", "(@list v)")),  # free
        ((), ("(forall (@list u) (m u v))", "(@list u)", "(@list v)")),  # not new
    ],
    "instantiate": [
        (("(forall (@list u) (h u))",), ("(@list c d)",)),
        (("(forall (@list u) (h u))",), ("(@list i)",)),  # another sort
        (("(forall (@list u) (exists (@list v) (m u v)))",), ("(@list v)",)),  # caught
    ],
    "skolemize": [(("(not (forall (@list u) (m u v)))",), ())],  # a witness for many
    "quant-miniscope-or": [
        ((), ("(= (forall (@list u) (or p (h u))) (or p (forall (@list u) (m u c))))",)),
        ((), ("(= (forall (@list u) (or p (h u) q)) (or p (forall (@list u) (h u))))",)),
        ((), ("(= (forall (@list u) (or (h u) (m u c))) (or (forall (@list u) (h u)) (forall (@list u) (m u c))))",)),
        ((), ("(= (forall (@list u) (or (h u) (m u c))) (or (forall (@list u) (h u)) (m u c)))",)),
    ],
    "quant-miniscope-ite": [
        ((), ("(= (forall (@list u) (ite (h u) p q)) (ite (h u) (forall (@list u) p) (forall (@list u) q)))",)),
    ],
    "quant-var-elim-eq": [
        ((), ("(= (forall (@list u) (or (not (= u (g u))) (h u))) (h (g u)))",)),
        ((), ("(= (forall (@list u v) (or (not (= u c)) (m u v))) (m c v))",)),
    ],
    "quant-unused-vars": [((), ("(= (and p q) q)",)), ((), ("(= (forall (@list u) (h u)) (h u))",))],
    "quant_var_reordering": [
        ((), ("(= (forall (@list u v) (m u v)) (forall (@list v u) (m v u)))",)),
        ((), ("(= (forall (@list u v) (m u v)) (forall (@list u) (m u v)))",)),
    ],
    "int_tight_ub": [(("(< i j)",), ()), (("(< (to_real i) 1/2)",), ())],
    "int_tight_lb": [(("(> i j)",), ()), (("(> (to_real i) 1/2)",), ())],
    "arith-leq-norm": [((), ("(to_real i)", "j")), ((), ("i", "1/2"))],
    "arith-geq-tighten": [((), ("(to_real i)", "j")), ((), ("i", "1/2"))],
    "arith-int-eq-conflict": [
        (("(= (= (to_real (to_int 1/2)) 1/2) false)",), ("i", "1/3")),
        (("(= (= (to_real (to_int 1/2)) 1/2) false)",), ("(to_real i)", "1/2")),
        ((), ("i", "1/2")),
    ],
    "arith-int-geq-tighten": [
        (("(= (= (to_real (to_int 1/2)) 1/2) false)", "(= 1 (+ (to_int 1/2) 1))"), ("i", "1/3", "1")),
        (("(= (= (to_real (to_int 1/2)) 1/2) false)", "(= 0 (+ (to_int 1/2) 1))"), ("i", "1/2", "1")),
        (("(= (= (to_real (to_int 1/2)) 1/2) false)", "(= 1 (+ (to_int 1/2) 1))"), ("i", "1/2", "2")),
        (("(= (= (to_real (to_int 1/2)) 1/2) false)", "(= 1 (+ (to_int 1/2) 1))"), ("(to_real i)", "1/2", "1")),
        (("(= (= (to_real (to_int 1/2)) 1/2) false)",), ("i", "1/2", "1")),
    ],
    "arith_poly_norm_rel": [
        (("(= (* -1 (- i j)) (* 1 (- j i)))",), ("(= (< i j) (< j i))",)),  # other signs
        (("(= (* 0 (- i j)) (* 0 (- k l)))",), ("(= (= i j) (= k l))",)),  # no factor
        (("(= (* 2 (- i j)) (* 2 (- i j)))",), ("(= (= i j) (= i k))",)),
    ],
    "arith_poly_norm": [((), ("(= (* i j) (+ i j))",)), ((), ("(= p q)",))],
    "arith_trichotomy": [
        (("(= i j)", "(>= i j)"), ()),
        (("(>= i j)", "(>= i j)"), ()),
        (("(>= i j)", "(not (= j i))"), ()),
        (("(>= i j)", "(not (= i k))"), ()),
        (("(>= i j)", "(not (= k j))"), ()),
    ],
    "arith_sum_ub": [(("(>= i j)",), ()), ((), ())],
    "distinct-elim": [((), ("(= (distinct i j k) (and (not (= i j)) (not (= i k))))",))],
    "pairwise_cong": [(("(= p q)",), ("(not p)",))],
    "arith_mult_sign": [
        ((), ("(>= i 0)", "(* i i)")),
        ((), ("(= i 0)", "(* i i)")),
        ((), ("(and (> i 0) (not (= j 0)))", "(* i j)")),
        ((), ("(> i 0)", "(* i j)")),
    ],
    "arith_reduction": [((), ("(div_total i 0)",)), ((), ("(+ i j)",))],
    "evaluate": [((), ("(+ i 1)",)), ((), ("(div 1 0)",)), ((), ("(ite p 1 1)",))],
    "aci_norm": [((), ("(= (and p q) (or p q))",)), ((), ("(= (+ i i) i)",)), ((), ("(= p q)",))],
    "quant-merge-prenex": [((), ("(= (and p q) q)",))],
    "exists-elim": [((), ("(= (forall (@list u) (h u)) (not (forall (@list u) (not (h u)))))",))],
    "absorb": [
        ((), ("(= (or p true) p)",)),
        ((), ("(= (or p true) false)",)),
        ((), ("(= (or p false) true)",)),
        ((), ("(= (and p true) true)",)),
    ],
    "cong": [
        (("(= i j)",), ("(@purify i)",)),
        (("(= i j)", "(= i j)", "(= i j)"), ("(f i)",)),
        (("(= i j)",), ("(f k)",)),
    ],
    "nary_cong": [(("(= i j)",), ("(f i)",))],
    "trans": [(("(= i j)", "(= k l)"), ()), ((), ())],
    "reordering": [(("(or p q)",), ("p",))],
    "chain_m_resolution": [
        (("(or (not p) q)", "(or (not p) r)"), ("(or q r)", "(@list i)", "(@list p)")),
        (("(or p q)", "(or (not p) r)"), ("q", "(@list true)", "(@list p)")),
        (("(or p q)", "(or (not p) r)"), ("(or q r)", "(@list i)", "(@list p)")),
        (("(or p q)", "(or (not p) r)"), ("(or q r)", "(@list)", "(@list)")),
    ],
    "process_scope": [(("(=> p q)",), ("r",))],
    "and_elim": [(("(and p q)",), ("2",)), (("(and p q)",), ("-1",)), (("(or p q)",), ("0",))],
    "arrays_read_over_write": [(("(not (= j i))",), ("(select (store a i k) j)",))],
    "arrays_read_over_write_1": [((), ("(select (store a i k) j)",))],
    "arrays_ext": [(("(not (= i j))",), ()), (("(not (= (store a x i) b))",), ())],
    "skolem_intro": [((), ("i",))],
    "true_elim": [(("(= p q)",), ())],
    "false_elim": [(("(= p true)",), ())],
    "contra": [(("p", "(not q)"), ())],
    "equiv_elim1": [(("(= i j)",), ())],
    "ite_elim1": [(("(= p (ite p i j))",), ())],
}
"""Rule -> premises and arguments that it refuses."""
