"""A small question and its proof, with changes that must be refused."""

QUESTION = """(set-logic ALL)
(declare-sort U 0)
(declare-fun p () Bool)
(declare-fun q () Bool)
(declare-fun h (U) Bool)
(declare-fun i () Int)
(assert (=> p q))
(assert p)
(assert (not q))
(assert (exists ((x0 U)) (h x0)))
(assert (let ((let0 (+ i 1))) (forall ((x0 Int)) (! (< let0 x0) :pattern ((+ x0 i))))))
(check-sat)
"""

PROOF = """(
(declare-sort U 0)
(declare-const p Bool)
(declare-const q Bool)
(define @t1 () (=> p q))
(assume @p1 @t1)
(assume @p2 p)
(assume @p3 (not q))
(step @p4 q :rule modus_ponens :premises (@p2 @p1))
(step @p5 false :rule contra :premises (@p4 @p3))
)
"""

SCOPES = """(
(assume @p1 (=> p q))
(assume @p2 p)
(assume @p3 (not q))
(assume-push @p4 p)
(step @p5 q :rule modus_ponens :premises (@p4 @p1))
(step-pop @p6 :rule scope :premises (@p5))
(assume-push @p5 (not q))
(step-pop @p7 (=> (not q) (not q)) :rule scope :premises (@p5))
(step @p8 q :rule modus_ponens :premises (@p2 @p6))
(step @p9 false :rule contra :premises (@p8 @p3))
)
"""

CHANGED = (
    ("(assume @p3 (not q))", "(assume @p3 q)", "step @p3, assume: the question does not assert that"),
    ("(assume @p3 (not q))", "(assume @p3 (not p))", "does not assert"),
    (":rule contra :premises (@p4 @p3)", ":rule trust", "step @p5, rule trust: there is no such rule"),
    (":rule contra :premises (@p4 @p3)", ":rule contra :premises (@p3 @p4)", "rule contra"),
    (":rule contra :premises (@p4 @p3)", ":rule contra :premises (@p4 @p9)", "there is no step @p9"),
    (":rule contra :premises (@p4 @p3)", ":rule contra :premises (@p5 @p3)", "there is no step @p5"),
    ("(step @p4 q ", "(step @p4 p ", "it states p, and concludes q"),
    ("(step @p4 q ", "(step @p4 i ", "i is no truth"),
    ("(step @p4 q ", "(step @p3 q ", "a step of that name"),
    ("(step @p5 false :rule contra :premises (@p4 @p3))\n", "", "the last step"),
    ("@p3))\n)\n", "@p3))\n", "parenthesis"),
    ("(declare-const q Bool)", "(declare-const q Int)", "the question has no q of sort Int"),
    ("(declare-const q Bool)", "(declare-const z Bool)", "the question has no z"),
    ("(declare-sort U 0)", "(declare-sort V 0)", "the question has no sort V"),
    ("(define @t1 () (=> p q))", "(define p () (=> p q))", "a command that is not known"),
    ("(define @t1 () (=> p q))", "(define @t1 () (=> p q))(define @t1 () p)", "a command that is not known"),
    ("(define @t1 () (=> p q))", "(define @t1 () (=> p unknown))", "no term that is known"),
    ("(define @t1 () (=> p q))", "(define @t1 () (and p i))", "should be of Bool"),
    ("(define @t1 () (=> p q))", "(include x)", "a command that is not known"),
    ("(define @t1 () (=> p q))", "|", "does not end"),
    ("(step @p5", "(assume-push @p9 q)(step @p5", "a local assumption stands"),
    ("(step @p5", "(step-pop @p9 :rule scope :premises (@p4))(step @p5", "only `scope`"),
    (":rule contra :premises (@p4 @p3)", ":rule contra :believe (@p4 @p3)", "is no term"),
    (":rule contra :premises (@p4 @p3)", ":rule contra :premises (@p4 @p3) :args (p)", "1 arguments"),
)
"""Parts of the proof, what takes their place, and why it is refused then."""

UNREADABLE = (
    ("(check-sat)\n", ""),
    ("(check-sat)", "(check-sat) (assert p)"),
    ("(assert p)", "(assert i)"),
    ("(assert p)", "(assert p"),
    ("(assert p)", "(assert (h i))"),
    ("(assert p)", "(assert (! p :named x))"),
    ("(assert p)", "(assert p) (push 1)"),
    ("(declare-fun p () Bool)", "(declare-fun p () Bool) (declare-fun p () Int)"),
    ("(declare-fun p () Bool)", "(declare-fun p () Bool) (declare-fun @t1 () Int)"),
    ("(declare-fun p () Bool)", "(declare-fun p () Bool) (define-fun r () Bool p)"),
    ("((x0 Int))", "((i Int))"),
    ("((x0 Int))", "((x0 Int) (x0 Int))"),
    ("((x0 Int))", "()"),
    ("(set-logic ALL)", "(set-logic QF_UF)"),
)
"""Parts of the question, and what takes their place: then it cannot be read."""

SCOPED = """(
(assume @p1 p)
(assume-push @p2 {assumed})
(step @p3 :rule true_intro :premises (@p2))
(step @p4 :rule cong :premises (@p3) :args ({quantified}))
(step-pop @p5 :rule scope :premises (@p4))
(step @p6 :rule {last})
)
"""

VARIABLE = '(@var "x0" U)'
HELD = f"(h {VARIABLE})"

MORE = (
    '((step @p1 :rule skolem_intro :args ((@purify (@var "x0" Int)))))',
    "((assume-push @p2 false)(step-pop @p3 :rule scope :premises (@p2))(step @p2 false :rule refl :args (p)))",
    "((assume-push @p2 (and false p))(step-pop @p3 :rule scope :premises (@p2))"  # noqa: ISC004
    "(step @p4 false :rule and_elim :premises (@p2) :args (0)))",
    "((assume-push @p2 false))",
    "((assume-push @p2 false)(step-pop @p3 :rule scope :premises (@p2)))",
    "((assume-push @p1 false)(step @p2 false :rule not_not_elim :premises (@p1)))",
    SCOPED.format(assumed=HELD, quantified=f"(forall (@list {VARIABLE}) {HELD})", last="refl :args (p)"),
    "((step @p1 :rule refl :args ((f p))))",
    "((step @p1 :rule refl :args ((h i))))",
    "((step @p1 :rule refl :args ((@quantifiers_skolemize (forall (@list " + VARIABLE + ") (h " + VARIABLE + ")) 1))))",
    "((step @p1 :rule refl :args ((@quantifiers_skolemize (forall (@list " + VARIABLE + ") (h (@var \"x1\" U))) 0))))",
    "((step @p1 :rule refl :args ((forall (@list " + VARIABLE + " " + VARIABLE + ") p))))",
    "((step @p1 :rule refl :args ((forall (@list p) p))))",
    "((step @p1 :rule refl :args ((= p i))))",
    "((step @p1 :rule refl :args ((< p i))))",
    "((step @p1 :rule refl :args ((ite p p i))))",
    "((step @p1 :rule refl :args (1/0)))",
    "((step @p1 :rule refl :args ((+ i p))))",
    "((step @p1 :rule refl :args ((select i i))))",
    "((step @p1 :rule refl))",
    "((step @p1 :rule refl :args (p p)))",
    "((step @p1 :rule refl :args (p) :args (p)))",
    "((step @p1 i :rule refl :args (p)))",
)  # fmt: skip
"""Other proofs that must be refused."""
