// SPDX-License-Identifier: MIT

import Mortise

/// Whether the program is a test.
///
/// In a test, registering merges, and properties use the context of the file that declares them.
package enum TestMode {
    /// Whether a test library is loaded, found out once.
    ///
    /// The environment does not count.
    private static let isTestLoaded =
        _typeByName("6XCTest0A4CaseC") != nil || _typeByName("7Testing4TestV") != nil

    /// Overrides the detection, in tests of behaviour outside tests.
    @TaskLocal package static var isForced: Bool?

    package static var isOn: Bool { isForced ?? isTestLoaded }
}

extension InjectionContext {
    /// The context of a property: the test context of its file, if that exists, in place of the global one.
    ///
    /// Read once, when the property is created.
    func ofProperty(in file: String) -> InjectionContext {
        guard self == .global, TestMode.isOn else { return self }
        let base = file.split(separator: "/").last ?? ""
        let end = base.lastIndex(of: ".") ?? base.endIndex
        let name = String(base[..<end])
        let context = InjectionContext.tests(name: name)
        return Injector.contexts.existing(context) == nil ? .global : context
    }
}
