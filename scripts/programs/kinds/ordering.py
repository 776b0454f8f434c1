"""In which order Swift does things: arguments, properties, initializers, ways out."""

FORMS = r"""
func take{n}(_ one: Bool, _ two: Bool = false, three: Bool) -> Bool { «one || two || three|three|one && !two» }
---
«_ = take{n}({any:{c}}, three: {any:{c}})|_ = take{n}({any:{c}}, {any:{c}}, three: {any:{c}})|if take{n}({no:{c}}, three: {yes:{c}}) { {fx:{c}} }|_ = [{any:{c}}, {any:{c}}]|_ = ({any:{c}}, {any:{c}}).1|_ = ["x": {any:{c}}, "y": {any:{c}}]|var all{n} = [false, true]; all{n}[{yes:{c}} ? 1 : 0] = {any:{c}}|_ = "\({any:{c}})\({any:{c}})"|_ = {any:{c}} == {any:{c}}|var on{n} = {any:{c}}; on{n} = {any:{c}} != on{n}; if on{n} { {fx:{c}} }|_ = {any:{c}} ? {any:{c}} : {any:{c}}|let (a{n}, b{n}) = ({any:{c}}, {any:{c}}); if a{n} == b{n} { {fx:{c}} }|var table{n} = ["x": false]; table{n}[{any:{c}} ? "x" : "y"] = {any:{c}}; if table{n}.count == 2 { {fx:{c}} }»
====
class Base{n} {
    let app: Container
    let first: Bool
    init(_ app: Container, _ first: Bool) { self.first = first; self.app = app; {fx:app}; begin() }
    func begin() { {fx:app} }
}
final class Below{n}: Base{n} {
    var step: Int
    init(_ app: Container) { «step = {yes:app} ? 1 : 2|{fx:app}
        step = {k}»
        super.init(app, {any:app})
        «|{fx:app}|if step == {k} { {fx:app} }» }
    override func begin() { if step == {k} { {fx:app} }«|
    super.begin()» }
}
---
let below{n} = Below{n}({c})
«|below{n}.begin()|if below{n}.first { {fx:{c}} }»
====
nonisolated(unsafe) var place{n} = Container()
«struct|final class» Parts{n} {
    let one = «light|touch|wipe»(place{n})
    var two = «light|touch|wipe»(place{n}, false)
    lazy var three = wipe(place{n})
    static let four = wipe(place{n})
    init(_ isOn: Bool) { {fx:place{n}}«|; if isOn { two = touch(place{n}) }» }
    static func usual() -> Parts{n} { defer { {fx:place{n}} }; return Parts{n}(true) }
}
---
place{n} = {c}
«_ = Parts{n}({any:{c}})|_ = Parts{n}.usual()|{fx:{c}}; _ = Parts{n}(false).two|var parts{n} = Parts{n}(true); {fx:{c}}; _ = parts{n}.three|let kind{n} = Parts{n}.self; {fx:{c}}; _ = kind{n}.init(false)|_ = [0, 1].map { Parts{n}($0 == 1) }»
====
func out{n}(_ app: Container, _ isOn: Bool) -> Int {
    var number = {k}
    defer { number += 1; if number == {k} { {fx:app} } }
    «if isOn { return number }|guard isOn else { number = 2; return number }|defer { number = {k} }»
    {fx:app}
    return «number|{ number += 1; return number }()|touch(app) ? 1 : 0»
}
---
«if out{n}({c}, {cond}) == {k} { {fx:{c}} } else { {fx:{c}} }|if out{n}({c}, true) == out{n}({c}, false) { {fx:{c}} }|_ = out{n}({c}, true)|_ = out{n}({c}, false)»
====
final class Part{n} {
    let app: Container
    var step = 0
    init?(_ app: Container, _ kind: Int) { self.app = app; if kind == 0 { return nil }; step = kind«|; if kind == 1 { return nil }» }
    init(throwing app: Container, _ isOn: Bool) throws { «if isOn { throw Failed() }; self.app = app|self.app = app; if isOn { throw Failed() }» }
    deinit { {fx:app}«|; if step == 0 { {fx:app} }» }
}
---
«_ = Part{n}({c}, {k})|_ = try? Part{n}(throwing: {c}, «true|false|{cond}»)|do { let part{n} = Part{n}({c}, {k}); if part{n} == nil { {fx:{c}} } }|var part{n} = Part{n}({c}, 2); {fx:{c}}; part{n} = nil; if part{n} == nil { {fx:{c}} }|do { _ = try Part{n}(throwing: {c}, true) } catch { {fx:{c}} }»
====
outer{n}: for one in 0...2 {
    for two in 0...2 {
        «if two == one { continue outer{n} }|if two > one { break }|if one == {k} { break outer{n} }|guard two != {k} else { continue }»
        if one + two == «2|3» { {fx:{c}} }
    }
    «{fx:{c}}|if one == {k} { break }|defer { if one == 1 { {fx:{c}} } }»
}
====
var steps{n}: [() -> Void] = []
for number in 0..<3 { steps{n}.append { if number == {k} { {fx:{c}} } } }
var last{n} = 0
while last{n} < 2 { let now = last{n}; steps{n}.append { if now == {k} && last{n} == «2|now» { {fx:{c}} } }; last{n} += 1 }
«steps{n}.forEach { $0() }|steps{n}[{k}]()|steps{n}[3]()|steps{n}.last?()|steps{n}.reversed().first?()|if {cond} { steps{n}[{k}]() }»
====
struct State{n} {
    var app: Container
    var isOn = false
    mutating func change(_ body: (inout State{n}) -> Void) { body(&self); if isOn { {fx:app} } }
    mutating func turn() -> Bool { defer { isOn.toggle() }; return isOn }
    consuming func taken() -> State{n} { var new = self; new.isOn = true; return new }
    func with(_ isOn: Bool) -> State{n} { var copy = self; copy.isOn = isOn; return copy }
}
---
var state{n} = State{n}(app: {c})
«state{n}.change { $0.isOn = true }|state{n}.change { $0.app = Container() }|if state{n}.turn() || state{n}.turn() { {fx:{c}} }|_ = state{n}.turn()|state{n} = state{n}.with(true)|_ = state{n}.with(true)|state{n} = state{n}.taken()|state{n}.change { $0 = $0.with({cond}) }»
if state{n}.isOn { {fx:state{n}.app} }
? state{n}.isOn
+ state{n}.app
====
class Base{n} { let app: Container; var isOn = false« { didSet { {fx:app} } }|»; init(_ app: Container) { self.app = app }; deinit { {fx:app} } }
final class Below{n}: Base{n} {
    let other: Container
    init(_ app: Container, _ other: Container, fails: Bool) throws { «try mayThrow(fails); self.other = other; super.init(app)|self.other = other; super.init(app); try mayThrow(fails)|self.other = other; try mayThrow(fails); super.init(app)» }
    convenience init?(_ app: Container, if isOn: Bool) { «if !isOn { return nil }; |»do { try self.init(app, app, fails: !isOn) } catch { return nil } }
    deinit { {fx:other} }
}
func below{n}(_ app: Container) -> Base{n} { {fx:app}; return Base{n}(Container()) }
---
«_ = try? Below{n}({c}, {c}, fails: «true|false|{cond}»)|_ = Below{n}({c}, if: «true|false»)|below{n}({c}).isOn = {any:{c}}|var table{n} = [true: below{n}({c})]; table{n}[{any:{c}}]?.isOn = {any:{c}}|var numbers{n} = [1, 2]; numbers{n}[{any:{c}} ? 1 : 0] += {any:{c}} ? 1 : 2; if numbers{n}[1] == 3 { {fx:{c}} }|let below{n} = Base{n}({c}); below{n}.isOn = below{n}.isOn == {any:{c}}; {ask}; withExtendedLifetime(below{n}) {}»
"""
