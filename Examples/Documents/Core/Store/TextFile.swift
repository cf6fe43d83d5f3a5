import struct Foundation.Date

#if canImport(Darwin)
import Darwin
#elseif canImport(Glibc)
import Glibc
#elseif canImport(Musl)
import Musl
#endif

/// Reads and writes complete text files.
enum TextFile {
    /// Reads a file of at most `limit` bytes.
    ///
    /// - Throws: ``DocumentError/tooLarge(name:bytes:limit:)``, ``DocumentError/notText(_:)``, and errors of the
    ///   system.
    static func read(_ path: String, as name: DocumentName, limit: Int) throws(DocumentError) -> (
        text: String, modified: Date
    ) {
        // Without O_NONBLOCK, opening a pipe in place of the file would block.
        let file = open(path, O_RDONLY | O_CLOEXEC | O_NONBLOCK | O_NOFOLLOW)
        guard file >= 0 else { throw SystemError.of(name, code: errno) }
        defer { close(file) }
        var facts = stat()
        guard fstat(file, &facts) == 0 else { throw SystemError.of(name, code: errno) }
        guard facts.st_mode & S_IFMT == S_IFREG else { throw .notADocument(name) }
        guard facts.st_size <= limit else { throw .tooLarge(name: name.path, bytes: Int(facts.st_size), limit: limit) }

        var bytes: [UInt8] = []
        bytes.reserveCapacity(Int(facts.st_size))
        var buffer = [UInt8](repeating: 0, count: 65_536)
        while true {
            let count = buffer.withUnsafeMutableBytes { Self.readOnce(file, $0) }
            if count < 0 { throw SystemError.of(name, code: errno) }
            if count == 0 { break }
            bytes.append(contentsOf: buffer[..<count])
            // The limit also ends the reading of a growing file.
            guard bytes.count <= limit else { throw .tooLarge(name: name.path, bytes: bytes.count, limit: limit) }
        }
        guard let text = String(validating: bytes, as: UTF8.self) else { throw .notText(name) }
        return (text, Self.modified(facts))
    }

    /// Replaces or creates a file atomically: readers see the old or the new text.
    ///
    /// - Parameter replacing: Whether to replace an existing file. If `false`, the name must be free.
    /// - Throws: ``DocumentError/nameTaken(_:)`` if it isn't, ``DocumentError/diskFull(_:)``, and errors of the system.
    static func write(_ text: String, to path: String, as name: DocumentName, replacing: Bool) throws(DocumentError) {
        let folder = path.lastIndex(of: "/").map { path[..<$0] } ?? "."
        let number = String(UInt64.random(in: 0 ... .max), radix: 16)
        let temporary = "\(folder)/\(temporaryPrefix)\(number)\(temporarySuffix)"
        var mode: mode_t = 0o644
        var facts = stat()
        if replacing && stat(path, &facts) == 0 { mode = facts.st_mode & 0o777 }

        let file = open(temporary, O_WRONLY | O_CREAT | O_EXCL | O_CLOEXEC, mode)
        guard file >= 0 else { throw SystemError.of(name, code: errno) }
        // Locked until it is moved. A file system without locks retains files of killed programs.
        _ = flock(file, LOCK_EX | LOCK_NB)
        var failure: Int32 = 0
        var text = text
        text.withUTF8 { bytes in
            var rest = UnsafeRawBufferPointer(bytes)
            while !rest.isEmpty {
                let count = Self.writeOnce(file, rest)
                if count < 0 { failure = errno; return }
                rest = UnsafeRawBufferPointer(rebasing: rest[count...])
            }
        }
        if failure == 0 && fsync(file) != 0 { failure = errno }
        if failure == 0 {
            failure = replacing ? (rename(temporary, path) == 0 ? 0 : errno) : moveToFree(temporary, path)
        }
        if failure != 0 { unlink(temporary) }
        // Closed last, with its lock. The text is already on disk.
        if close(file) != 0 && failure == 0 { failure = errno }
        if failure != 0 { throw SystemError.of(name, code: failure) }
    }

    private static let temporaryPrefix = ".documents-"
    private static let temporarySuffix = ".documents-new"

    /// Removes the temporary file of a program that was killed while writing a document; ignores other files.
    static func removeLeftover(_ name: String, at path: String) {
        guard name.hasPrefix(temporaryPrefix), name.hasSuffix(temporarySuffix),
            UInt64(name.dropFirst(temporaryPrefix.count).dropLast(temporarySuffix.count), radix: 16) != nil
        else { return }
        let file = open(path, O_RDONLY | O_CLOEXEC | O_NONBLOCK | O_NOFOLLOW)
        guard file >= 0 else { return }
        defer { close(file) }
        var facts = stat()
        guard fstat(file, &facts) == 0, facts.st_mode & S_IFMT == S_IFREG else { return }
        // A program that has just created the file is about to lock it.
        guard -modified(facts).timeIntervalSinceNow > 1, flock(file, LOCK_EX | LOCK_NB) == 0 else { return }
        // A failure is ignored, because a remaining file only takes space.
        unlink(path)
    }

    /// Moves a file to a free name.
    ///
    /// - Throws: ``DocumentError/nameTaken(_:)`` if it isn't free, and errors of the system.
    static func move(_ path: String, to free: String, as name: DocumentName) throws(DocumentError) {
        let failure = moveToFree(path, free)
        if failure != 0 { throw SystemError.of(name, code: failure) }
    }

    /// Moves a file by a hard link, which fails if the name is taken; a rename would replace that file.
    ///
    /// Without AT_SYMLINK_FOLLOW, a symbolic link itself is moved. Volumes without hard links are checked first
    /// instead, which isn't atomic.
    private static func moveToFree(_ path: String, _ free: String) -> Int32 {
        if linkat(AT_FDCWD, path, AT_FDCWD, free, 0) == 0 { return unlink(path) == 0 ? 0 : errno }
        guard errno == EPERM || errno == EOPNOTSUPP || errno == EMLINK else { return errno }
        if ConfinedFolder.kindUnfollowed(of: free) != nil { return EEXIST }
        return rename(path, free) == 0 ? 0 : errno
    }

    static func modified(_ facts: stat) -> Date {
        #if canImport(Darwin)
        let time = facts.st_mtimespec
        #else
        let time = facts.st_mtim
        #endif
        return Date(timeIntervalSince1970: Double(time.tv_sec) + Double(time.tv_nsec) / 1_000_000_000)
    }

    private static func readOnce(_ file: Int32, _ buffer: UnsafeMutableRawBufferPointer) -> Int {
        while true {
            let count = Self.systemRead(file, buffer.baseAddress, buffer.count)
            if count >= 0 || errno != EINTR { return count }
        }
    }

    private static func writeOnce(_ file: Int32, _ bytes: UnsafeRawBufferPointer) -> Int {
        while true {
            let count = Self.systemWrite(file, bytes.baseAddress, bytes.count)
            if count >= 0 || errno != EINTR { return count }
        }
    }

    // Qualified with the module's name, because `TextFile` has functions with these names.
    private static func systemRead(_ file: Int32, _ buffer: UnsafeMutableRawPointer?, _ count: Int) -> Int {
        #if canImport(Darwin)
        Darwin.read(file, buffer, count)
        #elseif canImport(Glibc)
        Glibc.read(file, buffer, count)
        #else
        Musl.read(file, buffer, count)
        #endif
    }

    private static func systemWrite(_ file: Int32, _ bytes: UnsafeRawPointer?, _ count: Int) -> Int {
        #if canImport(Darwin)
        Darwin.write(file, bytes, count)
        #elseif canImport(Glibc)
        Glibc.write(file, bytes, count)
        #else
        Musl.write(file, bytes, count)
        #endif
    }
}
