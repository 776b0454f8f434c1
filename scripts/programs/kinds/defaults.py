"""Arguments that are not written: their values wire, and are made when, and only when, something is called."""

FORMS = r"""
nonisolated(unsafe) var place{n} = Container()
func first{n}(_ name: String = #function) -> Int {
    {run:place{n}}
    return «{k}|name.isEmpty ? 1 : 0|place{n} === place{n} ? 1 : 2»
}
func given{n}(_ one: Int = «first{n}()|first{n}("x")|{ {fx:place{n}}; return 1 }()|({any:place{n}} ? 1 : 2)», two: Bool = {any:place{n}}«|, line: Int = #line|, name: String = #function|, app: Container = place{n}») -> Int {
    «|if two { {fx:place{n}} }|if one == 1 { {fx:place{n}} }|defer { {fx:place{n}} }»
    return one
}
---
place{n} = {c}
«_ = given{n}()|_ = given{n}({k})|_ = given{n}(two: {any:{c}})|_ = given{n}({k}, two: {any:{c}})|_ = given{n}(given{n}())|_ = [1, 2].map { given{n}($0) }|let later{n} = { given{n}() }; {fx:{c}}; _ = later{n}()|if {cond} { _ = given{n}() }|_ = {any:{c}} && given{n}() == 1|if given{n}() == {k} { {fx:{c}} }|_ = given{n}(2); _ = given{n}({k}, two: false)|defer { _ = given{n}() }|_ = Int("x") ?? given{n}()|_ = Int("1") ?? given{n}()»
====
nonisolated(unsafe) var place{n} = Container()
class Base{n} {
    let app: Container
    init(_ app: Container = place{n}, isOn: Bool = {any:place{n}}) { self.app = app«|; if isOn { {fx:app} }|; put()» }
    convenience init(again isOn: Bool = {any:place{n}}) { self.init(«|place{n}, »isOn: isOn) }
    func put(_ isOn: Bool = {any:place{n}}) { if isOn { {fx:app} } }
    static func make(_ made: Base{n} = Base{n}()) -> Base{n} { made }
    class func all(_ app: Container = place{n}, _ isOn: Bool = {any:place{n}}) { if isOn { {fx:app} } }
    subscript(index: Int, isOn isOn: Bool = {any:place{n}}) -> Int { get { «{fx:app}; |»return index } set { if isOn { {fx:app} } } }
}
final class Below{n}: Base{n} {
    «override func put(_ isOn: Bool = {any:place{n}}) { «super.put()|super.put(isOn)|if !isOn { {fx:app} }|super.put(!isOn)» }|»
    «override class func all(_ app: Container = place{n}, _ isOn: Bool = {any:place{n}}) { «super.all()|if isOn { {fx:app} }|super.all(app, isOn)» }|»
}
---
place{n} = {c}
let made{n}: Base{n} = «Below{n}()|Base{n}()|Below{n}(isOn: false)|Base{n}({c})|Base{n}(again: true)|Below{n}(again: {any:{c}})|Base{n}.make()|Base{n}.make(Below{n}())»
«made{n}.put()|made{n}.put({any:{c}})|_ = made{n}[1]|made{n}[0] = {k}|made{n}[1, isOn: {any:{c}}] += 1|type(of: made{n}).all()|(made{n} as? Below{n})?.put()|[made{n}, made{n}].forEach { $0.put() }|type(of: made{n}).all({c}, {any:{c}})|if {cond} { made{n}.put() }»
«|{c}.reset(); made{n}.put()|_ = made{n}[{k}]»
====
nonisolated(unsafe) var place{n} = Container()
enum Case{n} {
    case none, given(Bool = {any:place{n}}, Int = {k}), boxed(app: Container = place{n}, isOn: Bool = «true|{any:place{n}}»)
    static func usual(_ isOn: Bool = {any:place{n}}) -> Case{n} { isOn ? .given() : .none }
    func put(_ app: Container = place{n}) {
        switch self {
        case .given(true, _): {fx:app}
        case .boxed(let app, let isOn): if isOn { {fx:app} }
        default: break
        }
    }
}
---
place{n} = {c}
let case{n}: Case{n} = «.given()|.given(true)|.given(false, 1)|.boxed()|.boxed(app: {c})|.boxed(isOn: false)|.usual()|.usual(true)|[.given(), .none][{k} % 2]|{cond} ? .given() : .boxed()|.none»
«case{n}.put()|case{n}.put({c})|if case .given(_, {k}) = case{n} { {fx:{c}} }|let make{n} = { Case{n}.given() }; {fx:{c}}; make{n}().put()»
====
nonisolated(unsafe) var place{n} = Container()
struct Parts{n} {
    var one = {any:place{n}}
    var two: Bool = { {fx:place{n}}; return true }()
    let app: Container
    var three = «place{n}|Container(parent: place{n})|touched{n}()»
    func with(_ isOn: Bool = {any:place{n}}, _ more: @autoclosure () -> Bool = {any:place{n}}) -> Parts{n} { «_ = isOn && more(); |»return self }
}
func touched{n}(_ app: Container = place{n}) -> Container {
    {run:app}
    return app
}
---
place{n} = {c}
var parts{n} = «Parts{n}(app: {c})|Parts{n}(one: true, app: {c})|Parts{n}(one: {any:{c}}, two: {any:{c}}, app: {c})|Parts{n}(app: {c}, three: {c})|Parts{n}(two: false, app: touched{n}())»
«_ = parts{n}.with()|_ = parts{n}.with(false)|parts{n} = parts{n}.with().with(true)|_ = parts{n}.with({any:{c}}, {any:{c}})|if parts{n}.one && parts{n}.two { {fx:parts{n}.app} }|{fx:parts{n}.three}|parts{n}.three = touched{n}(Container())|»
====
nonisolated(unsafe) var place{n} = Container()
func run{n}(_ app: Container = place{n}, _ body: (Container) -> Void = { {do:$0} }) { body(app) }
func all{n}(_ steps: [() -> Bool] = [{ {any:place{n}} }, { {any:place{n}} }]) -> Bool { «steps.allSatisfy { $0() }|steps.contains { $0() }|steps.map { $0() }.last == true» }
func one{n}<T>(_ type: T.Type = Int.self, _ isOn: Bool = {any:place{n}}) { «if type == Int.self { {fx:place{n}} }|if isOn { {fx:place{n}} }» }
func ok{n}(_ app: Container = place{n}, number: Int = {k}, _ asks: Bool = true) { if asks { {ask:app} } else { {fx:app} } }
---
place{n} = {c}
«run{n}()|run{n}({c})|run{n} { {do:$0} }|_ = all{n}()|_ = all{n}([])|_ = all{n}([{ {any:{c}} }])|one{n}()|one{n}(String.self)|one{n}(Int.self, {any:{c}})|ok{n}(); {fx:{c}}; ok{n}()|ok{n}(number: 1); ok{n}({c}, false); ok{n}()|if all{n}() { {fx:{c}} }»
====
nonisolated(unsafe) var place{n} = Container()
func a{n}(_ app: Container = place{n}) -> Container { {fx:app}; return app }
func b{n}(_ app: Container = a{n}()) -> Container { {fx:app}; return app }
func d{n}(_ one: Container = b{n}(), _ two: Container = «a{n}()|b{n}(Container())|a{n}(b{n}())») -> Container { {fx:two}; return «one|two» }
---
place{n} = {c}
«_ = d{n}()|_ = d{n}({c})|_ = d{n}(Container(), {c})|_ = d{n}(a{n}(Container()))|{fx:d{n}()}|let box{n} = d{n}({c}); {c}.reset(); _ = b{n}(box{n})|_ = (0..<{k}).map { _ in b{n}() }|_ = [b{n}(), d{n}()].count»
====
nonisolated(unsafe) var place{n} = Container()
protocol Puts{n} { func put(_ isOn: Bool) }
extension Puts{n} {
    func put() { put({any:place{n}}) }
    func more(_ isOn: Bool = {any:place{n}}, on app: Container = place{n}) { if isOn { {fx:app} } else { put() } }
}
struct One{n}: Puts{n} { func put(_ isOn: Bool = {any:place{n}}) { if isOn { {fx:place{n}} } } }
struct Two{n}: Puts{n} { func put(_ isOn: Bool) { if !isOn { {fx:place{n}} } }; func more(_ isOn: Bool = {any:place{n}}, on app: Container = place{n}) { {fx:app} } }
---
place{n} = {c}
let puts{n}: «any Puts{n}|One{n}|any Puts{n}» = One{n}()
«puts{n}.put(true)|puts{n}.put()|puts{n}.more()|Two{n}().more()|Two{n}().put()|(Two{n}() as any Puts{n}).more()|puts{n}.more({any:{c}}, on: {c})|Two{n}().more(on: {c})|for each in [One{n}(), Two{n}()] as [any Puts{n}] { each.more() }»
"""
