"""What protocols and classes ask for: properties, observers, initializers and methods that others write."""

FORMS = r"""
protocol Has{n}«|: AnyObject» { var app: Container { get }; var step: Int { get set }; static var usual: Int { get set } }
extension Has{n} { var twice: Int { get { step * 2 } set { step = newValue } }; func up() -> Int { step + 1 } }
final class One{n}: Has{n} {
    let app: Container
    var step«: Int { get { {fx:app}; return {k} } set { if newValue > 1 { {fx:app} } } }|: Int { get {
        {run:app}
        return 1
    } set { {fx:app} } }| = 0 { didSet { {fx:app} } }| = 0 { willSet { if newValue != step { {fx:app} } } }»
    nonisolated(unsafe) static var usual = 1
    init(_ app: Container) { self.app = app«|; step = {k}» }
}
func change{n}(_ has: «inout some|inout any|inout some» Has{n}) { «has.step = {k}|has.step += 1|has.twice = {k}|bump(&has.step)|_ = has.step» }
---
var has{n}: any Has{n} = One{n}({c})
«has{n}.step = {k}|_ = has{n}.step|has{n}.twice += 1|_ = has{n}.up()|change{n}(&has{n})|bump(&has{n}.step)|let path{n} = \One{n}.step; _ = One{n}({c})[keyPath: path{n}]|if has{n}.step == {k} { {fx:{c}} }|has{n} = One{n}(Container()); has{n}.step = 1|_ = has{n}.twice + has{n}.step|(has{n}.step, _) = (1, 2)|type(of: has{n}).usual = 2; if One{n}.usual == 2 { {fx:has{n}.app} }»
====
protocol Has{n} { var app: Container { get set }; mutating func turn(); subscript(name: String) -> Bool { get set } }
extension Has{n} { mutating func turn() { app = «app|Container(parent: app)|Container()» }; var both: Container { get { {fx:app}; return app } set { {fx:newValue}; turn() } } }
struct Plain{n}: Has{n} { var app: Container { didSet { {fx:app} } }; var isOn = false; subscript(name: String) -> Bool { get { if name == "x" { {fx:app} }; return isOn } set { isOn = newValue; if newValue { {fx:app} } } } }
struct Other{n}: Has{n} { private var kept: Container; init(_ app: Container) { kept = app }; var app: Container { get { «|{fx:kept}; »return kept } set { {fx:newValue}; kept = newValue } }; mutating func turn() { {fx:kept} }; subscript(name: String) -> Bool { get { true } set { self.app = kept } } }
func all{n}<T: Has{n}>(_ has: inout T) { «has.turn()|has["x"] = true|has["x"].toggle()|_ = has["x"]|has.both = has.app|renew(&has.app)» }
---
var has{n}: «any Has{n}|any Has{n}» = «Plain{n}(app: {c})|Other{n}({c})|{cond} ? Plain{n}(app: {c}) : Other{n}({c})»
«has{n}.turn()|has{n}["x"] = {any:{c}}|_ = has{n}["x"]|{fx:has{n}.both}|has{n}.both = {c}|has{n}.app = {c}|all{n}(&has{n})|var copy{n} = has{n}; copy{n}.turn(); _ = copy{n}.app|has{n}["y"].toggle()»
+ has{n}.app
====
class Base{n} {
    let app: Container
    var step = 0 { didSet { «{fx:app}|if step > oldValue { {fx:app} }» } }
    var value: Int { get { «|{fx:app}; »return step } set { step = newValue } }
    lazy var late = { {fx:self.app}; return 1 }()
    required init(_ app: Container) { self.app = app; «|step = 1|setUp()|self.value = 1» }
    convenience init(_ app: Container, step: Int) { self.init(app); self.step = step }
    func setUp() { {fx:app} }
    class var name: String { "base" }
    func ask() { {ask:app} }
}
class Middle{n}: Base{n} {
    «override var value: Int { get { super.value + 1 } set { {fx:app}; super.value = newValue } }|override var value: Int { didSet { {fx:app} } }|override var step: Int { willSet { {fx:app} } }|override var step: Int { get { {fx:app}; return super.step } set { super.step = newValue * 2 } }»
    «|override func setUp() { super.setUp(); {fx:app} }|override func setUp() {
        {run:app}
    }»
}
final class Last{n}: Middle{n} {
    «required init(_ app: Container) { super.init(app); «value = {k}|step += 1|_ = late» }|»
    «override class var name: String { "last" }|override var value: Int { get { super.value } set { super.value = newValue; if newValue > 1 { {fx:app} } } }|override func ask() { {fx:app}; super.ask(); {fx:app} }»
}
---
let made{n}: Base{n} = «Last{n}({c})|Middle{n}({c})|Last{n}({c}, step: {k})|{cond} ? Last{n}({c}) : Base{n}({c})|Base{n}({c}, step: 1)»
«made{n}.value = {k}|made{n}.value += 1|made{n}.step = {k}|_ = made{n}.late|made{n}.ask()|if type(of: made{n}).name == "last" { {fx:{c}} }|bump(&made{n}.value)|made{n}.setUp()|made{n}[keyPath: \.value] = 2|_ = made{n}.value|(made{n} as? Middle{n})?.value = {k}»
«|made{n}.ask()|made{n}.step -= 1|{c}.reset(); made{n}.setUp(); made{n}.ask()»
====
protocol Wire{n} { func one(_ app: Container); func two(_ app: Container) }
extension Wire{n} { func one(_ app: Container) { {fx:app} }; func two(_ app: Container) { one(app); three(app) }; func three(_ app: Container) { {fx:app} } }
protocol More{n}: Wire{n} {}
extension More{n} { func one(_ app: Container) {
    {run:app}
}; func three(_ app: Container) { {fx:app} } }
class Base{n}: «Wire{n}|More{n}» { «|func one(_ app: Container) { {fx:app} }|func three(_ app: Container) { {fx:app} }» }
final class Below{n}: Base{n} { «|func three(_ app: Container, _ more: Bool = true) { {fx:app} }|func two(_ app: Container) { {fx:app} }» }
func use{n}(_ wire: «some|any» Wire{n}, _ app: Container) { wire.«one|two|three»(app) }
func more{n}<T: More{n}>(_ more: T, _ app: Container) { more.«one|two|three»(app) }
struct Value{n}: More{n} { «|func one(_ app: Container) { {fx:app} }|func three(_ app: Container) { {fx:app} }» }
---
«use{n}(Below{n}(), {c})|use{n}(Value{n}(), {c})|more{n}(Value{n}(), {c})|Value{n}().three({c})|(Value{n}() as any Wire{n}).three({c})|(Value{n}() as any More{n}).one({c})|Below{n}().two({c})|(Below{n}() as any Wire{n}).two({c})|for each in [Below{n}(), Value{n}()] as [any Wire{n}] { each.two({c}) }|let wire{n}: any Wire{n} = {cond} ? Value{n}() : Below{n}(); wire{n}.one({c})|let function{n} = Value{n}().two; {fx:{c}}; function{n}({c})|[Value{n}(), Value{n}()].forEach { more{n}($0, {c}) }»
====
class Root{n} {
    let app: Container
    init(root app: Container) { self.app = app; hook(0) }
    func hook(_ number: Int) { if number > 0 { {fx:app} } }
    static func start(_ app: Container) -> Root{n} { «Root{n}(root: app)|Leaf{n}(leaf: app)» }
    class func run(_ app: Container) { start(app).hook({k}) }
}
class Stem{n}: Root{n} {
    var seen = 0
    init(stem app: Container) { seen = 1; super.init(root: app); hook(seen) }
    override func hook(_ number: Int) { if seen == number { {fx:app} }; super.hook(number + «0|1») }
}
final class Leaf{n}: Stem{n} {
    let other: Container
    init(leaf app: Container) { other = «app|Container()|Container(parent: app)»; super.init(stem: app); «|{fx:other}|hook(2)» }
    convenience init() { self.init(leaf: Container()) }
    override func hook(_ number: Int) { «super.hook(number); {fx:other}|if number == {k} { {fx:other} } else { super.hook(number) }» }
    override class func run(_ app: Container) { «super.run(app); |»{fx:app} }
}
---
«_ = Leaf{n}(leaf: {c})|_ = Stem{n}(stem: {c})|Leaf{n}.run({c})|Root{n}.run({c})|(Leaf{n}.self as Root{n}.Type).run({c})|let leaf{n}: Root{n} = Leaf{n}(leaf: {c}); {c}.reset(); leaf{n}.hook({k})|Root{n}.start({c}).hook({k})|_ = Leaf{n}()|let roots{n} = [Root{n}(root: {c}), Stem{n}(stem: {c})]; roots{n}.forEach { $0.hook(1) }|let hook{n} = Stem{n}(stem: {c}).hook; {fx:{c}}; hook{n}({k})»
====
protocol Has{n} { associatedtype Item; var items: [Item] { get }; func use(_ item: Item) }
extension Has{n} { func run() { «for item in items { use(item) }|items.forEach(use)|items.forEach { use($0) }|_ = items.map { use($0) }|items.last.map(use)|if let item = items.first { use(item) }» }; var count: Int { items.count } }
struct One{n}: Has{n} { let app: Container; var items: [Container] { «{fx:app}; |»return «[app]|[app, app]|[Container(), app]|[]» }; func use(_ item: Container) { {fx:item} } }
struct Two{n}: Has{n} { let items: [Bool]; let app: Container; func use(_ isOn: Bool) { if isOn { {fx:app} } else { {fx:app} } } }
struct Pair{n}<A: Has{n}, B: Has{n}>: Has{n} { let a: A; let b: B; var items: [Int] { [0, 1] }; func use(_ item: Int) { if item == 0 { a.run() } else { b.run() } } }
func erased{n}(_ has: any Has{n}) { «has.run()|if has.count > 0 { has.run() }» }
---
«One{n}(app: {c}).run()|Two{n}(items: [true, {any:{c}}], app: {c}).run()|Pair{n}(a: One{n}(app: {c}), b: Two{n}(items: [{cond}], app: {c})).run()|erased{n}(One{n}(app: {c}))|erased{n}(Pair{n}(a: Two{n}(items: [], app: {c}), b: Pair{n}(a: One{n}(app: {c}), b: One{n}(app: {c}))))|let all{n}: [any Has{n}] = [One{n}(app: {c}), Two{n}(items: [false], app: {c})]; all{n}.forEach { $0.run() }»
"""
