// SPDX-License-Identifier: MIT

#if Observability
/// What listeners of a container's events have in common.
package enum Listening {
    @TaskLocal private static var isOn = false

    /// Calls the code of a log handler, a metrics factory or a tracer.
    ///
    /// That code may resolve from the container that it listens to. What it makes is not reported to
    /// it again, because that would never end.
    ///
    /// - Parameter body: Does nothing if it is called from within itself.
    package static func once(_ body: () -> Void) {
        guard !isOn else { return }
        $isOn.withValue(true, operation: body)
    }
}
#endif
