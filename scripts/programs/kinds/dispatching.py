"""Which method or initializer runs: types as values, classes, protocols, generics."""

FORMS = r"""
class Base{n} {
    required init() {«|wired += 1»}
    var wired = 0
    class func make() -> Self { Self() }
    class func wire(_ app: Container) { «let made = Self(); made.put(app)|make().put(app)|self.init().put(app)|Self.extra(app)» }
    class func extra(_ app: Container) { {fx:app} }
    static func fixed(_ app: Container) { «extra(app)|Self.extra(app)|wire(app)» }
    func put(_ app: Container) { «{fx:app}|type(of: self).extra(app)|Self.extra(app)» }
}
class Below{n}: Base{n} {
    «override func put(_ app: Container) { {fx:app}«|; super.put(app)» }|override class func extra(_ app: Container) { {fx:app} }|override class func make() -> Self { let made = super.make(); made.wired = 2; return made }»
    «|required init() { super.init(); wired = 1 }»
}
---
let kind{n}: Base{n}.Type = «Below{n}.self|Base{n}.self|type(of: Below{n}())|{cond} ? Below{n}.self : Base{n}.self»
«kind{n}.wire({c})|kind{n}.make().put({c})|kind{n}.init().put({c})|kind{n}.fixed({c})|type(of: kind{n}.make()).extra({c})|let object{n} = kind{n}.init(); type(of: object{n}).fixed({c})|Below{n}.fixed({c})»
? kind{n}.make().wired == 1
====
class Base{n} {
    let app: Container
    required init(_ app: Container) { self.app = app«|; begin()» }
    init(twice app: Container) { self.app = app; «begin()|{fx:app}» }
    convenience init(again app: Container) { self.init(«|twice: »app); «begin()|{fx:app}» }
    convenience init?(_ app: Container, if isOn: Bool) { if !isOn { return nil }; self.init(again: app) }
    func begin() { {fx:app} }
}
class Below{n}: Base{n} {
    «required init(_ app: Container) { super.init(app); {fx:app} }
    override init(twice app: Container) { super.init(«|twice: »app); {fx:app} }|»
    «|override func begin() {}|override func begin() { {fx:app} }|override func begin() { super.begin(); {fx:app} }»
}
---
«_ = Below{n}(again: {c})|_ = Below{n}({c})|_ = Base{n}(again: {c})|let kind{n}: Base{n}.Type = Below{n}.self; _ = kind{n}.init({c})|_ = Below{n}(twice: {c})|_ = Below{n}({c}, if: «true|false|{cond}»)|if let made{n} = Below{n}({c}, if: true) { made{n}.begin() }»
====
protocol Wirer{n} {
    static func make() -> Self
    static func wire(_ app: Container)
    static var isOn: Bool { get }
    init()
    func put(_ app: Container)
}
extension Wirer{n} {
    static func make() -> Self { Self() }
    static func wire(_ app: Container) { «make().put(app)|Self().put(app)|if isOn { {fx:app} }» }
    static var isOn: Bool { «true|false» }
    func put(_ app: Container) { {fx:app} }
    func out(_ app: Container) { «put(app)|Self.wire(app)|type(of: self).wire(app)|{fx:app}» }
}
struct One{n}: Wirer{n} { «|func put(_ app: Container) { {fx:app} }|static func wire(_ app: Container) { {fx:app} }|static var isOn: Bool { false }|func out(_ app: Container) { {fx:app} }» }
final class Two{n}: Wirer{n} { init() {}; «|func put(_ app: Container) { {fx:app} }|static func make() -> Two{n} { Two{n}() }|func out(_ app: Container) {}» }
func generic{n}<T: Wirer{n}>(_ type: T.Type, _ app: Container) { «T.wire(app)|T().out(app)|type.make().put(app)|if T.isOn { {fx:app} }» }
func some{n}(_ wirer: «some|any» Wirer{n}, _ app: Container) { «wirer.out(app)|wirer.put(app)|type(of: wirer).wire(app)» }
---
let kind{n}: any Wirer{n}.Type = «One{n}.self|Two{n}.self|{cond} ? One{n}.self : Two{n}.self»
«kind{n}.wire({c})|kind{n}.init().out({c})|kind{n}.make().put({c})|generic{n}(One{n}.self, {c})|generic{n}(Two{n}.self, {c})|some{n}(One{n}(), {c})|some{n}(Two{n}(), {c})|One{n}().out({c})|Two{n}().out({c})|(Two{n}() as any Wirer{n}).out({c})|if kind{n} == One{n}.self { {fx:{c}} }|if kind{n}.isOn { {fx:{c}} }|generic{n}(kind{n}, {c})»
====
class Base{n} {
    func put(_ app: Container) { {fx:app} }
    func take(_ value: Int, _ app: Container) { {fx:app} }
    func take(_ value: String, _ app: Container) { {fx:app} }
}
final class Below{n}: Base{n} {
    override func take(_ value: Int, _ app: Container) { {fx:app} }
    func take(_ value: Double, _ app: Container) { {fx:app} }
    func put(_ app: Container, isMore: Bool = true) { {fx:app} }
}
---
«let base{n}: Base{n} = Below{n}(); base{n}.take(1, {c})|Below{n}().take(1, {c})|Below{n}().take(1.5, {c})|Below{n}().take("x", {c})|Below{n}().put({c})|Below{n}().put({c}, isMore: {cond})|let function{n} = (Below{n}() as Base{n}).put; function{n}({c})|let function{n} = Base{n}.take(Below{n}()) as (String, Container) -> Void; function{n}("x", {c})|Base{n}.put(Below{n}())({c})»
====
func put{n}<T>(_ value: T, _ app: Container) { {fx:app} }
func put{n}(_ value: Int, _ app: Container) { {fx:app} }
func put{n}<T: Collection>(_ value: T, _ app: Container) where T.Element == Int { {fx:app} }
func all{n}<T>(_ value: T, _ app: Container) { put{n}(value, app) }
---
«put{n}(1, {c})|put{n}("x", {c})|put{n}([1], {c})|put{n}(["x"], {c})|all{n}(1, {c})|all{n}([1], {c})|put{n}(1 as Any, {c})|put{n}(Optional(1), {c})»
====
extension Int { func put{n}(_ app: Container) { {fx:app} } }
extension Optional where Wrapped == Int { func put{n}(_ app: Container) { «{fx:app}|if self == nil { {fx:app} }|self?.put{n}(app)» } }
extension Array { func put{n}(_ app: Container) { if isEmpty { {fx:app} } else { {fx:app} } } }
extension Array where Element == Int { func put{n}(_ app: Container) { for one in self { one.put{n}(app) } } }
---
«{k}.put{n}({c})|Optional({k}).put{n}({c})|Int?.none.put{n}({c})|[Int]().put{n}({c})|["x"].put{n}({c})|[1].put{n}({c})|(Int("x")).put{n}({c})»
====
protocol Stage{n} { associatedtype Next; func next(_ app: Container) -> Next }
struct Last{n}: Stage{n} { func next(_ app: Container) -> Int { {fx:app}; return 1 } }
struct First{n}<Other: Stage{n}>: Stage{n} { let other: Other; func next(_ app: Container) -> Other { {fx:app}; return other } }
extension Stage{n} where Next == Int { func run(_ app: Container) { _ = next(app) } }
extension Stage{n} where Next: Stage{n} { func run(_ app: Container) { _ = next(app)«.next(app)|» } }
---
«Last{n}().run({c})|First{n}(other: Last{n}()).run({c})|_ = First{n}(other: First{n}(other: Last{n}())).next({c}).next({c})|let stage{n}: any Stage{n} = Last{n}(); _ = stage{n}.next({c})»
====
class Base{n} { static func == (one: Base{n}, two: Base{n}) -> Bool { true }; func copy() -> Base{n} { Base{n}() }; func put(_ app: Container) { {fx:app} } }
final class Below{n}: Base{n} { override func copy() -> Below{n} { Below{n}() }; override func put(_ app: Container) { «super.put(app)|{fx:app}|»«|
    {fx:app}» } }
---
«Below{n}().copy().put({c})|(Below{n}() as Base{n}).copy().put({c})|let all{n} = [Base{n}(), Below{n}().copy()]; all{n}.last?.put({c})|if let below = Base{n}().copy() as? Below{n} { below.put({c}) }|if type(of: Below{n}().copy()) == Base{n}.self { {fx:{c}} } else { {fx:{c}} }|unowned let one{n} = {c}; Below{n}().put(one{n})|let object{n}: AnyObject = Below{n}(); (object{n} as! Base{n}).put({c})»
====
enum Kind{n}: CaseIterable {
    case one, two
    static var usual: Self { «.one|.two|allCases[{k} % 2]» }
    init?(_ number: Int) { «self = number > 0 ? .one : .two|guard number > 0 else { return nil }; self = .two|switch number { case 0: return nil; case 1: self = .one; default: self = .two }» }
    mutating func turn() { self = self == .one ? .two : .one }
    func put(_ app: Container) { if self == .one { {fx:app} } else { {fx:app} } }
}
---
var kind{n} = «Kind{n}.usual|Kind{n}({k}) ?? .one|Kind{n}.allCases[1]|Kind{n}.allCases.first ?? .two»
«|kind{n}.turn()|if {cond} { kind{n}.turn() }»
kind{n}.put({c})
«|Kind{n}({k})?.put({c})|Kind{n}.allCases.forEach { $0.put({c}) }»
"""
