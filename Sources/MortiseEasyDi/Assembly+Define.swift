// SPDX-License-Identifier: MIT

public import Mortise

extension Assembly {
    /// Defines how a member makes its object.
    ///
    /// Without a key, an object belongs to the source position of this call and the class of the assembly:
    /// two calls in one member are two objects, and a subclass has its own objects. Arguments of
    /// a member are not part of that: the rest of the graph, or of the context, gets the first object,
    /// unless a key distinguishes them, such as `key: "make\(id)"`.
    ///
    /// - Parameters:
    ///   - key: A name for the object in its graph. Other members of the class get the object by the same key
    ///     or by ``definePlaceholder(key:function:file:line:column:)``.
    ///   - definitionKey: Defaults to the calling member, the name for substitutions.
    ///   - scope: The lifetime of the object.
    ///   - initClosure: Makes the object. Its dependencies are part of the same graph.
    ///   - file: Defaults to the calling file.
    ///   - line: Defaults to the calling line.
    ///   - column: Defaults to the calling column.
    ///   - injectClosure: Completes the object, and returns it or a replacement: a decorator, or the changed
    ///     copy of a value. It may use members that need this one: they get the result of
    ///     `initClosure`. All others get the result of this closure.
    /// - Returns: The object as the member's type. If it is of another type, the program ends with a
    ///   text that names that type.
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

    /// Defines how a member makes its object with closures that may throw; new in Mortise.
    ///
    /// - Parameters:
    ///   - key: A name for the object in its graph.
    ///   - definitionKey: Defaults to the calling member, the name for substitutions.
    ///   - scope: The lifetime of the object.
    ///   - initClosure: Makes the object.
    ///   - file: Defaults to the calling file.
    ///   - line: Defaults to the calling line.
    ///   - column: Defaults to the calling column.
    ///   - injectClosure: Completes the object, and returns it or a replacement.
    /// - Returns: The object as the member's type.
    /// - Throws: `ResolutionError`: a closure threw, or the member is part of a cycle that cannot be built.
    ///   Nothing of the graph is kept then.
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

    /// Completes an object that was made elsewhere.
    ///
    /// - Parameters:
    ///   - key: A name by which members of the class get the object until the graph is built:
    ///     ``definePlaceholder(key:function:file:line:column:)``.
    ///   - definitionKey: Defaults to the calling member.
    ///   - scope: Ignored: the context does not keep the object.
    ///   - object: The object.
    ///   - file: Defaults to the calling file.
    ///   - line: Defaults to the calling line.
    ///   - column: Defaults to the calling column.
    ///   - injectClosure: Completes the object. Its result is ignored.
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

    /// Returns an object of the graph that another member makes or completes.
    ///
    /// - Parameters:
    ///   - key: The object's key, or the name of its member if that makes it for the object graph. Defaults
    ///     to the name of the calling member.
    ///   - function: Defaults to the calling member.
    ///   - file: Defaults to the calling file.
    ///   - line: Defaults to the calling line.
    ///   - column: Defaults to the calling column.
    /// - Returns: The newest object of that name in the graph that is being built. If there is none, the
    ///   program ends with a text that shows the path of members.
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

    // MARK: Implementation

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

/// Completes an object with an injection closure.
@inlinable func injected<ObjectType>(
    _ object: inout ObjectType,
    _ inject: (ObjectType) throws -> ObjectType
) rethrows {
    object = try inject(object)
}

/// Casts an object to its member's type.
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

/// Ends the program: a member cannot throw.
@usableFromInline @inline(never) func failed(_ error: any Error) -> Never {
    fatalError("\(error)")
}
