"""Where a container is kept: in values, in values in values, in copies, and in what is global."""

FORMS = r"""
let way{n} = {via:{c}}
{run:way{n}}
«|{fx:{via:{c}}}|if {via:{c}} === {c} { {fx:{c}} }|{fx:{via:way{n}}}»
+ way{n}
====
struct Deep{n} { var box: Box{n}; var all: [Box{n}] = []; var named: [String: Box{n}] = [:] }
struct Box{n} { var app: Container; var pair: (one: Container, two: Container?); init(_ app: Container, _ two: Container? = nil) { self.app = app; pair = (app, two) } }
---
var deep{n} = Deep{n}(box: Box{n}({c}, «nil|{c}|Container()»), all: [Box{n}({c}), Box{n}(Container())], named: ["x": Box{n}({c})])
«|let old{n} = deep{n}; deep{n}.box.app = Container(); {fx:old{n}.box.app}|deep{n}.all[0].app = «Container()|{c}»|deep{n}.all.swapAt(0, 1)|deep{n}.named["x"]?.app = Container()|deep{n}.named["y"] = deep{n}.named["x"]|deep{n}.box.pair.two = {c}|renew(&deep{n}.box.app)|exchange(&deep{n}.box.app, &deep{n}.all[0].app)|deep{n}.all.removeFirst()|deep{n}.box.pair = (deep{n}.all[0].app, nil)|if {cond} { deep{n}.box = Box{n}(Container()) }|for index in deep{n}.all.indices { deep{n}.all[index].app = {c} }»
«{fx:deep{n}.box.app}|{fx:deep{n}.all[0].app}|{fx:(deep{n}.named["x"]?.app ?? {c})}|deep{n}.box.pair.two?.register { A() }|deep{n}.all.forEach { {do:$0.app} }|deep{n}.named.values.forEach { each in {fx:each.app} }|{fx:deep{n}.box.pair.one}|(deep{n}.all.last?.app).map { {do:$0} }|for (name, box) in deep{n}.named where name == "x" { {do:box.app} }|if let two = deep{n}.box.pair.two { {fx:two} } else { {fx:deep{n}.box.app} }»
+ deep{n}.box.app
====
final class Shelf{n} { var app: Container; var maybe: Container?; var all: [Container]; unowned let back: Container; weak var seen: Shelf{n}?; init(_ app: Container) { self.app = app; all = [app]; back = app }; var front: Container { get { maybe ?? app } set { maybe = newValue } }; subscript(index: Int) -> Container { get { all[index] } set { all[index] = newValue } } }
---
let shelf{n} = Shelf{n}({c})
let other{n} = shelf{n}
«|shelf{n}.app = Container()|other{n}.app = Container()|other{n}.maybe = {c}|other{n}.front = Container()|other{n}[0] = Container()|shelf{n}.all.append(Container())|shelf{n}.seen = other{n}; other{n}.seen?.app = Container()|if {cond} { other{n}.maybe = Container() }|shelf{n}.maybe = shelf{n}.app; renew(&shelf{n}.app)|renew(&other{n}[0])|renew(&other{n}.front)|let old{n} = shelf{n}.all; shelf{n}.all[0] = Container(); {fx:old{n}[0]}»
«{fx:other{n}.app}|{fx:shelf{n}.front}|{fx:other{n}[0]}|{fx:shelf{n}.back}|other{n}.maybe?.reset()|for each in shelf{n}.all { {do:each} }|shelf{n}.seen?.app.register { A() }|{fx:(other{n}.all.last ?? {c})}|[shelf{n}, other{n}].map(\.app).forEach { {do:$0} }|let path{n} = \Shelf{n}.front; {fx:other{n}[keyPath: path{n}]}»
+ shelf{n}.app
====
indirect enum Tree{n} { case empty, leaf(Container), node(Tree{n}, Tree{n}), named(app: Container, Int) 
    var first: Container? { switch self { case .empty: nil; case .leaf(let app): app; case .node(let one, let two): one.first ?? two.first; case .named(let app, let number): number > 0 ? app : nil } }
    func each(_ body: (Container) -> Void) { switch self { case .empty: break; case .leaf(let app), .named(let app, 1): body(app); case let .node(one, two): one.each(body); two.each(body); case .named: break } }
    mutating func grow(_ app: Container) { self = «.node(self, .leaf(app))|.node(.leaf(app), self)» }
}
---
var tree{n} = Tree{n}.«leaf({c})|empty|node(.leaf(Container()), .leaf({c}))|named(app: {c}, {k})|node(.empty, .named(app: {c}, 1))»
«|tree{n}.grow({c})|tree{n}.grow(Container())|if {cond} { tree{n} = .empty }|let copy{n} = tree{n}; tree{n} = .empty; copy{n}.each { {do:$0} }»
«tree{n}.each { {do:$0} }|{fx:(tree{n}.first ?? {c})}|tree{n}.first?.register { A() }|if case .leaf(let app) = tree{n} { {do:app} }|switch tree{n} { case .node(.leaf(let app), _): {fx:app}
case .named(app: let app, let number) where number == 1: {fx:app}
default: {fx:{c}} }|if tree{n}.first === {c} { {fx:{c}} }|guard case let .node(_, two{n}) = tree{n} else { fatalError() }; two{n}.each { {do:$0} }»
====
func swapped{n}(_ one: inout Container, _ two: inout Container, _ isOn: Bool) { if isOn { swap(&one, &two) }; {fx:one} }
func replaced{n}(_ boxes: inout [Container], at index: Int) -> Container { defer { boxes[index] = Container() }; return boxes[index] }
func each{n}(_ app: inout Container, _ body: (inout Container) -> Void) { body(&app); «|{fx:app}» }
---
var (one{n}, two{n}) = ({c}, Container())
«swapped{n}(&one{n}, &two{n}, {any:{c}})|swapped{n}(&one{n}, &two{n}, {cond})|each{n}(&one{n}) { $0 = Container() }|each{n}(&two{n}) { {do:$0}; $0 = {c} }|var all{n} = [one{n}, two{n}]; {fx:replaced{n}(&all{n}, at: {k} % 2)}; {fx:all{n}[0]}|(one{n}, two{n}) = (two{n}, one{n})|let old{n} = one{n}; one{n} = two{n}; {fx:old{n}}|{ one{n} = two{n} }()|let take{n} = { (app: inout Container) in app = Container(parent: app) }; take{n}(&one{n})»
{run:one{n}}
«{fx:one{n}}|{fx:two{n}}|»
+ one{n}
+ two{n}
====
enum Global{n} { nonisolated(unsafe) static var app = Container() «|{ didSet { {fx:app} } }»; static let kept = app; nonisolated(unsafe) static var all: [String: Container] = [:]; static var now: Container { all["x"] ?? app } }
nonisolated(unsafe) var maybe{n}: Container?
func now{n}() -> Container { maybe{n} ?? Global{n}.now }
---
Global{n}.app = {c}
«|Global{n}.all["x"] = «{c}|Container()»|maybe{n} = {c}|maybe{n} = Container()|if {cond} { maybe{n} = {c} }|Global{n}.all = ["x": {c}, "y": {c}]|_ = Global{n}.kept; Global{n}.app = Container()|defer { maybe{n} = nil }|Global{n}.all.removeAll()»
«{fx:now{n}()}|{fx:Global{n}.now}|{fx:Global{n}.kept}|maybe{n}?.register { A() }|{fx:Global{n}.app}|let ask{n} = { now{n}() }; maybe{n} = nil; {fx:ask{n}()}|Global{n}.all.values.forEach { {do:$0} }|Global{n}.all["x"]?.reset()»
«|{ask:now{n}()}|ok({id}) { _ = try Global{n}.now.resolve(A.self) }|maybe{n} = nil»
====
enum Local{n} { @TaskLocal static var app: Container?; @TaskLocal static var isOn = false }
func local{n}() { if let app = Local{n}.app { {fx:app} }; if Local{n}.isOn { «|Local{n}.app?.reset()» } }
---
«Local{n}.$app.withValue({c}) { local{n}() }|Local{n}.$app.withValue({c}) { Local{n}.$isOn.withValue(true) { local{n}() } }|local{n}()|Local{n}.$app.withValue({c}) { Local{n}.$app.withValue(nil) { local{n}() } }|let bound{n} = Local{n}.$app.withValue({c}) { { local{n}() } }; bound{n}()|Local{n}.$app.withValue({c}) { {fx:(Local{n}.app ?? Container())} }|Local{n}.$app.withValue({c}) { defer { local{n}() }; {ask} }|_ = Local{n}.$app.withValue({c}) { Local{n}.app.map { touch($0) } }|Container.withCurrent({c}) { Local{n}.$app.withValue(Container.current) { local{n}() } }»
====
async actor Desk{n} {
    var app: Container
    var all: [Container] = []
    init(_ app: Container) { self.app = app«|; all = [app]» }
    func put() -> Container { {fx:app}; all.append(app); return app }
    func renew() { app = «Container()|Container(parent: app)» }
    var front: Container { «|{fx:app}; »return all.first ?? app }
    func run(_ body: @Sendable (Container) -> Void) { body(app) }
    isolated deinit { {fx:app} }
    nonisolated func out(_ app: Container) { {fx:app} }
}
---
let desk{n} = Desk{n}({c})
«_ = await desk{n}.put()|await desk{n}.renew()|_ = await desk{n}.front|await desk{n}.run { {do:$0} }|desk{n}.out({c})|await desk{n}.renew(); _ = await desk{n}.put()|if {cond} { await desk{n}.renew() }|let front{n} = await desk{n}.front; {fx:front{n}}|await desk{n}.app.register { A() }»
«|_ = await desk{n}.put()|if await desk{n}.front === {c} { {fx:{c}} }»
====
let holder{n}: any Sendable = «{c}|[{c}]|({c}, 1)|Optional({c}) as any Sendable|["x": {c}]»
«if let app = holder{n} as? Container { {fx:app} }|if let all = holder{n} as? [Container] { all.forEach { {do:$0} } }|switch holder{n} { case let app as Container: {fx:app}
case let (app, _) as (Container, Int): {fx:app}
case let table as [String: Container]: {fx:table["x", default: Container()]}
default: {fx:{c}} }|(holder{n} as? Container)?.register { A() }|let object{n} = {c} as AnyObject; (object{n} as? Container)?.register { D() }|{fx:(holder{n} as? Container ?? {c})}|let id{n} = ObjectIdentifier({c}); if id{n} == ObjectIdentifier({via:{c}}) { {fx:{c}} }»
====
var boxes{n} = [{c}, Container(), {c}]
«let box{n} = boxes{n}.removeFirst()|let box{n} = boxes{n}.remove(at: {k})|let box{n} = boxes{n}.popLast() ?? {c}|let box{n} = boxes{n}[boxes{n}.count - 1]|let box{n} = boxes{n}.first { $0 === {c} } ?? Container()|let box{n} = boxes{n}.reversed()[{k}]|let box{n} = boxes{n}.sorted { one, _ in one === {c} }[0]|let box{n} = zip(boxes{n}, [0, 1]).map { $0.0 }[1]|let box{n} = boxes{n}.enumerated().filter { $0.offset == {k} }.map(\.element)[0]|let box{n} = [boxes{n}, boxes{n}].joined().dropFirst({k}).first ?? {c}|let box{n} = boxes{n}.reduce({c}) { «one, _ in one|$1» }|let box{n} = boxes{n}.lastIndex { $0 === {c} }.map { boxes{n}[$0] } ?? Container()|let box{n} = Dictionary(uniqueKeysWithValues: zip(0..., boxes{n}))[{k}] ?? {c}|let box{n} = boxes{n}.filter { $0 !== {c} }.first ?? {c}|let box{n} = boxes{n}[1...].first ?? {c}|let box{n} = boxes{n}.withUnsafeBufferPointer { $0[{k}] }|let box{n} = boxes{n}.max { one, two in two === {c} } ?? {c}»
{run:box{n}}
«|boxes{n}.insert(box{n}, at: 0)|boxes{n}.forEach { {do:$0} }»
+ box{n}
"""
