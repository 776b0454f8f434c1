"""Types that are known when a program runs: opened existentials, casts of types, `Self`, erasing wrappers."""

FORMS = r"""
nonisolated(unsafe) var place{n} = Container()
protocol Part{n} { init(); static func go(); func be() -> Self; static var one: Self { get }; func use() }
extension Part{n} { static func made() -> Self { «Self()|.init()|self.init()|one» }; static func pair() -> (Self, Int) { (Self(), 1) }; static func list() -> [Self] { [«Self(), Self()|one|.init()»] }; static func maybe() -> Self? { «Self()|nil|one» }; static var one: Self { «Self()|made2()» }; static func made2() -> Self { Self() }; func be() -> Self { «self|Self()|Self.made2()» }; func use() { {fx:place{n}} }; static func go() { «_ = Self()|made2().use()|{fx:place{n}}» } }
struct One{n}: Part{n} { init() { {fx:place{n}} }«|; func use() { {fx:place{n}} }|; static var one: One{n} { {fx:place{n}}; return One{n}() }|; func be() -> One{n} { {fx:place{n}}; return self }» }
final class Two{n}: Part{n} { let app: Container; init() { app = place{n}; {fx:place{n}} }«|; deinit { {fx:place{n}} }|; static func go() { {fx:place{n}} }» }
struct Wrap{n}<T: Part{n}>: Part{n} { let inner: T; init() { inner = «T()|.made()|T.one» }; func use() { inner.use()«|; {fx:place{n}}» } }
func make{n}<T: Part{n}>(_ type: T.Type) -> T { «T()|T.made()|type.init()|T().be()|T.one» }
func use{n}<T: Part{n}>(_ value: T) { «value.use()|value.be().use()|_ = T()|T.go()|type(of: value).go()|_ = type(of: value).init()|_ = value.be()» }
func cast{n}<T>(_ type: T.Type) { «if let part = type as? any Part{n}.Type { _ = part.init() }|(T.self as? any Part{n}.Type)?.go()|if T.self is any Part{n}.Type { {fx:place{n}} }|if let part = T.self as? any Part{n}.Type { _ = make{n}(part) }|if let part = type as? One{n}.Type { _ = part.init() }» }
---
place{n} = {c}
let type{n}: any Part{n}.Type = «One{n}.self|Two{n}.self|Wrap{n}<One{n}>.self|{cond} ? One{n}.self : Two{n}.self|type(of: One{n}())»
«_ = type{n}.init()|_ = type{n}.made()|_ = type{n}.pair()|_ = type{n}.list().count|_ = type{n}.maybe()|_ = make{n}(type{n})|use{n}(type{n}.init())|type{n}.go()|type{n}.one.use()|type{n}.init().be().use()|cast{n}(One{n}.self)|cast{n}(Int.self)|cast{n}(Wrap{n}<One{n}>.self)|let value{n}: any Part{n} = type{n}.made(); {fx:{c}}; value{n}.use()|let value{n} = make{n}(type{n}); use{n}(value{n})|let all{n} = [type{n}, One{n}.self].map { $0.made() }; all{n}.forEach { use{n}($0) }|if type{n}.made() is One{n} { {fx:{c}} } else { {fx:{c}} }|if let maybe = type{n}.maybe() { maybe.use() } else { {fx:{c}} }|_ = Wrap{n}<Wrap{n}<Two{n}>>()|let make{n} = { type{n}.init() }; {fx:{c}}; _ = make{n}()|(type{n}.made() as? One{n})?.use()|for each in type{n}.list() { each.use() }»
====
nonisolated(unsafe) var place{n} = Container()
class Base{n} { required init() { {fx:place{n}} }; class func made() -> Self { «Self()|self.init()» }; func copy() -> Self { «Self()|type(of: self).init()|self» }; class var shared: Base{n} { {fx:place{n}}; return Base{n}() }; func use() { {fx:place{n}} } }
class Sub{n}: Base{n} { «required init() { super.init(); {fx:place{n}} }|required init() { {fx:place{n}} }|override class var shared: Base{n} { Sub{n}() }|override func use() { super.use(); {fx:place{n}} }»; «|convenience init(_ isOn: Bool) { self.init(); if isOn { use() } }» }
final class Gen{n}<T>: Sub{n} { nonisolated(unsafe) var seen: T?; override func use() { if T.self == Int.self { {fx:place{n}} } else { super.use() } } }
func make{n}<T: Base{n}>(_ type: T.Type) -> T { «T()|T.made()|type.init()|T().copy()|type.made().copy()» }
func any{n}(_ type: AnyClass) { «if let base = type as? Base{n}.Type { _ = base.init() }|_ = (type as? Sub{n}.Type)?.made()|if type == Sub{n}.self { {fx:place{n}} }|if type is Sub{n}.Type { {fx:place{n}} }» }
---
place{n} = {c}
let type{n}: Base{n}.Type = «Base{n}.self|Sub{n}.self|Gen{n}<Int>.self|Gen{n}<String>.self|type(of: Sub{n}())|{cond} ? Sub{n}.self : Base{n}.self»
«_ = type{n}.init()|_ = type{n}.made()|_ = make{n}(type{n})|make{n}(type{n}).use()|_ = type{n}.shared|type{n}.made().copy().use()|any{n}(type{n})|any{n}(A.self)|_ = make{n}(Gen{n}<Int>.self)|if type{n}.made() is Sub{n} { {fx:{c}} } else { {fx:{c}} }|(type{n}.init() as? Sub{n})?.use()|let object{n}: AnyObject = type{n}.made(); (object{n} as? Base{n})?.use()|_ = [type{n}, Sub{n}.self].map { make{n}($0) }|let init{n} = type{n}.init; {fx:{c}}; _ = init{n}()|_ = type(of: type{n}.init()).made()|[type{n}.init(), Gen{n}<Int>()].forEach { $0.copy().use() }»
====
nonisolated(unsafe) var place{n} = Container()
protocol Has{n}<Item> { associatedtype Item; var item: Item { get }; func take(_ item: Item); static func start() -> Item }
extension Has{n} { func loop() { «take(item)|take(Self.start())|let kept = item; {fx:place{n}}; take(kept)» }; func erased() -> Any { {fx:place{n}}; return item } }
extension Has{n} where Item == Int { func number() -> Int { {fx:place{n}}; return item } }
struct Ints{n}: Has{n} { var item: Int { «{fx:place{n}}; |»return {k} }; func take(_ item: Int) { if item == {k} { {fx:place{n}} } }; static func start() -> Int { {fx:place{n}}; return 1 } }
struct Boxes{n}: Has{n} { var item: Container { «{fx:place{n}}; |»return place{n} }; func take(_ item: Container) { {fx:item} }; static func start() -> Container { «place{n}|Container()» } }
struct Erased{n} { let go: () -> Void; let name: String; init<T: Has{n}>(_ has: T) { go = { has.loop() }; name = "\(T.Item.self)" }; init(any has: any Has{n}) { go = { has.loop() }; name = «"x"|"Int"» } }
func open{n}(_ has: any Has{n}) { «has.loop()|inside{n}(has)|_ = has.erased()|_ = has.item|_ = type(of: has).start()» }
func inside{n}<T: Has{n}>(_ has: T) { «has.take(T.start())|has.take(has.item)|if T.Item.self == Int.self { {fx:place{n}} }|if let number = has.item as? Int, number == {k} { {fx:place{n}} }|if has.item is Container { {fx:place{n}} }» }
func some{n}(_ isOn: Bool) -> some Has{n} { if isOn { {fx:place{n}} }; return «Ints{n}()|Boxes{n}()» }
---
place{n} = {c}
let has{n}: any Has{n} = «Ints{n}()|Boxes{n}()|{cond} ? Ints{n}() : Boxes{n}()|some{n}(true)»
«open{n}(has{n})|has{n}.loop()|inside{n}(has{n})|Erased{n}(any: has{n}).go()|Erased{n}(Ints{n}()).go()|_ = has{n}.item|if let app = has{n}.erased() as? Container { {fx:app} }|some{n}({any:{c}}).loop()|let ints{n}: any Has{n}<Int> = Ints{n}(); _ = ints{n}.number()|let ints{n}: any Has{n}<Int> = Ints{n}(); ints{n}.take(ints{n}.item)|if Erased{n}(Boxes{n}()).name == "Container" { {fx:{c}} }|let all{n} = [Erased{n}(Ints{n}()), Erased{n}(any: has{n})]; {fx:{c}}; all{n}.forEach { $0.go() }|if has{n} is Ints{n} { {fx:{c}} }|(has{n} as? any Has{n}<Int>)?.take(1)|if let has = has{n} as? Boxes{n} { {fx:has.item} }»
====
nonisolated(unsafe) var place{n} = Container()
struct Gen{n}<T> { static var name: String { {fx:place{n}}; return "\(T.self)" }; static func go(_ value: T) -> Gen{n}<[T]> { {fx:place{n}}; return Gen{n}<[T]>() }; init() { if T.self == Int.self { {fx:place{n}} } }; func be<U>(_ other: U) -> Gen{n}<U> { {fx:place{n}}; return .init() } }
extension Gen{n} where T == Int { func be(_ other: Int) -> Gen{n}<Int> { {fx:place{n}}; return self }; static var zero: Gen{n}<Int> { {fx:place{n}}; return Gen{n}() } }
extension Gen{n}: CustomStringConvertible where T: CustomStringConvertible { var description: String { {fx:place{n}}; return "x" } }
extension Gen{n}: Equatable where T: Equatable { static func == (one: Gen{n}, two: Gen{n}) -> Bool { {fx:place{n}}; return true } }
protocol Sees{n} { func see{n}() -> Bool }
extension Gen{n}: Sees{n} where T: Sees{n} { func see{n}() -> Bool { {any:place{n}} } }
extension Int: Sees{n} { func see{n}() -> Bool { {any:place{n}} } }
extension Optional: Sees{n} where Wrapped: Sees{n} { func see{n}() -> Bool { self?.see{n}() ?? {any:place{n}} } }
func see{n}(_ value: Any) -> Bool { «(value as? any Sees{n})?.see{n}() ?? false|if let value = value as? any Sees{n} { return value.see{n}() }; {fx:place{n}}; return false|value is any Sees{n}|value is any Equatable» }
func sees{n}<T>(_ value: T) -> Bool { see{n}(value) }
---
place{n} = {c}
«_ = Gen{n}<Int>.name|_ = Gen{n}<String>.go("x")|_ = Gen{n}<Int>().be(1)|_ = Gen{n}<Int>().be("x")|_ = Gen{n}<Int>.zero|_ = "\(Gen{n}<Int>())"|_ = "\(Gen{n}<A>())"|if Gen{n}<Int>() == Gen{n}<Int>() { {fx:{c}} }|if see{n}(Gen{n}<Int>()) { {fx:{c}} } else { {fx:{c}} }|if see{n}(Gen{n}<A>()) { {fx:{c}} } else { {fx:{c}} }|if sees{n}(1) { {fx:{c}} } else { {fx:{c}} }|if see{n}(Optional(1) as Any) { {fx:{c}} } else { {fx:{c}} }|_ = sees{n}(Gen{n}<Int?>())|_ = Gen{n}.go(1).be("x")|if Int?.none.see{n}() { {fx:{c}} } else { {fx:{c}} }|if sees{n}("x") { {fx:{c}} } else { {fx:{c}} }|let all{n}: [Any] = [1, "x", Gen{n}<Int>()]; for each in all{n} where see{n}(each) { {fx:{c}} }|if Gen{n}<String>.name == "String" { {fx:{c}} } else { {fx:{c}} }»
"""
