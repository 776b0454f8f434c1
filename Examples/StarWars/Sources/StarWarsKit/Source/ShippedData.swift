// SPDX-License-Identifier: MIT

public import Foundation

/// The data that ships with the program.
public enum ShippedData: Sendable {
    /// The folder with `people.json` and `starships.json`.
    public static var folder: URL { Bundle.module.bundleURL.appending(path: "Data") }
}
