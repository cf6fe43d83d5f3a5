import Synchronization

#if canImport(Glibc)
import Glibc
#elseif canImport(Musl)
import Musl
#elseif canImport(Darwin)
import Darwin
#endif

/// Replaces files in one step: a reader finds the previous contents or the new ones.
///
/// The contents are written to a file beside the previous one, `.name.number.firesteel-new`, which is locked meanwhile. A
/// process that is killed leaves that file without a lock, and the next process that replaces a file of the folder removes
/// it.
package enum FileReplacement {
    private static let suffix = ".firesteel-new"
    /// The folders from which this process has removed leftovers.
    private static let cleaned = Mutex<Set<String>>([])
    /// In more folders than this, leftovers remain, so that the set is bounded.
    private static let mostFolders = 1_000

    /// Replaces a file, which only its owner can access.
    ///
    /// - Parameters:
    ///   - isSynchronized: Whether the contents are synchronized to disk before they replace the previous ones.
    ///   - isNew: Whether an existing file is an error, `EEXIST`.
    ///   - createsFolder: Whether missing folders are created, as by ``FolderMaking``.
    /// - Throws: ``FileReplacementError``; the file is then as it was.
    package static func replace(
        _ path: String, with bytes: [UInt8], isSynchronized: Bool = false, isNew: Bool = false,
        createsFolder: Bool = false
    ) throws(FileReplacementError) {
        // The system reads a path up to its first NUL.
        if path.utf8.contains(0) { throw FileReplacementError(code: EINVAL) }
        let (folder, name) = parts(of: path)
        if createsFolder, let code = FolderMaking.make(folder) { throw FileReplacementError(code: code) }
        removeLeftoversOnce(in: folder)
        for _ in 0..<3 {
            let number = String(UInt64.random(in: 0 ... .max), radix: 16)
            let beside = "\(folder)/.\(name).\(number)\(suffix)"
            let descriptor = open(beside, O_WRONLY | O_CREAT | O_EXCL | O_NOFOLLOW | O_CLOEXEC, S_IRUSR | S_IWUSR)
            guard descriptor >= 0 else { throw FileReplacementError(code: errno) }
            // Locked until it is moved. A file system without locks retains leftovers.
            defer { close(descriptor) }
            _ = flock(descriptor, LOCK_EX | LOCK_NB)
            var code = writeAll(bytes, to: descriptor)
            if code == 0, isSynchronized, fsync(descriptor) != 0 { code = errno }
            if code == 0, (isNew ? link(beside, path) : rename(beside, path)) != 0 { code = errno }
            if code == 0, !isNew { return }
            let wasThere = unlink(beside) == 0
            if code == 0 { return }
            // Another process may have removed the file before it was locked.
            guard code == ENOENT, !wasThere else { throw FileReplacementError(code: code) }
        }
        throw FileReplacementError(code: ENOENT)
    }

    private static func parts(of path: String) -> (folder: String, name: Substring) {
        guard let slash = path.utf8.lastIndex(of: UInt8(ascii: "/")) else { return (".", path[...]) }
        // Below the root, the folder is empty, and the slash follows.
        return (String(path[..<slash]), path[path.utf8.index(after: slash)...])
    }

    /// Returns the system's error number, or 0.
    private static func writeAll(_ bytes: [UInt8], to descriptor: Int32) -> Int32 {
        bytes.withUnsafeBytes { bytes in
            var rest = bytes[...]
            while !rest.isEmpty {
                let part = UnsafeRawBufferPointer(rebasing: rest)
                let count = write(descriptor, part.baseAddress, part.count)
                if count < 0, errno == EINTR { continue }
                if count <= 0 { return count < 0 ? errno : ENOSPC }
                rest = rest.dropFirst(count)
            }
            return 0
        }
    }

    // MARK: Leftovers

    /// Removes the files of killed processes, once for each folder.
    private static func removeLeftoversOnce(in folder: String) {
        let isFirst = cleaned.withLock { $0.count < mostFolders && $0.insert(folder).inserted }
        guard isFirst, let entries = opendir(folder.isEmpty ? "/" : folder) else { return }
        defer { closedir(entries) }
        while let entry = readdir(entries) {
            let name = withUnsafeBytes(of: &entry.pointee.d_name) {
                String(decoding: $0.prefix { $0 != 0 }, as: UTF8.self)
            }
            if name.hasPrefix("."), name.hasSuffix(suffix) { removeIfUnlocked(folder + "/" + name) }
        }
    }

    private static func removeIfUnlocked(_ path: String) {
        let descriptor = open(path, O_RDONLY | O_NOFOLLOW | O_NONBLOCK | O_CLOEXEC)
        guard descriptor >= 0 else { return }
        defer { close(descriptor) }
        // A file that can't be removed costs space only.
        if flock(descriptor, LOCK_EX | LOCK_NB) == 0 { unlink(path) }
    }
}

/// An error of the system that prevents a file from being replaced.
package struct FileReplacementError: Error, Equatable, CustomStringConvertible {
    /// The system's error number.
    package let code: Int32

    /// Creates the error.
    package init(code: Int32) { self.code = code }

    /// The system's message, without a period.
    package var description: String { String(cString: strerror(code)) }
}
