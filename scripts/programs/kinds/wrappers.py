"""Property wrappers: which of their accessors and initializers run."""

FORMS = r"""
@propertyWrapper struct Marked{n} {
    private var kept: Container
    «|var projectedValue: Container { {fx:kept}; return kept }»
    var wrappedValue: Container {
        get { «|{fx:kept}|kept.register { D() }»
            return kept }
        set { «{fx:newValue}|{fx:kept}|newValue.reset()»
            kept = newValue }
    }
    init(wrappedValue: Container) {
        kept = wrappedValue
        «{fx:kept}|»
    }
}
final class Owner{n} {
    @Marked{n} var app: Container
    var more: Int
    init(_ app: Container, _ other: Container) {
        «|more = 1»
        self.app = «app|other»
        more = 2
        «|self.app = other|_app = Marked{n}(wrappedValue: other)|self.app = app|if {cond} { self.app = other }»
    }
}
---
let owner{n} = Owner{n}({c}, «Container()|{c}»)
«|owner{n}.app = {c}|renew(&owner{n}.app)|_ = owner{n}.app|owner{n}.app.register { A() }»
+ owner{n}.app
====
@propertyWrapper struct Watched{n} {
    let app: Container
    var held: Int
    var wrappedValue: Int {
        get { «|{fx:app}»
            return held }
        «|nonmutating »set { {fx:app}«|
            print("n", newValue)» }
    }
    «|var projectedValue: Container { app }|var projectedValue: Bool { {fx:app}; return held > 0 }»
    init(wrappedValue: Int«| = 0», _ app: Container) {
        held = wrappedValue
        self.app = app
        «|{fx:app}|if wrappedValue > 0 { {fx:app} }»
    }
}
---
@Watched{n}({c}) var watched{n} = {k}
«watched{n} = {k}|watched{n} += 1|bump(&watched{n})|_ = watched{n}|if watched{n} > 0 { {fx:{c}} }|_ = _watched{n}.held|if {cond} { watched{n} = 1 }|{ watched{n} = 1 }()»
«|watched{n} += 1»
====
@propertyWrapper struct Capped{n} {
    private var held: Int
    var wrappedValue: Int { get { held } set { held = min(newValue, 2) } }
    «|var projectedValue: Bool { held == 2 }»
    init(wrappedValue: Int) { held = min(wrappedValue, «1|2») }
}
struct Owner{n} {
    @Capped{n} var step«: Int| = {k}»
    «|init(step: Int) { self.step = step }|init(step: Int) { _step = Capped{n}(wrappedValue: step); self.step += 1 }»
    mutating func up() { step += 1 }
}
---
var owner{n} = Owner{n}(step: 3)
«|owner{n}.up()|owner{n}.step = 5|bump(&owner{n}.step)»
if owner{n}.step == «1|2|3» { {fx:{c}} } else { {fx:{c}} }
? owner{n}.step > 1
====
@propertyWrapper struct Not{n} {
    var wrappedValue: Bool
    var projectedValue: Not{n} { self }
    init(wrappedValue: Bool) { self.wrappedValue = !wrappedValue }
    init(projectedValue: Not{n}) { wrappedValue = «projectedValue.wrappedValue|!projectedValue.wrappedValue» }
}
func isNot{n}(@Not{n} _ flag: Bool) -> Bool { flag }
func isNamed{n}(@Not{n} flag: Bool) -> Bool { flag }
---
if isNot{n}(«true|false|{cond}») { {fx:{c}} } else { {fx:{c}} }
«|if isNamed{n}(flag: «true|false») { {fx:{c}} }|if isNamed{n}($flag: Not{n}(wrappedValue: true)) { {fx:{c}} }|let closure{n}: (Bool) -> Bool = { (@Not{n} given) in given }; if closure{n}(false) { {fx:{c}} }»
====
@propertyWrapper struct Both{n}<Value> {
    var wrappedValue: Value { «didSet|willSet» { {fx:app} } }
    let app: Container
    init(wrappedValue: Value, app: Container) { self.wrappedValue = wrappedValue; self.app = app }
}
struct Owner{n} {
    @Both{n} var step: Int
    init(_ app: Container) { _step = Both{n}(wrappedValue: {k}, app: app)«|; step = {k}|; defer { step = {k} }» }
}
---
var owner{n} = Owner{n}({c})
«|owner{n}.step = {k}|owner{n}.step += 1|bump(&owner{n}.step)»
====
@propertyWrapper final class Kept{n} {
    var wrappedValue: Container { didSet { «{fx:wrappedValue}|{fx:oldValue}» } }
    var projectedValue: Kept{n} { self }
    init(wrappedValue: Container) { self.wrappedValue = wrappedValue }
}
struct Owner{n} { @Kept{n} var app: Container«|; init(app: Container) { self.app = app }|; init(app: Container) { self.app = Container(); self.app = app }» }
---
«let|var» owner{n} = Owner{n}(app: {c})
let copy{n} = owner{n}
«owner{n}.$app.wrappedValue = {c}|copy{n}.$app.wrappedValue = Container()|copy{n}.$app.wrappedValue.register { A() }»
+ owner{n}.app
====
@propertyWrapper struct Seen{n} {
    var wrappedValue: Int
    var times = 0
    init(wrappedValue: Int) { self.wrappedValue = wrappedValue }
    init(wrappedValue: Int, times: Int) { self.wrappedValue = wrappedValue; self.times = times }
}
struct Owner{n} {
    let app: Container
    @Seen{n}«|(times: 2)» var step = 1 { «didSet { {fx:app} }|willSet { if newValue > step { {fx:app} } }|didSet { if oldValue < step { {fx:app} } }» }
    init(_ app: Container) { self.app = app«|; step = {k}|; step += 1» }
    var times: Int { _step.times }
}
---
var owner{n} = Owner{n}({c})
owner{n}.step = {k}
? owner{n}.times == 2
====
@propertyWrapper struct Late{n} {
    var made: Container?
    let make: () -> Container
    init(wrappedValue: @autoclosure @escaping () -> Container) { make = wrappedValue«|; made = wrappedValue()» }
    var wrappedValue: Container { mutating get { if let made { return made }; let new = make(); made = new; return new } set { made = newValue } }
}
func make{n}(_ app: Container) -> Container { {fx:app}; return Container(parent: app) }
---
@Late{n} var late{n} = make{n}({c})
«if {cond} { _ = late{n} }|{fx:late{n}}|late{n} = {c}|»
«|{fx:late{n}}»
====
@propertyWrapper struct Outer{n}<Value> { var wrappedValue: Value«|; init(wrappedValue: Value) { self.wrappedValue = wrappedValue }» }
@propertyWrapper struct Inner{n} {
    let app: Container
    var wrappedValue: Int { get { 1 } nonmutating set { {fx:app} } }
    init(wrappedValue: Int, app: Container) { self.app = app«|; {fx:app}» }
}
struct Owner{n} { @Outer{n} @Inner{n} var step: Int; init(_ app: Container) { _step = Outer{n}(wrappedValue: Inner{n}(wrappedValue: 1, app: app)) } }
---
«var owner{n} = Owner{n}({c}); owner{n}.step = {k}|_ = Owner{n}({c}).step|@Outer{n} var owner{n} = {c}; {fx:owner{n}}»
"""
