// SPDX-License-Identifier: MIT

public import GRDB
public import GalaxyDomain

extension Person: FetchableRecord, PersistableRecord {
    public static var databaseTableName: String { "person" }
}

extension Starship: FetchableRecord, PersistableRecord {
    public static var databaseTableName: String { "starship" }
}
