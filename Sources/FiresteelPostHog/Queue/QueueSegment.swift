import FiresteelTimeline
import Foundation

#if canImport(Glibc)
import Glibc
#elseif canImport(Musl)
import Musl
#elseif canImport(Darwin)
import Darwin
#endif

/// Events that are sent together: a file of them, or events in memory if no file is available.
struct QueueSegment: Sendable {
    /// The location of events.
    enum Storage: Sendable {
        /// A file with one line for each event.
        case file(String)
        /// The lines, with their ends.
        case memory([[UInt8]])
    }

    /// Orders segments; never used twice in a process.
    let number: Int
    var storage: Storage
    /// The known number of events.
    var events = 0
    var bytes = 0
    /// The number of processed lines, from the first.
    var sent = 0
    /// The maximum number of events of a request, if the server accepted only a part.
    var limit = Int.max
    /// Whether it belongs to an earlier run, so that its last line may be incomplete.
    var isAdopted = false
    /// Whether its lines that aren't events were counted.
    var isDamageCounted = false
    var isBeingSent = false

    /// Creates a segment of an existing file.
    init(number: Int, adopting file: String) {
        self.number = number
        storage = .file(file)
        isAdopted = true
        let lines = FileManager.default.contents(atPath: file) ?? Data()
        bytes = lines.count
        events = lines.count { $0 == UInt8(ascii: "\n") }
    }

    init(number: Int, _ storage: Storage) {
        self.number = number
        self.storage = storage
    }

    /// Returns the lines to be sent, without their ends, and the number of invalid ones.
    ///
    /// - Throws: An error if the file can't be read.
    func lines() throws -> (lines: [[UInt8]], damaged: Int) {
        let all: [[UInt8]]
        switch storage {
        case .memory(let lines): all = lines.map { Array($0.dropLast()) }
        case .file(let path):
            let bytes = try Data(contentsOf: URL(filePath: path))
            // Text after the last line end is incomplete, and was never confirmed.
            all = bytes.split(separator: UInt8(ascii: "\n"), omittingEmptySubsequences: false).dropLast()
                .map { Array($0) }
        }
        guard isAdopted else { return (all, 0) }
        let whole = all.filter(Self.isEvent)
        return (whole, all.count - whole.count)
    }

    /// Returns whether a line is valid JSON.
    ///
    /// A single invalid line would make the server reject the whole batch.
    private static func isEvent(_ line: [UInt8]) -> Bool {
        struct Event: Decodable {
            let event: String
            let uuid: UUID
        }
        do {
            _ = try JSONDecoder().decode(Event.self, from: Data(line))
            return true
        } catch {
            return false
        }
    }

    func remove() throws {
        guard case .file(let path) = storage else { return }
        if unlink(path) != 0, errno != ENOENT, errno != ENOTDIR {
            throw QueueError(description: "Can't remove \(path): \(SystemError.message(errno)).")
        }
    }
}

/// A file that events are appended to, each with one write.
struct SegmentWriter: ~Copyable {
    let path: String
    private let descriptor: Int32

    /// - Throws: ``QueueError``.
    init(path: String) throws {
        self.path = path
        descriptor = open(path, O_WRONLY | O_CREAT | O_EXCL | O_APPEND | O_CLOEXEC, S_IRUSR | S_IWUSR)
        guard descriptor >= 0 else {
            throw QueueError(description: "Can't create \(path): \(SystemError.message(errno)).")
        }
    }

    deinit { close(descriptor) }

    /// Appends a line.
    ///
    /// - Parameter size: The size of the file.
    /// - Throws: ``QueueError``. The file is then unchanged, or ends with an incomplete line.
    func append(_ line: [UInt8], at size: Int) throws {
        var written = 0
        while written < line.count {
            let count = line[written...].withUnsafeBytes { write(descriptor, $0.baseAddress, $0.count) }
            if count > 0 {
                written += count
                continue
            }
            let code = count < 0 ? errno : ENOSPC
            if code == EINTR { continue }
            if written > 0 { ftruncate(descriptor, off_t(size)) }
            throw QueueError(description: "Can't write \(path): \(SystemError.message(code)).")
        }
    }
}
