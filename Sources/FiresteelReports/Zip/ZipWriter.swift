internal import CArchive
package import Foundation

/// Writes a ZIP archive to a file piece by piece, with bounded memory.
///
/// Names are UTF-8, times are those of the files to the second, contents are deflated. An unfinished archive is
/// invalid: remove the file.
///
/// Only one thread at a time may use it.
package final class ZipWriter {
    private let path: String
    private let archive: OpaquePointer
    private var names: Set<String> = []
    private var isOpen = true

    /// Creates an archive in a file, which is created or truncated.
    package init(path: String) throws(ZipError) {
        guard let archive = archive_write_new() else {
            throw .refused(path: path, message: "not enough memory for an archive", code: 0)
        }
        self.path = path
        self.archive = archive
        // The calls are made in this order; the first failure determines the error.
        let steps: [() -> Int32] = [
            { archive_write_set_format_zip(archive) },
            { archive_write_set_format_option(archive, "zip", "hdrcharset", "UTF-8") },
            { archive_write_set_format_option(archive, "zip", "compression", "deflate") },
            { archive_write_open_filename(archive, path) },
        ]
        for step in steps where step() != Self.fine { throw failure() }
    }

    deinit {
        // Closes the file if it is still open; errors are reported by finish().
        archive_write_free(archive)
    }

    /// Adds a file.
    ///
    /// - Parameters:
    ///   - name: The path in the archive, with `/` as the separator: neither absolute nor with `.` or `..`.
    ///   - modified: The time of the last modification.
    ///   - body: Passes the pieces of the contents to its argument, in order.
    /// - Throws: ``ZipError``, or the error of the body. No file can be added after that.
    package func add(
        _ name: String, modified: Date = Date(), _ body: (_ write: (String) throws -> Void) throws -> Void
    ) throws {
        try begin(name, modified)
        // Until the contents are complete, no other file may follow.
        isOpen = false
        try body { piece in
            var piece = piece
            try piece.withUTF8 { try self.write(UnsafeRawBufferPointer($0)) }
        }
        try end()
    }

    /// Adds a file that is in memory.
    ///
    /// - Throws: ``ZipError``.
    package func add(_ name: String, _ contents: Data, modified: Date = Date()) throws {
        try begin(name, modified)
        isOpen = false
        try contents.withUnsafeBytes { try write($0) }
        try end()
    }

    /// Writes the archive's directory and closes the file.
    ///
    /// - Throws: ``ZipError``.
    package func finish() throws(ZipError) {
        guard isOpen else { throw .finished }
        isOpen = false
        guard archive_write_close(archive) == Self.fine else { throw failure() }
    }

    private static let fine: Int32 = 0

    /// Returns a name that the next file can have.
    ///
    /// - Throws: ``ZipError/name(_:)`` and ``ZipError/duplicate(_:)``.
    package func checked(_ name: String) throws(ZipError) -> String {
        guard Self.isFine(name) else { throw .name(name) }
        guard !names.contains(name) else { throw .duplicate(name) }
        return name
    }

    private func begin(_ name: String, _ modified: Date) throws(ZipError) {
        guard isOpen else { throw .finished }
        names.insert(try checked(name))
        guard let entry = archive_entry_new() else {
            throw .refused(path: path, message: "not enough memory for an entry", code: 0)
        }
        defer { archive_entry_free(entry) }
        archive_entry_set_pathname_utf8(entry, name)
        // A regular file that its owner reads and writes.
        archive_entry_set_filetype(entry, 0o100000)
        archive_entry_set_perm(entry, 0o600)
        archive_entry_set_mtime(entry, time_t(modified.timeIntervalSince1970.rounded(.down)), 0)
        guard archive_write_header(archive, entry) == Self.fine else {
            isOpen = false
            throw failure()
        }
    }

    private func write(_ bytes: UnsafeRawBufferPointer) throws(ZipError) {
        var rest = bytes
        while !rest.isEmpty {
            let written = archive_write_data(archive, rest.baseAddress, rest.count)
            guard written > 0 else { throw failure() }
            rest = UnsafeRawBufferPointer(rebasing: rest[Int(written)...])
        }
    }

    private func end() throws(ZipError) {
        guard archive_write_finish_entry(archive) == Self.fine else { throw failure() }
        isOpen = true
    }

    private func failure() -> ZipError {
        let message = archive_error_string(archive).map { String(cString: $0) } ?? "Unknown error"
        return .refused(path: path, message: message, code: archive_errno(archive))
    }

    /// Returns whether a name stays in the folder that an archive is unpacked to, on every system.
    private static func isFine(_ name: String) -> Bool {
        let parts = name.split(separator: "/", omittingEmptySubsequences: false)
        let isHarmless = name.unicodeScalars.allSatisfy {
            $0.properties.generalCategory != .control && $0 != "\\" && $0 != ":"
        }
        return isHarmless && name.utf8.count <= 1_000 && parts.allSatisfy { !$0.isEmpty && $0 != "." && $0 != ".." }
    }
}
