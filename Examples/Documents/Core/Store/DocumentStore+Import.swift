import Logging

/// How far an import is.
package struct ImportProgress: Hashable, Sendable {
    /// Files looked at so far, of how many.
    package var done: Int
    package let total: Int
    package var imported: Int
    package var skipped: [SkippedFile]
    /// The file looked at last.
    package var current: String
}

/// A file that wasn't imported, and why.
package struct SkippedFile: Hashable, Sendable {
    package let path: String
    package let reason: String
}

/// How an import goes about it.
package struct ImportPace: Sendable {
    let pause: Duration
    let clock: any Clock<Duration>

    /// - Parameters:
    ///   - pause: how long to rest after each file, so that a slow or shared disk isn't kept busy.
    ///   - clock: what the rest is measured with.
    package init(pause: Duration = .zero, clock: any Clock<Duration> = ContinuousClock()) {
        self.pause = pause
        self.clock = clock
    }
}

extension DocumentStore {
    /// The most files that one import takes.
    package static let largestImport = 2_000

    /// Copies the Markdown files of another folder, subfolders included, into this one.
    ///
    /// A name that is taken gets a number. Hidden files, links, files that are too large and files that aren't text are
    /// left out, and the result says so. Other calls come in between the files. What was copied before a cancellation
    /// stays.
    ///
    /// - Parameters:
    ///   - source: the absolute path of a folder that lies neither in this one nor around it.
    ///   - progress: called after each file, and once before the first.
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
            try await copy(name, from: root)
            state.imported += 1
        } catch .diskFull(let path) {
            // No later file would fare better.
            throw DocumentError.diskFull(path)
        } catch {
            log.notice("Left out \(name): \(error.problem)")
            state.skipped.append(SkippedFile(path: name.path, reason: error.problem))
        }
    }

    private func importEnded(_ state: ImportProgress, _ root: String) {
        log.info(
            "Imported \(state.imported) of \(state.total) documents",
            metadata: ["from": "\(root)", "skipped": "\(state.skipped.count)"])
        if state.imported > 0 { notify(.imported(state.imported)) }
    }

    private func copy(_ name: DocumentName, from root: String) throws(DocumentError) {
        guard ConfinedFolder.kindUnfollowed(of: root + "/" + name.path) == .file else { throw .outside(name) }
        let text = try TextFile.read(root + "/" + name.path, as: name, limit: limit).text
        let free = try freeName(like: name)
        try TextFile.write(text, to: try folder.place(free), as: free, replacing: false)
        log.debug("Imported \(free)")
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
