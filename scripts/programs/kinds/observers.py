"""Properties with observers: where they run, and what they are given."""

FORMS = r"""
struct Seen{n} {
    var app: Container
    var step = «0|{k}» {
        «willSet { if newValue > step { {fx:app} } }|willSet(next) { if next > step { {fx:app} } else { {fx:app} } }|didSet { if oldValue != step { {fx:app} } }|didSet(old) { if old < step { {fx:app} } else { {fx:app} } }|didSet { {fx:app} }|willSet { {fx:app} }
        didSet { {fx:app} }»
    }
    init(_ app: Container) {
        self.app = app
        «step = {k}|self.step = {k}|step += 1|defer { step = {k} }|set()|bump(&step)|»
    }
    mutating func set() { step = {k} }
}
---
var seen{n} = Seen{n}({c})
«seen{n}.step = {k}|seen{n}.step += {k}|seen{n}.set()|bump(&seen{n}.step)|do { defer { seen{n}.step = {k} }; {ask} }|seen{n} = Seen{n}({c})|let path{n} = \Seen{n}.step; seen{n}[keyPath: path{n}] = {k}|(seen{n}.step, _) = ({k}, 1)|(_, seen{n}.step) = (1, {k})|if {cond} { seen{n}.step = {k} }»
«|seen{n}.step = {k}|seen{n}.step += 1»
====
class Seen{n} {
    let app: Container
    var step = 0 { «didSet { if oldValue != step { {fx:app} } }|willSet { if newValue != step { {fx:app} } }|didSet { {fx:app} }» }
    init(_ app: Container) { self.app = app«|; step = {k}|; self.step = {k}|; change(to: {k})|; defer { step = {k} }» }
    func change(to next: Int) { step = next }
}
final class Below{n}: Seen{n} {
    «override var step: Int { «didSet { {fx:app} }|willSet { if newValue > step { {fx:app} } }|didSet { if oldValue < step { {fx:app} } }» }|var more = false { didSet { {fx:app} } }»
    override init(_ app: Container) { super.init(app)«|; step = {k}|; super.step = {k}|; self.step += 1» }
    «|override func change(to next: Int) { super.step = next + 1 }|override func change(to next: Int) { super.change(to: next); step = next }»
}
---
let seen{n}«|: Seen{n}» = «Below{n}|Seen{n}|Below{n}»({c})
«seen{n}.step = {k}|seen{n}.change(to: {k})|bump(&seen{n}.step)|seen{n}.step *= 2|(seen{n} as Seen{n}).step = {k}|seen{n}[keyPath: \.step] = {k}|do { defer { seen{n}.step = {k} } }»
«|seen{n}.step = {k}»
====
final class Seen{n} {
    let app: Container
    var isOn = false { «didSet { if isOn { {fx:app} } }|willSet { if newValue { {fx:app} } }|didSet { if oldValue != isOn { {fx:app} } }» }
    var next: Seen{n}?
    init(_ app: Container) { self.app = app }
}
---
let seen{n} = Seen{n}({c})
«seen{n}.next = Seen{n}({c})|seen{n}.next = nil|if {cond} { seen{n}.next = seen{n} }|seen{n}.next = seen{n}»
«seen{n}.next?.isOn = {yes:{c}}|seen{n}.next?.isOn = true|seen{n}.next?.isOn.toggle()|seen{n}.next?.next?.isOn = {any:{c}}|seen{n}.next!.isOn = {any:{c}}|_ = seen{n}.next?.isOn = true|if (seen{n}.next?.isOn = true) != nil { {fx:{c}} }»
? seen{n}.isOn
====
var seen{n}: Container? = «{c}|nil» { didSet { «if oldValue == nil { {fx:{c}} }|if let oldValue { {fx:oldValue} }|if let seen{n} { {fx:seen{n}} }|{fx:{c}}» } }
«seen{n} = {c}|seen{n} = nil|seen{n} = Container()|if {cond} { seen{n} = {c} }»
«|seen{n}?.register { A() }|seen{n} = nil|seen{n} = .some({c})»
====
var seen{n} = {k} { willSet { if newValue «>|==|!=» seen{n} { {fx:{c}} } } didSet { if oldValue «>|==|!=» seen{n} { {fx:{c}} } } }
«seen{n} = {k}|seen{n} += {k}|bump(&seen{n})|(seen{n}, _) = (2, 1)|let set{n} = { seen{n} = {k} }; set{n}()|func set{n}() { seen{n} += 1 }; set{n}()»
«|seen{n} = {k}|_ = [1, 2].map { seen{n} = $0 }»
? seen{n} > 1
====
nonisolated(unsafe) var place{n} = Container()
nonisolated(unsafe) var seen{n} = {k} { «didSet { {fx:place{n}} }|willSet { if newValue > seen{n} { {fx:place{n}} } }|didSet { if oldValue != seen{n} { {fx:place{n}} } }» }
func set{n}(_ value: Int) { seen{n} = value }
---
place{n} = {c}
«seen{n} = {k}|set{n}({k})|bump(&seen{n})|seen{n} += 1»
«|seen{n} = {k}»
====
struct Inner{n} { var step = 0«|; var more = 1» }
struct Seen{n} {
    let app: Container
    var inner = Inner{n}() { «didSet { if oldValue.step != inner.step { {fx:app} } }|didSet { {fx:app} }|willSet { if newValue.step > 0 { {fx:app} } }» }
    var all = [0, 0] { didSet { if all[0] != oldValue[0] { {fx:app} } } }
    mutating func take() { «inner.step = {k}|bump(&inner.step)|all[0] = {k}|all.append({k})|all.removeLast()|let old = all[0]; all[0] = inner.step; inner.step = old» }
}
---
var seen{n} = Seen{n}(app: {c})
«seen{n}.inner.step = {k}|seen{n}.take()|bump(&seen{n}.inner.step)|seen{n}.all[0] = {k}|seen{n}.all[1] += 1|seen{n}.inner = Inner{n}()»
«|seen{n}.take()|var other{n} = seen{n}; other{n}.take()»
====
struct Seen{n} {
    var app: Container {
        didSet { «{fx:app}|{fx:oldValue}|if app !== oldValue { {fx:app} }|oldValue.register { A() }» }
    }
    «|init(app: Container) { self.app = app }|init(app: Container) { self.app = app; self.app = app }»
}
---
var seen{n} = Seen{n}(app: {c})
«seen{n}.app = {c}|seen{n}.app = Container()|let other{n} = seen{n}.app; seen{n}.app = other{n}|renew(&seen{n}.app)|seen{n}.app.register { A() }|var other{n} = Container(); swap(&seen{n}.app, &other{n})|if {cond} { seen{n}.app = Container() }»
+ seen{n}.app
====
class Seen{n} {
    let app: Container
    var step: Int { didSet { «if step > oldValue { {fx:app} }|{fx:app}|if step > 1 { step = 0; {fx:app} }|step = {k}» } }
    init(_ app: Container, _ step: Int) { self.app = app; self.step = step }
    convenience init(_ app: Container) { self.init(app, 0); step = {k} }
}
---
let seen{n} = Seen{n}({c}«|, 1»)
seen{n}.step = {k}
? seen{n}.step == {k}
====
protocol Stepping{n}: AnyObject { var step: Int { get set } }
extension Stepping{n} { func up() { step += 1 }«|; var double: Int { get { step * 2 } set { step = newValue / 2 } }» }
final class Seen{n}: Stepping{n} {
    weak var app: Container?
    var step = 0 { «didSet { if oldValue < step, let app { {fx:app} } }|willSet { if newValue == 1, let app { {fx:app} } }» }
    init(_ app: Container?) { self.app = app }
}
---
let seen{n}: «any Stepping{n}|some Stepping{n}|Seen{n}» = Seen{n}(«{c}|{c}|nil»)
seen{n}.«up()|step = {k}»
«|seen{n}.up()»
====
struct Seen{n} {
    static nonisolated(unsafe) var app = Container()
    static nonisolated(unsafe) var step = 0 { «didSet { {fx:app} }|willSet { if newValue > 1 { {fx:app} } }|didSet { if oldValue == step { {fx:app} } }» }
    lazy var late = 1 { didSet { if late > oldValue { {fx:Self.app} } } }
}
---
Seen{n}.app = {c}
Seen{n}.step = {k}
«|Seen{n}.step += 1|var seen{n} = Seen{n}(); seen{n}.late = {k}|var seen{n} = Seen{n}(); seen{n}.late += {k}»
====
var seen{n} = 0 { didSet { if seen{n} == 1 { {fx:{c}} } } }
«defer { {ask} }|»
«{ value in seen{n} = value }({k})|withUnsafeMutablePointer(to: &seen{n}) { $0.pointee = {k} }|[1, 0].forEach { seen{n} = $0 }|for value in [0, {k}] { seen{n} = value }|while seen{n} < {k} { seen{n} += 1 }|let set{n} = { (value: Int) in if value > 0 { seen{n} = value } }; set{n}({k}); set{n}(1)»
"""
