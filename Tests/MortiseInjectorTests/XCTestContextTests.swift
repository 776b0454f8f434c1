// SPDX-License-Identifier: MIT

import MortiseInjector
import XCTest

final class XCTestContextTests: XCTestCase {
    private let injector = Injector.build(context: .tests(name: "XCTestSubject"))

    override func setUp() {
        injector.register((any Repository).self, implementation: RemoteRepository.instance)
    }

    override func tearDown() {
        injector.destroy()
    }

    /// S-42, S-60.
    func testThatTheContextOfAFilesTestsIsFound() {
        XCTAssertTrue(TestMode.isOn)
        XCTAssertEqual(XCTestSubject().repository?.fetch(), [5, 6, 7, 8])
        XCTAssertEqual(XCTestSubject().observed?.fetch(), [5, 6, 7, 8])
    }
}
