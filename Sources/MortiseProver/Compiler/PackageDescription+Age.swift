// SPDX-License-Identifier: MIT

import Foundation

extension PackageDescription {
    /// Checks that the build is of the sources as they are, but for those that SwiftPM has fetched.
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
        let checked = targets.filter { !$0.isForeign && (withTests || !$0.isTest) }
        let built = Self.age(of: file.path)
        // A log says nothing of packages.
        let folders = place.log == nil ? self.folders(of: checked.filter { !$0.isOfMortise }) : []
        for folder in folders {
            let manifest = folder.appending(path: "Package.swift").path
            if let changed = Self.age(of: manifest), let built, changed > built {
                throw outdated(manifest, "changed")
            }
        }
        for target in checked {
            let last = place.log == nil ? target.folder.flatMap(Self.lastWrite) : built
            guard let built = last else {
                throw ProverError(
                    "\(target.module) is not built: " + place.isNotBuilt.description
                )
            }
            for source in target.files {
                guard let changed = Self.age(of: source) else { throw outdated(source, "removed") }
                if changed > built { throw outdated(source, "changed") }
            }
        }
        if place.log != nil, let built, let added = fileAdded(beside: checked, since: built) {
            throw outdated(added, "added")
        }
        for folder in folders {
            let others = sources(in: folder, besides: folders).filter { !files.contains($0) }
            guard !others.isEmpty else { continue }
            // They may belong to no target.
            let meant = try declaredSources(of: folder, withTests: withTests, processes)
            if let added = others.first(where: meant.contains) { throw outdated(added, "added") }
        }
    }

    /// The folders of the package and of those that it finds beside it.
    private func folders(of targets: [Target]) -> [URL] {
        var folders = [place.package]
        for target in targets {
            guard let first = target.files.first(where: { !$0.hasPrefix(place.scratch.path) }),
                !folders.contains(where: { first.hasPrefix($0.path + "/") })
            else { continue }
            var folder = URL(filePath: first).deletingLastPathComponent()
            while folder.path != "/" {
                let manifest = folder.appending(path: "Package.swift").path
                if FileManager.default.fileExists(atPath: manifest) {
                    folders.append(folder)
                    break
                }
                folder.deleteLastPathComponent()
            }
        }
        return folders
    }

    static func age(of path: String) -> Date? {
        let attributes = try? FileManager.default.attributesOfItem(atPath: path)
        return attributes?[.modificationDate] as? Date
    }

    /// When the compiler last wrote something in a folder: its products keep their time if they do
    /// not change, what it notes beside them does not.
    static func lastWrite(in folder: String) -> Date? {
        let files = (try? FileManager.default.contentsOfDirectory(atPath: folder)) ?? []
        let kinds = [".o", ".d", ".dia", ".priors", ".swiftdeps"]
        return files.filter { file in kinds.contains { file.hasSuffix($0) } }
            .compactMap { age(of: folder + "/" + $0) }.max()
    }

    /// The Swift files in the folders of a package, sorted.
    private func sources(in package: URL, besides others: [URL]) -> [String] {
        let entries = FileManager.default.enumerator(
            at: package,
            includingPropertiesForKeys: nil,
            options: .skipsHiddenFiles
        )
        var found: [String] = []
        for case let entry as URL in entries ?? .init() {
            let path = entry.resolvingSymlinksInPath().path
            let isOther = path != package.path && others.contains { $0.path == path }
            if path == place.scratch.path || isOther { entries?.skipDescendants() }
            if path.hasSuffix(".swift"), entry.deletingLastPathComponent().path != package.path {
                found.append(path)
            }
        }
        return found.sorted()
    }

    /// The source files that a package's manifest names.
    private func declaredSources(
        of package: URL,
        withTests: Bool,
        _ processes: ChildProcesses
    ) throws -> Set<String> {
        // A build is of one package: what it notes of its dependencies stays as it is.
        let isOwn = package == place.package
        let other = FileManager.default.temporaryDirectory.appending(path: "\(UUID())")
        defer { try? FileManager.default.removeItem(at: other) }
        let output = try processes.run(
            [
                "/usr/bin/env", "swift", "package", "--package-path", package.path,
                "--scratch-path", isOwn ? place.scratch.path : other.path,
                "describe", "--type", "json",
            ]
        )
        guard output.status == 0,
            let description = try? JSONDecoder().decode(
                Description.self,
                from: Data(output.standardOutput)
            )
        else {
            throw ProverError(
                "SwiftPM does not describe \(package.path): "
                    + errors(in: output.standardError)
            )
        }
        var files: Set<String> = []
        for target in description.targets where withTests || target.type != "test" {
            // A plugin is a script, which is not among what is built.
            guard target.type != "plugin" else { continue }
            // Of a dependency, only what is needed is built.
            guard isOwn || targets.contains(where: { $0.module == target.c99name }) else {
                continue
            }
            let folder = package.appending(path: target.path)
            for source in target.sources {
                files.insert(folder.appending(path: source).resolvingSymlinksInPath().path)
            }
        }
        return files
    }

    /// What SwiftPM says of a package.
    private struct Description: Decodable {
        struct Target: Decodable {
            let c99name: String
            let path: String
            let type: String
            let sources: [String]
        }

        let targets: [Target]
    }
}
