// SPDX-License-Identifier: MIT

/// A place from which the shop delivers.
public enum Warehouse: String, CaseIterable, Sendable {
    case north
    case south = "sud"
}
