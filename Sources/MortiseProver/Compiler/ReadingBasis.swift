// SPDX-License-Identifier: MIT

import Foundation

/// What a reading of a target stands on: as long as that is there, the target means what it has meant.
///
/// Services may change: those of other modules that have nothing to do with wiring, within their functions.
package struct ReadingBasis: Codable, Sendable {
    /// What was read, and what decides how it is read: the description of the build, compilers, modules.
    private var read: [String: FileStamp]
    /// The sources of other modules that do not count.
    private var unread: [String: FileStamp]
    /// What would make one of these count.
    private var concern = FileConcern()

    /// Looks at files before any of them is read: what is written meanwhile counts as changed.
    ///
    /// - Parameters:
    ///   - module: The target, of which any file may decide what another one means.
    ///   - targets: The targets that are looked at.
    ///   - description: Where they are from.
    init(
        of module: String,
        among targets: [PackageDescription.Target],
        _ description: PackageDescription
    ) {
        let products = description.place.products
        let modules = Set(targets.flatMap(\.dependencies)).map {
            products.appending(path: "Modules/\($0).swiftmodule").path
        }
        // A macro's program stands before the name of its module.
        let macros = targets.flatMap(\.command).compactMap { word in
            word.hasPrefix("/") ? word.firstIndex(of: "#").map { String(word[..<$0]) } : nil
        }
        let tools =
            targets.compactMap(\.command.first) + macros + [Bundle.main.executablePath ?? ""]
        let own = targets.filter { $0.module == module }.flatMap(\.files)
        let others = modules + tools + Self.headers(of: targets) + [description.file.path]
        read = FileStamp.of(Set(own + others))
        unread = FileStamp.of(Set(targets.flatMap(\.files)).subtracting(own))
    }

    /// The headers of C modules that targets may import.
    private static func headers(of targets: [PackageDescription.Target]) -> [String] {
        let folders = targets.flatMap { target in
            zip(target.command, target.command.dropFirst()).compactMap { $0 == "-I" ? $1 : nil }
        }
        return Set(folders).flatMap { folder in
            (FileManager.default.enumerator(atPath: folder)?.compactMap { $0 as? String } ?? [])
                .filter { $0.hasSuffix(".h") || $0.hasSuffix(".modulemap") }
                .map { folder + "/" + $0 }
        }
    }

    /// Notes which files were read, and why no others.
    mutating func note(_ choice: FileChoice) {
        for file in choice.read {
            if let stamp = unread.removeValue(forKey: file) { read[file] = stamp }
        }
        concern = choice.concern
    }

    /// Whether another reading would find the same.
    package var isThere: Bool {
        guard FileStamp.of(Set(read.keys)) == read else { return false }
        let now = FileStamp.of(Set(unread.keys))
        var texts = FileTexts()
        return unread.allSatisfy { file, stamp in
            now[file] == stamp || now[file] != nil && !concern.covers(file, &texts)
        }
    }
}

/// What changes when a file is written.
private struct FileStamp: Codable, Equatable, Sendable {
    let size: UInt64
    let written: Date
    let number: UInt64

    /// Those of files that are there, or of what links lead to.
    static func of(_ paths: Set<String>) -> [String: FileStamp] {
        paths.reduce(into: [:]) { stamps, path in
            let file = URL(filePath: path).resolvingSymlinksInPath().path
            guard let found = try? FileManager.default.attributesOfItem(atPath: file) else {
                return
            }
            stamps[path] = FileStamp(
                size: found[.size] as? UInt64 ?? 0,
                written: found[.modificationDate] as? Date ?? .distantPast,
                number: found[.systemFileNumber] as? UInt64 ?? 0
            )
        }
    }
}
