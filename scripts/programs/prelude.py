"""What every random program has at hand, and what calls them all."""

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
final class Missing: Sendable {}
final class T0: Sendable {}
final class T1: Sendable {}
final class T2: Sendable {}
final class T3: Sendable {}
final class T4: Sendable {}
struct Wrapped: Face { let original: any Face }
struct Failed: Error {}
struct Other: Error {}
enum Mode: String, CaseIterable { case one, two, three }
enum Choice { case none, tagged(String), many(Int, Bool) }
enum Label: String, TagConvertible { case x, y }
indirect enum Where {
    case here(Container), nowhere, under(Where)
    var inside: Container? { switch self { case .here(let app): app; case .under(let other): other.inside; case .nowhere: nil } }
}
postfix operator ++

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
func light(_ container: Container, _ result: Bool = true) -> Bool { container.register { D() }; return result }
func wipe(_ container: Container, _ result: Bool = true) -> Bool { container.reset(); return result }
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
                sleep(30)
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

# What calls one program once, so that everything global is touched for the first time.
ONCE = """
import Foundation

@main struct Program {
    static func main() async {
        setvbuf(stdout, nil, _IOLBF, 0)
        answers = Int(CommandLine.arguments[2])!
        print("p", CommandLine.arguments[3])
        Thread.detachNewThread {
            sleep(20)
            print("hangs")
            fflush(stdout)
            _exit(1)
        }
        do {
            switch CommandLine.arguments[1] {
%s
            default: break
            }
        } catch {}
        print("end")
    }
}
"""
