import Logging

/// The progress of an import.
package struct ImportProgress: Hashable, Sendable {
    /// The number of processed files.
    package var done: Int
    package let total: Int
    package var imported: Int
    /// The number of files that an earlier import has copied.
    package var known = 0
    package var skipped: [SkippedFile]
    /// The file that was processed last.
    package var current: String
}

/// A file that wasn't imported, with the reason.
package struct SkippedFile: Hashable, Sendable {
    package let path: String
    package let reason: String
}

/// The speed of an import.
package struct ImportPace: Sendable {
    let pause: Duration
    let clock: any Clock<Duration>

    /// - Parameters:
    ///   - pause: The pause after each file, which limits the load of a slow or shared disk.
    ///   - clock: The clock for the pause.
    package init(pause: Duration = .zero, clock: any Clock<Duration> = ContinuousClock()) {
        self.pause = pause
        self.clock = clock
    }
}

extension DocumentStore {
    /// The maximum number of files in one import.
    package static let largestImport = 2_000

    /// Copies the Markdown files of another folder and its subfolders into this one.
    ///
    /// A file whose name exists gets a number. Hidden files, links, files that are too large and files that aren't text
    /// are skipped and listed in the result. Other calls run between the files. Files copied before a cancellation
    /// remain.
    ///
    /// A file that an earlier import has copied is not copied again while its text is the same and its document exists,
    /// even if that document was renamed or changed since: an interrupted import can be repeated. If the document was
    /// deleted, the file is copied again.
    ///
    /// - Parameters:
    ///   - source: The absolute path of a folder that is neither inside nor around this one.
    ///   - progress: Called before the first file and after each one.
    /// - Throws: `CancellationError`, ``DocumentError/notImportable(_:_:)``, ``DocumentError/diskFull(_:)``.
    package nonisolated func importDocuments(
        from source: String, pace: ImportPace = ImportPace(), progress: (ImportProgress) -> Void
    ) async throws -> ImportProgress {
        let (root, names) = try await importable(source)
        var state = ImportProgress(done: 0, total: names.count, imported: 0, skipped: [], current: "")
        do {
            progress(state)
            for name in names {
                try Task.checkCancellation()
                try await importOne(name, from: root, into: &state)
                progress(state)
                if pace.pause > .zero { try await pace.clock.sleep(for: pace.pause) }
            }
        } catch {
            await importEnded(state, root)
            throw error
        }
        await importEnded(state, root)
        return state
    }

    private nonisolated func importOne(_ name: DocumentName, from root: String, into state: inout ImportProgress)
        async throws
    {
        state.current = name.path
        state.done += 1
        do {
            if try await copy(name, from: root) { state.imported += 1 } else { state.known += 1 }
        } catch .diskFull(let path) {
            // All later files would fail as well.
            throw DocumentError.diskFull(path)
        } catch {
            log.notice("Skipped \(name): \(error)")
            state.skipped.append(SkippedFile(path: name.path, reason: error.problem))
        }
    }

    private func importEnded(_ state: ImportProgress, _ root: String) {
        log.info(
            "Imported \(state.imported) of \(state.total) documents",
            // The rest of the path may contain the user's name.
            metadata: [
                "from": "\(root.split(separator: "/").last.map(String.init) ?? "/")",
                "skipped": "\(state.skipped.count)", "known": "\(state.known)",
            ])
        if state.imported > 0 { notify(.imported(state.imported)) }
    }

    /// - Returns: Whether the file was copied, and not by an earlier import.
    private func copy(_ name: DocumentName, from root: String) throws(DocumentError) -> Bool {
        guard ConfinedFolder.kindUnfollowed(of: root + "/" + name.path) == .file else { throw .outside(name) }
        let text = try TextFile.read(root + "/" + name.path, as: name, limit: limit).text
        let origin = DocumentOrigin(path: root + "/" + name.path, text: text)
        guard !wasImported(origin) else { return false }
        let free = try freeName(like: name)
        let path = try folder.newPath(of: free)
        try storeOrigin(origin, of: free)
        try TextFile.write(text, to: path, as: free, replacing: false)
        log.debug("Imported \(free)")
        return true
    }

    private func importable(_ source: String) throws(DocumentError) -> (root: String, names: [DocumentName]) {
        guard source.hasPrefix("/") else { throw .notImportable(source, .relative) }
        guard let root = ConfinedFolder.resolve(source), ConfinedFolder.kind(of: root) == .folder else {
            throw .notImportable(source, .notAFolder)
        }
        let (own, other) = (folder.root + "/", root.hasSuffix("/") ? root : root + "/")
        guard !own.hasPrefix(other), !other.hasPrefix(own) else { throw .notImportable(source, .overlaps) }
        let names = try FolderWalk(of: root).documents(limit: Self.largestImport + 1)
        guard !names.isEmpty else { throw .notImportable(source, .empty) }
        guard names.count <= Self.largestImport else {
            throw .notImportable(source, .tooMany(limit: Self.largestImport))
        }
        return (root, names.sorted())
    }
}
