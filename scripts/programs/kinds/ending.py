"""What runs when something ends, and what the standard library calls: `deinit`, `description`, `==`, `<`."""

FORMS = r"""
final class Last{n} {
    let app: Container
    «|var next: Last{n}?»
    init(_ app: Container) { self.app = app }
    deinit { {fx:app} }
    func use() { «|{fx:app}» }
}
---
«do { let last{n} = Last{n}({c}); withExtendedLifetime(last{n}) { {ask} } }|_ = Last{n}({c})|Last{n}({c}).use()|do { let last{n} = Last{n}({c}); last{n}.use() }|var last{n}: Last{n}? = Last{n}({c}); {fx:{c}}; last{n} = nil|var last{n}: Last{n}? = Last{n}({c}); last{n}?.use(); last{n} = Last{n}(Container())|var all{n} = [Last{n}({c})]; all{n}.removeAll()|var all{n} = [Last{n}({c}), Last{n}(Container())]; {fx:{c}}; _ = all{n}.popLast(); _ = all{n}.count|func take{n}(_ last: Last{n}) { last.use() }; take{n}(Last{n}({c}))|weak var last{n} = Last{n}({c}); if last{n} == nil { {fx:{c}} }|let keep{n}: () -> Last{n} = { let made = Last{n}({c}); return made }; _ = keep{n}()|if {cond} { _ = Last{n}({c}) }|withExtendedLifetime(Last{n}({c})) { $0.use() }»
====
struct Once{n}: ~Copyable {
    let app: Container
    var isOn = true
    init(_ app: Container) { self.app = app }
    consuming func drop() { «|{fx:app}» }
    consuming func give() -> Container { app }
    borrowing func use() { {fx:app} }
    mutating func turn() { isOn.toggle() }
    deinit { {fx:app}«|; if isOn { {fx:app} }» }
}
func take{n}(_ once: consuming Once{n}) { «{fx:once.app}|once.use()|»
}
func look{n}(_ once: borrowing Once{n}) { once.use() }
---
«do { let once{n} = Once{n}({c}); once{n}.use() }|_ = Once{n}({c})|take{n}(Once{n}({c}))|look{n}(Once{n}({c}))|do { let once{n} = Once{n}({c}); take{n}(once{n}); {ask} }|do { var once{n} = Once{n}({c}); once{n} = Once{n}(Container()); {ask}; once{n}.turn() }|do { let once{n} = Once{n}({c}); if {cond} { take{n}(once{n}) }; {fx:{c}} }|do { let once{n} = Once{n}({c}); let given{n} = once{n}.give(); {fx:given{n}} }|do { var once{n} = Once{n}({c}); once{n}.turn() }|do { let once{n} = Once{n}({c}); once{n}.drop(); {ask} }»
====
struct Text{n}: CustomStringConvertible {
    let app: Container
    var description: String { {fx:app}; return «"x"|"y"» }
}
«|extension Text{n}: CustomDebugStringConvertible { var debugDescription: String { {fx:app}; return "y" } }»
---
let text{n} = Text{n}(app: {c})
«_ = "\(text{n})"|_ = String(describing: text{n})|_ = text{n}.description|_ = "\([text{n}])"|_ = String(reflecting: text{n})|_ = text{n}|let closure{n} = { "\(text{n})" }; {fx:{c}}; _ = closure{n}()|_ = {any:{c}} && "\(text{n})" == "x"|if "\(text{n})" == "x" { {fx:{c}} }|_ = "\(Optional(text{n}) as Any)"|_ = ["x": text{n}].description|{c}.register(tag: "\(text{n})") { A() }»
====
struct Key{n}: Hashable {
    let app: Container
    var number: Int
    static func == (one: Key{n}, two: Key{n}) -> Bool { {fx:one.app}; return one.number == two.number }
    func hash(into hasher: inout Hasher) { «{fx:app}; |»hasher.combine(number) }
}
---
let key{n} = Key{n}(app: {c}, number: {k})
«_ = key{n} == key{n}|_ = key{n} != Key{n}(app: Container(), number: 1)|_ = Set([key{n}])|_ = Set([key{n}, key{n}])|_ = [key{n}: 1]|_ = [key{n}].contains(key{n})|_ = [key{n}].firstIndex(of: key{n})|_ = Optional(key{n}) == nil|_ = Optional(key{n}) == key{n}|_ = [key{n}] == [key{n}]|_ = (key{n}, 1) == (key{n}, 2)|_ = key{n}.hashValue|var table{n} = [Key{n}: Int](); table{n}[key{n}] = 1; if table{n}[key{n}] == nil { {fx:{c}} }|switch key{n} { case key{n}: break
default: {fx:{c}} }|if key{n} == Key{n}(app: {c}, number: {k}) { {fx:{c}} }|_ = {any:{c}} && key{n} == key{n}|var set{n} = Set<Key{n}>(); set{n}.insert(key{n}); if set{n}.contains(key{n}) { {fx:{c}} }|_ = [key{n}].elementsEqual([key{n}])|_ = AnyHashable(key{n}) == AnyHashable(1)»
====
struct Rank{n}: Comparable {
    let app: Container
    var number: Int
    static func < (one: Rank{n}, two: Rank{n}) -> Bool { «{fx:one.app}|{fx:two.app}|if one.number == {k} { {fx:one.app} }»
        return one.number < two.number }
    static func == (one: Rank{n}, two: Rank{n}) -> Bool { «{fx:one.app}; |»return one.number == two.number }
}
---
let low{n} = Rank{n}(app: {c}, number: {k})
let high{n} = Rank{n}(app: «{c}|Container()», number: {k})
«_ = low{n} < high{n}|_ = low{n} > high{n}|_ = low{n} <= high{n}|_ = [low{n}, high{n}].sorted()|_ = [low{n}].sorted()|_ = [low{n}, high{n}].min()|_ = max(low{n}, high{n})|_ = low{n} >= high{n} && {any:{c}}|_ = (low{n}...max(low{n}, high{n})).contains(high{n})|if low{n} != high{n} { {fx:{c}} }|var all{n} = [high{n}, low{n}]; all{n}.sort()|_ = [low{n}].max()|_ = (low{n}, 1) < (high{n}, 2)|if min(low{n}, high{n}).number == {k} { {fx:{c}} }»
====
struct Sum{n}: AdditiveArithmetic {
    let app: Container?
    static func == (one: Sum{n}, two: Sum{n}) -> Bool { one.app === two.app }
    static var zero: Sum{n} { Sum{n}(app: nil) }
    static func + (one: Sum{n}, two: Sum{n}) -> Sum{n} { if let app = one.app ?? two.app { {fx:app} }; return one }
    static func - (one: Sum{n}, two: Sum{n}) -> Sum{n} { if let app = one.app { {fx:app} }; return two }
    «|static func += (one: inout Sum{n}, two: Sum{n}) { if let app = two.app { {fx:app} }; one = two }»
}
---
var sum{n} = Sum{n}(app: {c})
«_ = sum{n} + .zero|_ = .zero - sum{n}|sum{n} += sum{n}|sum{n} -= .zero|_ = +sum{n}|_ = [sum{n}].reduce(.zero, +)|sum{n} = .zero + .zero; _ = sum{n} - .zero»
====
struct From{n}: ExpressibleByIntegerLiteral, ExpressibleByStringLiteral, ExpressibleByArrayLiteral, ExpressibleByNilLiteral {
    nonisolated(unsafe) static var app = Container()
    var number = 0
    init(integerLiteral value: Int) { number = value; {fx:Self.app} }
    init(stringLiteral value: String) { {fx:Self.app} }
    init(arrayLiteral elements: Int...) { if elements.isEmpty { {fx:Self.app} } }
    init(nilLiteral: ()) { {fx:Self.app} }
}
---
From{n}.app = {c}
«_ = 1 as From{n}|_ = "x" as From{n}|_ = [] as From{n}|_ = [1] as From{n}|_ = nil as From{n}|let from{n}: From{n} = {k}; if from{n}.number == {k} { {fx:{c}} }|func take{n}(_ from: From{n} = 1) {}; take{n}()|let from{n}: From{n}? = nil; _ = from{n}|let all{n}: [From{n}] = [1, "x"]; _ = all{n}|_ = ["x": 1] as [String: From{n}]»
====
struct Drawn{n}: TextOutputStream { let app: Container; mutating func write(_ text: String) { if text == "x" { {fx:app} } } }
---
var drawn{n} = Drawn{n}(app: {c})
«print("x", to: &drawn{n})|print("y", terminator: "", to: &drawn{n})|drawn{n}.write("x")|drawn{n}.write("y")»
"""
