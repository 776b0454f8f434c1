"""What makes instances: types as values, generic factories, raw values, all cases."""

FORMS = r"""
nonisolated(unsafe) var place{n} = Container()
protocol Part{n} { init(); static var name: String { get }; var app: Container { get } }
extension Part{n} { static var name: String { {fx:place{n}}; return "x" }; var app: Container { place{n} }; static func made() -> Self { «Self()|Self.init()» } }
struct One{n}: Part{n} { init() {
    {run:place{n}}
} }
final class Two{n}: Part{n} { let app: Container; init() { app = «place{n}|Container(parent: place{n})»; {fx:app} }«|; static var name: String { {fx:place{n}}; return "y" }»«|; deinit { {fx:app} }» }
func make{n}<T: Part{n}>(_ type: T.Type) -> T { «T()|type.init()|T.init()|T.made()|type.made()» }
func list{n}(_ types: [any Part{n}.Type]) -> [any Part{n}] { «types.map { $0.init() }|types.reversed().map { $0.made() }|types.dropFirst().map { $0.init() }|types.compactMap { $0.name == "x" ? $0.init() : nil }» }
---
place{n} = {c}
«_ = make{n}(One{n}.self)|_ = make{n}(Two{n}.self).app|let types{n}: [any Part{n}.Type] = [One{n}.self, Two{n}.self]; for type in types{n} { _ = type.init() }|_ = list{n}([Two{n}.self, One{n}.self])|let types{n}: [String: any Part{n}.Type] = ["x": Two{n}.self]; {fx:(types{n}["x"]?.init().app ?? {c})}|let init{n} = One{n}.init; {fx:{c}}; _ = init{n}()|let made{n}: [() -> any Part{n}] = [One{n}.init, { Two{n}() }]; _ = made{n}[{k} % 2]()|if make{n}(One{n}.self).app === {c} { {fx:{c}} }|let type{n}: any Part{n}.Type = {cond} ? One{n}.self : Two{n}.self; _ = make{n}(type{n})|_ = type(of: make{n}(Two{n}.self)).name|_ = [1, 2].map { _ in make{n}(One{n}.self) }|let one{n}: One{n} = .init(); _ = one{n}|let one{n}: One{n} = .made(); {fx:one{n}.app}»
====
nonisolated(unsafe) var place{n} = Container()
enum Kind{n}: «Int|String», CaseIterable {
    case one, two, three
    «|static var allCases: [Kind{n}] { {fx:place{n}}; return [.two, .one] }»
    static func usual() -> Kind{n} { «allCases[1]|allCases.last ?? .one|.init(rawValue: Kind{n}.two.rawValue) ?? .one» }
    var next: Kind{n} { «{fx:place{n}}; |»return self == .one ? .two : .one }
    func make(_ app: Container) -> Container { switch self { case .one: {fx:app}; return app; case .two: return Container(); case .three: {fx:app}; return Container(parent: app) } }
}
---
place{n} = {c}
«for kind in Kind{n}.allCases { _ = kind.make({c}) }|{fx:Kind{n}.usual().make({c})}|_ = Kind{n}.allCases.map { $0.make({c}) }|for kind in Kind{n}.allCases.reversed() where kind != .one { {fx:kind.make({c})} }|_ = Kind{n}.usual().next.make({c})|let makers{n} = Kind{n}.allCases.map { kind in { kind.make({c}) } }; {fx:{c}}; _ = makers{n}[{k} % 2]()|if Kind{n}.allCases.count == {k} { {fx:{c}} }|_ = Dictionary(uniqueKeysWithValues: Kind{n}.allCases.map { ($0, $0.make({c})) })|_ = Kind{n}.allCases.first { $0.make({c}) === {c} }|_ = Kind{n}.allCases.map(\.next).last?.make({c})»
====
nonisolated(unsafe) var place{n} = Container()
struct Raw{n}: RawRepresentable«|, Hashable» {
    let rawValue: Int
    init«?|»(rawValue: Int) { «{fx:place{n}}; self.rawValue = rawValue|self.rawValue = rawValue; if rawValue > 0 { {fx:place{n}} }|
        {run:place{n}}
        self.rawValue = rawValue + 1» }
    static let usual«: Raw{n}?| : Optional» = Raw{n}(rawValue: 1)
}
func raw{n}<T: RawRepresentable>(_ type: T.Type, _ value: T.RawValue) -> T? { «T(rawValue: value)|type.init(rawValue: value)» }
---
place{n} = {c}
«_ = Raw{n}(rawValue: {k})|_ = raw{n}(Raw{n}.self, {k})|_ = Raw{n}.usual|let raws{n} = [0, {k}].map(Raw{n}.init(rawValue:)); _ = raws{n}|_ = raw{n}(Mode.self, "one").map { _ in {any:{c}} }|_ = Optional({k}).flatMap { raw{n}(Raw{n}.self, $0) }|if raw{n}(Raw{n}.self, 1)?.rawValue == {k} { {fx:{c}} }|if let raw = raw{n}(Raw{n}.self, 1), raw == Raw{n}(rawValue: 2) { {fx:{c}} }|_ = Raw{n}.usual; {fx:{c}}; _ = Raw{n}.usual»
====
nonisolated(unsafe) var place{n} = Container()
class Base{n} {
    let app: Container
    required init(_ app: Container) { self.app = app; «|{fx:app}|begin()» }
    class func make(_ app: Container) -> Self { «Self(app)|self.init(app)» }
    func begin() { {fx:app} }
    func copy() -> Self { «type(of: self).init(app)|Self.make(app)|type(of: self).make(Container())|self» }
}
class Below{n}: Base{n} {
    «override func begin() {
        {run:app}
    }|required init(_ app: Container) { super.init(app); {fx:self.app} }|override class func make(_ app: Container) -> Self { {fx:app}; return super.make(app) }|override func copy() -> Self { {fx:app}; return super.copy() }»
}
final class Last{n}: Below{n} { «|override func begin() { super.begin(); {fx:app} }|override class func make(_ app: Container) -> Self { let made = super.make(app); made.begin(); return made }» }
func factory{n}<T: Base{n}>(_ app: Container) -> T { factory{n}(T.self, app) }
func factory{n}<T: Base{n}>(_ type: T.Type, _ app: Container) -> T { «T(app)|T.make(app)|type.init(app)|type.make(app).copy()» }
---
«let made{n}: Below{n} = factory{n}({c}); made{n}.begin()|_ = factory{n}(Last{n}.self, {c})|for type in [Base{n}.self, Below{n}.self, Last{n}.self] { _ = type.init({c}) }|for type in [Last{n}.self, Below{n}.self] as [Base{n}.Type] { type.make({c}).begin() }|Last{n}.make({c}).copy().begin()|let type{n}: Base{n}.Type = «Last|Below»{n}.self; _ = type{n}.make({c})|let types{n}: [Int: Base{n}.Type] = [0: Base{n}.self, 1: Last{n}.self]; types{n}[{k}]?.make({c}).begin()|let base{n}: Base{n} = Last{n}({c}); {c}.reset(); _ = base{n}.copy()|let init{n}: (Container) -> Base{n} = {cond} ? Last{n}.init : Base{n}.init; init{n}({c}).begin()|(factory{n}(Last{n}.self, {c}) as Base{n}).begin()|let types{n} = (Below{n}.self, Last{n}.self); _ = types{n}.«0|1».init({c})|{fx:factory{n}(Below{n}.self, {c}).app}|(Optional(Last{n}.self as Base{n}.Type)?.init({c}))?.begin()»
====
struct Box{n}<T> { let value: T; let app: Container; init(_ value: T, _ app: Container) { self.value = value; self.app = app; «|{fx:app}|if T.self == Int.self { {fx:app} }» } }
extension Box{n} where T == Container { init(filling app: Container) { self.init(app, app); {fx:value} }; func fill() { {fx:value} } }
extension Box{n} where T: Equatable { func isSame(_ other: T) -> Bool { {fx:app}; return value == other } }
extension Box{n} { func fill() { {fx:app} }; func map<U>(_ body: (T) -> U) -> Box{n}<U> { Box{n}<U>(body(value), app) }; static func of(_ value: T, _ app: Container) -> Self { Self(value, app) } }
func nest{n}<T>(_ value: T, _ app: Container, _ times: Int) -> Box{n}<T> { if times > 0 { {fx:app}; return nest{n}(value, app, times - 1) }; return .of(value, app) }
---
«_ = Box{n}(1, {c})|_ = Box{n}(filling: {c})|Box{n}({c}, Container()).fill()|Box{n}("x", {c}).fill()|_ = Box{n}(1, {c}).map { "\($0)" }.isSame("1")|_ = nest{n}(1, {c}, {k})|{fx:nest{n}({c}, Container(), 1).value}|_ = Box{n}<Int>.of({k}, {c}).isSame(1)|let box{n} = Box{n}(Box{n}(1, {c}), {c}); box{n}.value.fill()|_ = [Box{n}(1, {c})].map { $0.map { $0 + 1 } }.map { $0.fill() }|let init{n} = Box{n}<Int>.init; {fx:{c}}; _ = init{n}(1, {c})|Box{n}({c}, {c}).map { same($0) }.fill()»
====
nonisolated(unsafe) var place{n} = Container()
protocol Made{n} { static func build{n}() -> Self }
extension Int: Made{n} { static func build{n}() -> Int { {fx:place{n}}; return 1 } }
extension Array: Made{n} where Element: Made{n} { static func build{n}() -> [Element] { «[.build{n}()]|[.build{n}(), .build{n}()]|[]» } }
extension Optional: Made{n} where Wrapped: Made{n} { static func build{n}() -> Wrapped? { {fx:place{n}}; return «nil|.build{n}()» } }
func built{n}<T: Made{n}>() -> T { T.build{n}() }
---
place{n} = {c}
«let one{n}: Int = built{n}(); _ = one{n}|let all{n}: [Int] = built{n}(); if all{n}.count == {k} { {fx:{c}} }|let all{n}: [[Int]?] = built{n}(); _ = all{n}|_ = [Int]?.build{n}()|let types{n}: [any Made{n}.Type] = [Int.self, [Int].self, Int?.self]; for type in types{n} { _ = type.build{n}() }|_ = built{n}() + 1|let maybe{n}: Int? = built{n}(); if maybe{n} == nil { {fx:{c}} }»
"""
