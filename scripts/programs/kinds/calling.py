"""Subscripts, key paths, dynamic members, result builders, aliases, captures, arguments and operators."""

FORMS = r"""
struct Table{n} {
    let app: Container
    var held = [0, 1, 2]
    subscript(index: Int) -> Int {
        get { «{fx:app}; |if index == {k} { {fx:app} }; |»return held[index] }
        «set { {fx:app}; held[index] = newValue }|nonmutating set { if newValue > 1 { {fx:app} } }|_modify { {fx:app}; yield &held[index] }|_modify { yield &held[index]; {fx:app} }|_modify { defer { {fx:app} }; yield &held[index] }»
    }
    subscript(name name: String«| = "x"», isOn: Bool = true) -> Container { if isOn { {fx:app} }; return app }
    static subscript(app: Container) -> Int { {fx:app}; return 1 }
}
---
var table{n} = Table{n}(app: {c})
«_ = table{n}[{k}]|table{n}[{k}] = {k}|table{n}[1] += {k}|bump(&table{n}[{k}])|{fx:table{n}[name: "x"]}|_ = table{n}[name: "y", false]|_ = Table{n}[{c}]|table{n}[keyPath: \.[1]] = 2|_ = \Table{n}.[{k}]|_ = table{n}[keyPath: \.[{k}]]|let (one{n}, _) = (table{n}[0], 1); _ = one{n}|_ = Optional(table{n})?[{k}]»
«|table{n}[2] = 2»
====
struct Callable{n} {
    let app: Container
    func callAsFunction(«|_ number: Int = 0, »isOn: Bool = true) { if isOn { {fx:app} } }
    func callAsFunction(_ body: () -> Void) { body(); {fx:app} }
}
---
let call{n} = Callable{n}(app: {c})
«call{n}()|call{n}(isOn: {cond})|call{n} { {fx:{c}} }|[call{n}].forEach { $0() }|Callable{n}(app: {c})(isOn: false)»
====
@dynamicMemberLookup struct Dynamic{n} {
    let app: Container
    subscript(dynamicMember name: String) -> Bool { get { if name == "on" { {fx:app} }; return name == "on" } nonmutating set { if newValue { {fx:app} } } }
    var real: Bool { {fx:app}; return true }
}
---
let dynamic{n} = Dynamic{n}(app: {c})
«_ = dynamic{n}.on|_ = dynamic{n}.off|_ = dynamic{n}.real|dynamic{n}.on = {cond}|dynamic{n}.off = true|if dynamic{n}.on && dynamic{n}.off { {fx:{c}} } else { {fx:{c}} }|if dynamic{n}.off || dynamic{n}.on { {fx:{c}} }»
====
@resultBuilder struct Steps{n} {
    static func buildExpression(_ step: Bool) -> [Bool] { [step] }
    static func buildBlock(_ steps: [Bool]...) -> [Bool] { «steps.flatMap { $0 }|Array(steps.joined())|steps.first ?? []» }
    static func buildOptional(_ steps: [Bool]?) -> [Bool] { steps ?? [«|false»] }
    static func buildEither(first steps: [Bool]) -> [Bool] { steps }
    static func buildEither(second steps: [Bool]) -> [Bool] { [] }
    static func buildArray(_ steps: [[Bool]]) -> [Bool] { steps.last ?? [] }
}
func steps{n}(@Steps{n} _ body: () -> [Bool]) -> Bool { «body().contains(true)|body().last ?? false|true || !body().isEmpty|body().count == {k}» }
---
«if steps{n}({ {any:{c}}; {any:{c}} }) { {fx:{c}} }|_ = steps{n} { {any:{c}}; if {cond} { {any:{c}} } }|_ = steps{n} { for _ in 0..<2 { {any:{c}} } }|if steps{n}({ if {cond} { {yes:{c}} } else { {no:{c}} } }) { {fx:{c}} }|_ = steps{n} { if false { {yes:{c}} } }|_ = {any:{c}} || steps{n} { {yes:{c}} }|_ = steps{n} { if true { {any:{c}} }; {any:{c}} }»
====
func turn{n}(_ one: inout Bool, _ app: Container, _ body: () -> Void) { one = true; body(); if one { {fx:app} }; one.toggle() }
func both{n}(_ one: inout Int, _ two: inout Int) { one += 1; two = one }
func box{n}(_ app: inout Container, _ isOn: Bool) { {fx:app}; if isOn { app = Container() }; {fx:app} }
---
«var on{n} = {cond}; turn{n}(&on{n}, {c}) { {fx:{c}} }; if on{n} { {fx:{c}} }|var one{n} = {k}; var two{n} = {k}; both{n}(&one{n}, &two{n}); if one{n} == two{n} { {fx:{c}} }|var app{n} = {c}; box{n}(&app{n}, {cond}); {fx:app{n}}|var app{n} = {c}; box{n}(&app{n}, true); {fx:app{n}}|var apps{n} = [{c}]; box{n}(&apps{n}[0], true); {fx:apps{n}[0]}|var holder{n} = Holder(); holder{n}.container = {c}; box{n}(&holder{n}.container, false)|var tuple{n} = (1, 2); both{n}(&tuple{n}.0, &tuple{n}.1); if tuple{n}.1 == {k} { {fx:{c}} }|var maybe{n}: Container? = {c}; if maybe{n} != nil { box{n}(&maybe{n}!, true) }; {fx:(maybe{n} ?? {c})}»
====
var value{n} = {k}
«let read{n} = { [value{n}] in if value{n} == {k} { {fx:{c}} } }|let read{n} = { if value{n} == {k} { {fx:{c}} } }|let read{n} = { [old = value{n} + 1] in if old == value{n} { {fx:{c}} } }|func read{n}() { if value{n} == {k} { {fx:{c}} } }|func read{n}() { value{n} += 1; if value{n} > {k} { {fx:{c}} } }|let read{n}: () -> Void = { let next = value{n}; return { if next == value{n} { {fx:{c}} } } }()»
«value{n} = {k}|value{n} += 1|bump(&value{n})|if {cond} { value{n} = {k} }|»
read{n}()
«|value{n} = {k}; read{n}()»
? value{n} == {k}
====
func count{n}(_ number: Int, _ app: Container) -> Int { «if number == 0 { {fx:app}; return 0 }; return count{n}(number - 1, app) + 1|guard number > 0 else { return 0 }; let below = count{n}(number - 1, app); if below == 0 { {fx:app} }; return below + 1|number < 1 ? (touch(app) ? 0 : 1) : count{n}(number - 2, app)» }
---
«_ = count{n}({k}, {c})|if count{n}({k}, {c}) == {k} { {fx:{c}} }|func even{n}(_ number: Int) -> Bool { number == 0 ? {any:{c}} : odd{n}(number - 1) }; func odd{n}(_ number: Int) -> Bool { number == 0 ? {any:{c}} : even{n}(number - 1) }; _ = even{n}({k})»
====
func given{n}(_ app: Container, isOn: Bool = true, _ more: Bool = flag(0), names: String...) { «if isOn { {fx:app} }|if more && isOn { {fx:app} }|if names.isEmpty { {fx:app} } else { {fx:app} }|for name in names where name == "x" { {fx:app} }» }
---
given{n}({c}«|, isOn: false|, isOn: {cond}|, {any:{c}}|, isOn: true, {any:{c}}|, names: "x"|, isOn: {cond}, names: "y", "x"|, names: "y"»)
====
func one{n}(_ app: Container, _ isOn: Bool = touch(Container()), _ other: Int = {k}) { if other == «0|1» { {fx:app} }; if isOn { {fx:app} } }
func two{n}(_ app: Container, to number: Int = #line % 1 + 1) -> Container { if number == 1 { {fx:app} }; return app }
---
«one{n}({c})|one{n}({c}, false)|one{n}({c}, {any:{c}}, 1)|_ = two{n}(two{n}({c}))|_ = two{n}({c}, to: {k})|let function{n} = one{n}; function{n}({c}, {cond}, 0)|let function{n} = two{n}(_:to:); _ = function{n}({c}, 1)»
====
struct Way{n} {
    let app: Container
    static func + (one: Way{n}, two: Way{n}) -> Way{n} { {fx:one.app}; return «one|two» }
    static func << (one: Way{n}, isOn: @autoclosure () -> Bool) -> Bool { «isOn()|true|one.app === one.app || isOn()» }
    static prefix func ! (one: Way{n}) -> Bool { {fx:one.app}; return false }
    static func += (one: inout Way{n}, two: Way{n}) { {fx:two.app}; one = two }
}
---
var way{n} = Way{n}(app: {c})
«_ = way{n} + Way{n}(app: Container())|_ = Way{n}(app: Container()) + way{n} + way{n}|_ = way{n} << {any:{c}}|_ = !way{n} && {any:{c}}|way{n} += Way{n}(app: {c})|{fx:(way{n} + way{n}).app}|_ = [way{n}, way{n}].reduce(way{n}, +)|_ = !(way{n} << {any:{c}})»
====
struct Nest{n} { var inner = Inner{n}(); let path = \Inner{n}.isOn }
struct Inner{n} { var isOn = false; var app = Container(); var name: String { isOn ? "x" : "y" } }
---
var nest{n} = Nest{n}()
nest{n}.inner.app = {c}
«nest{n}.inner[keyPath: nest{n}.path] = {cond}|nest{n}[keyPath: \.inner.isOn] = true|let path{n} = (\Nest{n}.inner).appending(path: \.isOn); nest{n}[keyPath: path{n}].toggle()|nest{n}[keyPath: \.inner.app] = Container()|var copy{n} = nest{n}; copy{n}.inner.isOn = true; if copy{n}.inner.isOn != nest{n}.inner.isOn { {fx:{c}} }»
if nest{n}.inner.isOn { {fx:nest{n}.inner.app} }
«|if [nest{n}].map(\.inner.name) == ["x"] { {fx:{c}} }|[nest{n}].map(\.inner.app).forEach { each in {fx:each} }|if nest{n}[keyPath: \.inner.name] == "y" { {fx:{c}} }»
+ nest{n}.inner.app
====
func run{n}<each Step>(_ app: Container, _ step: repeat each Step) { «for one in repeat each step { _ = one; {fx:app} }|repeat _ = (each step, touch(app))|{fx:app}» }
func all{n}(_ app: Container, _ steps: (Container) -> Void...) { «steps.forEach { $0(app) }|for step in steps.reversed() { step(app) }|steps.last?(app)» }
---
«run{n}({c})|run{n}({c}, 1)|run{n}({c}, 1, "x")|all{n}({c})|all{n}({c}, { each in {fx:each} })|all{n}({c}, { each in {fx:each} }, { each in {fx:each} })»
====
protocol Has{n} { var app: Container { get set }; subscript(index: Int) -> Container { get } }
extension Has{n} { subscript(index: Int) -> Container { index > 0 ? app : Container() }; mutating func swap() { app = self[{k}] }; var doubled: Container { get { {fx:app}; return app } set { {fx:newValue}; app = newValue } } }
struct One{n}: Has{n} { var app: Container«|; subscript(index: Int) -> Container { {fx:app}; return app }» }
---
var has{n}: «any Has{n}|One{n}» = One{n}(app: {c})
«has{n}.swap()|{fx:has{n}[{k}]}|has{n}.doubled = {c}|{fx:has{n}.doubled}|renew(&has{n}.doubled)|renew(&has{n}.app)»
+ has{n}.app
"""
