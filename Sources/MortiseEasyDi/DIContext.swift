// SPDX-License-Identifier: MIT

public import Foundation
public import Mortise

/// Owns the objects of its assemblies, and their substitutions, as in EasyDi.
///
/// Two contexts share nothing: each test may have its own. A context is thread-safe; reach its assemblies by
/// ``Assembly/instance(from:)``. It holds no lock while it makes objects.
public final class DIContext {
    /// The underlying Mortise container.
    ///
    /// Old and new code can share it: `Services(container: context.container)`.
    public let container = Container(name: "DIContext")

    /// Guards the following properties.
    private let locker: any DIContextLocker
    private var assemblies: [ObjectIdentifier: Assembly] = [:]
    private var onUnmatchedSubstitution: @Sendable (String) -> Void = DIContext.print

    /// Creates a context.
    ///
    /// - Parameter locker: Guards the list of assemblies, and nothing else. None of your code runs while it
    ///   is locked.
    public init(locker: any DIContextLocker = NSRecursiveLock()) {
        self.locker = locker
        container.conventions = .makesAnotherInCycles
    }

    /// The context of assemblies without an explicit one.
    ///
    /// Replacing it starts without objects; restoring the old context restores its objects.
    public static var defaultInstance: DIContext {
        get { standard.withLock { $0 } }
        set {
            // Released outside the lock: its deinitialization may read the default context.
            var other = newValue
            standard.withLock { swap(&$0, &other) }
            withExtendedLifetime(other) {}
        }
    }

    private static let standard = Standard()

    /// The instance of an assembly type in this context.
    ///
    /// - Returns: The same instance each time.
    public func assembly<AssemblyType: Assembly>() -> AssemblyType {
        instance(for: AssemblyType.self)
    }

    /// The instance of an assembly type in this context.
    ///
    /// This method and the members of assemblies are thread-safe. Guard the assembly's own stored properties
    /// if several threads use them, and lazy ones for their first read.
    ///
    /// - Parameter type: The type. No lock is held while its initializer runs: if two threads request a new
    ///   type at the same time, it may run twice, and both get the same instance.
    /// - Returns: The same instance each time.
    public func instance<AssemblyType: Assembly>(for type: AssemblyType.Type) -> AssemblyType {
        let place = ObjectIdentifier(type)
        if let known = locked({ assemblies[place] }) as? AssemblyType { return known }
        let made = type.init()
        made.context = self
        return locked {
            // Its initializer or another thread may have made one.
            if let known = assemblies[place] as? AssemblyType { return known }
            assemblies[place] = made
            return made
        }
    }

    /// Sets the report of substitutions that match no evaluated member when the next graph is built.
    ///
    /// A member that is evaluated later is substituted nevertheless. `defineInjection` cannot be substituted,
    /// so a name with nothing else is reported, too.
    ///
    /// - Parameter report: Gets the text, once for each substitution, on the thread that built the graph. It
    ///   replaces the previous report; the default writes a line to standard error.
    public func onUnmatchedSubstitution(_ report: @escaping @Sendable (_ text: String) -> Void) {
        locked { onUnmatchedSubstitution = report }
    }

    /// Reports substitutions without a member, after a graph was built.
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

// @unchecked: the list of assemblies is behind the locker. Assemblies are not `Sendable`: their authors guard
// their stored properties, as the page says.
extension DIContext: @unchecked Sendable {}

/// The current default context.
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
