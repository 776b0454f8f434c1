// SPDX-License-Identifier: MIT

public import Mortise

extension Assembly {
    /// Says how a member makes its object.
    ///
    /// Without a key an object belongs to the place where this is written, in the class of the assembly:
    /// two in one member are two objects (E-9), and a subclass has objects of its own (E-7). A member
    /// with arguments makes a new object each time, or is given a key that tells them apart, such as
    /// `key: "make\(id)"` (E-8).
    ///
    /// - Parameters:
    ///   - key: A name for the object in its graph, by which other members of the class can get it:
    ///     those that have the same key, and ``definePlaceholder(key:function:file:line:column:)``.
    ///   - definitionKey: The name by which it is substituted: the member. Leave it out.
    ///   - scope: How long the object lives.
    ///   - initClosure: Makes it. What it asks for is part of the same graph (E-12).
    ///   - file: Defaults to the calling file.
    ///   - line: Defaults to the calling line.
    ///   - column: Defaults to the calling column.
    ///   - injectClosure: Completes it, and returns it, or what is to take its place: a decorator of it,
    ///     or the changed copy of a value (E-5, E-13). May ask for members that need this one: they get what
    ///     `initClosure` has made (E-11). Everybody else gets what it returns.
    /// - Returns: The object, as what the member is (E-6). It must be one: otherwise the program ends
    ///   with a text that says what it is.
    @inlinable
    public func define<ObjectType, ResultType>(
        key: String? = nil,
        definitionKey: StaticString = #function,
        scope: Scope = .objectGraph,
        init initClosure: @autoclosure () -> ObjectType,
        file: StaticString = #fileID,
        line: UInt32 = #line,
        column: UInt32 = #column,
        inject injectClosure: ((ObjectType) -> ObjectType)? = nil
    ) -> ResultType {
        let member = ClassMember(of: type(of: self), definitionKey, file, line, column)
        do {
            return try object(
                of: member,
                key,
                scope,
                throwing: Never.self,
                initClosure,
                injectClosure
            )
        } catch {
            failed(error)
        }
    }

    /// Says how a member makes its object that may throw: new, EasyDi has none.
    ///
    /// - Parameters:
    ///   - key: A name for the object in its graph.
    ///   - definitionKey: The name by which it is substituted: the member. Leave it out.
    ///   - scope: How long the object lives.
    ///   - initClosure: Makes it.
    ///   - file: Defaults to the calling file.
    ///   - line: Defaults to the calling line.
    ///   - column: Defaults to the calling column.
    ///   - injectClosure: Completes it, and returns it or what is to take its place.
    /// - Returns: The object, as what the member is.
    /// - Throws: `ResolutionError`: a closure threw, or the member is part of a cycle that cannot be
    ///   built. Nothing of it is kept then.
    @inlinable
    public func define<ObjectType, ResultType>(
        key: String? = nil,
        definitionKey: StaticString = #function,
        scope: Scope = .objectGraph,
        trying initClosure: @autoclosure () throws -> ObjectType,
        file: StaticString = #fileID,
        line: UInt32 = #line,
        column: UInt32 = #column,
        inject injectClosure: ((ObjectType) throws -> ObjectType)? = nil
    ) throws -> ResultType {
        let member = ClassMember(of: type(of: self), definitionKey, file, line, column)
        return try object(
            of: member,
            key,
            scope,
            throwing: (any Error).self,
            initClosure,
            injectClosure
        )
    }

    /// Completes an object that somebody else has made (E-18).
    ///
    /// - Parameters:
    ///   - key: A name for it, by which members of the class can get it until the graph is built:
    ///     ``definePlaceholder(key:function:file:line:column:)``.
    ///   - definitionKey: The member. Leave it out.
    ///   - scope: Has no meaning here: an object of somebody else's is not kept.
    ///   - object: The object.
    ///   - file: Defaults to the calling file.
    ///   - line: Defaults to the calling line.
    ///   - column: Defaults to the calling column.
    ///   - injectClosure: Completes it. What it returns does not matter.
    public func defineInjection<ObjectType>(
        key: String? = nil,
        definitionKey: StaticString = #function,
        scope: Scope = .objectGraph,
        into object: ObjectType,
        file: StaticString = #fileID,
        line: UInt32 = #line,
        column: UInt32 = #column,
        inject injectClosure: @escaping (ObjectType) -> ObjectType
    ) {
        let context = requireContext()
        let member = ClassMember(of: type(of: self), definitionKey, file, line, column)
        do {
            try context.container.adopt(object, of: member, named: key, throwing: Never.self) {
                _ = injectClosure($0)
            }
        } catch {
            failed(error)
        }
        context.graphWasBuilt()
    }

    /// Stands for an object of the graph that another member makes or injects into (E-19).
    ///
    /// - Parameters:
    ///   - key: Its key, or the name of its member if that makes it for the object graph. Leave it out if
    ///     it is the name of this one.
    ///   - function: Defaults to the calling member.
    ///   - file: Defaults to the calling file.
    ///   - line: Defaults to the calling line.
    ///   - column: Defaults to the calling column.
    /// - Returns: The newest object of that name in the graph that is being built. If there is none the
    ///   program ends with a text that shows who needs it.
    public func definePlaceholder<ObjectType>(
        key: String? = nil,
        function: StaticString = #function,
        file: StaticString = #fileID,
        line: UInt32 = #line,
        column: UInt32 = #column
    ) -> ObjectType {
        let member = ClassMember(of: type(of: self), function, file, line, column)
        do {
            return try requireContext().container
                .placeholder(key ?? "\(function)", of: member, throwing: Never.self) {
                    result($0, of: member)
                }
        } catch {
            failed(error)
        }
    }

    // MARK: What they come down to

    @inlinable @inline(__always)
    func object<ObjectType, ResultType>(
        of member: ClassMember,
        _ key: String?,
        _ scope: Scope,
        throwing failure: Any.Type,
        _ make: () throws -> ObjectType,
        _ inject: ((ObjectType) throws -> ObjectType)?
    ) throws -> ResultType {
        let context = requireContext()
        defer { if Container.hasSubstitutes { context.graphWasBuilt() } }
        guard let key else {
            let step = inject.map { inject in
                { (object: inout ObjectType) throws -> ResultType in
                    try injected(&object, inject)
                    return result(object, of: member)
                }
            }
            return try context.container.instance(
                of: member,
                scope.lifetime,
                throwing: failure,
                make,
                step
            ) { result($0, of: member) }
        }
        let step = inject.map { inject in
            { (object: inout ObjectType) throws in try injected(&object, inject) }
        }
        let object = try context.container.instance(
            of: member,
            named: key,
            scope.lifetime,
            throwing: failure,
            make,
            step
        )
        return result(object, of: member)
    }
}

/// Has an object completed.
@inlinable func injected<ObjectType>(
    _ object: inout ObjectType,
    _ inject: (ObjectType) throws -> ObjectType
) rethrows {
    object = try inject(object)
}

/// An object as what a member is (E-6).
@inlinable @inline(__always)
func result<ObjectType, ResultType>(_ object: ObjectType, of member: ClassMember) -> ResultType {
    guard let result = object as? ResultType else {
        otherType(object, ResultType.self, member)
    }
    return result
}

@usableFromInline @inline(never)
func otherType(_ object: Any, _ expected: Any.Type, _ member: ClassMember) -> Never {
    fatalError(
        """
        Failed to build result object. Expected \(expected), received \(type(of: object)), in \(member).
        """
    )
}

/// What a member cannot throw ends the program.
@usableFromInline @inline(never) func failed(_ error: any Error) -> Never {
    fatalError("\(error)")
}
