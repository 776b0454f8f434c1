"""Calls within calls: through helpers, functions kept in values, closures in closures, and what calls itself."""

FORMS = r"""
func a{n}(_ app: Container, _ isOn: Bool = true) { if isOn {
    {run:app}
} }
func b{n}(_ app: Container) { a{n}(app); «|{fx:app}» }
func d{n}(_ app: Container, _ times: Int) { if times > 0 { b{n}(app); d{n}(app, times - 1) } else { «|{fx:app}» } }
func e{n}(_ app: Container) -> Container { «d{n}(app, {k})|b{n}(app)|a{n}(app, {cond})»; return app }
func f{n}(_ body: () -> Void) { body() }
func g{n}(_ app: Container) { f{n} { f{n} { _ = e{n}(app) } } }
func h{n}(_ app: Container) { «g{n}(e{n}(app))|g{n}(app); g{n}(app)|[app].forEach(g{n})|_ = e{n}(e{n}(e{n}(app)))» }
func i{n}(_ app: Container) { defer { h{n}(app) }; «{fx:app}|h{n}(Container())|» }
func j{n}(_ app: Container) { i{n}(app)«; {ask:app}|» }
---
«i{n}({c})|h{n}({c})|j{n}({c})|d{n}({c}, {k})|g{n}({c}); {c}.reset(); j{n}({c})|let step{n} = i{n}; {fx:{c}}; step{n}({c})|{ask}; j{n}({c})»
====
func ping{n}(_ app: Container, _ number: Int, _ isOn: Bool = false) -> Bool { guard number > 0 else { {fx:app}; return isOn }; «|if number == {k} { {fx:app} }; »return pong{n}(app, number - 1, !isOn) }
func pong{n}(_ app: Container, _ number: Int, _ isOn: Bool) -> Bool { if number == 0 { return isOn }; if isOn { {fx:app} }; return ping{n}(app, number - 1, isOn) }
func down{n}(_ number: Int, _ body: (Int) -> Void) { body(number); if number > 0 { down{n}(number - 1, body) } }
func find{n}(_ boxes: [Container]) -> Container? { guard let first = boxes.first else { return nil }; {fx:first}; return find{n}(Array(boxes.dropFirst())) ?? first }
---
«_ = ping{n}({c}, {k})|_ = ping{n}({c}, 9)|if pong{n}({c}, 7, {any:{c}}) { {fx:{c}} }|down{n}({k}) { if $0 == 1 { {fx:{c}} } }|down{n}(4) { _ in {fx:{c}} }|_ = find{n}([{c}, Container()])|{fx:(find{n}([Container(), {c}]) ?? {c})}|_ = find{n}([])|down{n}(2) { number in down{n}(number) { if $0 == number { {fx:{c}} } } }|if ping{n}({c}, {k}) == pong{n}({c}, {k}, true) { {fx:{c}} }»
====
struct Steps{n} {
    var first: (Container) -> Void
    var rest: [(Container) -> Void] = []
    var named: [String: (Container) -> Void] = [:]
    var last: ((Container) -> Void)?
    func run(_ app: Container) { first(app); for step in rest { step(app) }; «named["x"]?(app)|named.values.forEach { $0(app) }|for (_, step) in named { step(app) }»; last?(app) }
    mutating func add(_ step: @escaping (Container) -> Void) { rest.append(step); «|last = step|last = { [first] in first($0); step($0) }» }
}
func wired{n}(_ app: Container) {
    {run:app}
}
---
var steps{n} = Steps{n}(first: «{ {do:$0} }|wired{n}|{ _ in }»)
«|steps{n}.rest = [{ {do:$0} }, wired{n}]|steps{n}.add { {do:$0} }|steps{n}.named["x"] = { {do:$0} }|steps{n}.named = ["x": wired{n}, "y": { {do:$0} }]|steps{n}.last = { {do:$0} }|if {cond} { steps{n}.last = wired{n} }|steps{n}.add(wired{n}); steps{n}.add { {do:$0} }»
«|steps{n}.rest.removeAll()|steps{n}.last = nil|let copy{n} = steps{n}; steps{n}.first = { {do:$0} }; copy{n}.run({c})|{ask}|{c}.reset()»
«steps{n}.run({c})|steps{n}.rest.last?({c})|steps{n}.first({c}); steps{n}.last?({c})|steps{n}.named["y"]?({c})|(steps{n}.named["z"] ?? steps{n}.first)({c})|steps{n}.rest.forEach { $0({c}) }|steps{n}.rest.reversed().forEach { step in step({c}) }»
====
func pass{n}<T>(_ value: T, _ body: (T) throws -> Void) rethrows -> T { «try body(value); return value|defer { withExtendedLifetime(value) {} }; try body(value); return value» }
func twice{n}<T>(_ value: T, _ body: (T) throws -> Void) rethrows { try body(value); try body(value) }
func compose{n}<A, B, C>(_ one: @escaping (A) -> B, _ two: @escaping (B) -> C) -> (A) -> C { { two(one($0)) } }
func curry{n}(_ app: Container) -> (Bool) -> (Bool) -> Container { { one in { two in if one && two { {fx:app} } else { {fx:app} }; return app } } }
---
«_ = pass{n}({c}) {
    {run:$0}
}|pass{n}({c}) { {do:$0} }.register { A() }|twice{n}({c}) { {do:$0} }|try? twice{n}({c}) { {do:$0}; try mayThrow({cond}) }|_ = compose{n}({ (app: Container) in {fx:app}; return app }, { (app: Container) in touch(app) })({c})|_ = compose{n}(same, { (app: Container) in wipe(app) })({c})|{fx:curry{n}({c})({any:{c}})({any:{c}})}|let half{n} = curry{n}({c})(true); {fx:{c}}; _ = half{n}(«true|false|{cond}»)|_ = pass{n}(pass{n}({c}) { {do:$0} }) { {do:$0} }|let function{n} = compose{n}(curry{n}, { $0(true)(false) }); _ = function{n}({c})|_ = pass{n}(({c}, 1)) { pair in {fx:pair.0} }|_ = pass{n}([{c}, Container()]) { for each in $0 { {do:each} } }»
====
let inner{n} = { (app: Container) -> Void in
    {run:app}
}
let middle{n} = { (app: Container, body: (Container) -> Void) -> Void in «body(app)|inner{n}(app); body(app)|body(app); inner{n}(app)» }
let outer{n} = { () -> Void in «middle{n}({c}, inner{n})|middle{n}({c}) { {do:$0} }|let more = { middle{n}({c}) { inner{n}($0) } }; more()|_ = [{c}].map(inner{n})» }
«outer{n}()|outer{n}(); {ask}; outer{n}()|let again{n} = { outer{n}() }; {fx:{c}}; again{n}()|if {cond} { outer{n}() }|later(outer{n})()|[outer{n}, { {do:{c}} }].forEach { $0() }|(0..<{k}).forEach { _ in outer{n}() }|let maybe{n}: (() -> Void)? = «outer{n}|nil»; maybe{n}?()»
====
func wired{n}(_ app: Container, _ number: Int) -> Int {
    {run:app}
    return number + 1
}
---
«_ = [1, {k}].map { wired{n}({c}, $0) }|_ = [1, 2].reduce(0) { wired{n}({c}, $0 + $1) }|_ = zip([1, 2], [{k}]).map { wired{n}({c}, $0 + $1) }|_ = Optional({k}).map { wired{n}({c}, $0) }|_ = Int("{k}").flatMap { $0 > 0 ? wired{n}({c}, $0) : nil }|_ = [[1], []].flatMap { $0.map { wired{n}({c}, $0) } }|for (one, two) in zip([1, 2], [{c}, Container()]) { _ = wired{n}(two, one) }|_ = [1, 2, 3].filter { $0 == {k} }.map { wired{n}({c}, $0) }|(0..<{k}).forEach { _ = wired{n}({c}, $0) }|_ = [{c}, {c}].reduce(into: 0) { $0 = wired{n}($1, $0) }|_ = ["x": {c}].mapValues { wired{n}($0, 1) }|_ = ["x": {c}].map { wired{n}($0.value, $0.key.count) }.first|_ = [3, 1].sorted { wired{n}({c}, $0) < $1 }|_ = [1].lazy.map { wired{n}({c}, $0) }.first|_ = Array([1, 2].lazy.filter { $0 == {k} }.map { wired{n}({c}, $0) })|_ = sequence(first: 1) { $0 < 3 ? wired{n}({c}, $0) : nil }.reduce(0, +)|_ = [1, 2].contains { wired{n}({c}, $0) == {k} }|_ = [wired{n}, wired{n}].map { $0({c}, 1) }|_ = repeatElement({c}, count: {k}).map { wired{n}($0, 1) }|_ = Set([1, 1]).map { wired{n}({c}, $0) }|_ = (1...3).prefix { wired{n}({c}, $0) < 3 }|_ = [1, 2].enumerated().map { wired{n}({c}, $0.offset + $0.element) }|_ = [{c}].map { [$0] }.flatMap { $0 }.map { wired{n}($0, 0) }|_ = try? [1].map { try mayThrow({cond}); return wired{n}({c}, $0) }|_ = [1, 2].allSatisfy { wired{n}({c}, $0) > {k} }|_ = [1, 2].max { wired{n}({c}, $0) < $1 }»
====
final class Node{n} {
    let app: Container
    var next: Node{n}?
    var run: ((Container) -> Void)?
    init(_ app: Container, _ next: Node{n}? = nil) { self.app = app; self.next = next }
    func all(_ body: (Container) -> Void) { body(app); «next?.all(body)|if let next { next.all(body) }|run?(app); next?.all(body)» }
    func last() -> Node{n} { next?.last() ?? self }
    func count() -> Int { 1 + (next?.count() ?? 0) }
    static func chain(_ app: Container, _ times: Int) -> Node{n} { times > 0 ? Node{n}(app, chain(app, times - 1)) : Node{n}(«app|Container()») }
}
---
let node{n} = «Node{n}({c}, Node{n}(Container(), Node{n}({c})))|Node{n}.chain({c}, {k})|Node{n}.chain({c}, 5)|Node{n}({c})»
«node{n}.all { {do:$0} }|{fx:node{n}.last().app}|node{n}.run = { {do:$0} }; node{n}.all { _ in }|node{n}.last().next = Node{n}({c}); node{n}.all { {do:$0} }|if node{n}.count() == {k} { {fx:{c}} }|node{n}.next = nil; node{n}.all { {do:$0} }|var at{n}: Node{n}? = node{n}; while let now = at{n} { {do:now.app}; at{n} = now.next }|node{n}.next?.run = { {do:$0} }; node{n}.next?.run?({c})|node{n}.all { one in node{n}.all { if $0 === one { {do:one} } } }»
====
func levels{n}(_ app: Container, _ level: Int, _ seen: inout [Int]) {
    seen.append(level)
    «defer { if seen.count == {k} { {fx:app} } }|if level == 2 { {fx:app} }|»
    if level < «3|8|2» { levels{n}(«app|level == 1 ? Container(parent: app) : app», level + 1, &seen) } else {
        {run:app}
    }
    «|seen.removeLast()»
}
---
var seen{n}: [Int] = []
levels{n}({c}, 0, &seen{n})
«|if seen{n}.count > 3 { {fx:{c}} }|if seen{n}.isEmpty { {fx:{c}} }|levels{n}({c}, {k}, &seen{n})|{c}.reset(); levels{n}({c}, 1, &seen{n})»
"""
