"""What values become: copies, numbers, texts and collections on which an effect depends."""

FORMS = r"""
let number{n} = «{k}|-{k}|{k} * 7 - 5|Int("0{k}") ?? 4|Int("x") ?? {k}|"xyz".count - {k}|[1, 2, 3][{k}]|max({k}, 1)|min({k}, 1, 2)|abs({k} - 2)|{k} << 1|7 >> {k}|-7 / 2|-7 % 3|7 & {k}|{k} ^ 3|~{k}|Int(2.9)|Int(-1.5)|Int((1.5).rounded())|-(-{k})|Int(UInt8(truncatingIfNeeded: 257))|(-7).quotientAndRemainder(dividingBy: 2).remainder|3.signum()|Int.max &+ 1 < 0 ? 1 : 2|{k}.distance(to: 2)|{bit} + {k}»
«if number{n} == {k} { {fx:{c}} } else { {fx:{c}} }|if number{n} > {k} { {fx:{c}} }|if number{n}.isMultiple(of: 2) { {fx:{c}} }|for _ in 0..<max(0, number{n}) { {fx:{c}} }|switch number{n} { case ..<0: {fx:{c}}
case 0, 2: {fx:{c}}
case 1...3: {fx:{c}}
default: {fx:{c}} }|if (1...2).contains(number{n}) { {fx:{c}} }|if String(number{n}) == "{k}" { {fx:{c}} }|if "\(number{n})".hasPrefix("-") { {fx:{c}} }»
? number{n} < {k}
====
let text{n} = «"x"|"xy"|""|"X"|"x" + "y"|"x".uppercased()|"\({k})"|"y\("x")"|String("yx".reversed())|"x,y".replacingOccurrences(of: ",", with: "")|" x ".trimmingCharacters(in: .whitespaces)|["x", "y"].joined()|["x", "y"].joined(separator: "-")|String(repeating: "x", count: {k})|String("xyz".prefix({k}))|String("xyz".dropFirst({k}))|String("xyz".last ?? "q")|Mode.one.rawValue|"\(Mode.two)"|String(describing: A.self)|"\(true)"|"\(Optional("x") ?? "y")"|Label.x.rawValue|"é"|"e\u{301}"»
«if text{n} == «"x"|"xy"|""|"yx"|"X"|"é"|"A"|"true"|"1"|"two"» { {fx:{c}} } else { {fx:{c}} }|if text{n} < "x" { {fx:{c}} }|if text{n}.isEmpty { {fx:{c}} }|if text{n}.count == {k} { {fx:{c}} }|if text{n}.hasSuffix("y") { {fx:{c}} }|if text{n}.contains("x") { {fx:{c}} }|{c}.register(tag: text{n}) { A() }; ok({id}) { _ = try {c}.resolve(A.self, tag: "x") }|switch text{n} { case "x", "X": {fx:{c}}
case let other where other.count > 1: {fx:{c}}
default: {fx:{c}} }|for letter in text{n} where letter == "x" { {fx:{c}} }|if text{n}.lowercased() == "x" { {fx:{c}} }|if Mode(rawValue: text{n}) == nil { {fx:{c}} }|if text{n}.first == "x" { {fx:{c}} }|if text{n}.utf8.count > 1 { {fx:{c}} }»
====
var all{n} = «[0, 1, 2]|[2, 1]|[{k}]|[Int]()|Array(0..<{k})|[1, 1]|[{k}, {k}]|Array(repeating: 1, count: {k})|[3, 1, 2].sorted()|[1, 2].reversed().map { $0 }|[1] + [{k}]|Array([1, 2, 3].dropLast())|[1, 2].map { $0 * 2 }|[1, 2].filter { $0 > {k} }|Array([1, 2].enumerated().map { $0.offset })|"xy".map { $0 == "x" ? 1 : 0 }|stride(from: 0, through: 4, by: 2).map { $0 }|[[1], [2]].flatMap { $0 }|["1", "x"].compactMap { Int($0) }»
«|all{n}.append({k})|all{n}.insert({k}, at: 0)|all{n}.reverse()|all{n}.sort(by: >)|all{n}.removeAll { $0 == {k} }|_ = all{n}.popLast()|all{n} += [{k}]|all{n}.swapAt(0, all{n}.count - 1)|all{n} = all{n}.map { $0 + 1 }|let copy{n} = all{n}; all{n}.append(1); if copy{n} == all{n} { {fx:{c}} }|for index in all{n}.indices { all{n}[index] += 1 }|for var each in all{n} { each += 1; if each == 2 { {fx:{c}} } }|func grow{n}(_ list: inout [Int]) { list.append(list.count) }; grow{n}(&all{n})»
«if all{n}.count == {k} { {fx:{c}} } else { {fx:{c}} }|if all{n}.first == {k} { {fx:{c}} }|if all{n}.last == {k} { {fx:{c}} }|if all{n} == [0, 1, 2] { {fx:{c}} }|if all{n}.contains({k}) { {fx:{c}} }|if all{n}.firstIndex(of: {k}) == 0 { {fx:{c}} }|if all{n}.max() == 2 { {fx:{c}} }|if all{n}.reduce(0, +) > 2 { {fx:{c}} }|for each in all{n} where each == {k} { {fx:{c}} }|if all{n}.isEmpty { {fx:{c}} }|if all{n}.allSatisfy({ $0 > 0 }) { {fx:{c}} }|if let index = all{n}.lastIndex(of: 1), index > 0 { {fx:{c}} }|if Set(all{n}).count == 1 { {fx:{c}} }|if all{n}.prefix(2).contains({k}) { {fx:{c}} }|if all{n}[all{n}.startIndex...].dropFirst().first == 1 { {fx:{c}} }»
====
var table{n}: [String: Int] = «[:]|["x": {k}]|["x": 1, "y": {k}]|Dictionary(uniqueKeysWithValues: [("x", {k})])|["x": 1].merging(["x": {k}]) { $1 }|Dictionary([("x", 1), ("x", 2)], uniquingKeysWith: { one, _ in one })»
«|table{n}["x"] = nil|table{n}["x", default: 0] += 1|table{n}["y"] = {k}|table{n}["x"]? += 1|table{n}.removeValue(forKey: "x")|table{n}.updateValue(2, forKey: "x")|table{n}.merge(["x": 2]) { old, _ in old }|let copy{n} = table{n}; table{n}["x"] = 2; if copy{n}["x"] == 2 { {fx:{c}} }|table{n} = table{n}.mapValues { $0 + 1 }|table{n} = table{n}.filter { $0.value > 0 }»
«if table{n}["x"] == {k} { {fx:{c}} } else { {fx:{c}} }|if table{n}["y"] == nil { {fx:{c}} }|if (table{n}["x"] ?? 2) > 1 { {fx:{c}} }|if let x = table{n}["x"], x > 0 { {fx:{c}} }|if table{n}.count == {k} { {fx:{c}} }|if table{n}.keys.contains("y") { {fx:{c}} }|for (name, value) in table{n} where name == "x" && value == {k} { {fx:{c}} }|if table{n}.isEmpty { {fx:{c}} }|if table{n}.values.contains(2) { {fx:{c}} }|if table{n}.contains(where: { $0.key == "y" }) { {fx:{c}} }»
====
struct Point{n}«: Equatable|: Hashable» { var x = 0; var y: Int«| = 1»; var app: Key{n}; mutating func flip() { (x, y) = (y, x) }; mutating func reset() { self = Point{n}(x: 1, y: 1, app: app) }; var sum: Int { get { x + y } set { x = newValue - y } } }
struct Key{n}: Hashable { let app: Container; static func == (one: Key{n}, two: Key{n}) -> Bool { one.app === two.app }; func hash(into hasher: inout Hasher) {} }
---
var point{n} = Point{n}(x: {k}, y: {k}, app: Key{n}(app: {c}))
let old{n} = point{n}
«point{n}.flip()|point{n}.reset()|point{n}.sum = {k}|point{n}.sum += 1|let turn{n} = { point{n}.flip() }; turn{n}()|var all{n} = [point{n}]; all{n}[0].flip(); point{n} = all{n}[0]|var copy{n} = point{n}; copy{n}.x = 5|[point{n}].forEach { var each = $0; each.flip() }|withUnsafeMutablePointer(to: &point{n}) { $0.pointee.x = 2 }|func change{n}(_ point: inout Point{n}) { point.x += 1; point.flip() }; change{n}(&point{n})|if var inner = Optional(point{n}) { inner.flip() }|var maybe{n}: Point{n}? = point{n}; maybe{n}?.flip(); point{n} = maybe{n} ?? old{n}|(point{n}.x, point{n}.y) = (point{n}.y, point{n}.x)»
«if point{n} == old{n} { {fx:{c}} } else { {fx:{c}} }|if point{n}.x == old{n}.y { {fx:point{n}.app.app} }|if point{n}.sum == {k} { {fx:{c}} }|if [old{n}, point{n}].contains(point{n}) { {fx:{c}} }|if point{n}.x < point{n}.y { {fx:old{n}.app.app} }»
====
var (one{n}, two{n}) = ({k}, {k})
«(one{n}, two{n}) = (two{n}, one{n})|swap(&one{n}, &two{n})|one{n} = two{n}; two{n} = one{n}|do { let one{n} = 5; _ = one{n} }|if case let one{n} = 2, one{n} == two{n} { {fx:{c}} }|one{n} += two{n}; two{n} -= one{n}|{ one{n} = 2 }()|let make{n} = { (one{n}: Int) in two{n} = one{n} }; make{n}({k})|for one{n} in [2, 1] where one{n} > two{n} { {fx:{c}} }|_ = { [one{n}] in two{n} = one{n} + 1 }|repeat { one{n} += 1 } while one{n} < two{n}|two{n} = one{n} > 1 ? one{n} : -one{n}»
? one{n} == two{n}
? one{n} > two{n}
if one{n} «==|<|>=» «two{n}|{k}» { {fx:{c}} }
====
let double{n} = «0.1 + 0.2|1.5|Double({k})|Double.nan|1 / 3.0|-0.0|Double("1.5") ?? 0|2.5.rounded()|(-2.5).rounded(.down)|Double.infinity»
«if double{n} == «0.3|1.5|0|{k}|double{n}» { {fx:{c}} } else { {fx:{c}} }|if double{n} < 1 { {fx:{c}} }|if double{n}.isNaN || double{n} > 2 { {fx:{c}} }|if "\(double{n})" == "«1.5|1.0|0.30000000000000004|-0.0|nan»" { {fx:{c}} }|if !(double{n} >= 1) { {fx:{c}} }|if double{n}.truncatingRemainder(dividingBy: 1) == 0 { {fx:{c}} }»
====
var set{n}: Set<Int> = «[1, 2]|[{k}]|[]|[{k}, {k}]»
«|set{n}.insert({k})|set{n}.remove({k})|set{n}.formUnion([1, {k}])|set{n}.subtract([{k}])|if set{n}.insert({k}).inserted { {fx:{c}} }|if set{n}.remove(1) == nil { {fx:{c}} }»
«if set{n}.contains({k}) { {fx:{c}} }|if set{n}.count == {k} { {fx:{c}} }|if set{n}.isSubset(of: [0, 1]) { {fx:{c}} }|if set{n} == [1, 2] { {fx:{c}} }|if set{n}.intersection([{k}]).isEmpty { {fx:{c}} }|for each in set{n} where each == {k} { {fx:{c}} }»
====
struct Flags{n}: OptionSet { let rawValue: Int; static let a = Flags{n}(rawValue: 1); static let b = Flags{n}(rawValue: 2); static let both: Flags{n} = [.a, .b] }
---
var flags{n}: Flags{n} = «[]|.a|.both|[.b]|Flags{n}(rawValue: {k})»
«|flags{n}.insert(.b)|flags{n}.remove(.a)|if {cond} { flags{n}.insert(.a) }|flags{n}.formSymmetricDifference(.a)»
«if flags{n}.contains(.a) { {fx:{c}} } else { {fx:{c}} }|if flags{n} == .both { {fx:{c}} }|if flags{n}.isEmpty { {fx:{c}} }|if flags{n}.rawValue == {k} { {fx:{c}} }|if flags{n}.isDisjoint(with: .b) { {fx:{c}} }|if flags{n}.isSuperset(of: [.a]) { {fx:{c}} }»
"""
