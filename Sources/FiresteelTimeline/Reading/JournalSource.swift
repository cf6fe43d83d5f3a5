internal import CFiresteelTimeline

#if canImport(Glibc)
internal import Glibc
#elseif canImport(Musl)
internal import Musl
#elseif canImport(Darwin)
internal import Darwin
#endif

/// The source of a journal: the memory that it is written to, or a file.
///
/// A file is read rather than mapped, because reading a mapping of a file that another process truncates ends this
/// process.
enum JournalSource: Sendable {
    case memory(JournalMemory)
    case file(JournalFile)

    /// Fills `buffer` from `offset` on.
    ///
    /// False if that isn't all there. Both are multiples of 8.
    func read(at offset: Int, into buffer: UnsafeMutableRawBufferPointer) -> Bool {
        switch self {
        case .memory(let memory):
            guard offset >= 0, buffer.count <= memory.layout.size, offset <= memory.layout.size - buffer.count,
                let to = buffer.baseAddress
            else { return false }
            fst_copy_words(memory.word(offset), to.assumingMemoryBound(to: UInt64.self), buffer.count / 8)
            return true
        case .file(let file):
            return file.read(at: offset, into: buffer)
        }
    }

    /// Returns one word, or `nil` if it isn't available.
    func word(at offset: Int) -> UInt64? {
        var word: UInt64 = 0
        let isThere = withUnsafeMutableBytes(of: &word) { read(at: offset, into: $0) }
        return isThere ? UInt64(littleEndian: word) : nil
    }
}

/// An open file of a run.
final class JournalFile: Sendable {
    let path: String
    let descriptor: Int32
    let size: Int

    /// Opens the regular file at `path`; links are not followed.
    init(path: String) throws(RunError) {
        // The system reads a path up to its first NUL.
        guard !path.utf8.contains(0) else { throw .system(path: path, code: EINVAL) }
        // Without O_NONBLOCK, opening a pipe with this name would block.
        let descriptor = open(path, O_RDONLY | O_CLOEXEC | O_NOFOLLOW | O_NONBLOCK)
        guard descriptor >= 0 else {
            throw errno == ENOENT ? .notFound(path) : .system(path: path, code: errno)
        }
        var status = stat()
        guard fstat(descriptor, &status) == 0 else {
            let code = errno
            close(descriptor)
            throw .system(path: path, code: code)
        }
        guard status.st_mode & S_IFMT == S_IFREG else {
            close(descriptor)
            throw .notARun
        }
        self.path = path
        self.descriptor = descriptor
        size = Int(status.st_size)
    }

    deinit {
        close(descriptor)
    }

    func read(at offset: Int, into buffer: UnsafeMutableRawBufferPointer) -> Bool {
        var done = 0
        while done < buffer.count, let base = buffer.baseAddress {
            let count = pread(descriptor, base + done, buffer.count - done, off_t(offset + done))
            if count < 0, errno == EINTR { continue }
            guard count > 0 else { return false }
            done += count
        }
        return true
    }

    /// Returns whether a process records to the file.
    func isBeingRecorded(process: Int32, processStart: UInt64, boot: [UInt8]) -> Bool {
        let code = fst_lock(descriptor, false)
        if code == 0 {
            _ = fst_unlock(descriptor)
            return false
        }
        if code == EWOULDBLOCK { return true }
        // A file system without locks: check the process instead.
        return boot == Host.boot && processStart != 0 && Host.start(ofProcess: process) == processStart
    }
}
