"""What the compiler and the standard library call though nobody writes it: they are not read by the prover."""

FORMS = r"""
struct Text{n}: ExpressibleByStringInterpolation {
    nonisolated(unsafe) static var app = Container()
    struct StringInterpolation: StringInterpolationProtocol {
        var count = 0
        init(literalCapacity: Int, interpolationCount: Int) { «|{fx:Text{n}.app}|if interpolationCount > 1 { {fx:Text{n}.app} }» }
        mutating func appendLiteral(_ literal: String) { «|if literal == "x" { {fx:Text{n}.app} }» }
        mutating func appendInterpolation(_ app: Container) { {fx:app} }
        mutating func appendInterpolation(_ number: Int, isOn: Bool = true) { count += 1; if isOn { {fx:Text{n}.app} } }
        «mutating func appendInterpolation(if isOn: @autoclosure () -> Bool) { if count > 0 { _ = isOn() } }|mutating func appendInterpolation(if isOn: @autoclosure () -> Bool) { _ = isOn() }»
    }
    let count: Int
    init(stringLiteral value: String) { count = 0; {fx:Self.app} }
    init(stringInterpolation: StringInterpolation) { count = stringInterpolation.count«|; {fx:Self.app}» }
}
---
Text{n}.app = {c}
«let text{n}: Text{n} = "\({c})"; _ = text{n}|let text{n}: Text{n} = "x\(1)x"; if text{n}.count == {k} { {fx:{c}} }|_ = "\(1, isOn: {any:{c}})\(if: {any:{c}})" as Text{n}|_ = "x" as Text{n}|_ = "\(if: {any:{c}})" as Text{n}|let make{n} = { "\({c})\({k})" as Text{n} }; {fx:{c}}; _ = make{n}()|func take{n}(_ text: Text{n} = "\({k})") {}; take{n}()|_ = [1, 2].map { "\($0)" as Text{n} }|let all{n}: [Text{n}] = ["x", "\(1)"]; _ = all{n}.count»
====
struct Inner{n}: «Hashable|Equatable, Hashable, Codable» {
    nonisolated(unsafe) static var app = Container()
    var number = {k}
    static func == (one: Inner{n}, two: Inner{n}) -> Bool { {fx:Self.app}; return one.number == two.number }
    «func hash(into hasher: inout Hasher) { {fx:Self.app}; hasher.combine(number) }|»
}
struct Outer{n}: Hashable { var other = 0; var inner = Inner{n}(); var all: [Inner{n}] = [] }
enum Case{n}: Hashable { case one(Inner{n}), two(Int), both(Inner{n}, Outer{n}) }
func same{n}<T: Equatable>(_ one: T, _ two: T) -> Bool { one == two }
---
Inner{n}.app = {c}
«_ = Outer{n}() == Outer{n}()|_ = Outer{n}(other: 1) == Outer{n}(other: 2)|_ = Case{n}.one(Inner{n}()) == .two(1)|_ = Case{n}.one(Inner{n}()) == .one(Inner{n}(number: 1))|_ = Set([Outer{n}()])|_ = [Case{n}.two(1): 1]|_ = same{n}(Outer{n}(), Outer{n}(other: {k}))|_ = [Outer{n}()].contains(Outer{n}())|_ = [Case{n}.two(1)].firstIndex(of: .one(Inner{n}()))|switch Case{n}.two({k}) { case .both: {fx:{c}}
case .two(1): {fx:{c}}
default: break }|_ = Outer{n}().hashValue|_ = same{n}([Inner{n}()], [])|_ = same{n}([Inner{n}()], [Inner{n}()])|_ = same{n}(Optional(Inner{n}()), nil)|_ = Outer{n}(all: [Inner{n}()]) != Outer{n}()|_ = [1: Inner{n}()] == [1: Inner{n}()]|if same{n}(Inner{n}(), Inner{n}()) { {fx:{c}} }|_ = Dictionary(grouping: [Inner{n}(), Inner{n}()]) { $0 }|_ = [Inner{n}()].split(separator: Inner{n}())|_ = [Inner{n}()].starts(with: [Inner{n}()])|_ = AnyHashable(Outer{n}()) == AnyHashable(Outer{n}())|_ = (1...2).map { Inner{n}(number: $0) }.last == Inner{n}()»
====
struct Named{n}: «CustomStringConvertible|CustomDebugStringConvertible|CustomStringConvertible, CustomDebugStringConvertible» {
    let app: Container
    var description: String { {fx:app}; return "x" }
    «var debugDescription: String { {fx:app}; return "y" }|var debugDescription: String { "y" }»
}
struct Holds{n} { var named: Named{n}; var number = 1 }
enum Case{n} { case one(Named{n}), two }
enum Trash{n} { nonisolated(unsafe) static var text = "" }
func text{n}<T>(_ value: T) -> String { «"\(value)"|String(describing: value)|String(reflecting: value)» }
---
let named{n} = Named{n}(app: {c})
«_ = "\(Holds{n}(named: named{n}))"|_ = text{n}(Holds{n}(named: named{n}))|_ = text{n}(named{n})|_ = String(describing: Case{n}.one(named{n}))|_ = text{n}([named{n}])|_ = text{n}(Optional(named{n}))|_ = text{n}((named{n}, 1))|print("n", named{n})|print("n", [named{n}], Holds{n}(named: named{n}))|debugPrint(named{n}, terminator: "\n")|_ = "x".appending("\(named{n})")|if text{n}(named{n}) == "x" { {fx:{c}} }|_ = ["x": named{n}].description|_ = text{n}([named{n}][0...])|let any{n}: Any = named{n}; _ = "\(any{n})"|_ = text{n}(1 as Any) + text{n}(named{n} as Any)|var out{n} = ""; print(named{n}, to: &out{n})|_ = [1].map { _ in text{n}(named{n}) }.joined()|_ = text{n}({ named{n} }())|dump(named{n}, to: &Trash{n}.text)»
====
struct Coded{n}: Codable {
    nonisolated(unsafe) static var app = Container()
    var number = {k}
    init() {}
    init(from decoder: any Decoder) throws { «{fx:Self.app}; number = try decoder.singleValueContainer().decode(Int.self)|number = try decoder.singleValueContainer().decode(Int.self); {fx:Self.app}|{fx:Self.app}; throw Failed()» }
    func encode(to encoder: any Encoder) throws { {fx:Self.app}; var box = encoder.singleValueContainer(); try box.encode(number)«|; {fx:Self.app}» }
}
struct Holds{n}: Codable { var one = 1; var coded = Coded{n}() }
---
Coded{n}.app = {c}
«_ = try? JSONEncoder().encode([Coded{n}()])|_ = try? JSONDecoder().decode([Coded{n}].self, from: Data("[1]".utf8))|_ = try? JSONDecoder().decode([Coded{n}].self, from: Data("[]".utf8))|_ = try? JSONEncoder().encode(Holds{n}())|_ = try? JSONDecoder().decode(Holds{n}.self, from: Data("{\"one\":1,\"coded\":2}".utf8))|if let data = try? JSONEncoder().encode(Holds{n}()), let back = try? JSONDecoder().decode(Holds{n}.self, from: data), back.one == 1 { {fx:{c}} }|do { _ = try JSONDecoder().decode(Coded{n}.self, from: Data("x".utf8)) } catch { {fx:{c}} }|let encode{n} = { try? JSONEncoder().encode(Holds{n}()) }; {fx:{c}}; _ = encode{n}()»
====
struct Ends{n}: Error, LocalizedError, CustomNSError {
    let app: Container
    var errorDescription: String? { {fx:app}; return «"x"|nil» }
    static var errorDomain: String { "x" }
    var errorCode: Int { {fx:app}; return 1 }
}
---
«do { throw Ends{n}(app: {c}) } catch { _ = error.localizedDescription }|do { throw Ends{n}(app: {c}) } catch { {fx:{c}} }|let error{n}: any Error = Ends{n}(app: {c}); _ = error{n}.localizedDescription|_ = (Ends{n}(app: {c}) as NSError).code|do { throw Ends{n}(app: {c}) } catch let error as Ends{n} { {fx:error.app}; _ = error.errorDescription } catch {}|_ = "\(Ends{n}(app: {c}))"|_ = Result<Int, any Error>.failure(Ends{n}(app: {c})).mapError { $0.localizedDescription == "x" ? Failed() : $0 }»
====
struct Dice{n}: RandomNumberGenerator { let app: Container; mutating func next() -> UInt64 { {fx:app}; return 7 } }
func roll{n}(_ dice: Dice{n}) -> Int { var dice = dice; return Int.random(in: 0...1, using: &dice) }
struct Step{n}: Strideable { let app: Container; var at: Int; func distance(to other: Step{n}) -> Int { {fx:app}; return other.at - at }; func advanced(by number: Int) -> Step{n} { «{fx:app}; |»return Step{n}(app: app, at: at + number) } }
---
«var dice{n} = Dice{n}(app: {c}); _ = [1, 2, 3].shuffled(using: &dice{n})|var dice{n} = Dice{n}(app: {c}); _ = Int.random(in: 0..<5, using: &dice{n})|var dice{n} = Dice{n}(app: {c}); _ = [Int]().randomElement(using: &dice{n})|var dice{n} = Dice{n}(app: {c}); _ = Bool.random(using: &dice{n})|_ = roll{n}(Dice{n}(app: {c}))|let low{n} = Step{n}(app: {c}, at: 0); for each in stride(from: low{n}, to: Step{n}(app: {c}, at: {k}), by: 1) { if each.at == 1 { {fx:{c}} } }|_ = Step{n}(app: {c}, at: 0) < Step{n}(app: {c}, at: 1)|_ = Step{n}(app: {c}, at: 1) == Step{n}(app: {c}, at: 1)|_ = [Step{n}(app: {c}, at: 1)].contains(Step{n}(app: Container(), at: 1))|_ = Array(stride(from: Step{n}(app: {c}, at: 0), through: Step{n}(app: {c}, at: 1), by: 1))»
====
@dynamicCallable struct Calls{n} { let app: Container; func dynamicallyCall(withArguments numbers: [Int]) { if numbers.count == {k} { {fx:app} } }; func dynamicallyCall(withKeywordArguments pairs: KeyValuePairs<String, Int>) -> Int { {fx:app}; return pairs.count } }
@dynamicMemberLookup struct Lens{n}<Value> { let value: Value; let app: Container; subscript<Part>(dynamicMember path: KeyPath<Value, Part>) -> Lens{n}<Part> { {fx:app}; return Lens{n}<Part>(value: value[keyPath: path], app: app) } }
struct Model{n} { var app: Container; var inner: Model2{n}; var read: Container { {fx:app}; return app } }
struct Model2{n} { var name = "x"; var boxes: [Container]; var first: Container { {fx:boxes[0]}; return boxes[0] } }
---
let model{n} = Model{n}(app: {c}, inner: Model2{n}(boxes: [{c}]))
«Calls{n}(app: {c})(1, 2)|Calls{n}(app: {c})()|_ = Calls{n}(app: {c})(x: 1)|_ = Lens{n}(value: model{n}, app: {c}).inner.name|{fx:Lens{n}(value: model{n}, app: {c}).inner.first.value}|_ = Lens{n}(value: model{n}, app: {c}).read|_ = model{n}[keyPath: \.inner.first]|let path{n} = \Model{n}.read; {fx:{c}}; _ = model{n}[keyPath: path{n}]|_ = [model{n}, model{n}].map(\.read)|_ = [model{n}].map(\.inner.first).last|let paths{n} = [\Model{n}.app, \Model{n}.read, \Model{n}.inner.first]; {fx:model{n}[keyPath: paths{n}[{k}]]}|_ = Optional(model{n}).map(\.read)|_ = [model{n}].sorted { $0.read === $1.read }|let path{n} = (\Model{n}.inner).appending(path: \.first); _ = model{n}[keyPath: path{n}]|_ = Lens{n}(value: [1], app: {c}).count|_ = Lens{n}(value: model{n}, app: {c}).inner.boxes[0]»
====
@resultBuilder struct Build{n} {
    nonisolated(unsafe) static var app = Container()
    static func buildExpression(_ app: Container) -> Int { {fx:app}; return 1 }
    static func buildExpression(_ isOn: Bool) -> Int { isOn ? 1 : 0 }
    static func buildPartialBlock(first: Int) -> Int { «|{fx:app}; »return first }
    static func buildPartialBlock(accumulated: Int, next: Int) -> Int { if accumulated == next { {fx:app} }; return accumulated + next }
    static func buildOptional(_ number: Int?) -> Int { if number == nil { {fx:app} }; return number ?? 0 }
    static func buildEither(first number: Int) -> Int { {fx:app}; return number }
    static func buildEither(second number: Int) -> Int { «|{fx:app}; »return number }
    static func buildArray(_ numbers: [Int]) -> Int { if numbers.count == {k} { {fx:app} }; return numbers.reduce(0, +) }
    static func buildFinalResult(_ number: Int) -> Int { «|{fx:app}; »return number }
}
struct Page{n} { @Build{n} var body: Int { Build{n}.app; {any:Build{n}.app} }; @Build{n} static func made(_ isOn: Bool) -> Int { if isOn { {any:Build{n}.app} } else { Build{n}.app } }; init() {}; init(@Build{n} _ body: () -> Int) { «if body() == {k} { {fx:Build{n}.app} }|_ = body()|» } }
---
Build{n}.app = {c}
«_ = Page{n}().body|_ = Page{n}.made({cond})|_ = Page{n} { {c}; {any:{c}} }|_ = Page{n} { if {cond} { {c} } else { {any:{c}} } }|_ = Page{n} { for number in 0..<{k} { number == 1 } }|_ = Page{n} { if {cond} { {any:{c}} } }|_ = Page{n} { let inner = {c}; inner; {any:inner} }|if Page{n}().body == {k} { {fx:{c}} }|_ = Page{n} { switch {k} { case 0: {any:{c}}
default: {c} } }|_ = Page{n}.made(true) + Page{n}.made(false)»
====
struct Ring{n}: RandomAccessCollection, MutableCollection, RangeReplaceableCollection {
    nonisolated(unsafe) static var app = Container()
    var kept: [Int] = []
    init() { «|{fx:Self.app}» }
    init(_ kept: [Int]) { self.kept = kept }
    var startIndex: Int { 0 }
    var endIndex: Int { «|if kept.isEmpty { {fx:Self.app} }; »return kept.count }
    subscript(index: Int) -> Int { get { «{fx:Self.app}; |»return kept[index] } set { {fx:Self.app}; kept[index] = newValue } }
    mutating func replaceSubrange<Many: Collection>(_ range: Range<Int>, with new: Many) where Many.Element == Int { «{fx:Self.app}; |if new.isEmpty { {fx:Self.app} }; »kept.replaceSubrange(range, with: new) }
}
---
Ring{n}.app = {c}
var ring{n} = Ring{n}([2, 1, {k}])
«ring{n}.append(1)|ring{n}.sort()|ring{n}.swapAt(0, 1)|_ = ring{n}.first|_ = ring{n}.last|_ = ring{n}.map { $0 }|ring{n}.removeAll()|_ = ring{n} + [1]|ring{n} += [2]|_ = ring{n}.filter { $0 > 0 }|_ = Ring{n}([1]).isEmpty|for each in ring{n} where each == {k} { {fx:{c}} }|ring{n}.remove(at: 0)|_ = ring{n}.reversed().first|_ = ring{n}[0..<1]|ring{n}[1] += 1|_ = Ring{n}(repeating: 1, count: {k})|ring{n}.reverse()|_ = ring{n}.firstIndex(of: 1)|_ = ring{n}.count|_ = ring{n}.contains({k})|_ = ring{n}.min()|_ = Array(ring{n}).count»
====
final class Op{n} {
    let app: Container
    var value: Int { willSet { {fx:app} } }
    init(_ app: Container, _ value: Int = 1) { self.app = app; self.value = value }
    deinit { {fx:app} }
    static func + (one: Op{n}, two: @autoclosure () -> Op{n}) -> Op{n} { if one.value == {k} { return two() }; {fx:one.app}; return one }
    static func += (one: inout Op{n}, two: Int) { one.value += two }
    static postfix func ++ (one: Op{n}) -> Int { defer { one.value += 1 }; return one.value }
    static func ~= (pattern: Op{n}, value: Int) -> Bool { {fx:pattern.app}; return pattern.value == value }
    static func ?? (one: Op{n}, two: @autoclosure () -> Int) -> Int { one.value > 0 ? one.value : two() }
}
---
var op{n} = Op{n}({c}, {k})
«_ = op{n} + Op{n}({c})|op{n} += 1|_ = op{n}++|switch {k} { case op{n}: {fx:{c}}
default: {fx:{c}} }|_ = op{n} ?? ({any:{c}} ? 1 : 2)|op{n} = Op{n}(Container()); {ask}|_ = Op{n}({c}) + op{n}|if op{n}++ == {k} { {fx:{c}} }|if case op{n} = 1 { {fx:{c}} }»
"""
