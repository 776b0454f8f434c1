"""Writes random programs that wire containers, for random-programs.py.

A program is a function. What it asks a container for stands on one line with a number:

    mark(3); _ = try app.resolve(A.self); done(3)

or `ok(3) { _ = try app.resolve(A.self) }`, which handles the error.
"""

import random
import re

PRELUDE = """
import Foundation
import Mortise

protocol Face: Sendable {}
final class A: Face {}
final class B: Sendable { let a: A; init(a: A) { self.a = a } }
final class C: Sendable { let b: B; init(b: B) { self.b = b } }
final class D: Face {}
final class E: Sendable { let later: Provider<A>; init(later: Provider<A>) { self.later = later } }
final class F: Sendable { let a: A?; init(a: A?) { self.a = a } }
final class G: Sendable { let faces: [any Face]; init(faces: [any Face]) { self.faces = faces } }
final class H: Sendable { let d: D; let c: C?; init(d: D, c: C?) { (self.d, self.c) = (d, c) } }
final class J { @Injected var a: A }
final class K: Sendable { let n: Int; init(n: Int) { self.n = n } }
final class L: Sendable { let m: M; init(m: M) { self.m = m } }
final class M: Sendable { let l: L; init(l: L) { self.l = l } }
struct Wrapped: Face { let original: any Face }
struct Failed: Error {}
struct Other: Error {}
enum Mode: String, CaseIterable { case one, two, three }
enum Choice { case none, tagged(String), many(Int, Bool) }
enum Label: String, TagConvertible { case x, y }
indirect enum Where { case here(Container), nowhere, under(Where) }

/// What a run answers, bit by bit.
nonisolated(unsafe) var answers = 0
func flag(_ bit: Int) -> Bool { answers >> bit & 1 == 1 }
func count(_ bit: Int) -> Int { answers >> bit & 3 }
func mode(_ bit: Int) -> Mode { Mode.allCases[count(bit) % 3] }
func choice(_ bit: Int) -> Choice {
    switch count(bit) {
    case 0: .none
    case 1: .tagged("x")
    case 2: .many(2, true)
    default: .many(3, false)
    }
}

/// What tells the script what happened.
func mark(_ number: Int) { print("s", number) }
func done(_ number: Int) { print("o", number) }
func ok(_ number: Int, _ body: () throws -> Void) {
    mark(number)
    do { try body(); done(number) } catch { fputs("\\(error)\\n", stderr) }
}
func okLater(_ number: Int, _ body: () async throws -> Void) async {
    mark(number)
    do { try await body(); done(number) } catch { fputs("\\(error)\\n", stderr) }
}

func mayThrow(_ fails: Bool) throws { if fails { throw Failed() } }
func clear(_ value: inout Bool) { value = false }
func bump(_ value: inout Int) { value += 1 }
func twice(_ body: () throws -> Void) rethrows { try body(); try body() }
func never(_ body: () throws -> Void) rethrows {}
func unless(_ isOff: Bool, _ body: () throws -> Void) rethrows { if !isOff { try body() } }
func later(_ body: @escaping () -> Void) -> () -> Void { body }
func lazily(_ isOn: Bool, _ body: @autoclosure () -> Bool) -> Bool { isOn && body() }
func optional(_ container: Container, _ isThere: Bool) -> Container? { isThere ? container : nil }
func renew(_ container: inout Container) { container = Container() }
func exchange(_ one: inout Container, _ two: inout Container) { (one, two) = (two, one) }
func same(_ container: Container) -> Container { container }
func second<T>(_ one: T, _ two: T) -> T { two }
func put<T: Sendable>(_ container: Container, _ make: @escaping @Sendable () -> T) { container.register { make() } }
func touch(_ container: Container, _ result: Bool = true) -> Bool { container.register { A() }; return result }
func again(_ times: Int, _ container: Container) {
    guard times > 0 else { return }
    if times == 1 { container.register { D() } }
    container.register { A() }
    again(times - 1, container)
}
extension Container {
    func wireAll(_ isFull: Bool = true) { register { A() }; if isFull { register { D() } } }
    static func wired(_ isFull: Bool) -> Container { let made = Container(); made.wireAll(isFull); return made }
    var refilled: Container { register { B(a: $0) }; return self }
}
struct AModule: Module { func register(in container: Container) { container.register { A() } } }
struct BModule: Module {
    let isKept: Bool
    var requires: [any Module] { isKept ? [AModule()] : [] }
    func register(in container: Container) {
        if isKept { container.register(.singleton) { B(a: $0) } } else { container.register { B(a: $0) } }
    }
}
struct CModule: DefinitionModule {
    let c = ModuleDefinition(.singleton) { (r: inout Resolver) in C(b: try r.resolve()) }
    let d = ModuleDefinition { D() }.implements((any Face).self) { $0 }
}
class Wiring {
    required init() {}
    func wire(_ container: Container) { container.register { A() } }
    final func both(_ container: Container) { wire(container); container.register { D() } }
    class func all(_ container: Container) { container.register { A() } }
    static func make(_ isMore: Bool) -> Wiring { isMore ? More() : Wiring() }
}
class Less: Wiring {
    override func wire(_ container: Container) {}
    override class func all(_ container: Container) { container.register { D() } }
}
class More: Wiring {
    override func wire(_ container: Container) { super.wire(container); container.register { B(a: $0) } }
}
final class Most: More {}
protocol Wirer { func wire(_ container: Container); func extra(_ container: Container) }
extension Wirer {
    func wire(_ container: Container) { container.register { A() } }
    func extra(_ container: Container) { wire(container) }
    func outside(_ container: Container) { container.register { D() } }
}
struct Plain: Wirer {}
struct Special: Wirer { func wire(_ container: Container) { container.register { B(a: $0) } } }
final class Shared: Wirer {
    var times = 0
    func wire(_ container: Container) { times += 1; if times > 1 { container.register { A() } } }
    func outside(_ container: Container) {}
}
protocol Owner { var owned: Container { get } }
extension Owner {
    var filled: Bool { get { owned.register { A() }; return true } nonmutating set { owned.register { D() } } }
    subscript(index: Int) -> Int { get { index } nonmutating set { owned.reset() } }
}
struct Owning: Owner { let owned: Container }
func apply(_ wirer: some Wirer, _ container: Container) { wirer.extra(container); wirer.outside(container) }
struct Holder {
    var container = Container()
    var isOn = true
    mutating func restart() { container = Container() }
    mutating func turnOff() { isOn = false }
    func wire() { if isOn { container.register { A() } } }
    subscript(index: Int) -> Container { get { container } set { if index > 0 { container = newValue } } }
}
class Keeper {
    var container: Container { didSet { if isWatching { container.register { A() } } } }
    var isWatching = false
    lazy var extra: Container = { let made = Container(parent: container); made.register { D() }; return made }()
    init(_ container: Container) { self.container = container; fill() }
    convenience init() { self.init(Container()); container.register { A() } }
    func fill() { container.register { D() } }
    func callAsFunction() { container.register { A() } }
}
final class Emptier: Keeper {
    override func fill() {}
    deinit { container.register { A() } }
}
actor Guard {
    let container: Container
    var isOn = false
    init(_ container: Container) { self.container = container }
    func turnOn() { isOn = true }
    func wire() { if isOn { container.register { A() } } }
}
@propertyWrapper struct Counted {
    var wrappedValue: Int { didSet { changes += 1 } }
    var changes = 0
    init(wrappedValue: Int) { self.wrappedValue = wrappedValue }
    var projectedValue: Int { changes }
}
@dynamicMemberLookup struct Via {
    var container: Container
    subscript<T>(dynamicMember path: KeyPath<Container, T>) -> T { container[keyPath: path] }
}
"""

# The prover reads files that mention what wires. So this one is read only if it says so.
MAIN = """
import Foundation

@main struct Program {
    static func main() async {
        setvbuf(stdout, nil, _IOLBF, 0)
        let first = Int(CommandLine.arguments[1])!
        let all = %s
        nonisolated(unsafe) var round = 0
        Thread.detachNewThread {
            var last = -1
            while true {
                sleep(5)
                if last == round { print("hangs"); fflush(stdout); _exit(1) }
                last = round
            }
        }
        for index in first..<all.count * 16 {
            round += 1
            answers = index %% 16
            print("p", index)
            do { try await all[index / 16]() } catch {}
        }
        print("end")
    }
}
"""

# What is registered, and what its factory needs.
NEEDS = {"B": [("a", "A")], "C": [("b", "B")], "E": [("later", "Provider<A>")], "F": [("a", "A?")],
         "G": [("faces", "[any Face]")], "H": [("d", "D"), ("c", "C?")], "L": [("m", "M")], "M": [("l", "L")]}
SERVICES = ["A"] * 5 + ["D"] * 3 + ["B"] * 4 + ["C"] * 2 + ["E", "F", "G", "H", "J", "K"] + ["L"]
ASKED = ["A"] * 5 + ["B"] * 4 + ["C"] * 2 + ["D"] * 2 + ["(any Face)"] * 2 + ["E", "F", "G", "H", "J", "L"]
TAGS = ['"x"', '"x"', '"y"', "Label.x", "Label.y", "1"]

# Statements, by their text. `{c}` is a container, `{act:…}` changes the container that it names,
# `{do:…}` does as an expression without value, `{cond}` is a condition, `{n}` a number, the same one in the
# whole text, `{bit}` a bit of the answers, `{block}` some statements, `{ask}` a request, `{ask:…}` one of the
# container that it names. Before `---` stands what goes outside of the function. A line that begins with `+`
# names a container that the statements behind may use, one with `?` a condition. Words in front: `throws`,
# `async`, `plain` (only outside of closures) if the statements need that.
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

# Operations for programs without conditions; what follows is the container's.
OPERATIONS = """
6 {reg}
2 {reg}.replacing()
1 {reg}.contributing()
1 {c}.register { A() as any Face }.contributing()
1 {c}.register { D() as any Face }.contributing()
1 {c}.register({tag:}) { A() as any Face }
1 {c}.register { D() }.implements((any Face).self) { $0 }
1 {c}.register(.singleton, tag: "x") { D() }.implements((any Face).self, tag: "y") { $0 }
1 {c}.register { A() }.forAnyTag()
1 {c}.register { D() }.injecting { resolver, _ in _ = try resolver.resolve({T}.self) }
1 {c}.register { A() }.forwarding(to: (any Face).self) { $0 }
1 {c}.register { A() }.forwarding(to: (any Face).self) { $0 }.injecting { resolver, _ in _ = try resolver.resolve({T}.self) }
1 ok({id}) { _ = try {c}.resolve((any Face).self) }
2 let made{n} = {reg}\\n! made{n} {c}
3 {remove}
1 {c}.reset()
1 {c}.dropInstances()
1 {c}.dropInstances(of: B.self)
2 let box{n} = Container()\\n+ box{n}
3 let box{n} = Container(parent: {c})\\n+ box{n}
2 let box{n} = {c}.overriding { {reg:$0} }\\n+ box{n}
1 let box{n} = {c}.overriding()\\n+ box{n}
1 let box{n} = Container(sources: [{c}, {c}])\\n+ box{n}
2 let box{n} = try {c}.openScope("deep")\\n+ box{n}
1 {c}.expects(D.self, in: "deep")
1 let box{n} = try {c}.openScope("deep") { $0.provide(D()) }\\n+ box{n}
1 ok({id}) { _ = try {c}.openScope("deep") }
2 {c}.register(.scoped("deep")) { B(a: $0) }
1 {c}.register(.scoped("deep")) { A() }
1 {c}.provide(A())
1 {c}.provide(A(), tag: "x")
2 let lease{n} = try {c}.leaseScope("deep")\\n+ lease{n}.scope\\n= lease{n}
1 try await {lease}.close()
1 try await {c}.close()\\n- {c}
2 ok({id}) { try {c}.bootstrap() }\\n# {c}
1 {c}.register(.eagerSingleton) { B(a: $0) }
1 {c}.register(.eagerSingleton) { A() as any Face }.contributing()
1 {c}.register(.eagerSingleton, {tag:}) { D() as any Face }.contributing()
1 {c}.register(.eagerSingleton) { D() }.implements((any Face).self) { $0 }
1 {c}.register(.eagerSingleton) { (resolver: inout Resolver) in G(faces: try resolver.resolve([any Face].self)) }
1 {c}.async.register(.singleton) { await Task.yield(); return A() }
1 {c}.async.register(.eagerSingleton) { await Task.yield(); return A() }
2 await okLater({id}) { _ = try await {c}.async.resolve({T}.self) }
1 await okLater({id}) { try await {c}.async.bootstrap() }\\n# {c}
1 {c}.main.register { D() }
1 await okLater({id}) { _ = try await {c}.main.resolve({T}.self) }
2 {c}.decorate((any Face).self) { original, _ in Wrapped(original: original) }
1 {c}.decorate(A.self) { original, resolver in _ = try resolver.resolve(D.self); return original }
1 {c}.decorate(A.self, tag: "x") { original, resolver in _ = try resolver.resolve({T}.self); return original }
1 let made{n} = {c}.decorate(A.self) { original, resolver in _ = try resolver.resolve({T}.self); return original }\\n! made{n} {c}
1 {c}.decorate({T}.self, in: "deep") { original, resolver in _ = try resolver.resolve({T}.self); return original }
1 {c}.decorate((any Face).self, in: "deep") { original, _ in Wrapped(original: original) }
1 {c}.register(tag: "x") { A() as any Face }.selectable()
1 {c}.register(tag: "y") { D() as any Face }.selectable()
2 ok({id}) { _ = try {c}.select({tag}, for: (any Face).self) }
1 ok({id}) { try {c}.install(implementationsOf: (any Face).self, default: {tag}) { $0.register(tag: "x") { A() as any Face } } }
1 ok({id}) { try {c}.install(implementationsOf: (any Face).self) { $0.register(tag: "y") { D() as any Face } } }
1 {c}.link(with: {c})
1 {c}.unlink(from: {c})
1 {c}.install { {reg:$0}; {reg:$0} }
1 {c}.install(AModule())
1 {c}.install(BModule(isKept: true))
1 {c}.install(CModule(), AModule())
1 {c}.declaresCollection(of: (any Face).self)
1 {c}.register { K(n: $0) }
1 {c}.register { (resolver: inout Resolver, n: Int) in K(n: n) }
2 ok({id}) { _ = try {c}.resolve(K.self, arguments: 1) }
1 {c}.register { M(l: $0) }
1 ok({id}) { _ = try {c}.resolve([any Face].self) }
1 ok({id}) { _ = try {c}.resolveAll((any Face).self) }
1 ok({id}) { _ = try {c}.resolve({T}?.self) }
1 ok({id}) { _ = try {c}.provider(of: {T}.self)() }
1 let provider{n} = {c}.provider(of: {T}.self)\\n% provider{n}
2 {provider}
1 {c}.register { J() }\\nok({id}) { try {c}.adopt(J()) }
1 {c}.register { J() }.injectingProperties(false)
1 {c}.injectsProperties = false
1 ok({id}) { _ = try {c}.resolve(J.self) }
1 ok({id}) { try {c}.with({T}.self) { _ in } }
1 {c}.register { (resolver: inout Resolver) in B(a: try resolver.resolve(tag: .inherited)) }
16 {ask}
"""


class Writer:
    """Writes one random function, line by line."""

    def __init__(self, name, chance):
        self.name, self.chance = name, chance
        self.lines, self.helpers = [], []
        self.number, self.depth = 0, 0

    def pick(self, *choices):
        return self.chance.choice(choices)

    def odds(self, part):
        return self.chance.random() < part

    def fresh(self):
        self.number += 1
        return self.number

    def write(self, text):
        self.lines.append("    " * (1 + self.depth) + text)

    def text(self):
        return "\n".join(self.helpers + [f"func {self.name}() async throws {{", *self.lines, "}"])

    # Wiring

    def registration(self, container, tags=(), refinements=True):
        """A call that registers something."""
        service = self.chance.choice(SERVICES)
        scope = self.pick("", "", "", ".singleton", ".shared", '.scoped("deep")' if self.odds(0.3) else ".singleton")
        if service in ("J", "K"):
            scope = ""
        tag = self.pick("", "", "", "", f"tag: {self.chance.choice(TAGS)}")
        if tags and self.odds(0.3):
            tag = f"tag: {self.chance.choice(list(tags))}"
        arguments = ", ".join(part for part in [scope, tag] if part)
        call = f"{container}.register({arguments})" if arguments else f"{container}.register"
        needs = NEEDS.get(service)
        if service == "K":
            factory = "{ K(n: 1) }"
        elif not needs:
            factory = f"{{ {service}() }}"
        else:
            positional = ", ".join(f"{label}: ${index}" for index, (label, _) in enumerate(needs))
            resolved = ", ".join(f"{label}: {self.resolving(kind)}" for label, kind in needs)
            factory = self.pick(f"{{ {service}({positional}) }}", f"{{ {service}({positional}) }}",
                                f"{{ (resolver: inout Resolver) in try {service}({resolved}) }}")
        text = f"{call} {factory}"
        if refinements and self.odds(0.12):
            text += self.pick(".contributing()", ".forAnyTag()", ".replacing()", ".didResolve { _ in }",
                              ".onClose { _ in }" if service != "J" else ".didResolve { _ in }")
        if refinements and service in ("A", "D") and self.odds(0.2):
            text += ".implements((any Face).self) { $0 }"
        return text

    def supply(self):
        """Registers some of what is asked for most, so that not everything fails."""
        for text in ("A() }", "D() }", "B(a: $0) }", "C(b: $0) }", "A() }.implements((any Face).self) { $0 }"):
            if self.odds(0.35):
                scope = self.pick("", "", "(.singleton)")
                self.write(f"app.register{scope} {{ {text}")

    def resolving(self, kind):
        if kind.startswith("Provider<"):
            return f"resolver.provider(of: {kind[9:-1]}.self)"
        if kind.startswith("["):
            return f"resolver.resolve({kind}.self)"
        return f"resolver.resolve({kind}.self)" if kind.endswith("?") else "resolver.resolve()"

    def request(self, container, scope=None):
        """A line that asks a container for something."""
        number, service = self.fresh(), self.chance.choice(ASKED)
        tag = self.pick("", "", "", "", f", tag: {self.chance.choice(TAGS)}")
        call = f"try {container}.resolve({service}.self{tag})"
        if not tag and self.odds(0.08):
            call = f"try {container}.provider(of: {service}.self)()"
        elif service == "E" and self.odds(0.6):
            call += ".later()"
        elif not tag and self.odds(0.05):
            call = f"try {container}.resolve({service}?.self)"
        plain = scope and scope["canThrow"] and self.odds(0.2)
        if plain and scope["isAsync"] and self.odds(0.15) and service != "J":
            call = f"try await {container}.async.resolve({service}.self{tag})"
        if plain:
            return f"mark({number}); _ = {call}; done({number})"
        return f"ok({number}) {{ _ = {call} }}"


class Straight(Writer):
    """A program that has no conditions: what happens in it can be known."""

    operations = [line.split(" ", 1) for line in OPERATIONS.strip().splitlines()]

    def make(self):
        self.containers, self.frozen, self.closed = ["app"], set(), set()
        self.made, self.providers, self.leases = [], [], []
        self.write("let app = Container()")
        self.supply()
        texts = [text for _, text in self.operations]
        weights = [int(weight) for weight, _ in self.operations]
        for text in self.chance.choices(texts, weights, k=self.chance.randrange(6, 22)):
            self.operate(text)
        for _ in range(3):
            self.write(self.request(self.chance.choice(self.containers)))
        return self

    def operate(self, text):
        number, last = self.fresh(), None

        def fill(match):
            nonlocal last
            word, _, given = match[1].partition(":")
            if word == "c":
                open_ones = [c for c in self.containers if c not in self.closed or self.odds(0.2)] or ["app"]
                if re.search(r"\{c\}\.(async\.|main\.)?(register|decorate|install|injectsProperties|remove|reset|expects|provide|declares|link|unlink)", text):
                    open_ones = [c for c in open_ones if c not in self.frozen]
                last = last if last and text.count("{c}") > 1 and text.startswith("let made") else \
                    self.chance.choice(open_ones) if open_ones else None
                return last or "NONE"
            if word == "reg":
                thawed = [c for c in self.containers if c not in self.frozen]
                last = given or (self.chance.choice(thawed) if thawed else "NONE")
                return self.registration(last, refinements=text == "{reg}")
            if word == "tag":
                return f"tag: {self.chance.choice(TAGS)}" if match[1].endswith(":") else self.pick('"x"', '"y"')
            if word == "T":
                return self.chance.choice(ASKED)
            if word == "id":
                return str(self.fresh())
            if word == "n":
                return str(number)
            if word == "ask":
                return self.request(self.chance.choice(self.containers))
            if word == "remove":
                kept = [(name, c) for name, c in self.made if c not in self.frozen]
                if not kept:
                    return "NONE"
                name, container = self.chance.choice(kept)
                return f"{container}.remove({name})"
            if word == "lease":
                return self.chance.choice(self.leases or ["NONE"])
            if word == "provider":
                return f"ok({self.fresh()}) {{ _ = try {self.chance.choice(self.providers)}() }}" \
                    if self.providers else "NONE"
            return match[0]

        lines = []
        for line in text.split("\\n"):
            if line[0] in "!#-" and line[1] == " ":
                line = line.replace("{c}", last or "NONE")
            lines.append(re.sub(r"\{([a-zA-Z]+:?[$\d]*)\}", fill, line))
        if any("NONE" in line for line in lines):
            return
        for line in lines:
            mark, rest = line[:2], line[2:]
            if mark == "+ ":
                self.containers.append(rest)
            elif mark == "! ":
                self.made.append(tuple(rest.split()))
            elif mark == "# ":
                self.frozen.add(rest)
            elif mark == "- ":
                self.closed.add(rest)
            elif mark == "= ":
                self.leases.append(rest)
            elif mark == "% ":
                self.providers.append(rest)
            else:
                self.write(line)
                reset = re.match(r"([\w.]+)\.reset\(\)", line)
                if reset:
                    self.frozen.discard(reset[1])


class Program(Writer):
    """A program with everything in it."""

    forms = [form.strip("\n") for form in FORMS.split("====\n")]

    def __init__(self, name, chance):
        super().__init__(name, chance)
        self.frozen = False

    def flag(self):
        return f"flag({self.chance.randrange(4)})"

    def condition(self, flags):
        options = [self.flag(), "!" + self.flag(), f"{self.flag()} && {self.flag()}",
                   f"{self.flag()} || {self.flag()}", "true", "false",
                   f"count({self.chance.randrange(3)}) == {self.chance.randrange(4)}",
                   f"count({self.chance.randrange(3)}) > {self.chance.randrange(3)}",
                   f"mode({self.chance.randrange(3)}) == .{self.pick('one', 'two', 'three')}"]
        if flags:
            options += [self.chance.choice(flags), f"!({self.chance.choice(flags)})"] * 3
        return self.chance.choice(options)

    def change(self, scope):
        """A statement that changes a container."""
        container = self.chance.choice(scope["containers"])
        draw = self.chance.random()
        if draw < 0.68:
            self.write(self.registration(container, scope["tags"]))
        elif draw < 0.76:
            name = f"made{self.fresh()}"
            self.write(f"let {name} = {self.registration(container, refinements=False)}")
            if self.odds(0.6):
                self.write(f"if {self.condition(scope['flags'])} {{ {container}.remove({name}) }}")
            else:
                self.write(f"{container}.remove({name})")
        elif draw < 0.82:
            module = self.pick("AModule()", "BModule(isKept: true)", f"BModule(isKept: {self.flag()})", "CModule()")
            self.write(f"{container}.install({module})")
        elif draw < 0.85:
            self.write(f"{container}.reset()")
        elif draw < 0.90:
            kind = self.pick("Wiring()", "Less()", "More()", f"{self.flag()} ? Wiring() : Less()")
            name = f"wiring{self.fresh()}"
            self.write(f"let {name}: Wiring = {kind}")
            self.write(f"{name}.{self.pick('wire', 'both')}({container})")
        else:
            helper = f"{self.name}helper{self.fresh()}"
            inner = Program(self.name, self.chance)
            inner.number = self.number
            for _ in range(self.chance.randrange(1, 4)):
                inner.statement(dict(containers=["given"], flags=["isOn"], tags=[], mutable=[], canThrow=False,
                                     canLeave=True, isAsync=False, canName=True), isSmall=True)
            self.number = inner.number
            self.helpers += inner.helpers
            self.helpers += [f"func {helper}(_ given: Container, _ isOn: Bool) {{", *inner.lines, "}"]
            self.write(f"{helper}({container}, {self.condition(scope['flags'])})")

    def block(self, scope, count, **changes):
        inner = {key: list(value) if isinstance(value, list) else value for key, value in scope.items()}
        inner.update(changes)
        self.depth += 1
        for _ in range(count):
            self.statement(inner)
        self.depth -= 1

    def statement(self, scope, isSmall=False):
        draw = self.chance.random()
        if draw < 0.14:
            return self.write(self.request(self.chance.choice(scope["containers"]), scope))
        if isSmall or self.depth > 2 or draw < 0.34:
            if isSmall and draw < 0.3 and self.depth < 2:
                self.write(f"if {self.condition(scope['flags'])} {{")
                self.depth += 1
                self.change(scope)
                self.depth -= 1
                return self.write("}")
            return self.change(dict(scope))
        if draw < 0.68:
            return self.form(scope)
        self.chance.choice([
            self.branch, self.branch, self.early_exit, self.loop, self.loop, self.labelled, self.switch,
            self.variable, self.variable, self.mutate, self.mutate, self.container, self.attempt, self.attempt,
            self.deferred, self.payload, self.task,
        ])(scope)

    # Statements from their text

    def form(self, scope):
        while True:
            text = self.chance.choice(self.forms)
            words = set()
            while (first := text.split(" ", 1)[0]) in ("throws", "async", "plain"):
                words.add(first)
                text = text[len(first) + 1:]
            if "throws" in words and not scope["canThrow"] or "async" in words and not scope["isAsync"] \
                    or "plain" in words and not scope["canLeave"]:
                continue
            break
        outside, _, inside = text.rpartition("---\n")
        number = self.fresh()
        given = {"c": self.chance.choice(scope["containers"])}

        def fill(match):
            word, _, rest = match[1].partition(":")
            if word == "n":
                return f"{self.name[1:]}_{number}"
            if word == "c":
                return given["c"] if self.odds(0.75) else self.chance.choice(scope["containers"])
            if word == "cc":
                plain = [c for c in scope["containers"] if c in scope.get("constant", ["app"])]
                return self.chance.choice(plain or ["app"])
            if word == "cond":
                return self.condition(scope["flags"])
            if word == "pure":
                return self.flag()
            if word == "bit":
                return self.pick(f"count({self.chance.randrange(3)})", "1", "2")
            if word == "T":
                return self.chance.choice(ASKED)
            if word == "tag":
                return self.pick('"x"', '"y"')
            if word == "id":
                return str(self.fresh())
            if word == "wirer":
                return self.pick("Plain()", "Special()", "Shared()")
            if word == "act":
                return self.registration(rest, scope["tags"] if rest in scope["containers"] else [])
            if word == "do":
                return "_ = " + self.registration(rest)
            if word == "ask":
                return self.request(rest or given["c"])
            return match[0]

        def filled(line):
            # From the inside: `{act:{c}}`.
            for _ in range(3):
                line = re.sub(r"\{((?:act|do|ask):[^{}]*|[a-zA-Z]+)\}", fill, line)
            return line

        self.helpers += [filled(line) for line in outside.splitlines()]
        for line in inside.splitlines():
            line = filled(line)
            if line.startswith("+ "):
                scope["containers"].append(line[2:])
            elif line.startswith("? "):
                scope["flags"].append(line[2:])
            else:
                self.write(line)
                if self.depth == 0 and self.odds(0.1):
                    self.write(self.request(self.chance.choice(scope["containers"]), scope)) \
                        if line.count("{") == line.count("}") and not line.startswith((" ", "case", "default")) \
                        else None

    # Statements that hold others

    def branch(self, scope):
        self.write(f"if {self.condition(scope['flags'])} {{")
        self.block(scope, self.chance.randrange(1, 3))
        if self.odds(0.5):
            self.write("} else {")
            self.block(scope, self.chance.randrange(1, 3))
        self.write("}")

    def early_exit(self, scope):
        if not scope["canLeave"]:
            return self.branch(scope)
        self.write(f"guard {self.condition(scope['flags'])} else {{")
        self.depth += 1
        if self.odds(0.4):
            self.change(scope)
        self.write("return")
        self.depth -= 1
        self.write("}")

    def loop(self, scope):
        form = self.pick("literal", "range", "tags", "while", "repeat")
        tags = list(scope["tags"])
        label = f"loop{self.fresh()}"
        prefix = f"{label}: " if self.odds(0.2) else ""
        if form == "literal":
            self.write(f"{prefix}for step in {self.pick('[0, 1]', '[2, 0, 1]', '[1]')} {{")
        elif form == "range":
            self.write(f"{prefix}for step in 0..<{self.pick('3', '1', 'count(0)')} {{")
        elif form == "tags":
            names = self.pick('["x", "y"]', '["y"]', "Mode.allCases.map { $0.rawValue }")
            self.write(f"{prefix}for name in {names} {{")
            tags.append("name")
        else:
            counter = f"counter{self.fresh()}"
            self.write(f"var {counter} = 0")
            self.write(f"{prefix}while {counter} < {self.pick('2', '1', 'count(1)')} {{" if form == "while"
                       else f"{prefix}repeat {{")
            self.depth += 1
            self.write(f"{counter} += 1" if form == "while" else f"bump(&{counter})")
            self.depth -= 1
        jump = self.pick("break", "continue")
        target = f" {label}" if prefix else ""
        self.block(scope, 1, tags=tags)
        self.depth += 1
        if form in ("literal", "range") and self.odds(0.5):
            self.write(f"if step == {self.chance.randrange(3)} {{ {jump}{target} }}")
        elif self.odds(0.4):
            self.write(f"if {self.condition(scope['flags'])} {{ {jump}{target} }}")
        self.depth -= 1
        self.block(scope, 1, tags=tags)
        self.write(f"}} while {counter} < {self.pick('1', '2')}" if form == "repeat" else "}")

    def labelled(self, scope):
        label = f"outer{self.fresh()}"
        self.write(f"{label}: for one in [0, 1] {{")
        self.depth += 1
        self.write("for other in [0, 1] {")
        self.block(scope, 1)
        self.depth += 1
        self.write(f"if {self.pick('one == other', self.condition(scope['flags']))} "
                   f"{{ {self.pick('break', 'continue')} {label} }}")
        self.depth -= 1
        self.block(scope, 1)
        self.write("}")
        self.depth -= 1
        self.block(scope, 1)
        self.write("}")

    def switch(self, scope):
        form = self.pick("mode", "count", "tuple")
        if form == "mode":
            self.write(f"switch mode({self.chance.randrange(3)}) {{")
            cases = ["case .one:", "case .two:", "case .three:"]
        elif form == "count":
            self.write(f"switch count({self.chance.randrange(3)}) {{")
            cases = ["case 0:", f"case 1 where {self.flag()}:", "case 2, 3:", "default:"]
        else:
            self.write(f"switch ({self.flag()}, {self.flag()}) {{")
            cases = ["case (true, true):", "case (false, _):", "default:"]
        for index, case in enumerate(cases):
            self.write(case)
            if self.odds(0.25):
                self.write("    break")
                continue
            self.block(scope, 1)
            if index + 1 < len(cases) and self.odds(0.2):
                self.write("    fallthrough")
        self.write("}")

    def payload(self, scope):
        self.write(f"switch choice({self.chance.randrange(3)}) {{")
        self.write("case .none: break")
        self.write("case .tagged(let text):")
        self.block(scope, 1, tags=scope["tags"] + ["text"])
        self.write("case .many(2, let isOn):")
        self.block(scope, 1, flags=scope["flags"] + ["isOn"])
        self.write("case .many: break")
        self.write("}")

    def variable(self, scope):
        name = f"on{self.fresh()}"
        self.write(f"var {name} = {self.condition(scope['flags'])}")
        scope["flags"].append(name)
        scope["mutable"].append(name)

    def mutate(self, scope):
        if not scope["mutable"]:
            return self.variable(scope)
        name = self.chance.choice(scope["mutable"])
        others = [flag for flag in scope["flags"] if flag != name]
        self.write(self.pick(f"{name}.toggle()", f"{name} = {self.condition(others)}", f"clear(&{name})",
                             f"{name} = !{name}"))

    def container(self, scope):
        known = self.chance.choice(scope["containers"])
        name = f"box{self.fresh()}"
        form = self.pick("new", "child", "scope", "layer", "either", "filled", "tuple")
        if form == "new":
            self.write(f"let {name} = Container()")
        elif form == "child":
            self.write(f"let {name} = Container(parent: {known})")
        elif form == "scope" and scope["canThrow"]:
            self.write(f'let {name} = try {known}.openScope("inner")')
        elif form == "either":
            other = self.chance.choice(scope["containers"])
            self.write(f"let {name} = {self.condition(scope['flags'])} ? {known} : {other}")
        elif form == "tuple":
            self.write(f"let ({name}, _) = ({known}, {self.flag()})")
        elif form == "filled":
            self.write(f"let {name} = Container {{ _ = {self.registration('$0')} }}")
        else:
            self.write(f"let {name} = {known}.overriding {{ _ = {self.registration('$0')} }}")
        scope["containers"].append(name)

    def attempt(self, scope):
        if self.odds(0.3):
            return self.write(f"try? mayThrow({self.condition(scope['flags'])})")
        self.write("do {")
        self.block(scope, 1, canThrow=True)
        self.write(f"    try mayThrow({self.condition(scope['flags'])})")
        self.block(scope, 1, canThrow=True)
        self.write("} catch {")
        self.block(scope, self.chance.randrange(2))
        self.write("}")

    def deferred(self, scope):
        self.write("do {")
        self.depth += 1
        self.write("defer {")
        self.depth += 1
        self.change(dict(scope, canThrow=False, isAsync=False))
        self.depth -= 1
        self.write("}")
        self.depth -= 1
        self.block(scope, 1)
        self.write("}")

    def task(self, scope):
        if not scope["isAsync"]:
            return self.change(scope)
        form = self.pick("task", "let")
        if form == "task":
            self.write(f"await Task {{ _ = {self.registration('app')}; {self.request('app')} }}.value")
        else:
            self.write(f"async let spawned{self.fresh()}: Void = {{ _ = {self.registration('app')} }}()")

    def make(self):
        scope = dict(containers=["app"], flags=[], tags=[], mutable=[], canThrow=True, canLeave=True,
                     isAsync=True, canName=True)
        self.write("let app = Container()")
        self.supply()
        for _ in range(self.chance.randrange(3, 8)):
            self.statement(scope)
            if self.odds(0.25):
                self.write(self.request(self.chance.choice(scope["containers"]), scope))
        for _ in range(self.chance.randrange(1, 3)):
            self.write(self.request(self.chance.choice(scope["containers"]), scope))
        return self


def program(index, seed, isStraight):
    """A random program; the same for the same numbers."""
    kind = Straight if isStraight else Program
    return kind(f"p{index:05}", random.Random(f"{seed} {index} {isStraight}")).make()
