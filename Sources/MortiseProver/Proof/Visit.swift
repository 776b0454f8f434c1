// SPDX-License-Identifier: MIT

/// A place where a container is asked for something.
struct Visit {
    let place: Place
    let container: Int
    let need: Need
    let guardian: Guard
    /// Its place in the order of all that happens.
    let moment: Int
    /// Whether it may also happen at any time after that.
    let isLater: Bool
    /// Whether a failure is caught.
    let isCaught: Bool
}
