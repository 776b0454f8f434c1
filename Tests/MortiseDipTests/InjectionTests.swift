// SPDX-License-Identifier: MIT

import Dispatch
import Mortise
import MortiseDip
import MortiseGraph
import Testing

// Rules D-60 to D-71.
@Suite(.quiet) struct `Dip, auto-injection` {
    private let container = DependencyContainer()

    class Base {
        @MortiseDip.Injected var first: (any Service)?
    }

    class Middle: Base {
        @MortiseDip.Injected var second: String?
    }

    final class Holder: Middle {
        @MortiseDip.InjectedWeak var third: ServiceImp?
        let plain = MortiseDip.Injected<Int>()
    }

    @Test func `D-60: properties of classes and structs are injected`() throws {
        struct Value {
            @MortiseDip.Injected var service: (any Service)?
            @MortiseDip.Injected(required: false, tag: "tag") var text: String?
            let plain = MortiseDip.Injected<Int>()
        }
        container.register { ServiceImp() as any Service }
        container.register { "text" }
        container.register(.singleton) { ServiceImp() }
        container.register { 5 }
        container.register { Holder() }
        container.register { Value() }
        for _ in 1...2 {
            let holder: Holder = try container.resolve()
            #expect(holder.first != nil && holder.second == "text")
            #expect(holder.third != nil && holder.plain.value == 5)
            let value: Value = try container.resolve()
            let copy = value
            #expect(value.service === copy.service && value.service != nil)
            #expect(value.text == "text" && value.plain.wrappedValue == 5)
        }
    }

    /// Counts its reflections.
    final class Reflected: CustomReflectable {
        @MortiseDip.Injected var first: (any Service)?
        @MortiseDip.Injected var second: (any Service)?
        let reflections: Counter

        init(_ reflections: Counter) { self.reflections = reflections }

        var customMirror: Mirror {
            _ = reflections.next()
            return Mirror(self, children: ["_first": _first, "_second": _second])
        }
    }

    @Test func `D-60: only the first instance of a class, and failed ones, are reflected`() throws {
        let reflections = Counter()
        container.register { Reflected(reflections) }
        let definition = container.register { ServiceImp() as any Service }
        _ = try container.resolve() as Reflected
        #expect(reflections.count == 1)
        for _ in 1...3 {
            let owner: Reflected = try container.resolve()
            #expect(owner.first != nil && owner.second != nil)
        }
        #expect(reflections.count == 1)
        container.remove(definition)
        let error = thrown { _ = try container.resolve() as Reflected }
        guard case .autoInjectionFailed("_first", _, _) = error as? DipError else {
            Issue.record("\(String(describing: error))")
            return
        }
    }

    @Test func `D-60: an object that a block makes by hand is not injected`() throws {
        final class Helper {
            @MortiseDip.Injected var service: (any Service)?
        }
        final class Owner {
            var helper: Helper?
        }
        container.register { ServiceImp() as any Service }
        container.register { Owner() }.resolvingProperties { $1.helper = Helper() }
        for _ in 1...2 {
            let owner: Owner = try container.resolve()
            #expect(owner.helper != nil && owner.helper?.service == nil)
        }
    }

    class Texts {
        @MortiseDip.Injected var text: String?
    }

    final class MoreTexts: Texts {
        struct Part {
            @MortiseDip.Injected var text: String?
        }
        @MortiseDip.Injected(required: false, didInject: { _ in Issue.record("not injected") })
        var number: Int?
        let part = Part()
        let plain: MortiseDip.Injected<String>? = MortiseDip.Injected<String>()
    }

    @Test(arguments: [ComponentScope.unique, .shared, .singleton, .weakSingleton])
    func `D-60: an object older than the factory's run is injected, too`(_ scope: ComponentScope)
        throws
    {
        let known = MoreTexts()
        container.register(.unique) { "text" }
        container.register(scope) { known }
        for _ in 1...3 {
            let owner: MoreTexts = try container.resolve()
            #expect(owner === known && owner.text == "text" && owner.part.text == "text")
            #expect(owner.plain?.value == "text")
        }
    }

    @Test func `D-60: an existing object is injected each time the factory returns it`() throws {
        let (known, texts) = (Texts(), Counter())
        container.register(.unique) { "\(texts.next())" }
        container.register { known }
        for round in 1...4 {
            #expect(try (container.resolve() as Texts).text == "\(round)")
        }
    }

    @Test(arguments: [ComponentScope.unique, .shared])
    func `D-60: an existing object is injected after a new one`(
        _ scope: ComponentScope
    ) throws {
        let (known, made) = (Texts(), Counter())
        container.register { "text" }
        container.register(scope) { made.next().isMultiple(of: 3) ? known : Texts() }
        container.register(scope, tag: "helped") { () -> Texts in
            _ = Texts()
            return known
        }
        for _ in 1...3 {
            for _ in 1...3 { #expect(try (container.resolve() as Texts).text == "text") }
            #expect(known.text == "text")
            known.$text.value = "other"
        }
        for _ in 1...3 {
            known.$text.value = "other"
            #expect(try (container.resolve(tag: "helped") as Texts).text == "text")
        }
    }

    @Test func `D-60: an object that another thread makes for the factory is injected`() throws {
        let group = DispatchGroup()
        container.register { "text" }
        container.register { () -> Texts in
            // The group is awaited before this is read.
            nonisolated(unsafe) var made: Texts?
            DispatchQueue.global().async(group: group) { made = Texts() }
            group.wait()
            return try #require(made)
        }
        for _ in 1...3 { #expect(try (container.resolve() as Texts).text == "text") }
    }

    final class Helped: Texts {
        let helper: Texts
        init(_ helper: Texts) { self.helper = helper }
    }

    @Test(arguments: [ComponentScope.unique, .shared])
    func `D-60: an existing object is injected even if the factory makes another owner`(
        _ scope: ComponentScope
    ) throws {
        let (known, made) = (Helped(Texts()), Counter())
        container.register { "text" }
        container.register(scope) { () -> Helped in
            let helper = Texts()
            return made.next().isMultiple(of: 3) ? known : Helped(helper)
        }
        for _ in 1...9 {
            known.$text.value = "other"
            #expect(try (container.resolve() as Helped).text == "text")
        }
    }

    @Test func `D-60: an existing object is injected after a builder on another thread`() throws {
        let (known, group) = (Texts(), DispatchGroup())
        container.register { "text" }
        container.register(.unique) { known }
        _ = try container.resolve { (factory: () throws -> Texts) -> Texts in
            try withoutActuallyEscaping(factory) { factory in
                // The group is awaited before these are released, and before the result is read.
                nonisolated(unsafe) let factory = factory
                nonisolated(unsafe) var made: Texts?
                DispatchQueue.global().async(group: group) { made = try? factory() }
                group.wait()
                return try #require(made)
            }
        }
        for _ in 1...3 {
            known.$text.value = "other"
            #expect(try (container.resolve() as Texts).text == "text")
        }
    }

    @Test func `D-60: another definition's object is injected for this one, too`() throws {
        let made = Counter()
        container.register(.unique) { "\(made.next())" }
        container.register { Texts() }
        container.register { [unowned container] in
            try container.resolve() as Texts as AnyObject
        }
        for _ in 1...3 {
            made.count = 0
            #expect(try (container.resolve() as AnyObject as? Texts)?.text == "2")
        }
    }

    @Test func `D-60: properties in a struct, a tuple or an enum of the owner are injected`() throws
    {
        struct Part {
            @MortiseDip.Injected var text: String?
        }
        enum Choice {
            case one(MortiseDip.Injected<String>)
        }
        final class Owner {
            let part = Part()
            let pair = (MortiseDip.Injected<String>(), 1)
            let choice = Choice.one(MortiseDip.Injected())
        }
        container.register { "text" }
        container.register { Owner() }
        for _ in 1...3 {
            let owner: Owner = try container.resolve()
            #expect(owner.part.text == "text" && owner.pair.0.value == "text")
            guard case .one(let property) = owner.choice else { continue }
            #expect(property.value == "text")
        }
    }

    @Test func `D-61: a property may be an implicitly unwrapped optional`() throws {
        // swift-format-ignore: NeverUseImplicitlyUnwrappedOptionals
        final class Owner {
            @MortiseDip.Injected var text: String!
            @MortiseDip.InjectedWeak(required: false) var client: Client!
        }
        container.register { "text" }
        container.register { Owner() }
        let owner: Owner = try container.resolve()
        let text: String = owner.text
        #expect(text == "text" && owner.client == nil)
    }

    @Test func `D-62: an initial value is discarded`() {
        final class Owner {
            @MortiseDip.Injected var text: String? = "initial"
        }
        #expect(Owner().text == nil)
    }

    final class Tagged {
        @MortiseDip.Injected var ofOwner: String?
        @MortiseDip.Injected(tag: nil) var untagged: String?
        @MortiseDip.Injected(tag: "other") var other: String?
        @MortiseDip.Injected(tag: "unknown") var unknown: String?
    }

    @Test func `D-63: the tag is the owner's, or its own, or none`() throws {
        for tag in ["tag", "other"] { container.register(tag: tag) { tag } }
        container.register { "plain" }
        container.register { Tagged() }
        let tagged: Tagged = try container.resolve(tag: "tag")
        #expect(tagged.ofOwner == "tag" && tagged.untagged == "plain")
        #expect(tagged.other == "other" && tagged.unknown == "plain")
        #expect(try (container.resolve() as Tagged).ofOwner == "plain")
    }

    class Low {
        @MortiseDip.Injected(didInject: { Order.log.append("low \($0)") }) var low: Int?
    }

    class High: Low {
        @MortiseDip.Injected(didInject: { Order.log.append("high \($0)") }) var high: Int?
    }

    final class Own: High {
        @MortiseDip.Injected(didInject: { Order.log.append("a \($0)") }) var a: Int?
        @MortiseDip.Injected(didInject: { Order.log.append("b \($0)") }) var b: Int?
    }

    @Test func `D-64: the nearest superclass comes first, then its superclass, then the owner`()
        throws
    {
        let made = Counter()
        container.register(.unique) { made.next() }
        container.register { Own() }
        Order.log = []
        _ = try container.resolve() as Own
        #expect(Order.log == ["high 1", "low 2", "a 3", "b 4"])
        Order.log = []
        _ = try container.resolve() as Own
        #expect(Order.log == ["high 5", "low 6", "a 7", "b 8"])
    }

    final class NotingBox: AutoInjectedPropertyBox {
        let name: String
        init(_ name: String) { self.name = name }
        static var wrappedType: Any.Type { Int.self }
        func resolve(_ container: DependencyContainer) throws {
            Order.log.append("\(name) \(try container.resolve() as Int)")
        }
    }

    class Mixed {
        let lowBox = NotingBox("low")
        @MortiseDip.Injected(didInject: { Order.log.append("low \($0)") }) var low: Int?
    }

    final class OwnMixed: Mixed, Resolvable {
        @MortiseDip.Injected(didInject: { Order.log.append("a \($0)") }) var a: Int?
        let box = NotingBox("box")
        let other = NotingBox("other")
        @MortiseDip.Injected(didInject: { Order.log.append("b \($0)") }) var b: Int?
        let last = NotingBox("last")

        func resolveDependencies(_ container: DependencyContainer) { Order.log.append("resolves") }
    }

    @Test func `D-64: custom boxes follow that order`() async {
        await #expect(processExitsWith: .success) {
            let made = Counter()
            let container = DependencyContainer()
            container.register(.unique) { made.next() }
            container.register { OwnMixed() }
            let expected = ["low", "low", "a", "box", "other", "b", "last"].enumerated()
            for first in [1, 8] {
                Order.log = []
                _ = try container.resolve() as OwnMixed
                let names = expected.map { "\($1) \($0 + first)" }
                guard Order.log == ["resolves"] + names else { fatalError("\(Order.log)") }
            }
            Order.log = []
            try container.resolveDependencies(of: OwnMixed())
            guard
                Order.log.dropFirst().map({ $0.split(separator: " ")[0] })
                    == expected.map({ Substring($1) })
            else { fatalError("\(Order.log)") }
        }
    }

    @Test func `D-65: a missing required instance is an error that names the property`() {
        final class Owner {
            @MortiseDip.Injected var text: String?
        }
        final class PlainOwner {
            let number = MortiseDip.Injected<Int>()
        }
        container.register { Owner() }
        container.register { PlainOwner() }
        for (error, label, type) in [
            (thrown { _ = try container.resolve() as Owner }, "_text", String.self as Any.Type),
            (thrown { _ = try container.resolve() as PlainOwner }, "number", Int.self),
        ] {
            guard case .autoInjectionFailed(label, let failed, let inner) = error as? DipError
            else {
                Issue.record("\(String(describing: error))")
                continue
            }
            let isSame = failed == type
            #expect(isSame)
            #expect(missingKey(inner) == DefinitionKey(type: type))
        }
    }

    @Test func `D-65: a missing optional instance is nil`() throws {
        final class Owner {
            @MortiseDip.Injected(required: false, didInject: { _ in Issue.record("not injected") })
            var text: String?
        }
        container.register { Owner() }
        #expect(try (container.resolve() as Owner).text == nil)
    }

    @Test func `D-65: a failed property is logged, and only once`() async {
        await #expect(processExitsWith: .success) {
            final class Owner {
                @MortiseDip.Injected(required: false) var text: String?
            }
            let lines = Locked<[String]>([])
            logger = { level, message in lines.withLock { $0.append("\(level): \(message)") } }
            let container = DependencyContainer()
            container.register { Owner() }
            _ = try container.resolve() as Owner
            let all = lines.withLock { $0 }
            guard all.count == 1, all[0].hasPrefix("Errors: The property \"_text\"") else {
                fatalError("\(all)")
            }
        }
    }

    @Test func `D-65: a property that is resolved separately fails like in its owner`() throws {
        container.register { () -> String in throw Refusal() }
        let optional = MortiseDip.Injected<String>(required: false)
        try optional.resolve(container)
        #expect(optional.value == nil)
        let error = thrown { try MortiseDip.Injected<String>().resolve(container) }
        guard case .autoInjectionFailed(nil, let type, let inner) = error as? DipError else {
            Issue.record("\(String(describing: error))")
            return
        }
        #expect(type == String.self && inner as? Refusal == Refusal())
    }

    @Test
    func `D-65: a property that is resolved separately may wait for an asynchronous instance`()
        async
    {
        await #expect(processExitsWith: .success) {
            let lines = Locked<[String]>([])
            logger = { level, message in lines.withLock { $0.append("\(level): \(message)") } }
            let engine = Container()
            let container = DependencyContainer(container: engine)
            engine.register(.singleton) { () async -> Int in 5 }
            engine.register(.singleton) { () async -> Double in 6 }
            container.register(.unique) { [unowned container] () -> String in
                let optional = MortiseDip.Injected<Int>(required: false)
                try optional.resolve(container)
                let required = MortiseDip.Injected<Double>()
                do {
                    try required.resolve(container)
                } catch let error as DipError {
                    lines.withLock { $0.append("caught: \(error)") }
                    throw error
                }
                return "\(optional.value ?? 0), \(required.value ?? 0)"
            }
            let text = try await engine.async.resolve(String.self)
            let all = lines.withLock { $0 }
            guard text == "5, 6.0", all.isEmpty else { fatalError("\(text) \(all)") }
        }
    }

    @Test(arguments: [false, true])
    func `D-65: a property that is resolved separately lets a cancellation pass`(
        _ isRequired: Bool
    ) {
        container.register { () -> String in throw CancellationError() }
        #expect(throws: CancellationError.self) {
            try MortiseDip.Injected<String>(required: isRequired).resolve(container)
        }
    }

    @Test func `D-66: a required property is not set to nil`() async {
        let result = await #expect(
            processExitsWith: .failure,
            observing: [\.standardErrorContent]
        ) {
            final class Owner {
                @MortiseDip.Injected var text: String?
            }
            Owner().text = nil
        }
        let text = String(decoding: result?.standardErrorContent ?? [], as: UTF8.self)
        #expect(text.contains("Can not set required property to nil."))
    }

    final class Server {
        @MortiseDip.InjectedWeak var client: Peer?
        @MortiseDip.InjectedWeak var value: Int?
    }

    final class Peer {
        @MortiseDip.Injected var server: Server?
    }

    @Test func `D-67: a weak property closes a cycle, and keeps nothing`() throws {
        container.register { Server() }
        container.register { Peer() }
        container.register { 1 }
        for _ in 1...2 {
            let peer: Peer = try container.resolve()
            #expect(peer.server?.client === peer)
            #expect(peer.server?.value == nil)
            let server: Server = try container.resolve()
            #expect(server.client == nil)
        }
    }

    @Test func `D-68: properties are wired, optional and singletons like any others`() throws {
        final class Owner {
            @MortiseDip.Injected var client: Client?
            @MortiseDip.Injected var other: Client?
            let optional = MortiseDip.Injected<Client?>()
        }
        let other = DependencyContainer()
        container.collaborate(with: other)
        other.register(.singleton) { ServiceImp() as any Service }
        container.register { (service: any Service) in Client(service: service) }
        container.register { Owner() }
        let owner: Owner = try container.resolve()
        #expect(owner.client === owner.other && owner.client != nil)
        #expect(owner.optional.value??.service === owner.client?.service)
        #expect(try owner.client?.service === container.resolve() as any Service)
    }

    final class Box<T>: AutoInjectedPropertyBox {
        var value: T?
        static var wrappedType: Any.Type { T.self }
        func resolve(_ container: DependencyContainer) throws { value = try container.resolve() }
    }

    @Test func `D-69: custom boxes are injected`() throws {
        class Base {
            let text = Box<String>()
        }
        final class Owner: Base {
            let number = Box<Int>()
        }
        container.register { Owner() }
        container.register { 5 }
        let error = thrown { _ = try container.resolve() as Owner }
        #expect(missingKey(error)?.type == String.self)
        container.register { "text" }
        let owner: Owner = try container.resolve()
        #expect(owner.text.value == "text" && owner.number.value == 5)
        let types = [
            MortiseDip.Injected<Int>.wrappedType, MortiseDip.InjectedWeak<Int>.wrappedType,
        ]
        #expect(
            types.map { ObjectIdentifier($0) } == [
                ObjectIdentifier(Int.self), ObjectIdentifier(Int.self),
            ]
        )
    }

    @Test func `D-69: a box is found after another instance had none`() throws {
        final class Owner {
            let box: Box<Int>?
            let other: (any AutoInjectedPropertyBox)?
            init(_ number: Int) {
                box = number == 2 ? Box() : nil
                other = number == 3 ? Box<Int>() : nil
            }
        }
        let made = Counter()
        container.register(.unique) { Owner(made.next()) }
        container.register { 5 }
        for number in 1...3 {
            let owner: Owner = try container.resolve()
            #expect(owner.box?.value == (number == 2 ? 5 : nil))
            #expect((owner.other as? Box<Int>)?.value == (number == 3 ? 5 : nil))
        }
    }

    @Test func `D-69: a box behind a protocol is not found after an instance without one`()
        throws
    {
        final class Owner {
            let thing: Any
            init(_ thing: Any) { self.thing = thing }
        }
        let made = Counter()
        container.register(.unique) { Owner(made.next() == 2 ? Box<Int>() : 0) }
        container.register { 5 }
        container.register(.unique, tag: "first") { Owner(Box<Int>()) }
        #expect(try (container.resolve() as Owner).thing as? Int == 0)
        let second: Owner = try container.resolve()
        let box = try #require(second.thing as? Box<Int>)
        #expect(box.value == nil)
        for _ in 1...2 {
            let owner: Owner = try container.resolve(tag: "first")
            #expect((owner.thing as? Box<Int>)?.value == 5)
        }
    }

    @Test func `D-78: a box knows its name in its owner`() throws {
        final class Owner {
            let box = Box<Client>()
        }
        let container = container
        container.register { Owner() }
        container.register { [unowned container] () -> Client in
            #expect(container.context.injectedInProperty == "box")
            #expect(container.context.injectedInType == Owner.self)
            return Client(service: ServiceImp())
        }
        #expect(try (container.resolve() as Owner).box.value != nil)
    }

    @Test func `D-70: an optional box is injected`() throws {
        final class Owner {
            let text: MortiseDip.Injected<String>? = MortiseDip.Injected<String>()
        }
        container.register { "text" }
        container.register { Owner() }
        for _ in 1...3 { #expect(try (container.resolve() as Owner).text?.value == "text") }
    }

    @Test
    func `D-71: injection is off for a container, and on for a definition, or the other way round`()
        throws
    {
        final class Owner {
            @MortiseDip.Injected(required: false) var text: String?
            let box = Box<String>()
        }
        let off = DependencyContainer(autoInjectProperties: false)
        off.register { "text" }
        off.register { Owner() }
        off.register(tag: "on") { Owner() }.autoInjectingProperties()
        #expect(try (off.resolve() as Owner).text == nil)
        #expect(try (off.resolve() as Owner).box.value == nil)
        #expect(try (off.resolve(tag: "on") as Owner).text == "text")
        container.register { "text" }
        container.register { Owner() }.autoInjectingProperties(false)
        #expect(try (container.resolve() as Owner).text == nil)
    }

    @Test func `D-16: a forwarded type follows its definition's injection setting`() throws {
        final class Owner: Service {
            @MortiseDip.Injected(required: false) var text: String?
        }
        container.register { "text" }
        container.register { Owner() }.autoInjectingProperties(false).implements((any Service).self)
        #expect(try (container.resolve() as any Service as? Owner)?.text == nil)
    }
}

enum Order {
    // One test uses it.
    nonisolated(unsafe) static var log: [String] = []
}
