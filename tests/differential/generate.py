"""Random tables, changelogs and queries, each rendered twice: for ddl2c and for SQLite.

An expression is (ours, sqlite, type). SQLite holds DECIMAL(_, 2) as hundredths, dates and times as
text, BOOLEAN as 0 and 1; its columns have no declared type, so that nothing is converted.
"""
import datetime
from collections import Counter, namedtuple

Expr = namedtuple("Expr", "ours sqlite type")
# key: positions of columns that are unique in the result; pairs: each -U is followed by its +U.
Rel = namedtuple("Rel", "ours sqlite names types key pairs shapes")
Source = namedtuple("Source", "ours sqlite columns key pairs shapes")
Table = namedtuple("Table", "name mode columns pk lines rows")

INT, BIGINT, STRING, BOOLEAN = "INT", "BIGINT", "STRING", "BOOLEAN"
DOUBLE, DECIMAL, DATE, TIMESTAMP = "DOUBLE", "DECIMAL(10, 2)", "DATE", "TIMESTAMP(3)"
TYPES = [INT, INT, INT, BIGINT, BIGINT, STRING, STRING, BOOLEAN, DOUBLE, DECIMAL, DATE, TIMESTAMP]
WORDS = ["a", "b", "ab", "B", "bc", "", " a", "cab", "x_y", "9"]
DAY = datetime.date(2024, 2, 27)


def text(value, type):
    """A value of SQLite as ddl2c prints it."""
    if value is None:
        return "<NULL>"
    if type == BOOLEAN:
        return "TRUE" if value else "FALSE"
    if type == DECIMAL:
        return "%s%d.%02d" % ("-" if value < 0 else "", abs(value) // 100, abs(value) % 100)
    if type == DOUBLE:
        return repr(float(value))
    return str(value)


def line_value(value, type):
    """A value of SQLite as a member of a row line."""
    if value is None:
        return None
    if type == BOOLEAN:
        return bool(value)
    return text(value, type) if type == DECIMAL else value


def literal(value, type):
    if value is None:
        return Expr("CAST(NULL AS %s)" % type, "NULL", type)
    if type == STRING:
        quoted = "'%s'" % value
        return Expr(quoted, quoted, type)
    if type == BOOLEAN:
        return Expr("TRUE" if value else "FALSE", str(value), type)
    if type == DECIMAL:
        return Expr("CAST(%s AS %s)" % (text(value, type), type), str(value), type)
    if type == DATE:
        return Expr("DATE '%s'" % value, "'%s'" % value, type)
    if type == TIMESTAMP:
        return Expr("TIMESTAMP '%s'" % value, "'%s'" % value, type)
    if type == DOUBLE:
        return Expr("CAST(%r AS DOUBLE)" % value, "(%r)" % value, type)
    if type == BIGINT:
        return Expr("CAST(%d AS BIGINT)" % value, "(%d)" % value, type)
    return Expr("(%d)" % value, "(%d)" % value, type)


class Generator:
    def __init__(self, random, without=()):
        self.random = random
        self.without = without
        self.counter = 0
        self.tables = []
        self.views = []
        self.scope = []

    # ---- chance ----

    def chance(self, p):
        return self.random.random() < p

    def pick(self, among):
        return self.random.choice(among)

    def name(self, prefix):
        self.counter += 1
        return "%s%d" % (prefix, self.counter)

    def value(self, type, nullable=True):
        r = self.random
        if nullable and self.chance(0.2):
            return None
        if type == INT:
            return r.randint(-2, 5)
        if type == BIGINT:
            return self.pick([r.randint(-2, 5), 3000000000, -7])
        if type == STRING:
            return self.pick(WORDS)
        if type == BOOLEAN:
            return r.randint(0, 1)
        if type == DOUBLE:
            return r.randint(-4, 8) / 4
        if type == DECIMAL:
            return self.pick([0, 5, 125, -250, 300, 99])
        if type == DATE:
            return (DAY + datetime.timedelta(r.randint(0, 4))).isoformat()
        return "%s 10:00:0%d.%03d" % (DAY, r.randint(0, 2), self.pick([0, 1, 500]))

    # ---- tables ----

    def table(self, mode):
        r = self.random
        name = self.name("t")
        columns = [(self.name("c"), self.pick(TYPES), self.chance(0.25))
                   for _ in range(r.randint(2, 5))]
        columns[0] = (columns[0][0], INT, columns[0][2])
        pk = []
        if mode == "upsert" or mode == "retract" and self.chance(0.4):
            pk = [0] if self.chance(0.7) or columns[1][1] == DOUBLE else [0, 1]
            columns = [(n, t, i in pk or required) for i, (n, t, required) in enumerate(columns)]
        lines, rows = [], []
        for _ in range(r.randint(8, 32)):
            self.change(mode, columns, pk, lines, rows)
        return Table(name, mode, columns, pk, lines, rows)

    def row(self, columns):
        return tuple(self.value(t, not required) for _, t, required in columns)

    def change(self, mode, columns, pk, lines, rows):
        row = self.row(columns)
        same = [old for old in rows if [old[i] for i in pk] == [row[i] for i in pk]] if pk else []
        remove = self.chance(0.3)
        if mode == "append":
            lines.append(("+I", row))
        elif mode == "upsert":
            if remove and not same and rows and self.chance(0.8):
                row = self.pick(rows)
                same = [row]
            lines.append(("-D" if remove else self.pick(["+I", "+U"]), row))
            for old in same:
                rows.remove(old)
            if remove:
                return
        elif (remove or same) and rows:
            old = same[0] if same else self.pick(rows)
            rows.remove(old)
            if self.chance(0.5):
                lines.append(("-D", old))
                return
            if pk and not same:
                row = tuple(old[i] if i in pk else v for i, v in enumerate(row))
            lines.append(("-U", old))
            lines.append(("+U", row))
        else:
            lines.append(("+I", row))
        rows.append(row)

    # ---- expressions over self.scope ----

    def column(self, type=None):
        fitting = [c for c in self.scope if type is None or c.type == type]
        return self.pick(fitting) if fitting else None

    def leaf(self, type):
        column = self.column(type)
        if column and self.chance(0.85):
            return column
        other = self.column(INT) or self.column(BIGINT)
        if other and type in (INT, BIGINT, STRING) and self.chance(0.7):
            return Expr("CAST(%s AS %s)" % (other.ours, type),
                        "CAST(%s AS TEXT)" % other.sqlite if type == STRING else other.sqlite,
                        type) if (other.type, type) != (BIGINT, INT) else \
                Expr("CAST(MOD(%s, 5) AS INT)" % other.ours, "(%s %% 5)" % other.sqlite, type)
        return literal(self.value(type, self.chance(0.3)), type)

    def likely(self, types):
        """One of the types, seldom one that no column has."""
        fitting = [c.type for c in self.scope if c.type in types]
        return self.pick(fitting if fitting and self.chance(0.9) else types)

    def expr(self, type, depth):
        if depth <= 0 or self.chance(0.25):
            return self.leaf(type)
        if self.chance(0.25):
            return self.conditional(type, depth)
        e = lambda t: self.expr(t, depth - 1)
        same = lambda form, *args, of=None: Expr(
            form.format(*[a.ours for a in args]),
            (of or form).format(*[a.sqlite for a in args]), type)
        if type == BOOLEAN:
            return self.condition(depth)
        if type in (INT, BIGINT):
            small = literal(self.pick([2, 3, 7, -2]), INT)
            other = self.pick([INT, BIGINT]) if type == BIGINT else INT
            first = e(type)
            choice = self.random.randint(0, 8)
            if choice < 3:
                return same(self.pick(["({} + {})", "({} - {})"]), first, e(other))
            if choice == 3:
                return same("({} * {})", first, small)
            if choice == 4:
                return same("({} / {})", first, small)
            if choice == 5 and type == INT:
                return same("MOD({}, {})", first, small, of="({} % {})")
            if choice == 6:
                return same("ABS({})", first)
            if choice == 7 and type == INT:
                return same("CHAR_LENGTH({})", e(STRING), of="LENGTH({})")
            if choice == 8 and type == INT:
                return same("POSITION('a' IN {})", e(STRING), of="INSTR({}, 'a')")
            if type == BIGINT:
                return same("CAST({} AS BIGINT)", e(INT), of="({})")
            return same("(-{})", first, of="(- {})")
        if type == STRING:
            first = e(STRING)
            choice = self.random.randint(0, 7)
            if choice == 0:
                return same("({} || {})", first, e(STRING))
            if choice == 1:
                return same("UPPER({})", first)
            if choice == 2:
                return same("LOWER({})", first)
            if choice == 3:
                n = self.random.randint(1, 3)
                return same("SUBSTRING({}, %d, 2)" % n, first, of="SUBSTR({}, %d, 2)" % n)
            if choice == 4:
                return same("TRIM({})", first)
            if choice == 5:
                return same("REPLACE({}, 'a', 'zz')", first)
            if choice == 6:
                return same("CAST({} AS STRING)", e(self.pick([INT, BIGINT, DATE])),
                            of="CAST({} AS TEXT)")
            return same("CONCAT({}, {})", first, e(STRING), of="({} || {})")
        if type == DOUBLE:
            return same(self.pick(["({} + {})", "({} - {})"]), e(type), e(type))
        return self.leaf(type)

    def conditional(self, type, depth):
        e = lambda t: self.expr(t, depth - 1)
        a, b = e(type), e(type)
        choice = self.random.randint(0, 4)
        if choice == 0:
            return Expr("COALESCE(%s, %s)" % (a.ours, b.ours),
                        "COALESCE(%s, %s)" % (a.sqlite, b.sqlite), type)
        if choice == 1:
            return Expr("NULLIF(%s, %s)" % (a.ours, b.ours),
                        "NULLIF(%s, %s)" % (a.sqlite, b.sqlite), type)
        if choice == 2 and type not in (BOOLEAN, DECIMAL):
            f, g = self.pick([("GREATEST", "MAX"), ("LEAST", "MIN")])
            return Expr("%s(%s, %s)" % (f, a.ours, b.ours),
                        "%s(%s, %s)" % (g, a.sqlite, b.sqlite), type)
        c = self.condition(depth - 1)
        last = b if self.chance(0.7) else literal(None, type)
        return Expr("CASE WHEN %s THEN %s ELSE %s END" % (c.ours, a.ours, last.ours),
                    "CASE WHEN %s THEN %s ELSE %s END" % (c.sqlite, a.sqlite, last.sqlite), type)

    def condition(self, depth):
        make = lambda ours, sqlite: Expr("(%s)" % ours, "(%s)" % sqlite, BOOLEAN)
        choice = self.random.randint(0, 11)
        if depth > 0 and choice < 4:
            a, b = self.condition(depth - 1), self.condition(depth - 1)
            if choice == 3:
                form = self.pick(["NOT %s", "%s IS TRUE", "%s IS NOT FALSE", "%s IS NOT TRUE"])
                return make(form % a.ours, form % a.sqlite)
            op = self.pick(["AND", "OR"])
            return make("%s %s %s" % (a.ours, op, b.ours), "%s %s %s" % (a.sqlite, op, b.sqlite))
        type = (self.column() or literal(1, INT)).type
        if type == BOOLEAN and self.chance(0.5):
            a = self.leaf(type)
            return make(a.ours, a.sqlite)
        a, b = self.expr(type, depth - 1), self.expr(type, depth - 1)
        if choice == 4:
            form = self.pick(["%s IS NULL", "%s IS NOT NULL"])
            return make(form % a.ours, form % a.sqlite)
        if choice == 5 and type not in (BOOLEAN, DECIMAL):
            c = self.leaf(type)
            return make("%s BETWEEN %s AND %s" % (a.ours, b.ours, c.ours),
                        "%s BETWEEN %s AND %s" % (a.sqlite, b.sqlite, c.sqlite))
        if choice == 6:
            among = [literal(self.value(type, self.chance(0.2)), type) for _ in range(3)]
            word = self.pick(["IN", "NOT IN"])
            return make("%s %s (%s)" % (a.ours, word, ", ".join(x.ours for x in among)),
                        "%s %s (%s)" % (a.sqlite, word, ", ".join(x.sqlite for x in among)))
        if choice == 7:
            op = self.pick(["IS DISTINCT FROM", "IS NOT DISTINCT FROM"])
        elif choice == 8 and type == STRING:
            like = self.pick(["'%a%'", "'a%'", "'_b'", "'%'", "'x__'"])
            word = self.pick(["LIKE", "NOT LIKE"])
            return make(a.ours + " " + word + " " + like, a.sqlite + " " + word + " " + like)
        else:
            op = self.pick(["=", "<>", "<", "<=", ">", ">="])
        return make("%s %s %s" % (a.ours, op, b.ours), "%s %s %s" % (a.sqlite, op, b.sqlite))

    # ---- relations ----

    def named(self):
        """A table or a view."""
        if self.views and self.chance(0.3):
            return self.pick(self.views)
        t = self.pick(self.tables)
        return t.name, [n for n, _, _ in t.columns], [ty for _, ty, _ in t.columns], \
            t.pk or None, True, ["upsert" if t.mode == "upsert" else t.mode]

    def source(self, depth):
        alias = self.name("a")
        if depth <= 0 or self.chance(0.35):
            name, names, types, key, pairs, shapes = self.named()
            ours = sqlite = "%s AS %s" % (name, alias)
        else:
            rel = self.query(depth - 1)
            names, types, key, pairs, shapes = rel.names, rel.types, rel.key, rel.pairs, rel.shapes
            ours, sqlite = "(%s) AS %s" % (rel.ours, alias), "(%s) AS %s" % (rel.sqlite, alias)
        columns = [Expr(*["%s.%s" % (alias, n)] * 2, t) for n, t in zip(names, types)]
        return Source(ours, sqlite, columns, key, pairs, shapes)

    def over(self, columns):
        self.scope = columns

    def where(self, probability):
        if not self.chance(probability):
            return "", ""
        c = self.condition(2)
        return " WHERE " + c.ours, " WHERE " + c.sqlite

    def outputs(self, types=None):
        if types is not None:
            return [self.expr(t, 1) if self.chance(0.3) or not self.column(t) else self.column(t)
                    for t in types]
        out = []
        for _ in range(self.random.randint(1, 4)):
            out.append(self.column() if self.chance(0.6) else self.expr(self.likely(TYPES), 2))
        return out

    def select(self, out, source, tail, key=None, pairs=False, shapes=(), word="SELECT"):
        names = [self.name("o") for _ in out]
        lists = [", ".join("%s AS %s" % (text, n) for text, n in zip(texts, names))
                 for texts in ([e.ours for e in out], [e.sqlite for e in out])]
        return Rel("%s %s FROM %s%s" % (word, lists[0], source.ours, tail[0]),
                   "%s %s FROM %s%s" % (word, lists[1], source.sqlite, tail[1]),
                   names, [e.type for e in out], key, pairs, list(shapes))

    def query(self, depth):
        makers = [self.project, self.group, self.group, self.distinct, self.join, self.join,
                  self.semi, self.set_operation, self.top, self.common, self.scalar,
                  self.correlated, self.lateral, self.grouping_sets]
        makers = [m for m in makers if m.__name__ not in self.without]
        return self.pick(makers)(depth)

    def project(self, depth, types=None):
        source = self.source(depth)
        self.over(source.columns)
        out = self.outputs(types)
        if source.key and self.chance(0.4) and types is None:
            out += [source.columns[i] for i in source.key if source.columns[i] not in out]
        where = self.where(0.2)
        key = None
        if source.key and all(source.columns[i] in out for i in source.key):
            key = [out.index(source.columns[i]) for i in source.key]
        return self.select(out, source, where, key, source.pairs and not where[0],
                           source.shapes + ["project"])

    def aggregate(self):
        r = self.random.randint(0, 9)
        make = lambda form, e, type, of=None: Expr(form % e.ours, (of or form) % e.sqlite, type)
        some = lambda types: self.column(self.likely(types)) or self.expr(self.likely(types), 1)
        if r == 0:
            e = Expr("COUNT(*)", "COUNT(*)", BIGINT)
        elif r == 1:
            e = make("COUNT(%s)", some(TYPES), BIGINT)
        elif r == 2:
            e = make("COUNT(DISTINCT %s)", some(TYPES), BIGINT)
        elif r in (3, 4):
            type = self.likely([INT, BIGINT, DOUBLE, DECIMAL])
            e = make("SUM(%s)", some([type]), type)
        elif r == 5:
            type = self.likely([INT, BIGINT])
            e = make("SUM(DISTINCT %s)", some([type]), type)
        elif r == 6:
            type = self.likely([INT, BIGINT])
            a = some([type])
            return Expr("AVG(%s)" % a.ours, "(SUM(%s) / COUNT(%s))" % (a.sqlite, a.sqlite), type)
        else:
            type = self.likely([t for t in TYPES if t != BOOLEAN])
            e = make(self.pick(["MIN(%s)", "MAX(%s)"]), some([type]), type)
        if self.chance(0.25):
            c = self.condition(1)
            e = Expr("%s FILTER (WHERE %s)" % (e.ours, c.ours),
                     "%s FILTER (WHERE %s)" % (e.sqlite, c.sqlite), e.type)
        return e

    def keys(self, most):
        found = []
        for _ in range(self.random.randint(0, most)):
            e = self.column()
            if self.chance(0.25):
                e = Expr(*["COALESCE(%s, %s)" % (t, u) for t, u in
                           zip(e[:2], literal(self.value(e.type, False), e.type)[:2])], e.type)
            if e not in found:
                found.append(e)
        return found

    def group(self, depth):
        source = self.source(depth)
        self.over(source.columns)
        keys = self.keys(3)
        where = self.where(0.25)
        aggregates = [self.aggregate() for _ in range(self.random.randint(1, 3))]
        tail = [w + (" GROUP BY " + ", ".join(k[i] for k in keys) if keys else "")
                for i, w in enumerate(where)]
        if self.chance(0.25):
            agg = self.aggregate()
            value = literal(self.value(agg.type, False), agg.type)
            op = self.pick(["<", ">=", "<>"])
            having = [" HAVING %s %s %s" % (agg[i], op, value[i]) for i in (0, 1)]
        else:
            having = ["", ""]
        # Without rows there is no row, unlike in SQLite.
        sqlite = having[1] + ("" if keys else
                              " AND COUNT(*) > 0" if having[1] else " HAVING COUNT(*) > 0")
        shown = keys if self.chance(0.8) else keys[1:]
        return self.select(shown + aggregates, source, (tail[0] + having[0], tail[1] + sqlite),
                           list(range(len(keys))) if shown == keys else None, not having[0],
                           source.shapes + ["group"])

    def grouping_sets(self, depth):
        source = self.source(depth)
        self.over(source.columns)
        columns = list(dict.fromkeys(self.column() for _ in range(4)))
        if len(columns) < 2:
            return self.group(depth)
        a, b = columns[:2]
        aggregates = [self.aggregate() for _ in range(self.random.randint(1, 2))]
        # An aggregate of a grouping column sees the column, not the NULL of the set.
        form, sets = self.pick([
            ("GROUPING SETS ((%s, %s), (%s))" % (a.ours, b.ours, a.ours), [(a, b), (a,)]),
            ("ROLLUP (%s, %s)" % (a.ours, b.ours), [(a, b), (a,), ()]),
            ("CUBE (%s, %s)" % (a.ours, b.ours), [(a, b), (a,), (b,), ()])])
        rel = self.select([a, b] + aggregates, source, (" GROUP BY " + form, ""), None, True,
                          source.shapes + ["grouping_sets"])
        branches = []
        for keys in sets:
            items = [(x.sqlite if x in keys else "NULL") for x in (a, b)]
            items += [x.sqlite for x in aggregates]
            tail = " GROUP BY " + ", ".join(x.sqlite for x in keys) if keys \
                else " HAVING COUNT(*) > 0"
            branches.append("SELECT %s FROM %s%s" % (
                ", ".join("%s AS %s" % p for p in zip(items, rel.names)), source.sqlite, tail))
        return rel._replace(sqlite=" UNION ALL ".join(branches))

    def distinct(self, depth):
        source = self.source(depth)
        self.over(source.columns)
        out = self.outputs()
        return self.select(out, source, self.where(0.3), list(range(len(out))), False,
                           source.shapes + ["distinct"], "SELECT DISTINCT")

    def on(self, left, right, equi):
        parts = []
        pairs = [(x, y) for x in left for y in right if x.type == y.type or
                 {x.type, y.type} == {INT, BIGINT}]
        if not pairs:
            self.over(left + right)
            c = self.condition(0)
            return c.ours, c.sqlite
        for _ in range(self.random.randint(1, 2) if equi else 0):
            x, y = self.pick(pairs)
            if self.chance(0.1):
                parts.append(Expr("%s IS NOT DISTINCT FROM %s" % (x.ours, y.ours),
                                  "%s IS %s" % (x.sqlite, y.sqlite), BOOLEAN))
            else:
                parts.append(Expr("%s = %s" % (x.ours, y.ours),
                                  "%s = %s" % (x.sqlite, y.sqlite), BOOLEAN))
        if not equi or self.chance(0.35):
            if self.chance(0.5):
                x, y = self.pick(pairs)
                op = self.pick(["<", ">=", "<>"])
                parts.append(Expr("%s %s %s" % (x.ours, op, y.ours),
                                  "%s %s %s" % (x.sqlite, op, y.sqlite), BOOLEAN))
            else:
                self.over(left + right)
                parts.append(self.condition(1))
        return " AND ".join(p.ours for p in parts), " AND ".join(p.sqlite for p in parts)

    def join(self, depth):
        source = self.source(depth - (self.chance(0.5)))
        ours, sqlite, columns = source.ours, source.sqlite, source.columns
        shapes = source.shapes
        for _ in range(2 if self.chance(0.3) else 1):
            other = self.source(depth - (self.chance(0.7)))
            kind = self.pick(["JOIN", "JOIN", "LEFT JOIN", "LEFT JOIN", "RIGHT JOIN", "FULL JOIN"])
            shapes = shapes + other.shapes + [kind.lower().replace(" ", "_")]
            on = self.on(columns, other.columns, kind != "JOIN" or self.chance(0.8))
            ours = "%s %s %s ON %s" % (ours, kind, other.ours, on[0])
            sqlite = "%s %s %s ON %s" % (sqlite, kind, other.sqlite, on[1])
            columns = columns + other.columns
        joined = Source(ours, sqlite, columns, None, False, shapes)
        self.over(columns)
        return self.select(self.outputs(), joined, self.where(0.25), None, False, shapes)

    def semi(self, depth):
        source, other = self.source(depth), self.source(depth - 1)
        choice = self.pick(["EXISTS", "NOT EXISTS", "IN", "IN", "NOT IN"])
        if choice in ("EXISTS", "NOT EXISTS"):
            on = self.on(source.columns, other.columns, self.chance(0.8))
            groups = ["", ""]
            if self.chance(0.3):
                y = self.pick(other.columns)
                groups = [" GROUP BY %s HAVING COUNT(*) > %d" % (t, n) for n in
                          [self.random.randint(0, 2)] for t in y[:2]]
            tests = ["%s (SELECT 1 FROM %s WHERE %s%s)" % (choice, f, c, g)
                     for f, c, g in zip((other.ours, other.sqlite), on, groups)]
        else:
            pairs = [(x, y) for x in source.columns for y in other.columns if x.type == y.type]
            if not pairs:
                return self.project(depth)
            x, y = self.pick(pairs)
            self.over(other.columns)
            where = self.where(0.4)
            tests = ["%s %s (SELECT %s FROM %s%s)" % (x[i], choice, y[i], (other.ours,
                     other.sqlite)[i], where[i]) for i in (0, 1)]
        self.over(source.columns)
        out = self.outputs()
        if self.chance(0.3):
            c = self.condition(1)
            tests = [tests[0] + " AND " + c.ours, tests[1] + " AND " + c.sqlite]
        return self.select(out, source, [" WHERE " + t for t in tests], None, False,
                           source.shapes + other.shapes + [choice.lower().replace(" ", "_")])

    def set_operation(self, depth):
        self.over([Expr("", "", ty) for t in self.tables for _, ty, _ in t.columns])
        types = [self.likely(TYPES) for _ in range(self.random.randint(1, 3))]
        left, right = self.project(depth - 1, types), self.project(depth - 1, types)
        word = self.pick(["UNION", "UNION ALL", "INTERSECT", "EXCEPT", "INTERSECT ALL",
                          "EXCEPT ALL"])
        shapes = left.shapes + right.shapes + [word.lower().replace(" ", "_")]
        ours = "%s %s %s" % (left.ours, word, right.ours)
        if word in ("INTERSECT ALL", "EXCEPT ALL"):
            number = "SELECT *, ROW_NUMBER() OVER (PARTITION BY %s) AS n_ FROM (%s)"
            sqlite = "SELECT %s FROM (%s %s %s)" % (
                ", ".join(left.names), number % (", ".join(left.names), left.sqlite), word[:-4],
                number % (", ".join(right.names), right.sqlite))
        else:
            sqlite = "%s %s %s" % (left.sqlite, word, right.sqlite)
        key = None if "ALL" in word else list(range(len(types)))
        return Rel(ours, sqlite, left.names, types, key, False, shapes)

    def top(self, depth):
        source = self.source(depth)
        columns = source.columns
        partition = self.random.sample(columns, min(self.random.randint(0, 2), len(columns)))
        rest = [c for c in columns if c not in partition]
        self.random.shuffle(rest)
        if not rest:
            return self.project(depth)
        nulls = lambda: self.pick(["", "", "", " NULLS LAST", " NULLS FIRST"])
        order = [c.ours + self.pick(["", " DESC"]) + nulls() for c in rest]
        over = "ROW_NUMBER() OVER (%sORDER BY %s)" % (
            "PARTITION BY " + ", ".join(c.ours for c in partition) + " " if partition else "",
            ", ".join(order))
        number, alias = self.name("rn"), self.name("a")
        inner = self.select(columns + [Expr(over, over, BIGINT)], source, ("", ""))
        tops = [Expr(*["%s.%s" % (alias, n)] * 2, t) for n, t in zip(inner.names, inner.types)]
        n = self.random.randint(1, 3)
        rank = tops[-1].ours
        where = self.pick(["%s <= %d" % (rank, n), "%s <= %d" % (rank, n), "%s = 1" % rank,
                           "%s BETWEEN %d AND %d" % (rank, 2, n + 1),
                           "%s < %d" % (rank, n + 1)])
        out = tops[:-1]
        key = None
        if self.chance(0.5):
            out = tops
            key = [columns.index(c) for c in partition] + [len(columns)]
        elif self.chance(0.5):
            out = self.random.sample(out, self.random.randint(1, len(out)))
        outer = Source("(%s) AS %s" % (inner.ours, alias), "(%s) AS %s" % (inner.sqlite, alias),
                       tops, None, False, [])
        return self.select(out, outer, [" WHERE " + where] * 2, key, False,
                           source.shapes + ["top"])

    def common(self, depth):
        rel = self.query(depth - 1) if depth > 0 else self.project(0)
        if rel.ours.startswith("WITH") or "(WITH" in rel.ours:
            return rel
        name = self.name("w")
        a, b = self.name("a"), self.name("a")
        left = [Expr(*["%s.%s" % (a, n)] * 2, t) for n, t in zip(rel.names, rel.types)]
        right = [Expr(*["%s.%s" % (b, n)] * 2, t) for n, t in zip(rel.names, rel.types)]
        kind = self.pick(["JOIN", "LEFT JOIN", "FULL JOIN"])
        on = self.on(left, right, True)
        joined = Source("%s AS %s %s %s AS %s ON %s" % (name, a, kind, name, b, on[0]),
                        "%s AS %s %s %s AS %s ON %s" % (name, a, kind, name, b, on[1]),
                        left + right, None, False, [])
        self.over(left + right)
        out = self.select(self.outputs(), joined, ("", ""), None, False, rel.shapes + ["common"])
        return out._replace(ours="WITH %s AS (%s) %s" % (name, rel.ours, out.ours),
                            sqlite="WITH %s AS (%s) %s" % (name, rel.sqlite, out.sqlite))

    def scalar(self, depth):
        source, other = self.source(depth), self.source(depth - 1)
        types = [t for t in {c.type for c in source.columns} & {c.type for c in other.columns}
                 if t != BOOLEAN]
        if not types:
            return self.project(depth)
        type = self.pick(sorted(types))
        self.over(other.columns)
        y = self.column(type)
        where = self.where(0.3)
        f = self.pick(["MIN", "MAX"])
        sub = ["(SELECT %s(%s) FROM %s%s)" % (f, y[i], (other.ours, other.sqlite)[i], where[i])
               for i in (0, 1)]
        self.over(source.columns)
        x = self.column(type)
        out = self.outputs()
        if self.chance(0.3):
            out.append(Expr(sub[0], sub[1], type))
            tail = ("", "")
        else:
            op = self.pick(["=", "<", ">=", "<>"])
            tail = [" WHERE %s %s %s" % (x[i], op, sub[i]) for i in (0, 1)]
        return self.select(out, source, tail, None, False,
                           source.shapes + other.shapes + ["scalar"])

    def related(self, source, other):
        """WHERE of a subquery over `other` that reads the row of `source`; None: no such pair."""
        pairs = [(x, y) for x in source.columns for y in other.columns if x.type == y.type]
        if not pairs:
            return None
        parts = []
        for _ in range(self.random.randint(1, 2)):
            compared = []
            for _ in range(2 if self.chance(0.15) else 1):
                (x, y), op = self.pick(pairs), self.pick(["=", "=", "=", "<", ">=", "<>"])
                if x.type == BOOLEAN:
                    op = "="
                compared.append(["%s %s %s" % (x[i], op, y[i]) for i in (0, 1)])
            parts.append(["(%s)" % " OR ".join(c[i] for c in compared) for i in (0, 1)])
        if self.chance(0.3):
            self.over(other.columns)
            parts.append(self.condition(1)[:2])
        return [" WHERE " + " AND ".join(p[i] for p in parts) for i in (0, 1)]

    def simple_aggregate(self, columns):
        y = self.pick([c for c in columns if c.type != BOOLEAN] or [literal(1, INT)])
        form = self.pick(["COUNT(*)", "COUNT(%s)", "COUNT(DISTINCT %s)", "MIN(%s)", "MAX(%s)"])
        if y.type in (INT, BIGINT, DECIMAL) and self.chance(0.3):
            form = "SUM(%s)"
        fill = lambda t: form % t if "%" in form else form
        return Expr(fill(y.ours), fill(y.sqlite), BIGINT if "COUNT" in form else y.type)

    def correlated(self, depth):
        source, other = self.source(depth), self.source(depth - 1)
        where = self.related(source, other)
        if not where:
            return self.project(depth)
        froms = (other.ours, other.sqlite)
        pairs = [(x, y) for x in source.columns for y in other.columns if x.type == y.type]
        if pairs and self.chance(0.4):
            x, y = self.pick(pairs)
            word = self.pick(["IN", "IN", "NOT IN"])
            test = Expr(*["%s %s (SELECT %s FROM %s%s)" % (x[i], word, y[i], froms[i], where[i])
                          for i in (0, 1)], BOOLEAN)
        else:
            aggregate = self.simple_aggregate(other.columns)
            test = Expr(*["(SELECT %s FROM %s%s)" % (aggregate[i], froms[i], where[i])
                          for i in (0, 1)], aggregate.type)
        self.over(source.columns)
        out, tail = self.outputs(), ["", ""]
        x = self.column(test.type) or literal(self.value(test.type, False), test.type)
        if self.chance(0.4):
            out.append(test)
        elif test.type == BOOLEAN:
            c = self.condition(0)
            form = self.pick([" WHERE %s", " WHERE %s OR %s", " WHERE (%s) IS NOT TRUE AND %s"])
            tail = [form % ((t, u) if form.count("%s") > 1 else t)
                    for t, u in zip(test[:2], c[:2])]
        else:
            op = self.pick(["=", "<", ">=", "<>"])
            tail = [" WHERE %s %s %s" % (x[i], op, test[i]) for i in (0, 1)]
        return self.select(out, source, tail, None, False,
                           source.shapes + other.shapes + ["correlated"])

    def lateral(self, depth):
        source, other = self.source(depth), self.source(depth - 1)
        where = self.related(source, other)
        if not where:
            return self.project(depth)
        alias, name = self.name("a"), self.name("v")
        kind = self.pick(["JOIN", "LEFT JOIN"])
        ours = "%s.%s" % (alias, name)
        form = "%s %s LATERAL (SELECT %s AS %s FROM %s%s) AS %s ON TRUE"
        if self.chance(0.5):
            y = self.pick(other.columns)
            if kind == "JOIN" and self.chance(0.4):
                self.over(source.columns + other.columns)
                y = self.expr(y.type, 1)
            joined = "%s %s %s ON %s" % (source.sqlite, kind, other.sqlite, where[1][7:])
            value = Expr(ours, y.sqlite, y.type)
        else:
            y = self.simple_aggregate(other.columns)
            joined = source.sqlite
            value = Expr(ours, "(SELECT %s FROM %s%s)" % (y.sqlite, other.sqlite, where[1]),
                         y.type)
        ours = form % (source.ours, kind, y.ours, name, other.ours, where[0], alias)
        self.over(source.columns)
        out = self.outputs() + [value]
        return self.select(out, Source(ours, joined, [], None, False, []), ("", ""), None, False,
                           source.shapes + other.shapes + ["lateral"])


def fold(lines):
    """The rows that are left, and what is wrong with the changelog (or None)."""
    live, wrong = Counter(), None
    for number, (op, row) in enumerate(lines):
        if op in ("+I", "+U"):
            live[row] += 1
        elif live[row] <= 0:
            wrong = wrong or "line %d: %s%r retracts a row that is not there" % (
                number + 1, op, list(row))
        else:
            live[row] -= 1
    return +live, wrong
