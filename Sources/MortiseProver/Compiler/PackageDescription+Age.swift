// SPDX-License-Identifier: MIT

import Foundation

extension PackageDescription {
    /// Checks that the build is of the sources as they are.
    ///
    /// - Parameters:
    ///   - withTests: Whether test targets are read, too.
    ///   - processes: What runs SwiftPM, which is asked for the sources if there are files that were not built.
    /// - Throws: ``ProverError`` if a source file was changed, added or removed after the build.
    package func requireUpToDate(withTests: Bool, _ processes: ChildProcesses) throws {
        let package = place.package
        func outdated(_ path: String, _ word: String) -> ProverError {
            let isOwn = path.hasPrefix(package.path + "/")
            let name = isOwn ? String(path.dropFirst(package.path.count + 1)) : path
            return place.isOutdated(by: "\(name) was \(word)", withTests: withTests)
        }
        let manifest = package.appending(path: "Package.swift").path
        if let changed = age(of: manifest), let built = age(of: file.path), changed > built {
            throw outdated(manifest, "changed")
        }
        for target in targets where withTests || !target.isTest {
            guard let built = target.folder.flatMap(lastWrite) else {
                throw ProverError(
                    "\(target.module) is not built: " + place.isNotBuilt.description
                )
            }
            for source in target.files {
                guard let changed = age(of: source) else { throw outdated(source, "removed") }
                if changed > built { throw outdated(source, "changed") }
            }
        }
        let known = Set(targets.flatMap(\.files))
        let others = sources.filter { !known.contains($0) }
        guard !others.isEmpty else { return }
        // They may belong to no target.
        let meant = try declaredSources(withTests: withTests, processes)
        if let added = others.first(where: meant.contains) { throw outdated(added, "added") }
    }

    private func age(of path: String) -> Date? {
        let attributes = try? FileManager.default.attributesOfItem(atPath: path)
        return attributes?[.modificationDate] as? Date
    }

    /// When the compiler last wrote something in a folder: its products keep their time if they do
    /// not change, what it notes beside them does not.
    private func lastWrite(in folder: String) -> Date? {
        let files = (try? FileManager.default.contentsOfDirectory(atPath: folder)) ?? []
        let kinds = [".o", ".d", ".dia", ".priors", ".swiftdeps"]
        return files.filter { file in kinds.contains { file.hasSuffix($0) } }
            .compactMap { age(of: folder + "/" + $0) }.max()
    }

    /// The Swift files in the folders of the package, sorted.
    private var sources: [String] {
        let package = place.package
        let entries = FileManager.default.enumerator(
            at: package,
            includingPropertiesForKeys: nil,
            options: .skipsHiddenFiles
        )
        var found: [String] = []
        for case let entry as URL in entries ?? .init() {
            let path = entry.resolvingSymlinksInPath().path
            if path == place.scratch.path { entries?.skipDescendants() }
            if path.hasSuffix(".swift"), entry.deletingLastPathComponent().path != package.path {
                found.append(path)
            }
        }
        return found.sorted()
    }

    /// The source files that the package's manifest names.
    private func declaredSources(
        withTests: Bool,
        _ processes: ChildProcesses
    ) throws -> Set<String> {
        let output = try processes.run(
            [
                "/usr/bin/env", "swift", "package", "--package-path", place.package.path,
                "--scratch-path", place.scratch.path, "describe", "--type", "json",
            ]
        )
        guard output.status == 0,
            let description = try? JSONDecoder().decode(
                Description.self,
                from: Data(output.standardOutput)
            )
        else {
            throw ProverError(
                "SwiftPM does not describe \(place.package.path): "
                    + errors(in: output.standardError)
            )
        }
        var files: Set<String> = []
        for target in description.targets where withTests || target.type != "test" {
            let folder = place.package.appending(path: target.path)
            for source in target.sources {
                files.insert(folder.appending(path: source).resolvingSymlinksInPath().path)
            }
        }
        return files
    }

    /// What SwiftPM says of a package.
    private struct Description: Decodable {
        struct Target: Decodable {
            let path: String
            let type: String
            let sources: [String]
        }

        let targets: [Target]
    }
}
