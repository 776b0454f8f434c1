// SPDX-License-Identifier: MIT

public import GalaxyDomain
public import Hummingbird
public import MortiseHummingbird

/// The context of a request of somebody who is known.
///
/// The composition root has the type that conforms, because it resolves the user.
public protocol UserRequestContext: ScopedChildContext where ParentContext == AppContext {
    var user: User { get }
}
