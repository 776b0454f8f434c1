"""Members that are inherited past a class between, or are written there: found through each kind of call."""

FORMS = r"""
class Base{n} {
    let app: Container
    var step: Int { get { «|{fx:app}; »return 1 } set { «|{fx:app}» } }
    var kept = 0
    required init(_ app: Container) { self.app = app«|; {fx:app}|; go()» }
    init(_ app: Container, more: Bool) { self.app = app; if more { go() } }
    func go() { «|{fx:app}» }
    func then() { «go()|step = {k}|_ = self[1]|type(of: self).all(app)|kept = {k}|_ = Self.name» }
    class func all(_ app: Container) { «|{fx:app}|_ = Self(app)|_ = name» }
    class var name: String { "base" }
    subscript(index: Int) -> Int { «|{fx:app}; »return index }
    deinit { «|{fx:app}» }
}
class Middle{n}: Base{n} {
    «|required init(_ app: Container) { super.init(app); {fx:app} }
    override init(_ app: Container, more: Bool) { super.init(app, more: !more) }|required init(_ app: Container) { super.init(app, more: true) }
    override init(_ app: Container, more: Bool) { super.init(app, more: more); {fx:app} }»
    «|override func go() { {fx:app} }|override func go() { super.go(); {fx:app} }»
    «|override var step: Int { get { 2 } set { {fx:app} } }|override var step: Int { didSet { {fx:app} } }»
    «|override class func all(_ app: Container) { {fx:app} }|override class func all(_ app: Container) { super.all(app); {fx:app} }»
    «|override class var name: String { "middle" }»
    «|override subscript(index: Int) -> Int { {fx:app}; return super[index] }»
    «|override var kept: Int { didSet { {fx:app} } }»
    «|deinit { {fx:app} }»
}
class Last{n}: Middle{n} {
    «|var more = 1|lazy var more = { {fx:self.app}; return 1 }()»
    «|override func go() { super.go() }|override func then() { super.then(); super.go() }»
}
«final class Leaf{n}: Last{n} {}|final class Leaf{n}: Last{n} { let other = touch(Container()); convenience init() { self.init(Container()) } }|final class Leaf{n}: Last{n} { required init(_ app: Container) { super.init(app) }; override init(_ app: Container, more: Bool) { super.init(app, more: more) } }»
func build{n}<T: Base{n}>(_ type: T.Type, _ app: Container) -> T { «T(app)|type.init(app)|T.init(app)» }
---
let type{n}: Base{n}.Type = «Leaf{n}.self|Middle{n}.self|Leaf{n}.self|type(of: Leaf{n}(Container()))|[Base{n}.self, Leaf{n}.self][1]»
«_ = type{n}.init({c})|type{n}.init({c}).go()|type{n}.all({c})|let made{n} = type{n}.init({c}); {fx:{c}}; made{n}.then()|let made{n}: Base{n} = Leaf{n}({c}); made{n}.step = {k}|let made{n}: Base{n} = Leaf{n}({c}, more: {any:{c}}); made{n}.go()|_ = build{n}(Leaf{n}.self, {c})|let init{n} = type{n}.init(_:); {fx:{c}}; init{n}({c}).then()|let made{n}: Middle{n} = Leaf{n}({c}); _ = made{n}[{k}]; made{n}.kept = {k}|if type{n}.name == "middle" { {fx:{c}} } else { {fx:{c}} }|_ = Leaf{n}({c}, more: true)|let made{n}: Base{n} = build{n}(Leaf{n}.self, {c}); made{n}.kept += 1|let go{n} = (type{n}.init({c})).go; {fx:{c}}; go{n}()|do { let made{n} = type{n}.init({c}); {ask}; withExtendedLifetime(made{n}) {} }|[Leaf{n}({c}), Middle{n}({c})].forEach { $0.then() }|let path{n} = \Base{n}.step; let made{n}: Base{n} = Leaf{n}({c}); made{n}[keyPath: path{n}] = {k}|_ = type{n}.init({c}).step|(type{n}.init({c}) as? Last{n})?.then()|let made{n} = Leaf{n}({c}); Base{n}.go(made{n})()»
«|{c}.reset(); type{n}.all({c})|{ask}; _ = type{n}.init({c})»
====
protocol Puts{n} { func put(_ app: Container); static func all(_ app: Container); var step: Int { get set }; init() }
extension Puts{n} { func put(_ app: Container) { {fx:app} }; static func all(_ app: Container) { {fx:app} }; var step: Int { get { 1 } nonmutating set { } }; func twice(_ app: Container) { put(app); put(app) }; static func make(_ app: Container) { Self().put(app) } }
«class Base{n}: Puts{n} { required init() {} }
class Middle{n}: Base{n} { func put(_ app: Container) { {fx:app} } }|class Base{n}: Puts{n} { required init() {}; func put(_ app: Container) { {fx:app} } }
class Middle{n}: Base{n} { override func put(_ app: Container) { super.put(app); {fx:app} } }|class Base{n}: Puts{n} { required init() {}; class func all(_ app: Container) { {fx:app} } }
class Middle{n}: Base{n} { override class func all(_ app: Container) { {fx:app} } }|class Base{n}: Puts{n} { required init() {} }
class Middle{n}: Base{n} { class func all(_ app: Container) { {fx:app} }; required init() { super.init() } }»
final class Leaf{n}: Middle{n} { «|func twice(_ app: Container) { {fx:app} }» }
func generic{n}<T: Puts{n}>(_ puts: T, _ app: Container) { «puts.put(app)|puts.twice(app)|T.all(app)|T.make(app)|type(of: puts).all(app)» }
func below{n}<T: Base{n}>(_ base: T, _ app: Container) { «base.put(app)|base.twice(app)|T.all(app)|T.make(app)|generic{n}(base, app)» }
---
let base{n}: Base{n} = «Leaf{n}()|Middle{n}()|{cond} ? Leaf{n}() : Base{n}()»
«base{n}.put({c})|base{n}.twice({c})|(base{n} as any Puts{n}).put({c})|(base{n} as any Puts{n}).twice({c})|generic{n}(base{n}, {c})|generic{n}(Leaf{n}(), {c})|below{n}(base{n}, {c})|below{n}(Leaf{n}(), {c})|type(of: base{n}).all({c})|Leaf{n}.all({c})|Leaf{n}.make({c})|type(of: base{n}).make({c})|(type(of: base{n}) as any Puts{n}.Type).all({c})|(Leaf{n}.self as any Puts{n}.Type).make({c})|Leaf{n}().twice({c})|for each in [base{n}, Leaf{n}()] as [any Puts{n}] { generic{n}(each, {c}) }»
"""
