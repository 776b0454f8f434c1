"""What is made when it is first touched: globals, static and lazy properties, code that escaped."""

FORMS = r"""
enum Late{n} {
    nonisolated(unsafe) static var app = Container()
    static let «value: Int = { {fx:app}; return {k} }()|value = touch(app) ? 1 : 2|value = light(app) ? {k} : 0»
    static let other«: Bool = { {fx:app}; return value > 0 }()| = value > 1|: Bool = touch(app, value == 1)»
}
---
Late{n}.app = {c}
«|{fx:{c}}|{fx:{c}}»
«_ = Late{n}.value|if Late{n}.value == {k} { {fx:{c}} }|let ask{n} = { Late{n}.value }; {ask}; _ = ask{n}()|_ = lazily({cond}, Late{n}.value == 1)|_ = {any:{c}} && Late{n}.value > 0|_ = {any:{c}} || Late{n}.other|if {cond} { _ = Late{n}.value }|_ = Late{n}.other|let later{n} = later { _ = Late{n}.value }; {fx:{c}}; later{n}()|defer { _ = Late{n}.value }»
«|{fx:{c}}|_ = Late{n}.other; {fx:{c}}|{c}.reset(); _ = Late{n}.value»
====
nonisolated(unsafe) var place{n} = Container()
let late{n}: Container = { {fx:place{n}}; return «Container()|Container(parent: place{n})|place{n}» }()
func touch{n}() -> Container { late{n} }
---
place{n} = {c}
«{fx:late{n}}|_ = touch{n}()|let later{n} = { touch{n}() }; {fx:{c}}; _ = later{n}()|{c}.register { () -> D in _ = late{n}; return D() }; {ask}|_ = [1].lazy.map { _ in late{n} }|_ = [1].map { _ in late{n} }|place{n} = Container(); _ = late{n}»
«|place{n} = Container(); {fx:late{n}}»
+ late{n}
====
struct Late{n} {
    let app: Container
    lazy var value: Int = { {fx:app}; return {k} }()
    lazy var other = value + 1
    lazy var box = Container(parent: app) «|{ didSet { {fx:box} } }»
    init(_ app: Container) { self.app = app«|; value = 1|; _ = value» }
}
---
var late{n} = Late{n}({c})
«_ = late{n}.value|late{n}.value = {k}|_ = late{n}.other|var copy{n} = late{n}; _ = copy{n}.value|if {cond} { _ = late{n}.value }|late{n}.value += 1|if late{n}.other == {k} { {fx:{c}} }|{fx:late{n}.box}|let read{n} = { late{n}.value }; {fx:{c}}; _ = read{n}()|»
«|{c}.reset(); _ = late{n}.value|late{n} = Late{n}(Container()); _ = late{n}.value|var copy{n} = late{n}; {fx:{c}}; _ = copy{n}.other»
====
final class Late{n} {
    let app: Container
    lazy var value: Int = { {fx:self.app}; return 1 }()
    lazy var make: () -> Void = { [unowned self] in {fx:self.app} }
    lazy private(set) var box: Container = filled()
    init(_ app: Container) { self.app = app }
    func filled() -> Container { {fx:app}; let made = Container(); {fx:made}; return made }
}
---
let late{n} = Late{n}({c})
«_ = late{n}.value|late{n}.make()|late{n}.make = {}; late{n}.make()|{fx:late{n}.box}|_ = late{n}[keyPath: \.value]|late{n}.value = 1|_ = {any:{c}} && late{n}.value > 0|weak var weak{n} = late{n}; _ = weak{n}?.value»
«|{c}.reset(); _ = late{n}.value|{c}.reset(); late{n}.make()|_ = late{n}.box»
====
lazy var late{n}: Int = { {fx:{c}}; return {k} }()
«_ = late{n}|late{n} = 1|late{n} += 1|if {cond} { _ = late{n} }|_ = {any:{c}} || late{n} > 0|func read{n}() -> Int { late{n} }; {fx:{c}}; _ = read{n}()|let read{n} = { late{n} }; {c}.reset(); _ = read{n}()|»
«|{c}.reset(); _ = late{n}»
====
nonisolated(unsafe) var steps{n}: [() -> Void] = []
nonisolated(unsafe) var last{n}: ((Container) -> Void)?
func keep{n}(_ step: @escaping () -> Void) { steps{n}.append(step) }
func run{n}() { «for step in steps{n} { step() }|steps{n}.forEach { $0() }|steps{n}.last?()|while let step = steps{n}.popLast() { step() }» }
---
steps{n} = []
keep{n} { {do:{c}} }
«|{ask}|{c}.reset()|last{n} = { {do:$0} }»
«run{n}()|if {cond} { run{n}() }|last{n}?({c})|steps{n}.removeAll(); run{n}()|defer { run{n}() }|{c}.register { () -> D in run{n}(); return D() }; {ask}|»
====
async «await Task { _ = {any:{c}} }.value|let task{n} = Task { {do:{cc}} }; {ask}; await task{n}.value|await Task { @MainActor in {do:{c}} }.value|let task{n} = Task.detached { {do:{c}} }; _ = await task{n}.result|async let child{n}: Bool = {yes:{c}}; _ = await child{n}|async let child{n}: Bool = {any:{c}}; if {cond} { _ = await child{n} }; {c}.reset()|await withCheckedContinuation { continuation in {do:{c}}; continuation.resume() }|await withTaskGroup(of: Container.self) { group in group.addTask { {c} }; for await app in group { {do:app} } }|let task{n} = Task { try await Task.sleep(nanoseconds: 1); {do:{c}} }; task{n}.cancel(); _ = await task{n}.result»
====
final class Late{n} {
    static let shared = Late{n}()
    nonisolated(unsafe) static var made = 0
    let app = Container()
    private init() { Self.made += 1; {fx:app} }
    func again() -> Container { {fx:app}; return app }
}
---
«if Late{n}.made > 0 { {fx:{c}} } else { {fx:{c}} }|»
«{fx:Late{n}.shared.app}|{fx:Late{n}.shared.again()}|_ = Late{n}.shared|_ = { Late{n}.shared }|if {cond} { _ = Late{n}.shared }»
if Late{n}.made «> 0|== 1|== 0» { {fx:{c}} }
+ Late{n}.shared.app
====
let captured{n} = {c}
var box{n} = captured{n}
let step{n} = { «|[box{n}] in |[captured = box{n}] in _ = captured; »{do:box{n}} }
«box{n} = Container()|if {cond} { box{n} = Container() }|renew(&box{n})|»
step{n}()
+ box{n}
====
func made{n}(_ app: Container) -> () -> Int { var count = 0; return { count += 1; if count == «1|2» { {fx:app} }; return count } }
---
let first{n} = made{n}({c})
let other{n} = made{n}(«{c}|Container()»)
_ = first{n}()
«|_ = first{n}()|_ = other{n}()|if {cond} { _ = first{n}() }»
? other{n}() == «1|2»
"""
