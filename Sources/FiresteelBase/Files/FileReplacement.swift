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
    fileprivate static let suffix = ".firesteel-new"
    /// The folders from which this process has removed leftovers.
    private static let cleaned = Mutex<Set<String>>([])
    /// In more folders than this, leftovers remain, so that the set is bounded.
    private static let maximumFolders = 1_000

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
        if createsFolder, let code = FolderMaking.make(parts(of: path).folder) {
            throw FileReplacementError(code: code)
        }
        for _ in 0..<3 {
            let file = try ReplacementFile(path)
            try file.write(bytes)
            if isSynchronized { try file.synchronize() }
            // Another process may have removed the file before it was locked.
            if try file.publish(isNew: isNew) { return }
        }
        throw FileReplacementError(code: ENOENT)
    }

    fileprivate static func parts(of path: String) -> (folder: String, name: Substring) {
        guard let slash = path.utf8.lastIndex(of: UInt8(ascii: "/")) else { return (".", path[...]) }
        // Below the root, the folder is empty, and the slash follows.
        return (String(path[..<slash]), path[path.utf8.index(after: slash)...])
    }

    // MARK: Leftovers

    /// Removes the files of killed processes, once for each folder.
    fileprivate static func removeLeftoversOnce(in folder: String) {
        let isFirst = cleaned.withLock { $0.count < maximumFolders && $0.insert(folder).inserted }
        guard isFirst, let entries = opendir(folder.isEmpty ? "/" : folder) else { return }
        defer { closedir(entries) }
        while let entry = readdir(entries) {
            let name = withUnsafeBytes(of: &entry.pointee.d_name) {
                String(decoding: $0.prefix { $0 != 0 }, as: UTF8.self)
            }
            if isLeftover(name) { removeIfUnlocked(folder + "/" + name) }
        }
    }

    /// Returns whether a file has a name of the form `.name.number.firesteel-new`.
    private static func isLeftover(_ name: String) -> Bool {
        guard name.hasPrefix("."), name.hasSuffix(suffix) else { return false }
        let rest = name.dropFirst().dropLast(suffix.count)
        guard let point = rest.lastIndex(of: "."), point > rest.startIndex else { return false }
        return UInt64(rest[rest.index(after: point)...], radix: 16) != nil
    }

    private static func removeIfUnlocked(_ path: String) {
        let descriptor = open(path, O_RDONLY | O_NOFOLLOW | O_NONBLOCK | O_CLOEXEC)
        guard descriptor >= 0 else { return }
        defer { close(descriptor) }
        // A file that can't be removed costs space only.
        if flock(descriptor, LOCK_EX | LOCK_NB) == 0 { unlink(path) }
    }
}

/// A file that is written beside its final location and replaces the file there in one step.
///
/// Unless it is published, it is removed when the object is released. See ``FileReplacement``.
package final class ReplacementFile {
    /// The file's descriptor, which is open as long as the object exists.
    package let descriptor: Int32
    /// The path while it is written.
    package let temporaryPath: String

    private let path: String
    private var isPublished = false

    /// Creates the file, which only its owner can access.
    ///
    /// - Parameter path: The final location.
    package init(_ path: String) throws(FileReplacementError) {
        // The system reads a path up to its first NUL.
        if path.utf8.contains(0) { throw FileReplacementError(code: EINVAL) }
        self.path = path
        let (folder, name) = FileReplacement.parts(of: path)
        FileReplacement.removeLeftoversOnce(in: folder)
        let number = String(UInt64.random(in: 0 ... .max), radix: 16)
        temporaryPath = "\(folder)/.\(name).\(number)\(FileReplacement.suffix)"
        let flags = O_WRONLY | O_CREAT | O_EXCL | O_NOFOLLOW | O_CLOEXEC
        descriptor = open(temporaryPath, flags, S_IRUSR | S_IWUSR)
        guard descriptor >= 0 else { throw FileReplacementError(code: errno) }
        // Locked until it is released. A file system without locks retains leftovers.
        _ = flock(descriptor, LOCK_EX | LOCK_NB)
    }

    deinit {
        guard descriptor >= 0 else { return }
        if !isPublished { unlink(temporaryPath) }
        close(descriptor)
    }

    package func write(_ bytes: [UInt8]) throws(FileReplacementError) {
        var offset = 0
        while offset < bytes.count {
            let (count, code) = bytes.withUnsafeBytes { bytes in
                let count = systemWrite(descriptor, bytes.baseAddress.map { $0 + offset }, bytes.count - offset)
                return (count, errno)
            }
            if count < 0, code == EINTR { continue }
            guard count > 0 else { throw FileReplacementError(code: count < 0 ? code : ENOSPC) }
            offset += count
        }
    }

    /// Waits until the contents are on disk.
    package func synchronize() throws(FileReplacementError) {
        if fsync(descriptor) != 0 { throw FileReplacementError(code: errno) }
    }

    /// Moves the file to its final location.
    ///
    /// - Parameter isNew: Whether an existing file is an error, `EEXIST`.
    /// - Returns: Whether it was moved; `false` if another process has removed it, so that it has to be written again.
    package func publish(isNew: Bool = false) throws(FileReplacementError) -> Bool {
        var code: Int32 = 0
        if (isNew ? link(temporaryPath, path) : rename(temporaryPath, path)) != 0 { code = errno }
        isPublished = true
        if code == 0, !isNew { return true }
        let wasThere = unlink(temporaryPath) == 0
        if code == 0 { return true }
        guard code == ENOENT, !wasThere else { throw FileReplacementError(code: code) }
        return false
    }
}

/// Writes like `write(2)`; within ``ReplacementFile``, that name is a method's.
private func systemWrite(_ descriptor: Int32, _ bytes: UnsafeRawPointer?, _ count: Int) -> Int {
    write(descriptor, bytes, count)
}

/// An error of the system that prevents a file from being replaced.
package struct FileReplacementError: Error, Equatable, CustomStringConvertible {
    /// The system's error number.
    package let code: Int32

    package init(code: Int32) { self.code = code }

    /// The system's message, without a period.
    package var description: String { String(cString: strerror(code)) }
}
