"""The current container: bound, read in closures and factories, and handed on."""

FORMS = r"""
Container.withCurrent({c}) {
    «{fx:Container.current}|if let current = Container.currentIfAny { {fx:current} }|Container.current.register { A() }|let inner = { Container.current }; {fx:inner()}|Container.withCurrent(Container()) { {fx:Container.current} }|_ = Container.current === {c} && {yes:{c}}|{fx:Container.current}; Container.current.reset()»
    «|{fx:Container.current}»
}
====
let read{n}: () -> Void = { «{do:Container.current}|_ = Container.currentIfAny?.register { A() }|Container.current.register { D() }» }
«Container.withCurrent({c}) { read{n}() }|Container.withCurrent(Container()) { read{n}() }|Container.withCurrent({c}) { later(read{n})() }|let kept{n} = Container.withCurrent({c}) { later(read{n}) }; Container.withCurrent(Container()) { kept{n}() }|Container.withCurrent({c}) { if {cond} { read{n}() } }»
====
let bound{n} = Container.withCurrent({c}) { Container.bindingCurrent { «{do:Container.current}|_ = Container.current.register { D() }» } }
«bound{n}()|Container.withCurrent(Container()) { bound{n}() }|if {cond} { bound{n}() }|Container.withCurrent({c}) { bound{n}() }»
====
let bound{n}: @Sendable (Int) -> Bool = Container.withCurrent({c}) { Container.bindingCurrent { (number: Int) in number > 0 && touch(Container.current) } }
«_ = bound{n}({k})|Container.withCurrent(Container()) { _ = bound{n}({k}) }|let all{n} = [0, {k}].map(bound{n}); if all{n}.contains(true) { {fx:{c}} }»
====
func current{n}() -> Container { «Container.current|Container.currentIfAny ?? Container()|let current = Container.current; {fx:current}; return current» }
func wire{n}(_ app: Container = Container.current) { {fx:app} }
---
Container.withCurrent({c}) { «{fx:current{n}()}|wire{n}()|wire{n}(Container())|Container.withCurrent(Container()) { wire{n}() }; wire{n}()|let app = current{n}(); Container.withCurrent(Container()) { {fx:app} }» }
====
{c}.register { () -> D in «_ = touch(Container.current)|_ = wipe(Container.current)|_ = Container.currentIfAny.map { touch($0) }»; return D() }
«{ask}|ok({id}) { _ = try {c}.resolve(D.self) }|Container.withCurrent(Container()) { ok({id}) { _ = try {c}.resolve(D.self) } }|Container.withCurrent({c}) { ok({id}) { _ = try {c}.resolve(D.self) } }»
====
struct Asks{n} {
    «let app = Container.current|lazy var app = Container.current|var app: Container { Container.current }»
    mutating func wire() { {fx:app} }
}
---
var asks{n} = Container.withCurrent({c}) { Asks{n}() }
«Container.withCurrent({c}) { asks{n}.wire() }|Container.withCurrent(Container()) { asks{n}.wire() }|Container.withCurrent({c}) { let other = asks{n}; asks{n}.wire(); _ = other }»
====
let result{n} = try? Container.withCurrent({c}) { try mayThrow({cond}); {do:Container.current}; return 1 }
if result{n} == nil { {fx:{c}} }
====
async await Container.withCurrent({c}) { «await Task.yield(); {do:Container.current}|await Task { {do:Container.current} }.value|await Task.detached { _ = Container.currentIfAny.map { touch($0) } }.value|await withTaskGroup(of: Void.self) { group in group.addTask { {do:Container.current} } }|async let child = touch(Container.current); _ = await child» }
====
func with{n}(_ app: Container, _ body: () -> Void) { Container.withCurrent(«app|Container(parent: app)|Container()») { body() } }
---
«with{n}({c}) { {do:Container.current} }|with{n}({c}) { with{n}(Container()) { {do:Container.current} }; {do:Container.current} }|Container.withCurrent({c}) { with{n}(Container()) { {do:{c}} }; {do:Container.current} }|Container.withCurrent({c}) { defer { {do:Container.current} }; {ask} }»
"""
