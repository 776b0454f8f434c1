"""What goes on for long: calls of oneself, through all that calls, and loops, with what happens at their end."""

FORMS = r"""
func down{n}(_ app: Container, _ level: Int) {
    «if level == 0 {
        {run:app}
        return
    }|guard level > 0 else { {fx:app}; {ask:app}; return }|if level < 1 { {fx:app} } else if level < 0 { {ask:app} }|defer { if level == 0 { {ask:app} } }
    if level == 0 { {fx:app}; return }»
    «down{n}(app, level - 1)|down{n}(app, level / 2)|[level - 1].forEach { down{n}(app, $0) }|if level > 0 { down{n}(app, level - 1) }|later { down{n}(app, level - 1) }()|for next in [level - 1] where next >= 0 { down{n}(app, next) }»
    «|if level == {k} { {fx:app} }|if level == 3 { {fx:app} }»
}
---
«down{n}({c}, {k})|down{n}({c}, 3)|down{n}({c}, 5)|down{n}({c}, 12)|{ask}; down{n}({c}, 1)»
====
func one{n}(_ app: Container, _ level: Int) -> Bool { level > «0|1» ? two{n}(app, level - 1) : {any:app} }
func two{n}(_ app: Container, _ level: Int) -> Bool { if level == 0 { {ask:app}; {fx:app}; return true }; return three{n}(app, level) }
func three{n}(_ app: Container, _ level: Int) -> Bool { «if level == {k} { {fx:app} }; |»return one{n}(app, level) }
---
«_ = one{n}({c}, {k})|_ = two{n}({c}, 2)|_ = three{n}({c}, 4)|if one{n}({c}, «1|3|7») { {fx:{c}} }|_ = two{n}({c}, 6)»
====
class Tower{n} {
    let app: Container
    let level: Int
    let below: Tower{n}?
    init(_ app: Container, _ level: Int) { self.app = app; self.level = level; «below = level > 0 ? Tower{n}(app, level - 1) : nil|if level > 0 { below = Tower{n}(app, level - 1) } else { below = nil; {fx:app} }»; «|if level == {k} { {ask:app} }» }
    var lowest: Tower{n} { «below?.lowest ?? self|if let below { return below.lowest }; {fx:app}; return self|guard let below else { {ask:app}; return self }; return below.lowest» }
    var height: Int { (below?.height ?? 0) + 1 }
    subscript(at: Int) -> Container { if at == 0 { {fx:app}; return app }; return below?[at - 1] ?? app }
    func visit() { if below == nil {
        {run:app}
    }; below?.visit() }
    deinit { if level == «0|1» { {fx:app} } }
}
---
«_ = Tower{n}({c}, {k}).lowest|_ = Tower{n}({c}, 3).lowest.app|if Tower{n}({c}, {k}).height == 3 { {fx:{c}} }|{fx:Tower{n}({c}, 2)[{k}]}|Tower{n}({c}, «{k}|3|5»).visit()|_ = Tower{n}({c}, 4)[4]|let tower{n} = Tower{n}({c}, 2); {fx:{c}}; tower{n}.visit()|Tower{n}({c}, 2).lowest.visit()»
====
nonisolated(unsafe) var again{n}: (Container, Int) -> Void = { _, _ in }
---
again{n} = { app, level in
    if level == 0 { {fx:app}; {ask:app}; return }
    «again{n}(app, level - 1)|[level - 1].forEach { again{n}(app, $0) }»
}
«again{n}({c}, {k})|again{n}({c}, 4)»
====
func local{n}(_ app: Container) {
    var times = 0
    func step() { times += 1; if times < «2|4|7» { step() } else { {fx:app}; {ask:app} } }
    func other(_ number: Int) -> Int { number <= 1 ? 1 : number * other(number - 1) }
    «step()|if other(«2|3|5») == «2|6|120» { step() } else { {fx:app} }|step(); step()»
    if times == «2|4|8» { {fx:app} }
}
---
local{n}({c})
====
for number in 0..<«3|9|20» {
    if number == «2|8|19» {
        {run:{c}}
        {ask}
    }
    «|if number == {k} { {fx:{c}} }|if number > 7 { break }»
}
====
var number{n} = 0
while «number{n} < 8|number{n} < 3|true» {
    number{n} += «1|2|3»
    if number{n} > «6|7» { {fx:{c}}; {ask}; break }
    «|if number{n} == {k} { continue }|if number{n} == 2 { {fx:{c}} }»
}
«|if number{n} > 6 { {fx:{c}} }|if number{n} == 7 { {fx:{c}} } else { {fx:{c}} }»
====
var left{n} = Array(0..<«3|9»)
«while let last = left{n}.popLast() { if last == 0 { {fx:{c}}; {ask} } }|repeat { if left{n}.removeLast() == 0 { {fx:{c}}; {ask} } } while !left{n}.isEmpty|while !left{n}.isEmpty { left{n}.removeFirst(); if left{n}.count == 1 { {fx:{c}} } }; {ask}|for (index, value) in left{n}.enumerated() where index == 2 && value == 2 { {fx:{c}}; {ask} }»
====
struct Count{n}<Inner> { let app: Container; func go(_ level: Int) { if level == 0 { {fx:app}; {ask:app} } else { Count{n}«<Inner>|<Int>»(app: app).go(level - 1) } } }
protocol Goes{n} { var app: Container { get }; func go(_ level: Int) }
extension Goes{n} { func next(_ level: Int) { if level > 0 { go(level - 1) } else { {fx:app}; {ask:app} } } }
struct First{n}: Goes{n} { let app: Container; func go(_ level: Int) { Second{n}(app: app).next(level) } }
struct Second{n}: Goes{n} { let app: Container; func go(_ level: Int) { «First{n}(app: app).next(level)|(First{n}(app: app) as any Goes{n}).go(level)» } }
---
«Count{n}<String>(app: {c}).go({k})|Count{n}<String>(app: {c}).go(5)|First{n}(app: {c}).go({k})|First{n}(app: {c}).go(4)|Second{n}(app: {c}).next(3)»
====
func try{n}(_ app: Container, _ level: Int) throws -> Int {
    if level == 0 { {fx:app}; {ask:app}; throw Failed() }
    «return try try{n}(app, level - 1)|do { return try try{n}(app, level - 1) } catch { {fx:app}; throw Other() }|defer { {fx:app} }; return try try{n}(app, level - 1) + 1|return (try? try{n}(app, level - 1)) ?? level»
}
---
«_ = try? try{n}({c}, «{k}|3|6»)|if (try? try{n}({c}, {k})) == nil { {fx:{c}} }|do { _ = try try{n}({c}, 3) } catch is Failed { {fx:{c}} } catch { {fx:{c}} }»
====
func default{n}(_ app: Container, _ level: Int, then: ((Container) -> Void)? = nil) {
    if level == 0 { then?(app); {ask:app} } else { default{n}(app, level - 1, then: «then|{ {do:$0} }|{ each in then?(each); {fx:each} }|level == 1 ? then : nil») }
}
---
«default{n}({c}, {k})|default{n}({c}, 3) { {do:$0} }|default{n}({c}, {k}) { {do:$0} }|default{n}({c}, 6)»
====
async func wait{n}(_ app: Container, _ level: Int) async { if level == 0 { {fx:app}; {ask:app}; return }; «await Task.yield(); |»await wait{n}(app, level - 1) }
---
«await wait{n}({c}, {k})|await wait{n}({c}, 4)|async let child{n}: Void = wait{n}({c}, 3); await child{n}»
"""
