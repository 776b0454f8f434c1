// SPDX-License-Identifier: MIT

import GalaxyDomain
import Mortise

/// The sources that can be selected.
enum SourceTag: String, TagConvertible {
    case bundled, folder

    init(named name: String) throws {
        guard let tag = SourceTag(rawValue: name) else {
            throw GalaxyError.notFound("There is no source \(name).")
        }
        self = tag
    }
}
