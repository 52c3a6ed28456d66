# ruff: noqa: E501 a program stands on its line
"""Small programs of every kind of syntax and with every operator, made from parts; what they print hangs on what they do."""

import itertools
from collections.abc import Iterator

BINARY = (
    "+",
    "-",
    "*",
    "/",
    "%",
    "**",
    "&",
    "|",
    "^",
    "<<",
    ">>",
    ">>>",
    "<",
    "<=",
    ">",
    ">=",
    "==",
    "!=",
    "===",
    "!==",
    "in",
    "instanceof",
)
LOGICAL = ("&&", "||", "??")
UNARY = ("-", "+", "!", "~", "typeof", "void", "delete")
UPDATE = ("++", "--")
ASSIGNMENT = ("=", "+=", "-=", "*=", "/=", "%=", "**=", "<<=", ">>=", ">>>=", "&=", "|=", "^=", "&&=", "||=", "??=")

_PAIRS = (
    ("7", "2"),
    ("-7", "2.5"),
    ("'5'", "3"),
    ("'b'", "'a'"),
    ("null", "0"),
    ("undefined", "null"),
    ("true", "'1'"),
    ("NaN", "NaN"),
    ("[2]", "2"),
    ("0", "-0"),
)
_TRACED = "const log = []; const t = (n, v) => (log.push(n), v);\n"
_SHOW = "\nconsole.log(log.join(' '))"

_LOOPS = {
    "for": "for (let i = 0; i < 4; i++) {{ {body} }}",
    "while": "let i = -1; while (i < 3) {{ i++; {body} }}",
    "do": "let i = -1; do {{ i++; {body} }} while (i < 3);",
    "of": "for (const i of [0, 1, 2, 3]) {{ {body} }}",
    "in": "for (const k in [0, 1, 2, 3]) {{ const i = +k; {body} }}",
    "bare": "for (let i = 0; ; i++) {{ if (i > 3) break; {body} }}",
}
_BODIES = {
    "plain": "log.push(i);",
    "break": "if (i === 2) break; log.push(i);",
    "continue": "if (i % 2) continue; log.push(i);",
    "try": "try { if (i === 1) throw i; log.push('a' + i); } catch (e) { log.push('c' + e); continue; } finally { log.push('f'); }",
    "closure": "log.push((() => i * 2)());",
    "switch": "switch (i) { case 0: log.push('z'); break; case 1: log.push('o'); default: log.push('d'); case 3: log.push('t'); }",
    "nested": "inner: for (const j of [1, 2]) { if (j > i) break inner; for (;;) { log.push(i * j); continue inner; } }",
    "return": "if (i === 2) return log.join(); log.push(i);",
}
_FUNCTIONS = {
    "declaration": "function f({params}) {{ {body} }} const r = f({args});",
    "expression": "const f = function g({params}) {{ {body} }}; const r = f({args});",
    "arrow": "const f = ({params}) => {{ {body} }}; const r = f({args});",
    "method": "const o = {{ f({params}) {{ {body} }} }}; const r = o.f({args});",
    "class": "class A {{ f({params}) {{ {body} }} }} const r = new A().f({args});",
    "static": "class A {{ static f({params}) {{ {body} }} }} const r = A.f({args});",
    "private": "class A {{ #f({params}) {{ {body} }} go() {{ return this.#f({args}); }} }} const r = new A().go();",
    "generator": "function* f({params}) {{ yield 1; {body} }} const it = f({args}); it.next(); const r = it.next().value;",
    "constructor": "class A {{ constructor({params}) {{ this.r = (() => {{ {body} }})(); }} }} const r = new A({args}).r;",
    "field": "class A {{ f = ({params}) => {{ {body} }}; }} const r = new A().f({args});",
}
_PARAMETERS = {
    "plain": ("a, b", "return a + b;", "1, 2"),
    "default": ("a, b = a * 2, c = () => b", "return [a, b, c()].join();", "3"),
    "rest": ("a, ...b", "return a + ':' + b.length + b.at(-1);", "1, 2, 3"),
    "object": ("{ a, b: { c = 5 } = {}, ...d }", "return [a, c, JSON.stringify(d)].join();", "{ a: 1, e: 2 }"),
    "array": ("[a, , b = 7, ...c]", "return [a, b, c.length].join();", "[1, 2, undefined, 4, 5]"),
    "early": ("a", "if (a > 2) { return 'big'; } else if (a) return 'small'; return 'none';", "2"),
    "loop": ("n", "let s = 0; while (n) { s += n--; } return s;", "5"),
}

SINGLE = (
    # Places where a hook could change what a name, `this`, a line or an order is.
    "const f = () => {}; const c = class {}; let g; g = function () {}; const o = { k: () => 1, ['x' + 1]: class {} }; console.log(f.name, c.name, g.name, o.k.name, o.x1.name)",
    "const { h = () => 1 } = {}; const [j = function () {}] = []; let k; ({ k = class {} } = {}); console.log(h.name, j.name, k.name)",
    "function F() { return new.target === F } console.log(new F() instanceof F, F())",
    "const o = { get a() { return 1 }, set a(v) { this.b = v }, get ['c']() { return 3 } }; o.a = 5; console.log(o.a, o.b, o.c)",
    "var o = { x: 1 }; with (o) { x = 2; var y = x } console.log(o.x, y)",
    "debugger; ; ;; { } console.log('empty')",
    "console.log(eval('1 + 1'), (0, eval)('typeof console'), new Function('a', 'return a * 2')(4))",
    "var e = 1; function g() { var e = 2; return [eval('e'), (0, eval)('typeof e')] } console.log(g().join())",
    "const tag = (s, ...v) => s.raw.join('|') + v.join(); console.log(tag`a${1}\\n${tag`b${2}`}`, `x${`y${1 + 1}`}z`)",
    "console.log([1, , 3].length, [...[1, 2], ...'ab'].join(), Math.max(...[1, 5, 2]), ((...a) => a.length)(...'xyz', 1))",
    "const a = { b: { c: () => 'c' }, n: null }; console.log(a?.b?.c(), a.n?.x.y.z, a.b?.['c']?.(), a.z?.(), delete a?.b, a.b)",
    "console.log((1, 2, 3), void 0, typeof missing, typeof null, !!'', -(-3), +'4', ~~5.7)",
    "console.log(/a(?<n>b+)/.exec('xabb').groups.n, 'aXbX'.replace(/x/gi, (m) => m + '!'), /[/]/.test('/'))",
    "console.log(10n ** 20n, -3n / 2n, BigInt(5) === 5n, 0xffn, 1_000, 0b11, 0o17, .5e1)",
    "x: { y: { console.log(1); break x } console.log(2) } console.log(3)",
    "a: for (const i of [1, 2]) b: for (const j of [1, 2]) { if (j === 2) continue a; if (i === 2) break a; console.log(i, j) }",
    "class A { static #n = 0; static { A.#n = 4 } static get n() { return A.#n } #p; constructor(p) { this.#p = p } same(o) { return #p in o && this.#p === o.#p } } console.log(A.n, new A(1).same(new A(1)), new A(1).same({ __proto__: A.prototype }))",
    "class A { x = this.y ?? 1; static s = super.toString === Function.prototype.toString; ['z' + 1] = 3; 'q r' = 4 } const a = new A(); console.log(a.x, A.s, a.z1, a['q r'], Object.keys(a).join())",
    "class A { constructor(x) { this.x = x } get d() { return this.x * 2 } toString() { return `A${this.x}` } } class B extends A { constructor(x) { super(x + 1); this.y = super.d } toString() { return 'B' + super.toString() } } console.log(`${new B(1)}`, new B(2).y)",
    "class A extends Array { sum() { return this.reduce((a, b) => a + b, 0) } } console.log(A.from([1, 2, 3]).map((x) => x * 2).sum(), new A(3).length)",
    "class N extends null { static f() { return 1 } } console.log(N.f(), Object.getPrototypeOf(N.prototype))",
    "class E extends Error { constructor(m) { super(m); this.name = 'E' } } try { throw new E('bad') } catch (e) { console.log(e.name, e.message, e instanceof E) }",
    "class A { #a = 1; #m() { return this.#a++ } get #g() { return this.#a } set #g(v) { this.#a = v } run() { this.#m(); this.#g += 5; return this.#g } } console.log(new A().run())",
    "const A = class Inner { who() { return Inner.name } }; console.log(new A().who(), A.name, typeof Inner)",
    "console.log(Object.getOwnPropertyNames(class { static a = 1; static b() {} }).join(), (class { constructor(a, b) {} }).length)",
    "function f() { return arguments.length + [].slice.call(arguments, 1).join() } console.log(f(1, 2, 3)); function g(a) { arguments[0] = 9; return a } console.log(g(1))",
    "'use strict'; function g(a) { arguments[0] = 9; return a } console.log(g(1), (function () { return this })())",
    "console.log((function () { 'use strict'; return this })(), typeof (function () { return this })())",
    "try { 'use strict'; undeclared = 5; console.log(undeclared) } catch (e) { console.log(e.name) }",
    "'use strict'; try { undeclared2 = 5 } catch (e) { console.log(e.name) } try { Object.freeze([1]).push(2) } catch (e) { console.log(e.name) }",
    "var f = 1; { function f() {} } console.log(typeof f); console.log(typeof later); function later() {}",
    "try { early; let early = 1 } catch (e) { console.log(e.name) } try { const c = 1; c = 2 } catch (e) { console.log(e.name) }",
    "var fs = []; for (let i = 0; i < 3; i++) { fs.push(() => i); i += 0 } for (var j = 0; j < 3; j++) fs.push(() => j); console.log(fs.map((f) => f()).join())",
    "let s = ''; for (const [k, v] of Object.entries({ a: 1, b: 2 })) s += k + v; for (let c in { p: 1, q: 2 }) s += c; for (var d of 'xy'); console.log(s, d)",
    "const o = {}; for (o.k of [1, 2]); for (o['m'] in { z: 1 }); for ([o.p, o.q] of [[3, 4]]); console.log(JSON.stringify(o))",
    "function* g() { try { const x = yield 1; console.log('got', x); yield* inner() } finally { console.log('closed') } } function* inner() { yield 'i'; return 'r' } const it = g(); it.next(); console.log(it.next(7).value); console.log(it.return(9).value)",
    "const it = { *[Symbol.iterator]() { yield 1; yield 2 } }; const [p] = it; console.log(p, [...it].length, Math.max(...it))",
    "async function f() { await null; return 5 } f().then((v) => console.log('then', v)); console.log('first')",
    "(async () => { try { await Promise.reject(new Error('no')) } catch ({ message }) { console.log(message) } finally { console.log('fin') } for await (const v of (async function* () { yield 1; yield 2 })()) console.log(v) })()",
    "const wait = (n) => new Promise((r) => setTimeout(() => r(n), n)); Promise.all([wait(3), wait(1)]).then((v) => console.log(v.join()), console.error); Promise.race([wait(3), wait(1)]).then(console.log)",
    "const add = (a) => (b) => (c) => a + b + c; console.log(add(1)(2)(3), ((x) => ({ x }))(4).x, ((x) => [x])(5)[0])",
    "let i = 0; const a = [10, 20, 30]; a[i++] += a[i]; a[i] = i = 2; console.log(a.join(), i)",
    "let n = 0; const o = { get v() { n++; return 5 }, set v(x) { n += 10 } }; o.v++; o.v += 1; o.v ||= 3; o.v &&= 4; o.v ??= 5; console.log(n)",
    "let a = 1, b = 2; [a, b] = [b, a]; ({ a, x: b = 9 } = { a: 5 }); const { length } = 'abc'; console.log(a, b, length)",
    "switch (3) { case 1: let q = 1; case 2: console.log('no'); break; case q2(): console.log('yes'); default: console.log('through') } function q2() { return 3 }",
    "switch (1) { } switch (1) { default: } switch ('a') { case 'a': { const z = 1; console.log(z) } }",
    "if (true) function inIf() { return 1 } console.log(inIf()); if (0); else console.log('else')",
    "do console.log('once'); while (false) console.log('next')",
    "var a = 1\nvar b = a\n++b\nconsole.log(a, b)\n;[1].forEach((x) => console.log(x))\nconst r = () => {}\n/1/g\nconsole.log(typeof r)",
    "function f() {\n  return\n  5\n}\nconsole.log(f())",
    "console.log(f.toString(), (() => 1).toString(), (class { m() { return 1 } }).toString(), ({ k() { return 2 } }).k.toString()); function f(a) { for (;;) break; return a }",
    "console.log(new Proxy({}, { get: (t, k) => k + '!' }).abc, Reflect.ownKeys({ b: 1, 1: 2, [Symbol.iterator]: 3 }).length)",
    "const ws = new WeakMap(); const k = {}; ws.set(k, 1); console.log(ws.get(k), Symbol('d').description, Symbol.for('x') === Symbol.for('x'))",
    "console.log([3, 10, 2].sort().join(), [3, 10, 2].sort((a, b) => a - b).join(), [1, [2, [3]]].flat(Infinity).join(), 'b,a'.split(',').reverse().join())",
    "label: try { break label } finally { console.log('still') } console.log((() => { try { return 1 } finally { console.log('before') } })())",
    "console.log((() => { for (const x of [1, 2, 3]) try { if (x === 2) return x } finally { if (x === 1) continue } })())",
    "console.log(((a, b) => { a ??= 4; b ||= 5; a **= 2; b <<= 1; b >>>= 0; return [a, b] })(null, 0).join())",
    "const import_ = 1, of = 2, async = 3, get = 4, set = 5, let_ = 6; console.log(import_ + of + async + get + set + let_)",
    "var \\u0061b = 1; const ünï = 'ö😀'; console.log(ab, ünï, [...ünï].length, 'a\\\nb')",
    "<!-- an old comment\nconsole.log('html') // end",
    "#!/usr/bin/env node\nconsole.log('hash bang')",
    "console.log(((x) => x)`a`[0], `\\u{1F600}`.length, String.raw`\\n${1}`)",
    "const o = { async a() { return 1 }, *b() { yield 2 }, async *c() { yield 3 }, 'd e'() { return 4 }, 5() { return 6 } }; o.a().then((v) => console.log('a', v)); console.log([...o.b()][0], o['d e'](), o[5]())",
    "console.log(Object.entries({ ...{ a: 1, b: 2 }, b: 3, __proto__: { c: 4 } }).join(), { __proto__: { z: 7 } }.z)",
    "const f = function fact(n) { return n < 2 ? 1 : n * fact(n - 1) }; console.log(f(10), ((n) => n > 3 ? 'a' : n > 1 ? 'b' : 'c')(2))",
    "let c = 0; const inc = () => ++c; inc() && inc() || inc(); inc() ?? inc(); (inc(), inc()); true ? inc() : inc(); console.log(c)",
    "import('node:fs').then((m) => console.log(typeof m.readFileSync), () => console.log('none'))",
)
MODULES = (
    "export const a = 1; export let b = 2; export function f() { return a + b } export class C { v = 3 } console.log(f(), new C().v)",
    "const x = 5; export { x, x as y }; export default function () { return x } console.log(x)",
    "export default class K { m() { return 1 } } console.log(new K().m(), typeof this)",
    "import * as events from 'events'; import { inspect, inspect as show } from 'util'; import fs from 'fs'; console.log(typeof events, typeof show, typeof fs.readFileSync)",
    "const v = await Promise.resolve(4); console.log(v); export default v + 1",
    "export * from 'util'; export { inspect as j } from 'util'; console.log('again', typeof import.meta)",
    "import data from 'fs' with {}; console.log(typeof data)",
)


def programs() -> Iterator[str]:
    """All that Node runs as scripts."""
    for sign in BINARY:
        for chunk in (
            itertools.batched(_PAIRS, 4) if hasattr(itertools, "batched") else (_PAIRS[:4], _PAIRS[4:8], _PAIRS[8:])
        ):
            cases = [
                f"(() => {{ try {{ return t('l', {left}) {sign} t('r', {_right(sign, right)}) }} catch (e) {{ return e.name }} }})()"
                for left, right in chunk
            ]
            yield f"{_TRACED}console.log({', '.join(f'String({case})' for case in cases)}){_SHOW}"
    for sign, (left, right) in itertools.product(LOGICAL, _PAIRS[::2]):
        yield f"{_TRACED}if (t('l', {left}) {sign} t('r', {right})) log.push('yes'); else log.push('no'); console.log(String((t(1, {left}) {sign} t(2, {right})))){_SHOW}"
    for sign in UNARY[:-1]:
        values = ["5", "'6'", "null", "undefined", "[]", "{}", "true", "NaN"]
        yield f"console.log({', '.join(f'String({sign} ({value}))' for value in values)})"
    yield "const o = { a: 1, b: [1, 2] }; console.log(delete o.a, delete o.b[0], delete o.none, JSON.stringify(o))"
    for sign, target in itertools.product(UPDATE, ("x", "o.k", "o['k']", "a[i]")):
        yield f"let x = 5, i = 0; const o = {{ k: '3' }}, a = [7]; console.log(String({target}{sign}), String({sign}{target}), x, o.k, a[0], i)"
    for sign, target in itertools.product(ASSIGNMENT, ("x", "o.k", "a[i++]", "o[(log.push('k'), 'k')]")):
        yield f"{_TRACED}let x = 6, i = 0; const o = {{ k: 3 }}, a = [9]; const r = ({target} {sign} t('v', 4)); console.log(r, x, o.k, a[0], i){_SHOW}"
    for loop, body in itertools.product(_LOOPS.values(), _BODIES.values()):
        yield f"const log = []; (() => {{ {loop.format(body=body)} log.push('end'); }})();{_SHOW}"
    for form, (parameters, body, arguments) in itertools.product(_FUNCTIONS.values(), _PARAMETERS.values()):
        yield f"{form.format(params=parameters, body=body, args=arguments)} console.log(String(r))"
    yield from SINGLE


def _right(sign: str, value: str) -> str:
    return {"in": f"{{ 7: {value}, 5: 1 }}", "instanceof": "Array"}.get(sign, value)
