// SPDX-License-Identifier: MIT

import Foundation
import Mortise
import MortiseConfiguration

/// What is said about an error that ends the program, and with which exit status.
struct Complaint {
    let text: String
    let status: Int32

    init(_ error: any Error) {
        if let missing = ConfigurationError(in: error) {
            (text, status) = ("\(missing)", 2)
        } else {
            // Users want the reason, and not the objects that it kept from being made.
            (text, status) = ("\((error as? ResolutionError)?.underlying ?? error)", 1)
        }
    }

    func end() -> Never {
        FileHandle.standardError.write(Data("galaxy: \(text)\n".utf8))
        exit(status)
    }
}
