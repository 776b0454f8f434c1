// SPDX-License-Identifier: MIT

import MortiseGraph

// Objects that other code makes: a view from a storyboard, a delegate of the system.

extension Assembly {
    /// Completes an object that other code has made.
    ///
    /// ```swift
    /// func inject(into screen: OrderScreen) {
    ///     adopt(screen) { $0.purchases = purchases }
    /// }
    /// ```
    ///
    /// The requests of the step form one object graph. The container does not keep the object. You
    /// can adopt the same object again: its step then runs again.
    ///
    /// - Parameters:
    ///   - object: The object.
    ///   - function: Defaults to the calling member.
    ///   - file: Defaults to the calling file.
    ///   - line: Defaults to the calling line.
    ///   - column: Defaults to the calling column.
    ///   - step: Completes the object. In a member that throws, it runs again if an instance that
    ///     it requests is still in its factory. Kept until then and no longer.
    /// - Throws: Any error from `step`, and ``ResolutionError`` as `define` does. The instances
    ///   made only for the object are then dropped; the properties that the step has set stay set.
    ///   A member that cannot throw ends the program instead, with the same text.
    public func adopt<Object: AnyObject, Failure: Error>(
        _ object: Object,
        function: StaticString = #function,
        file: StaticString = #fileID,
        line: UInt32 = #line,
        column: UInt32 = #column,
        injecting step: @escaping (Object) throws(Failure) -> Void
    ) throws(Failure) {
        let key = MemberKey(Object.self, of: Self.self, throwing: Failure.self, file, line, column)
        let site = MemberSite(key, of: Self.self, function, file, line, column)
        do {
            try container.adopt(object, site, as: nil, { $0 }, step)
        } catch {
            throw Failure.of(error)
        }
    }

    /// Completes an object that other code has made, and makes it available to the rest of its
    /// graph.
    ///
    /// ```swift
    /// func inject(into view: ModuleView) {
    ///     adopt(view, as: \.view) { $0 } injecting: { $0.presenter = presenter }
    /// }
    /// var view: any ModuleViewing { placeholder() }
    /// var presenter: Presenter { define(.shared) { Presenter(view: view) } }
    /// ```
    ///
    /// - Parameters:
    ///   - object: The object.
    ///   - member: The member that stands for the object: a
    ///     ``placeholder(throwing:function:file:line:column:)``.
    ///     Until the outermost resolve ends, it returns this object, or the one adopted last.
    ///   - function: Defaults to the calling member.
    ///   - file: Defaults to the calling file.
    ///   - line: Defaults to the calling line.
    ///   - column: Defaults to the calling column.
    ///   - cast: Converts the object to the placeholder's type: `{ $0 }` wherever that compiles.
    ///     Runs twice.
    ///   - step: Completes the object, as without a placeholder.
    /// - Throws: The errors of adopting without a placeholder.
    /// - Precondition: The member is a placeholder.
    public func adopt<Object: AnyObject, T, Failure: Error>(
        _ object: Object,
        as member: KeyPath<Self, T>,
        function: StaticString = #function,
        file: StaticString = #fileID,
        line: UInt32 = #line,
        column: UInt32 = #column,
        _ cast: @escaping (Object) -> T,
        injecting step: @escaping (Object) throws(Failure) -> Void
    ) throws(Failure) {
        let key = MemberKey(Object.self, of: Self.self, throwing: Failure.self, file, line, column)
        let site = MemberSite(key, of: Self.self, function, file, line, column)
        let recording = Recording(T.self) { cast(object) }
        recording.run { _ = self[keyPath: member] }
        guard let place = recording.found, recording.isPlaceholder else {
            fatalError(
                """
                \(member) is no placeholder, so it cannot stand for \(TypeName(of: Object.self)) at \
                \(file):\(line). Let it be placeholder().
                """
            )
        }
        do {
            try container.adopt(object, site, as: place, cast, step)
        } catch {
            throw Failure.of(error)
        }
    }

    /// Stands for an object that other code makes, once it is adopted with
    /// ``adopt(_:as:function:file:line:column:_:injecting:)``.
    ///
    /// - Parameters:
    ///   - failure: The error type of the member. Leave it out for a member that cannot throw.
    ///   - function: Defaults to the calling member.
    ///   - file: Defaults to the calling file.
    ///   - line: Defaults to the calling line.
    ///   - column: Defaults to the calling column.
    /// - Returns: The object.
    /// - Throws: ``ResolutionError`` with code `missing-binding` if no object was adopted in this
    ///   graph. A member that cannot throw ends the program instead, with the same text.
    public func placeholder<T, Failure: Error>(
        throwing failure: Failure.Type = Never.self,
        function: StaticString = #function,
        file: StaticString = #fileID,
        line: UInt32 = #line,
        column: UInt32 = #column
    ) throws(Failure) -> T {
        let key = MemberKey(T.self, of: Self.self, throwing: Failure.self, file, line, column)
        let site = MemberSite(key, of: Self.self, function, file, line, column)
        do {
            return try container.placeholder(site)
        } catch {
            throw Failure.of(error)
        }
    }
}

extension Container {
    /// Completes an object, and makes it available to the rest of its graph.
    ///
    /// - Parameters:
    ///   - object: The object.
    ///   - site: The member that completes it.
    ///   - place: The member that stands for it.
    ///   - cast: Converts the object to the type of that member.
    ///   - step: Completes the object.
    /// - Throws: Any error from resolving.
    func adopt<Object, T>(
        _ object: Object,
        _ site: MemberSite,
        as place: MemberSite?,
        _ cast: (Object) -> T,
        _ step: @escaping (Object) throws -> Void
    ) throws {
        try inSession { caller in
            func slot<Made>(
                _: Made.Type,
                _ site: MemberSite,
                _ lifetime: EngineLifetime
            ) throws -> Slot {
                let tag = DefinitionTag.member(DefinitionTag.Member(site))
                let key = KeyWords(type: KeyWords.word(of: Made.self), tag: tag)
                let alone = AloneMaker(isAsync: false).factory(Made.self)
                guard let slot = define(key, site, lifetime, caller, factory: alone) else {
                    throw caller.missing(key)
                }
                return slot
            }
            let request = Request(
                Object.self,
                tag: .member(DefinitionTag.Member(site)),
                caller,
                MemberMaker(
                    { object },
                    isBringing: true,
                    ownStep: OwnStep { object in
                        try step(object)
                        return nil
                    }
                )
            )
            let stand = try place.map { try slot(T.self, $0, .shared) }
            try request.adopt(
                slot(Object.self, site.adopting, .unique),
                as: stand,
                named: place?.name,
                cast
            )
        }
    }

    /// The object that a member stands for.
    ///
    /// - Throws: Any error from resolving.
    func placeholder<T>(_ site: MemberSite) throws -> T {
        if let recording = ThreadRecord.make().pointee.recording {
            let object = unsafeDowncast(recording.takeUnretainedValue(), to: Recording.self)
            if let instance = object.placeholder(site, T.self) { return instance }
        }
        return try resolve(site, .shared) { () throws -> T in
            throw emptyPlaceholder(DefinitionTag.Member(site))
        }
    }

    /// The error of a placeholder's factory, which runs only if no object was adopted.
    func emptyPlaceholder(_ member: DefinitionTag.Member) -> ResolutionError {
        ResolutionError(
            .missingBinding,
            ResolutionError.entries(to: ThreadRecord.make().pointee.frame),
            facts: ["No object takes the place of \(member) in this graph"],
            hint: "begin with the object: have its graph made where it is injected into",
            container: self
        )
    }
}
