"""Statements of random programs, by their text, which `Filling` explains."""

FORMS = """
let set{n} = { {do:{c}} }
if {cond} { set{n}() }
====
var on{n} = {cond}
let turn{n} = { on{n} = !on{n} }
if {cond} { turn{n}() }
if on{n} { {act:{c}} }
====
var on{n} = {cond}
func turn{n}() { on{n}.toggle() }
defer { on{n} = false }
turn{n}()
? on{n}
====
var box{n} = {c}
renew(&box{n})
{act:box{n}}
+ box{n}
====
var box{n} = {c}
if {cond} { renew(&box{n}) }
+ box{n}
====
var box{n} = {c}
var bax{n} = {c}
exchange(&box{n}, &bax{n})
{act:box{n}}
+ box{n}
+ bax{n}
====
let keeper{n} = Keeper({c})
let alias{n} = keeper{n}
if {cond} { alias{n}.container = Container() }
{act:keeper{n}.container}
+ keeper{n}.container
====
let keeper{n} = Keeper()
keeper{n}.isWatching = {cond}
keeper{n}.container = {c}
{ask:keeper{n}.extra}
====
let keeper{n}: Keeper = {cond} ? Emptier({c}) : Keeper({c})
keeper{n}()
keeper{n}.fill()
====
do {
    let keeper{n} = Emptier({c})
    _ = keeper{n}
    {ask}
}
====
let all{n} = [{c}, {c}]
for each in all{n} { {act:each} }
====
let all{n} = [{c}, {c}]
{act:all{n}[{bit} % 2]}
{act:all{n}[0]}
====
var all{n} = [Container]()
all{n}.append({c})
if {cond} { all{n}.append({c}) }
all{n}.forEach { {do:$0} }
{ask:all{n}[0]}
====
var all{n} = [{c}, {c}]
all{n}.removeLast()
all{n}.insert(Container(), at: 0)
for each in all{n}.reversed() { {act:each} }
====
let table{n} = ["x": {c}, "y": {c}]
table{n}["x"]?.register { A() }
table{n}[{cond} ? "x" : "z"]?.register { D() }
====
var table{n}: [String: Container] = [:]
table{n}["x"] = {c}
for (name, each) in table{n} { each.register(tag: name) { A() } }
====
let place{n}: Where = {cond} ? .here({c}) : .nowhere
if case .here(let inner) = place{n} { {act:inner} }
====
let place{n}: Where = .under({cond} ? .here({c}) : .here({c}))
switch place{n} {
case .under(.here(let inner)) where {cond}: {act:inner}
case .under: break
default: {act:{c}}
}
====
let wirer{n}: any Wirer = {cond} ? Plain() : Special()
wirer{n}.wire({c})
wirer{n}.outside({c})
====
apply({wirer}, {c})
====
let wirer{n} = Shared()
apply(wirer{n}, {c})
(wirer{n} as any Wirer).extra({c})
====
let kind{n}: Wiring.Type = {cond} ? Less.self : More.self
kind{n}.all({c})
kind{n}.init().wire({c})
====
Wiring.make({cond}).wire({c})
Most().both({c})
====
let wirings{n}: [Wiring] = [Less(), {cond} ? More() : Less()]
for wiring in wirings{n} where !(wiring is Most) { wiring.wire({c}) }
(wirings{n}[1] as? More)?.wire({c})
====
let steps{n}: [(Container) -> Void] = [{ {do:$0} }, { {do:$0} }]
for step in steps{n} { step({c}) }
====
var steps{n}: [() -> Void] = []
steps{n}.append { {do:{c}} }
if {cond} { steps{n}.append { {do:{c}} } }
steps{n}.last?()
steps{n}.forEach { $0() }
====
let choose{n}: (Container) -> Void = {cond} ? { {do:$0} } : { {do:$0} }
choose{n}({c})
====
func made{n}(_ isOn: Bool) -> Container {
    let made = Container()
    {act:made}
    if isOn { return made }
    {act:made}
    return made
}
---
let box{n} = made{n}({cond})
+ box{n}
====
func given{n}(_ given: Container, _ isOn: Bool = false) throws {
    {act:given}
    try mayThrow(isOn)
    {act:given}
}
---
try? given{n}({c}, {cond})
====
throws func given{n}(_ given: Container, _ isOn: Bool) throws {
    defer { {act:given} }
    {act:given}
    try mayThrow(isOn)
    {act:given}
}
---
do { try given{n}({c}, {cond}) } catch is Other { {act:{c}} } catch { {act:{c}} }
====
func given{n}(_ given: Container, _ isOn: Bool) throws {
    guard isOn else { throw Failed() }
    {act:given}
}
---
do { try given{n}({c}, {cond}); {act:{c}} } catch { {ask} }
====
do throws(Failed) {
    if {cond} { throw Failed() }
    {act:{c}}
} catch { {act:{c}} }
====
again({bit}, {c})
====
again(2, {c})
====
if let inner = optional({c}, {cond}) { {act:inner} }
====
plain guard let inner{n} = optional({c}, {cond}) else { return }
{act:inner{n}}
====
var maybe{n}: Container? = nil
if {cond} { maybe{n} = {c} }
maybe{n}?.register { A() }
====
(optional({c}, {cond}) ?? {c}).register { A() }
====
optional({c}, {cond}).map { {do:$0} }
====
_ = {cond} && touch({c})
====
_ = {cond} || touch({c}, {cond})
====
_ = lazily({cond}, touch({c}))
====
if touch({c}, {cond}), {cond} { {act:{c}} }
====
{c}.wireAll({cond})
====
{c}.wireAll()
{act:{c}.refilled}
====
let box{n} = Container.wired({cond})
+ box{n}
====
put({c}) { A() }
put({c}) { D() }
====
let box{n} = second({c}, {c})
let bax{n} = same(box{n})
+ bax{n}
====
let box{n} = if {cond} { {c} } else { {c} }
+ box{n}
====
let box{n} = switch mode({bit}) { case .one: {c}; case .two: {c}; case .three: Container() }
+ box{n}
====
let box{n}: Container
if {cond} { box{n} = {c} } else { box{n} = Container(parent: {c}) }
+ box{n}
====
_ = [1].lazy.map { _ in touch({c}) }
====
_ = [1, 2].map { _ in touch({c}) }
====
_ = [1, 2].first { $0 == {bit} && touch({c}) }
====
_ = [0, 1].contains { _ in touch({c}, {cond}) }
====
[1, 2].prefix({bit}).forEach { _ in {do:{c}} }
====
_ = [Int]().reduce(true) { _, _ in touch({c}) }
====
for index in stride(from: 0, to: {bit}, by: 1) { if index == 1 { {act:{c}} } }
====
for (index, each) in [{c}, {c}].enumerated() where index == 1 { {act:each} }
====
for each in zip([1], [2]) { if each.0 < each.1 { {act:{c}} } }
====
for case .tagged(let text) in [choice({bit}), .tagged("y")] { {c}.register(tag: text) { A() } }
====
var index{n} = 0
while true {
    index{n} += 1
    if index{n} > 2 { break }
    if {cond} { continue }
    {act:{c}}
}
====
var iterator{n} = [{c}, {c}].makeIterator()
while let each = iterator{n}.next() { {act:each} }
====
var index{n} = 3
repeat { index{n} -= 1; if index{n} == 1 { {act:{c}} } } while index{n} > {bit}
====
Container.withCurrent({c}) { {do:Container.current} }
====
struct Local{n} { var isOn = true; mutating func turn() { isOn.toggle() } }
---
var local{n} = Local{n}()
local{n}.turn()
if {cond} { local{n}.turn() }
? local{n}.isOn
====
var holder{n} = Holder()
holder{n}[{bit}] = {c}
holder{n}.container.register { A() }
+ holder{n}.container
====
var holder{n} = Holder()
let copy{n} = holder{n}
holder{n}.restart()
{act:copy{n}.container}
+ holder{n}.container
+ copy{n}.container
====
var holder{n} = Holder()
let path{n}: WritableKeyPath<Holder, Bool> = \\.isOn
holder{n}[keyPath: path{n}] = {cond}
holder{n}.wire()
+ holder{n}.container
====
var holders{n} = [Holder(), Holder()]
holders{n}[0].turnOff()
for index in holders{n}.indices { holders{n}[index].wire() }
+ holders{n}[0].container
+ holders{n}[1].container
====
var holder{n} = Holder()
withUnsafeMutablePointer(to: &holder{n}) { $0.pointee.isOn = false }
holder{n}.wire()
+ holder{n}.container
====
@Counted var counted{n} = 0
counted{n} += 1
if _counted{n}.changes > 0 { {act:{c}} }
====
let via{n} = Via(container: {c})
{act:via{n}.refilled}
====
enum Stored{n} { nonisolated(unsafe) static var isOn = false; nonisolated(unsafe) static var box = Container() }
---
Stored{n}.isOn = {cond}
if Stored{n}.isOn { {act:{c}} }
====
nonisolated(unsafe) var stored{n} = Container()
func refresh{n}() { stored{n} = Container() }
---
stored{n} = {c}
{act:stored{n}}
if {cond} { refresh{n}() }
{ask:stored{n}}
====
async let guard{n} = Guard({c})
if {cond} { await guard{n}.turnOn() }
await guard{n}.wire()
====
async await withTaskGroup(of: Void.self) { group in
    group.addTask { {do:{cc}} }
    if {cond} { group.addTask { {do:{cc}} } }
}
====
async let task{n} = Task { {do:{cc}} }
if {cond} { {act:{c}} }
await task{n}.value
====
async async let spawned{n}: Void = { {do:{cc}} }()
if {cond} { await spawned{n} }
{ask:{c}}
====
async throws try await withThrowingTaskGroup(of: Void.self) { group in
    group.addTask { try mayThrow({cond}); {do:{cc}} }
    for _ in 0..<2 { group.addTask { {do:{cc}} } }
    if {cond} { try await group.waitForAll() }
    {act:{c}}
}
====
async await withDiscardingTaskGroup { group in group.addTask { {do:{cc}} } }
====
async await MainActor.run { {do:{cc}} }
====
async await Task.detached { {do:{cc}} }.value
====
async throws let result{n} = await Task { try mayThrow({pure}); {do:{cc}} }.result
if case .failure = result{n} { {act:{c}} }
====
async for await each in AsyncStream<Int>(unfolding: { nil }) { _ = each; {act:{c}} }
====
let result{n} = Result { try mayThrow({cond}); {do:{c}} }
if (try? result{n}.get()) == nil { {act:{c}} }
====
try? [0, 1].forEach { try mayThrow($0 == 1 && {cond}); {do:{c}} }
====
throws do { try twice { try mayThrow({cond}); {do:{c}} } } catch { {act:{c}} }
====
unless({cond}) { {do:{c}} }
====
DispatchQueue(label: "q").sync { {do:{c}} }
====
let owner{n} = Owning(owned: {c})
if owner{n}.filled, {cond} { owner{n}.filled = true }
====
let owner{n} = Owning(owned: {c})
if {cond} { owner{n}[0] = 1 }
====
lazy var late{n}: Container = { {act:{c}}; return Container(parent: {c}) }()
if {cond} { {act:late{n}} }
====
var on{n} = {cond}
var off{n}: Bool { get { !on{n} } set { on{n} = !newValue } }
off{n} = {cond}
? on{n}
? off{n}
====
let all{n} = [{c}, Container(), {c}]
for each in all{n}[0..<{bit}] { {act:each} }
for each in all{n}.dropFirst({bit}) { {act:each} }
====
_ = (0..<{bit}).contains { _ in touch({c}, {cond}) }
====
let lock{n} = NSLock()
lock{n}.withLock { {do:{c}} }
====
withExtendedLifetime({c}) { {do:$0} }
====
var (one{n}, two{n}) = ({cond}, {cond})
(one{n}, two{n}) = (two{n}, one{n})
? one{n}
? !two{n}
====
var options{n}: Set<String> = ["a"]
if {cond} { options{n}.insert("b") }
? options{n}.contains("b")
====
var number{n} = {bit}
number{n} *= 2
number{n} -= 1
? number{n} > 2
? number{n} == -1
====
let text{n} = "x" + ({cond} ? "" : "y")
{c}.register(tag: text{n}) { A() }
? text{n} == "x"
? text{n}.hasPrefix("xy")
====
let text{n} = "\\({bit})"
{c}.register(tag: text{n} == "1" ? "x" : "y") { A() }
====
do {
    {c}.install {
        {act:$0}
        {ask}
    }
}
====
try? {c}.install {
    {act:$0}
    try mayThrow({cond})
    {act:$0}
}
====
{c}.install {
    {act:$0}
    if {cond} { $0.reset() }
    {act:$0}
}
====
let box{n} = Container {
    {act:$0}
    let inner = $0
    if {cond} { {act:inner} }
}
+ box{n}
====
let box{n} = try? Container {
    {act:$0}
    try mayThrow({cond})
}
box{n}?.register { A() }
{ask:(box{n} ?? {c})}
====
let box{n} = {c}.overriding {
    {act:$0}
    {act:$0}
}
{act:{c}}
+ box{n}
====
let box{n} = {c}.overriding()
if {cond} { {act:box{n}} }
+ box{n}
====
let box{n} = Container(modules: AModule(), BModule(isKept: {cond}), CModule())
+ box{n}
====
let modules{n}: [any Module] = {cond} ? [AModule()] : [CModule(), AModule()]
{c}.install(modules{n})
====
var modules{n}: [any Module] = [CModule()]
if {cond} { modules{n}.append(BModule(isKept: true)) }
{c}.install(modules{n})
====
let name{n} = {c}.decorate((any Face).self) { original, _ in Wrapped(original: original) }
if {cond} { {c}.remove(name{n}) }
====
{c}.decorate((any Face).self) { original, resolver in _ = try resolver.resolve(D.self); return Wrapped(original: original) }
====
{c}.decorate(A.self) { original, resolver in _ = try resolver.resolve({T}.self); return original }
====
{c}.register(tag: "x") { A() as any Face }.selectable()
{c}.register(tag: "y") { D() as any Face }.selectable()
ok({id}) { _ = try {c}.select("y", for: (any Face).self) }
{ask}
====
ok({id}) { try {c}.install(implementationsOf: (any Face).self, default: {tag}) { $0.register(tag: "x") { A() as any Face } } }
ok({id}) { _ = try {c}.select({tag}, for: (any Face).self) }
====
{c}.register { A() as any Face }.contributing()
if {cond} { {c}.register { D() as any Face }.contributing() }
ok({id}) { _ = try {c}.resolveAll((any Face).self) }
ok({id}) { _ = try {c}.resolve([any Face].self) }
====
{c}.declaresCollection(of: (any Face).self)
ok({id}) { _ = try {c}.resolve([any Face].self) }
====
let made{n} = {c}.register { A() }
if {cond} { {c}.register { A() }.replacing() }
{c}.remove(made{n})
====
let made{n} = {c}.register(.singleton) { D() }
{ask}
{c}.reset()
{c}.register(made{n})
====
{c}.register(.weakSingleton) { A() }
{c}.dropInstances()
====
{c}.register { D() }.injecting { resolver, _ in _ = try resolver.resolve({T}.self) }
====
let made{n} = {c}.register { D() }
if {cond} { made{n}.injecting { resolver, _ in _ = try resolver.resolve({T}.self) } }
====
{c}.expects(D.self, in: "deep")
ok({id}) { _ = try {c}.openScope("deep") { if {cond} { $0.provide(D()) } } }
====
{c}.expects(D.self, in: "deep")
if let box = try? {c}.openScope("deep", providing: { $0.provide(D()) }) { {ask:box} }
====
{c}.register(.scoped("deep")) { B(a: $0) }
if let box = try? {c}.openScope("deep") { {act:box}; {ask:box}; {ask:{c}} }
====
async await okLater({id}) { try await {c}.withScope("deep") { box in {do:box}; _ = try box.resolve({T}.self) } }
====
if let lease = try? {c}.leaseScope("deep") { {act:lease.scope}; {ask:lease.scope} }
====
async try? await {c}.close()
{ask}
====
async let box{n} = Container(parent: {c})
if {cond} { try? await box{n}.close() }
{ask:box{n}}
====
{c}.register(.eagerSingleton) { B(a: $0) }
ok({id}) { try {c}.bootstrap() }
{ask}
====
async {c}.async.register(.singleton) { await Task.yield(); return A() }
{ask}
await okLater({id}) { _ = try await {c}.async.resolve({T}.self) }
{ask}
====
async {c}.async.register(.eagerSingleton) { await Task.yield(); return A() }
await okLater({id}) { try await {c}.async.bootstrap() }
{ask}
====
async {c}.main.register { D() }
{ask}
await okLater({id}) { _ = try await {c}.main.resolve({T}.self) }
====
let provider{n} = {c}.provider(of: {T}.self)
{act:{c}}
ok({id}) { _ = try provider{n}() }
====
let provider{n} = Container.wired(true).provider(of: A.self)
ok({id}) { _ = try provider{n}() }
====
let maybe{n} = try? {c}.resolve(E.self)
{act:{c}}
if let maybe{n} { ok({id}) { _ = try maybe{n}.later() } }
====
let ask{n} = { ok({id}) { _ = try {c}.resolve({T}.self) } }
ask{n}()
{act:{c}}
ask{n}()
====
func ask{n}(_ given: Container) { ok({id}) { _ = try given.resolve({T}.self) } }
---
ask{n}({c})
{act:{c}}
ask{n}({c})
====
func ask{n}<T>(_ given: Container, _ type: T.Type) { ok({id}) { _ = try given.resolve(type) } }
---
ask{n}({c}, A.self)
ask{n}({c}, {T}.self)
====
let box{n} = Container(sources: [{c}, Container.wired({cond})])
+ box{n}
====
let box{n} = Container()
box{n}.link(with: {c})
if {cond} { box{n}.unlink(from: {c}) }
+ box{n}
====
let box{n} = Container.wired(true)
{c}.link(with: box{n})
{ask}
====
{c}.register { K(n: $0) }
ok({id}) { _ = try {c}.resolve(K.self, arguments: 1) }
ok({id}) { _ = try {c}.resolve(K.self) }
====
{c}.register { (resolver: inout Resolver, n: Int) in K(n: n) }
ok({id}) { _ = try {c}.resolve(K.self, arguments: {bit}) }
====
{c}.register(.shared) { L(m: $0) }
{c}.register(.shared) { M(l: $0) }
ok({id}) { _ = try {c}.resolve(L.self) }
====
{c}.register { A() }.forAnyTag()
ok({id}) { _ = try {c}.resolve(A.self, tag: {tag}) }
====
{c}.register { (resolver: inout Resolver) in B(a: try resolver.resolve(tag: .inherited)) }
{ask}
====
{c}.register(tag: "x") { D() }.implements((any Face).self, tag: "y") { $0 }
ok({id}) { _ = try {c}.resolve((any Face).self, tag: {tag}) }
====
{c}.register { A() }.forwarding(to: (any Face).self) { $0 }
{ask}
====
{c}.provide(A())
====
{c}.provide(D() as any Face, as: (any Face).self)
====
{c}.provide({cond} ? A() : nil)
====
{c}.register { J() }
ok({id}) { try {c}.adopt(J()) }
====
ok({id}) { _ = try {c}.resolve(A?.self) }
ok({id}) { _ = try {c}.resolve(B?.self) }
====
ok({id}) { try {c}.with({T}.self) { _ in } }
====
ok({id}) { _ = try {c}.resolve(dynamically: {T}.self) }
====
if {cond} { {c}.injectsProperties = false }
{c}.register { J() }
ok({id}) { _ = try {c}.resolve(J.self) }
====
{c}.register { J() }.injectingProperties({cond})
ok({id}) { _ = try {c}.resolve(J.self) }
====
{c}.register(.eagerSingleton) { A() as any Face }.contributing()
if {cond} { {c}.register(.eagerSingleton) { D() as any Face }.contributing() }
ok({id}) { try {c}.bootstrap() }
====
{c}.register(.eagerSingleton, tag: {tag}) { D() }.implements((any Face).self) { $0 }
if {cond} { {c}.decorate((any Face).self) { original, resolver in _ = try resolver.resolve({T}.self); return original } }
ok({id}) { try {c}.bootstrap() }
====
{c}.register(.eagerSingleton) { B(a: $0) }
if {cond} { {c}.register { A() } }
if let box = try? {c}.openScope("deep") {
    box.decorate(B.self) { original, resolver in _ = try resolver.resolve({T}.self); return original }
    ok({id}) { try box.bootstrap() }
}
====
{c}.register { A() }.forwarding(to: (any Face).self) { $0 }.injecting { resolver, _ in _ = try resolver.resolve({T}.self) }
ok({id}) { _ = try {c}.resolve((any Face).self) }
{ask}
====
{c}.decorate(A.self, in: "deep") { original, resolver in _ = try resolver.resolve({T}.self); return original }
if let box = try? {c}.openScope("deep") { {ask:box}; if {cond} { {act:box} }; ok({id}) { try box.bootstrap() } }
====
async if let lease = try? {c}.leaseScope("deep") {
    {act:lease.scope}
    if {cond} { try? await lease.close() }
    {ask:lease.scope}
}
"""
