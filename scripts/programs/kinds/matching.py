"""Enums, optionals and patterns."""

FORMS = r"""
enum Mode{n} { case none, some(Int)«|, other» }
---
let mode{n}: Mode{n}? = «Mode{n}.none|Mode{n}.none|Mode{n}.some(1)|.some(.none)|.none|nil»
«if case .some = mode{n} { {fx:{c}} } else { {fx:{c}} }|if case .none = mode{n} { {fx:{c}} } else { {fx:{c}} }|switch mode{n} { case .none: {fx:{c}}
case .some: {fx:{c}}
«|default: break» }|if case Mode{n}.none? = mode{n} { {fx:{c}} }|if case .some(.none) = mode{n} { {fx:{c}} }»
====
enum Mode{n}: Equatable { case none, some, other }
---
let mode{n}: Mode{n}? = «Mode{n}.none|.none|Mode{n}.some|.other|nil»
«if mode{n} == nil { {fx:{c}} } else { {fx:{c}} }|if mode{n} == .none { {fx:{c}} } else { {fx:{c}} }|if mode{n} == Mode{n}.none { {fx:{c}} }|if let mode{n}, mode{n} == .none { {fx:{c}} }|if case .none? = mode{n} { {fx:{c}} } else { {fx:{c}} }|if mode{n} != .some(.none) { {fx:{c}} }|if case let found? = mode{n}, found != .other { {fx:{c}} }»
====
let nested{n}: Int?? = «nil|.some(nil)|.some(.some({k}))|{k}|.none|Int?.none|Optional<Int?>.none»
«if nested{n} == nil { {fx:{c}} } else { {fx:{c}} }|if nested{n} == .some(nil) { {fx:{c}} }|if let inner = nested{n}, inner == nil { {fx:{c}} }|if case let inner?? = nested{n}, inner > 0 { {fx:{c}} }|switch nested{n} { case .none: {fx:{c}}
case .some(.none): {fx:{c}}
case .some(.some(let x)): if x > 0 { {fx:{c}} } }|if case .some(nil) = nested{n} { {fx:{c}} }|if (nested{n} ?? nil) == nil { {fx:{c}} }|if let one = nested{n}, let two = one, two == {k} { {fx:{c}} }|if nested{n}.map({ $0 == nil }) ?? false { {fx:{c}} }|if nested{n}.flatMap({ $0 }) == nil { {fx:{c}} }»
====
func found{n}(_ value: «Int?|Int?|Int??») -> Bool { «guard let value else { return false }; return value == {k}|guard case .some = value else { return false }; return true|if case 1? = value { return true }; return false|switch value { case nil: return true; case .some: return false }|if case let x? = value, x == 1 { true } else { false }» }
---
if found{n}(«nil|1|.some({k})|.none|Optional(2)») { {fx:{c}} } else { {fx:{c}} }
«|if found{n}(nil) { {fx:{c}} }»
====
enum Place{n} { case inside(Container), between(Container, Container), named(app: Container, isOn: Bool), outside }
func light{n}(_ place: Place{n}) {
    switch place {
    case «.inside(let app), .between(_, let app)|.between(let app, _), .inside(let app)|let .inside(app)»: {fx:app}
    case «.named(let app, true)|.named(let app, isOn: true)|let .named(app, isOn) where isOn|.named(app: let app, isOn: _)»: {fx:app}
    «case .between(let one, let two) where one === two: {fx:one}
    |»case .outside: break
    default: «break|if case .between(let app, _) = place { {fx:app} }»
    }
}
---
light{n}(.«inside({c})|between({c}, Container())|between(Container(), {c})|between({c}, {c})|named(app: {c}, isOn: true)|named(app: {c}, isOn: false)|named(app: {c}, isOn: {cond})»)
«|light{n}(.outside)|let place{n} = Place{n}.inside({c}); guard case .inside(let inner{n}) = place{n} else { fatalError() }; {fx:inner{n}}»
====
struct Near{n} { let app: Container; var to = 1 }
func ~= (pattern: Near{n}, value: Int) -> Bool {
    {fx:pattern.app}
    return abs(pattern.to - value) < 2
}
---
switch {k} {
case Near{n}(app: {c}«|, to: 2|, to: 5»): «break|{fx:{c}}|fallthrough»
«case Near{n}(app: {c}): {fx:{c}}|case 2: {fx:{c}}|case 0..<2: {fx:{c}}»
default: {fx:{c}}
}
«|if case Near{n}(app: {c}) = {k} { {fx:{c}} }|do { throw Failed() } catch where Near{n}(app: {c}) ~= 1 { } catch {}»
====
let pair{n}: (left: Container, right: Container) = («right: Container(), left: {c}|left: Container(), right: {c}|Container(), {c}|right: {c}, left: Container()»)
{fx:pair{n}.«left|right|0|1»}
«|let (one{n}, two{n}) = pair{n}; {fx:«one{n}|two{n}»}|let (right: one{n}, left: two{n}) = pair{n}; {fx:«one{n}|two{n}»}|let other{n}: (right: Container, left: Container) = (left: pair{n}.left, right: pair{n}.right); {fx:other{n}.0}»
+ pair{n}.left
+ pair{n}.right
====
switch ({k}, «{cond}|true|false») {
case (0, «_|true»): {fx:{c}}
case (let x, true) where x > «0|1»: {fx:{c}}
case (1, false): «fallthrough|{fx:{c}}»
case (2, false): {fx:{c}}
«case (1...2, _): {fx:{c}}
|»case (_, let isOn): if isOn { {fx:{c}} }
}
====
let wiring{n}: «Wiring|Any|AnyObject» = «More()|Less()|Most()|Wiring()|Wiring.make({cond})»
«switch wiring{n} { case is Most: {fx:{c}}
case let more as More: more.wire({c})
case let less as Less where {cond}: less.wire({c})
default: {fx:{c}} }|if case let more as More = wiring{n} { more.wire({c}) }|if wiring{n} is More, !(wiring{n} is Most) { {fx:{c}} }|(wiring{n} as? Less)?.wire({c}); (wiring{n} as? More)?.wire({c})|guard let base{n} = wiring{n} as? Wiring else { fatalError() }; base{n}.wire({c})|if let more = wiring{n} as? More, more is Most { {fx:{c}} } else { {fx:{c}} }»
====
let number{n} = {k}
switch number{n} {
case 0: {fx:{c}}
    «fallthrough|»
case 1: «fallthrough|{fx:{c}}»
case «2|1...2|_ where number{n} == 2»: «{fx:{c}}|break»
default: {fx:{c}}
}
====
let some{n}: Any = «1|"x"|Optional<Int>.none as Any|A()|[1]|(1, 2)|D() as any Face|{c}»
switch some{n} {
case let x as Int where x == 1: {fx:{c}}
case is String: {fx:{c}}
case let face as any Face: {fx:{c}}; _ = face
case let app as Container: {fx:app}
case Optional<Any>.none: {fx:{c}}
default: «break|{fx:{c}}»
}
====
var maybe{n}: Container? = «{c}|nil»
«if var inner = maybe{n} { inner = Container(); {fx:inner} }|while let inner = maybe{n} { {fx:inner}; maybe{n} = nil }|if case .some(let inner) = maybe{n}, inner === {c} { {fx:inner} }|guard maybe{n} != nil else { fatalError() }|for case let inner? in [maybe{n}, nil, {c}] { {fx:inner} }|switch maybe{n} { case let inner?: {fx:inner}
case nil: {fx:{c}} }»
«|maybe{n}?.register { A() }|_ = maybe{n}.map { $0.register { D() } }»
====
let number{n} = {k}
let picked{n} = switch number{n} { case 0, 2: {c}; case ..<2: Container(); default: {c} }
{fx:picked{n}}
«|if case 1...2 = number{n} { {fx:{c}} }|if (0..<2) ~= number{n} { {fx:{c}} }|let text{n} = if number{n} > 1 { "x" } else { "y" }; if text{n} == "x" { {fx:{c}} }»
====
indirect enum Tree{n} { case leaf(Int), node(Tree{n}, Container, Tree{n}) }
func walk{n}(_ tree: Tree{n}) -> Int {
    switch tree {
    case .leaf(let value): return value
    case let .node(.leaf(«0|1»), app, _): {fx:app}
        return 0
    case .node(let left, let app, let right):
        if walk{n}(left) «<|==» walk{n}(right) { {fx:app} }
        return 1
    }
}
---
_ = walk{n}(.node(.leaf({k}), {c}, .leaf({k})))
«|_ = walk{n}(.node(.node(.leaf(1), {c}, .leaf(2)), {c}, .leaf({k})))»
"""
