// SPDX-License-Identifier: MIT

import GRDB
package import GalaxyDomain

extension Person: FetchableRecord, PersistableRecord {
    package static var databaseTableName: String { "person" }
}

extension Starship: FetchableRecord, PersistableRecord {
    package static var databaseTableName: String { "starship" }
}
