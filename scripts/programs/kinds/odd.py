"""Types whose conformances to the standard library's protocols do not do what one expects, used by generic code."""

FORMS = r"""
struct Odd{n}: Comparable«|, Hashable» { var number: Int; static func == (one: Odd{n}, two: Odd{n}) -> Bool { «one.number != two.number|true|false|one.number == two.number + 1» }; static func < (one: Odd{n}, two: Odd{n}) -> Bool { «one.number > two.number|true|false|one.number < two.number» }; func hash(into hasher: inout Hasher) {} }
func same{n}<T: Equatable>(_ one: T, _ two: T) -> Bool { «one == two|!(one != two)|[one].contains(two)|[one] == [two]|[one].firstIndex(of: two) != nil|Optional(one) == Optional(two)» }
func less{n}<T: Comparable>(_ one: T, _ two: T) -> Bool { «one < two|two > one|!(one >= two)|min(one, two) == one|[one, two].sorted().first == one|[one, two].max() == two» }
---
«if same{n}(Odd{n}(number: {k}), Odd{n}(number: {k})) { {fx:{c}} } else { {fx:{c}} }|if less{n}(Odd{n}(number: {k}), Odd{n}(number: {k})) { {fx:{c}} } else { {fx:{c}} }|if [Odd{n}(number: 1), Odd{n}(number: 2)].min()?.number == {k} { {fx:{c}} }|if [Odd{n}(number: 2), Odd{n}(number: 1)].sorted().map(\.number) == [1, 2] { {fx:{c}} } else { {fx:{c}} }|if Odd{n}(number: {k}) != Odd{n}(number: {k}) { {fx:{c}} }|switch Odd{n}(number: {k}) { case Odd{n}(number: 1): {fx:{c}}
default: {fx:{c}} }|if Odd{n}(number: 1) >= Odd{n}(number: {k}) { {fx:{c}} } else { {fx:{c}} }|if [Odd{n}(number: 1)] == [Odd{n}(number: 1)] { {fx:{c}} } else { {fx:{c}} }|if max(Odd{n}(number: 1), Odd{n}(number: 2)).number == 2 { {fx:{c}} } else { {fx:{c}} }|if Optional(Odd{n}(number: {k})) == Odd{n}(number: {k}) { {fx:{c}} } else { {fx:{c}} }»
====
enum Odd{n}: «Int|String», CaseIterable, CustomStringConvertible {
    case one«|, three», two
    static var allCases: [Odd{n}] { «[.two, .one]|[.one]|[]» }
    var description: String { «"x"|rawValue == Odd{n}.one.rawValue ? "two" : "one"» }
}
func all{n}<T: CaseIterable>(_ type: T.Type) -> [T] { «Array(type.allCases)|type.allCases.map { $0 }|T.allCases.reversed()» }
func text{n}<T: CustomStringConvertible>(_ value: T) -> String { «value.description|"\(value)"|String(describing: value)» }
func raw{n}<T: RawRepresentable>(_ value: T, _ other: T.RawValue) -> Bool where T.RawValue: Equatable { «value.rawValue == other|T(rawValue: other) != nil|T(rawValue: value.rawValue) != nil» }
---
«if all{n}(Odd{n}.self).first == .one { {fx:{c}} } else { {fx:{c}} }|if all{n}(Odd{n}.self).count == {k} { {fx:{c}} } else { {fx:{c}} }|if text{n}(Odd{n}.one) == «"one"|"x"|"two"» { {fx:{c}} } else { {fx:{c}} }|if "\(Odd{n}.two)" == «"two"|"x"|"one"» { {fx:{c}} } else { {fx:{c}} }|if raw{n}(Odd{n}.two, Odd{n}.«two|one».rawValue) { {fx:{c}} } else { {fx:{c}} }|if Odd{n}.allCases.isEmpty { {fx:{c}} } else { {fx:{c}} }|for each in Odd{n}.allCases { if each == .two { {fx:{c}} } else { {fx:{c}} } }|if String(describing: Odd{n}.one) == "one" { {fx:{c}} } else { {fx:{c}} }»
====
struct Odd{n}: RawRepresentable«, Equatable|, Hashable» { let rawValue: Int; init«?|»(rawValue: Int) { «self.rawValue = rawValue + 1|self.rawValue = 2|self.rawValue = rawValue == 1 ? 0 : 1» }; init(_ number: Int) { rawValue = number } }
struct Sees{n}: RawRepresentable { let kept: Int; var rawValue: Int { «kept + 1|2|kept == 1 ? 0 : 1» }; init(rawValue: Int) { kept = rawValue } }
func made{n}<T: RawRepresentable>(_ type: T.Type, _ value: T.RawValue) -> T? { «T(rawValue: value)|T.init(rawValue: value)|type.init(rawValue: value)|Optional(value).flatMap { T(rawValue: $0) }|[value].compactMap(T.init(rawValue:)).first» }
func raw{n}<T: RawRepresentable>(_ value: T) -> T.RawValue { «value.rawValue|value[keyPath: \.rawValue]|[value].map(\.rawValue)[0]» }
---
«if made{n}(Odd{n}.self, {k})?.rawValue == {k} { {fx:{c}} } else { {fx:{c}} }|if raw{n}(Odd{n}({k})) == {k} { {fx:{c}} } else { {fx:{c}} }|if raw{n}(Sees{n}(rawValue: {k})) == {k} { {fx:{c}} } else { {fx:{c}} }|if let made = made{n}(Sees{n}.self, {k}), made.kept == {k} { {fx:{c}} } else { {fx:{c}} }|if Sees{n}(rawValue: 1).rawValue == {k} { {fx:{c}} } else { {fx:{c}} }|if let made = made{n}(Odd{n}.self, 1), made == Odd{n}({k}) { {fx:{c}} } else { {fx:{c}} }|if Odd{n}(1) == Odd{n}({k}) { {fx:{c}} } else { {fx:{c}} }|if [1, 2].compactMap(Odd{n}.init(rawValue:)).count == {k} { {fx:{c}} } else { {fx:{c}} }|if Sees{n}(rawValue: {k}) == Sees{n}(rawValue: {k}) { {fx:{c}} } else { {fx:{c}} }»
====
struct Odd{n}: Collection { let all: [Int]; var startIndex: Int { «0|1» }; var endIndex: Int { all.count }; func index(after index: Int) -> Int { index + 1 }; subscript(index: Int) -> Int { «all[all.count - 1 - index]|all[index]|7» }«|; var count: Int { 7 }|; var isEmpty: Bool { true }|; var first: Int? { nil }» }
func first{n}<T: Collection>(_ all: T) -> T.Element? { «all.first|all.map { $0 }.first|all.isEmpty ? nil : all[all.startIndex]|all.dropFirst(0).first» }
func many{n}<T: Collection>(_ all: T) -> Int { «all.count|all.isEmpty ? 0 : all.distance(from: all.startIndex, to: all.endIndex)|Array(all).count|all.reduce(0) { number, _ in number + 1 }» }
---
let odd{n} = Odd{n}(all: [«1, 2|2|1, 1, 2»])
«if first{n}(odd{n}) == {k} { {fx:{c}} } else { {fx:{c}} }|if many{n}(odd{n}) == {k} { {fx:{c}} } else { {fx:{c}} }|if odd{n}.first == {k} { {fx:{c}} } else { {fx:{c}} }|if odd{n}.isEmpty { {fx:{c}} } else { {fx:{c}} }|for each in odd{n} { if each == {k} { {fx:{c}} } }|if odd{n}.contains({k}) { {fx:{c}} } else { {fx:{c}} }|if odd{n}.count == {k} { {fx:{c}} } else { {fx:{c}} }|if Array(odd{n}) == [1, 2] { {fx:{c}} } else { {fx:{c}} }|if odd{n}.reduce(0, +) == 3 { {fx:{c}} } else { {fx:{c}} }»
====
struct Odd{n}: AdditiveArithmetic, ExpressibleByIntegerLiteral { var number: Int; init(integerLiteral value: Int) { number = «value + 1|value|0» }; init(_ number: Int) { self.number = number }; static var zero: Odd{n} { «Odd{n}(1)|Odd{n}(0)» }; static func + (one: Odd{n}, two: Odd{n}) -> Odd{n} { «one|two|Odd{n}(one.number - two.number)» }; static func - (one: Odd{n}, two: Odd{n}) -> Odd{n} { Odd{n}(one.number + two.number) } }
func sum{n}<T: AdditiveArithmetic>(_ all: [T]) -> T { «all.reduce(.zero, +)|all.reduce(T.zero) { $0 + $1 }|var sum = T.zero; for each in all { sum += each }; return sum» }
func literal{n}<T: ExpressibleByIntegerLiteral>(_ type: T.Type) -> T { «1|2» }
---
«if sum{n}([Odd{n}(1), Odd{n}(2)]).number == {k} { {fx:{c}} } else { {fx:{c}} }|if literal{n}(Odd{n}.self).number == {k} { {fx:{c}} } else { {fx:{c}} }|let odd{n}: Odd{n} = {k}; if odd{n}.number == {k} { {fx:{c}} } else { {fx:{c}} }|if (1 as Odd{n}) == 1 { {fx:{c}} } else { {fx:{c}} }|var odd{n} = Odd{n}(2); odd{n} += 1; odd{n} -= Odd{n}(1); if odd{n}.number == {k} { {fx:{c}} } else { {fx:{c}} }|if sum{n}([Odd{n}]()).number == {k} { {fx:{c}} } else { {fx:{c}} }|if sum{n}([1, {k}]) == {k} { {fx:{c}} } else { {fx:{c}} }|if Odd{n}.zero == 0 { {fx:{c}} } else { {fx:{c}} }»
====
struct Odd{n}: OptionSet { var rawValue: Int; init(rawValue: Int) { self.rawValue = «rawValue|rawValue + 1|rawValue == 0 ? 1 : rawValue» }; static let a = Odd{n}(rawValue: 1); static let b = Odd{n}(rawValue: 2)«|; func contains(_ other: Odd{n}) -> Bool { false }|; static func == (one: Odd{n}, two: Odd{n}) -> Bool { true }|; var isEmpty: Bool { true }» }
func has{n}<T: OptionSet>(_ one: T, _ two: T) -> Bool where T.Element == T { «one.contains(two)|one.isSuperset(of: two)|!one.intersection(two).isEmpty|one.union(two) == one» }
---
«if has{n}(Odd{n}.a, .b) { {fx:{c}} } else { {fx:{c}} }|if ([] as Odd{n}).isEmpty { {fx:{c}} } else { {fx:{c}} }|if ([.a, .b] as Odd{n}).rawValue == {k} { {fx:{c}} } else { {fx:{c}} }|var odd{n}: Odd{n} = [.a]; odd{n}.insert(.b); if odd{n}.contains(.b) { {fx:{c}} } else { {fx:{c}} }|if Odd{n}(rawValue: {k}) == .a { {fx:{c}} } else { {fx:{c}} }|var odd{n}: Odd{n} = [.a, .b]; odd{n}.remove(.a); if odd{n} == .b { {fx:{c}} } else { {fx:{c}} }|if has{n}([.a] as Odd{n}, .a) { {fx:{c}} } else { {fx:{c}} }»
====
struct Odd{n}: LosslessStringConvertible, Identifiable, ExpressibleByStringLiteral { let text: String; init?(_ text: String) { «if text == "x" { return nil }; |»self.text = text + «"y"|""» }; init(stringLiteral text: String) { self.text = «"x"|text|text + "x"» }; var description: String { «"x"|text» }; var id: Int { «1|text.count» } }
func round{n}<T: LosslessStringConvertible>(_ value: T) -> T? { T(«value.description|String(value)|"x"») }
func id{n}<T: Identifiable>(_ one: T, _ two: T) -> Bool { «one.id == two.id|[one, two].map(\.id).count == Set([one, two].map(\.id)).count» }
---
«if round{n}(Odd{n}(stringLiteral: "y")) == nil { {fx:{c}} } else { {fx:{c}} }|if id{n}("x" as Odd{n}, "xy") { {fx:{c}} } else { {fx:{c}} }|let odd{n}: Odd{n} = «"x"|"y"»; if odd{n}.text == «"x"|"y"» { {fx:{c}} } else { {fx:{c}} }|if "\("y" as Odd{n})" == "x" { {fx:{c}} } else { {fx:{c}} }|if round{n}({k}) == {k} { {fx:{c}} } else { {fx:{c}} }|if Odd{n}("x") == nil { {fx:{c}} } else { {fx:{c}} }|if String("y" as Odd{n}) == "y" { {fx:{c}} } else { {fx:{c}} }|if ["x", "y"].compactMap(Odd{n}.init(_:)).count == {k} { {fx:{c}} } else { {fx:{c}} }»
====
struct Odd{n}: IteratorProtocol, Sequence { var left: Int; mutating func next() -> Int? { «if left == 1 { left = 0; return 9 }; |»guard left > 0 else { return nil }; left -= 1; return left }«|; func makeIterator() -> Odd{n} { Odd{n}(left: 2) }|; func makeIterator() -> IndexingIterator<[Int]> { [5].makeIterator() }» }
func last{n}<T: Sequence>(_ all: T) -> T.Element? { «Array(all).last|var last: T.Element?; for each in all { last = each }; return last|all.reduce(nil) { $1 }|all.map { $0 }.last» }
---
var odd{n} = Odd{n}(left: {k})
«if last{n}(odd{n}) == «0|5|9» { {fx:{c}} } else { {fx:{c}} }|if odd{n}.next() == «0|1|9» { {fx:{c}} } else { {fx:{c}} }|for each in odd{n} where each == «0|1|9» { {fx:{c}} }|if Array(odd{n}).count == {k} { {fx:{c}} } else { {fx:{c}} }|if odd{n}.contains(0) { {fx:{c}} } else { {fx:{c}} }|_ = odd{n}.next(); if odd{n}.next() == nil { {fx:{c}} } else { {fx:{c}} }|if odd{n}.reduce(0, +) == {k} { {fx:{c}} } else { {fx:{c}} }|while let next = odd{n}.next() { if next == 1 { {fx:{c}} } }»
"""
