// SPDX-License-Identifier: MIT

import Mortise

extension Injector {
    /// Injects an instance; stops the program if there is none.
    ///
    /// - Parameters:
    ///   - abstraction: The type; defaults to the inferred one.
    ///   - injectionType: A new instance or the singleton.
    ///   - key: The key of the implementation; defaults to the selected one. An unknown key does not fall
    ///     back.
    ///   - file: Defaults to the calling file.
    ///   - line: Defaults to the calling line.
    /// - Returns: The instance.
    public func get<Abstraction>(
        _ abstraction: Abstraction.Type = Abstraction.self,
        injectionType: InjectionType = .regular,
        constrainedTo key: String? = nil,
        file: String = #fileID,
        line: Int = #line
    ) -> Abstraction {
        do {
            return try resolve(abstraction, injectionType: injectionType, constrainedTo: key)
        } catch {
            fatalError("\(file):\(line): \(cause(of: error, abstraction, key).text)")
        }
    }

    /// Injects an instance on behalf of another source location; stops the program without one.
    ///
    /// - Parameters:
    ///   - file: The file in the error.
    ///   - line: The line in the error.
    ///   - injectionType: A new instance or the singleton.
    ///   - key: The key of the implementation; defaults to the selected one. An unknown key does not fall
    ///     back.
    /// - Returns: The instance.
    public func get<Abstraction>(
        _ file: String,
        _ line: Int = #line,
        injectionType: InjectionType = .regular,
        constrainedTo key: String? = nil
    ) -> Abstraction {
        get(injectionType: injectionType, constrainedTo: key, file: file, line: line)
    }

    /// Injects an instance if there is one.
    ///
    /// If there is none, the reason is logged and passed to the handler of ``onError(_:)``.
    /// ``resolve(_:injectionType:constrainedTo:)`` throws it.
    ///
    /// - Parameters:
    ///   - abstraction: The type; defaults to the inferred one.
    ///   - injectionType: A new instance or the singleton.
    ///   - key: The key of the implementation; defaults to the selected one. An unknown key does not fall
    ///     back.
    ///   - file: Defaults to the calling file.
    ///   - line: Defaults to the calling line.
    /// - Returns: The instance; `nil` if there is none.
    public func getSafe<Abstraction>(
        _ abstraction: Abstraction.Type = Abstraction.self,
        injectionType: InjectionType = .regular,
        constrainedTo key: String? = nil,
        file: String = #fileID,
        line: Int = #line
    ) -> Abstraction? {
        do {
            return try resolve(abstraction, injectionType: injectionType, constrainedTo: key)
        } catch {
            reportMissing(abstraction, key, at: "\(file) \(line)", because: error)
            return nil
        }
    }

    /// Injects an instance on behalf of another source location if there is one.
    ///
    /// - Parameters:
    ///   - file: The file in the error.
    ///   - line: The line in the error.
    ///   - injectionType: A new instance or the singleton.
    ///   - key: The key of the implementation; defaults to the selected one. An unknown key does not fall
    ///     back.
    /// - Returns: The instance; `nil` if there is none.
    public func getSafe<Abstraction>(
        _ file: String,
        _ line: Int = #line,
        injectionType: InjectionType = .regular,
        constrainedTo key: String? = nil
    ) -> Abstraction? {
        getSafe(injectionType: injectionType, constrainedTo: key, file: file, line: line)
    }

    /// Injects an instance as a dependency value describes; stops the program without one.
    ///
    /// - Parameters:
    ///   - dependency: The description of the instance.
    ///   - file: Defaults to the calling file.
    ///   - line: Defaults to the calling line.
    /// - Returns: The instance.
    public func get<Abstraction>(
        _ dependency: Dependency<Abstraction>,
        file: String = #fileID,
        line: Int = #line
    ) -> Abstraction {
        get(
            injectionType: dependency.injectionType,
            constrainedTo: dependency.key,
            file: file,
            line: line
        )
    }

    /// Reports why there is no instance, with the source location.
    func reportMissing<Abstraction>(
        _ abstraction: Abstraction.Type,
        _ key: String?,
        at place: String,
        because error: any Error
    ) {
        let cause = cause(of: error, abstraction, key)
        report(cause.error, cause.text)
        report(.noImplementationFoundOnInjection(name: name(abstraction), place: place))
    }
}
