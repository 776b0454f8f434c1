// SPDX-License-Identifier: MIT

import Mortise

/// Whether the program is a test: then registering merges (S-7), and properties look for the context of
/// the file that declares them (S-42).
package enum TestMode {
    /// Whether a test library is part of the program, found out once.
    ///
    /// The environment is not asked (S-60).
    private static let isTestLoaded =
        _typeByName("6XCTest0A4CaseC") != nil || _typeByName("7Testing4TestV") != nil

    /// For tests of what happens elsewhere.
    @TaskLocal package static var isForced: Bool?

    package static var isOn: Bool { isForced ?? isTestLoaded }
}

extension InjectionContext {
    /// The context of a property: that of its file's tests instead of the global one, if that exists.
    ///
    /// Asked once, when the property is made.
    func ofProperty(in file: String) -> InjectionContext {
        guard self == .global, TestMode.isOn else { return self }
        let base = file.split(separator: "/").last ?? ""
        let end = base.lastIndex(of: ".") ?? base.endIndex
        let name = String(base[..<end])
        let context = InjectionContext.tests(name: name)
        return Injector.contexts.existing(context) == nil ? .global : context
    }
}
