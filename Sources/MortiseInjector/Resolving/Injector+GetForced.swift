// SPDX-License-Identifier: MIT

import Mortise

extension Injector {
    /// Injects an instance; stops the program if there is none (S-70).
    ///
    /// - Parameters:
    ///   - abstraction: The type. Leave it out where it can be inferred.
    ///   - injectionType: Which instance.
    ///   - key: The key of the implementation, if not the selected one is meant. There is no fallback (S-25).
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

    /// Injects an instance for another place; stops the program if there is none (S-70).
    ///
    /// - Parameters:
    ///   - file: The file that the error names.
    ///   - line: The line that it names.
    ///   - injectionType: Which instance.
    ///   - key: The key of the implementation, if not the selected one is meant. There is no fallback (S-25).
    /// - Returns: The instance.
    public func get<Abstraction>(
        _ file: String,
        _ line: Int = #line,
        injectionType: InjectionType = .regular,
        constrainedTo key: String? = nil
    ) -> Abstraction {
        get(injectionType: injectionType, constrainedTo: key, file: file, line: line)
    }

    /// Injects an instance if there is one (S-70).
    ///
    /// Why there is none is logged, and handed to ``onError(_:)``; ``resolve(_:injectionType:constrainedTo:)``
    /// throws it.
    ///
    /// - Parameters:
    ///   - abstraction: The type. Leave it out where it can be inferred.
    ///   - injectionType: Which instance.
    ///   - key: The key of the implementation, if not the selected one is meant. There is no fallback (S-25).
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

    /// Injects an instance for another place if there is one (S-70).
    ///
    /// - Parameters:
    ///   - file: The file that the error names.
    ///   - line: The line that it names.
    ///   - injectionType: Which instance.
    ///   - key: The key of the implementation, if not the selected one is meant. There is no fallback (S-25).
    /// - Returns: The instance; `nil` if there is none.
    public func getSafe<Abstraction>(
        _ file: String,
        _ line: Int = #line,
        injectionType: InjectionType = .regular,
        constrainedTo key: String? = nil
    ) -> Abstraction? {
        getSafe(injectionType: injectionType, constrainedTo: key, file: file, line: line)
    }

    /// Injects what a value says; stops the program if there is no instance.
    ///
    /// - Parameters:
    ///   - dependency: What to inject.
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

    /// Says why there is no instance, and where one was wanted.
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
