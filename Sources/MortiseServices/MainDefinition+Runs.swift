// SPDX-License-Identifier: MIT

#if Services
public import Mortise
public import ServiceLifecycle

extension MainDefinition where Instance: Service {
    /// Makes the instance, which is made on the main actor, one of the services that `runServices`
    /// runs.
    ///
    /// Works like `runs()` of `Definition`. The service decides where it runs.
    ///
    /// - Parameters:
    ///   - file: Defaults to the calling file.
    ///   - line: Defaults to the calling line.
    /// - Returns: The definition.
    /// - Precondition: It is a singleton, eager or not.
    @discardableResult
    public func runs(file: StaticString = #fileID, line: UInt32 = #line) -> Self {
        definition.runs(file: file, line: line)
        return self
    }
}
#endif
