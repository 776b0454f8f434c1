// SPDX-License-Identifier: MIT

public import Foundation
public import Mortise

/// Owns the objects of its assemblies, and what is substituted in them.
///
/// Two contexts share nothing: each test may have one of its own. A context may be used from any
/// thread, through ``Assembly/instance(from:)``; no lock is held while objects are made.
public final class DIContext {
    /// What the context really is: a container of Mortise.
    ///
    /// Old and new code can share it: `Services(container: context.container)`.
    public let container = Container(name: "DIContext")

    /// Guards what follows.
    private let locker: any DIContextLocker
    private var assemblies: [ObjectIdentifier: Assembly] = [:]
    private var onUnmatchedSubstitution: @Sendable (String) -> Void = DIContext.print

    /// Creates a context.
    ///
    /// - Parameter locker: Guards the list of assemblies, and nothing else. No code of yours runs while
    ///   it is locked (E-26).
    public init(locker: any DIContextLocker = NSRecursiveLock()) {
        self.locker = locker
    }

    /// The context of assemblies that were not given one (E-4).
    ///
    /// May be replaced: that begins the world anew, and putting the old one back brings it back.
    public static var defaultInstance: DIContext {
        get { standard.withLock { $0 } }
        set {
            // Let go of outside the lock: what goes with it may ask for the default context.
            var other = newValue
            standard.withLock { swap(&$0, &other) }
        }
    }

    private static let standard = Standard()

    /// The instance of a type of assembly in this context.
    ///
    /// - Returns: The same one each time (E-2).
    public func assembly<AssemblyType: Assembly>() -> AssemblyType {
        instance(for: AssemblyType.self)
    }

    /// The instance of a type of assembly in this context.
    ///
    /// May be asked from any thread, and its members may be evaluated on any. What the assembly stores
    /// itself is yours to guard if several threads use it: stored properties, and lazy ones when they are
    /// first read.
    ///
    /// - Parameter type: The type. No lock is held while its initializer runs: if two threads ask at the
    ///   same time for one that there is not yet, it may run for both, and both get the first that is made.
    /// - Returns: The same one each time (E-2).
    public func instance<AssemblyType: Assembly>(for type: AssemblyType.Type) -> AssemblyType {
        let place = ObjectIdentifier(type)
        if let known = locked({ assemblies[place] }) as? AssemblyType { return known }
        let made = type.init()
        made.context = self
        return locked {
            // Its initializer may have asked for it, or another thread.
            if let known = assemblies[place] as? AssemblyType { return known }
            assemblies[place] = made
            return made
        }
    }

    /// Hears of each name for which something was substituted, but that no member had which was evaluated
    /// by the time the next graph was built.
    ///
    /// A member that is evaluated later is substituted all the same. What `defineInjection` does cannot
    /// be, so a name that has nothing else is reported, too.
    ///
    /// - Parameter report: Gets the text, once for each substitution, on the thread that built the graph.
    ///   What was reported before is replaced: a line on standard error.
    public func onUnmatchedSubstitution(_ report: @escaping @Sendable (_ text: String) -> Void) {
        locked { onUnmatchedSubstitution = report }
    }

    /// A graph was built: tells which substitutions found no member.
    @usableFromInline func graphWasBuilt() {
        guard !Container.isResolving else { return }
        let texts = container.takeUnmatchedSubstitutes()
        guard !texts.isEmpty else { return }
        let report = locked { onUnmatchedSubstitution }
        for text in texts { report(text) }
    }

    private func locked<Result>(_ body: () -> Result) -> Result {
        locker.lock()
        defer { locker.unlock() }
        return body()
    }

    @Sendable private static func print(_ text: String) {
        FileHandle.standardError.write(Data("\(text)\n".utf8))
    }
}

// @unchecked: the list of assemblies is behind the locker. Assemblies are not `Sendable`: what they store is
// their author's to guard, as the page says.
extension DIContext: @unchecked Sendable {}

/// The context that is the default just now.
// @unchecked: behind a lock.
private final class Standard: @unchecked Sendable {
    private let lock = NSLock()
    private var context = DIContext()

    func withLock<Result>(_ body: (inout DIContext) -> Result) -> Result {
        lock.lock()
        defer { lock.unlock() }
        return body(&context)
    }
}
