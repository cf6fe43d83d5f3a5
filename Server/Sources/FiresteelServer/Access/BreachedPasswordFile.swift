#if canImport(Glibc)
import Glibc
#elseif canImport(Musl)
import Musl
#elseif canImport(Darwin)
import Darwin
#endif

/// An open file of SHA-1 hashes in ascending order, one a line, each alone or with a colon and a count.
///
/// The published file has 40 GB. At most 128 bytes are read at a time, not mapped: reading a mapping of a file that another
/// process truncates would end this process.
struct BreachedPasswordFile: ~Copyable {
    private struct Line {
        /// The offset of the first byte.
        let start: Int
        /// The offset of the next line.
        let end: Int
        let hash: [UInt8]
    }

    private static let hashBytes = 20
    /// The size of the longest line, in bytes: 40 digits, a colon, a count of 21 digits, CR and LF.
    private static let longestLine = 64
    /// The number of lines that are checked at the start.
    ///
    /// Those of a list that is ordered by count aren't in order.
    private static let checkedLines = 100

    private let path: String
    private let descriptor: Int32
    private let size: Int

    init(path: String) throws(BreachedPasswordsError) {
        // Without O_NONBLOCK, opening a pipe with this name would block.
        let descriptor = open(path, O_RDONLY | O_CLOEXEC | O_NONBLOCK)
        guard descriptor >= 0 else { throw Self.error(errno, path) }
        var status = stat()
        guard fstat(descriptor, &status) == 0 else {
            let code = errno
            close(descriptor)
            throw Self.error(code, path)
        }
        guard status.st_mode & S_IFMT == S_IFREG, status.st_size > 0 else {
            close(descriptor)
            guard status.st_mode & S_IFMT == S_IFREG else {
                throw .unreadable(path: path, reason: "it isn't a regular file")
            }
            throw .empty(path: path)
        }
        self.path = path
        self.descriptor = descriptor
        size = Int(status.st_size)
    }

    deinit { close(descriptor) }

    /// Throws if the first lines or the last one aren't those of such a list.
    func check() throws(BreachedPasswordsError) {
        var start = 0
        var number = 1
        var previous: [UInt8] = []
        while start < size, number <= Self.checkedLines {
            guard let line = try readLine(containing: start, from: start) else {
                throw .malformed(path: path, line: number)
            }
            guard !line.hash.lexicographicallyPrecedes(previous) else { throw .unordered(path: path, line: number) }
            previous = line.hash
            start = line.end
            number += 1
        }
        guard let last = try readLine(containing: size - 1, from: 0), !last.hash.lexicographicallyPrecedes(previous)
        else { throw .incomplete(path: path) }
    }

    /// Returns whether a hash is in the file, by binary search.
    ///
    /// - Parameter hash: The hash, 20 bytes.
    func contains(_ hash: [UInt8]) throws(BreachedPasswordsError) -> Bool {
        // Where the lines begin that remain, and where they end, with the hashes beside them.
        var (low, high) = (0, size)
        var smaller: [UInt8] = []
        var greater = [UInt8](repeating: .max, count: Self.hashBytes)
        while low < high {
            guard let line = try readLine(containing: low + (high - low) / 2, from: low),
                !line.hash.lexicographicallyPrecedes(smaller), !greater.lexicographicallyPrecedes(line.hash)
            else { throw .damaged(path: path) }
            if line.hash == hash { return true }
            if line.hash.lexicographicallyPrecedes(hash) {
                (low, smaller) = (line.end, line.hash)
            } else {
                (high, greater) = (line.start, line.hash)
            }
        }
        return false
    }

    /// Returns the line with the byte at an offset, or `nil` if it isn't a hash.
    ///
    /// - Parameters:
    ///   - offset: The offset, less than the size.
    ///   - low: The offset of that line, or of one before it.
    private func readLine(containing offset: Int, from low: Int) throws(BreachedPasswordsError) -> Line? {
        let first = max(low, offset - Self.longestLine)
        let bytes = try read(first..<min(size, offset + Self.longestLine))
        let lineFeed = UInt8(ascii: "\n")
        let before = bytes[..<(offset - first)].lastIndex(of: lineFeed)
        let after = bytes[(offset - first)...].firstIndex(of: lineFeed)
        // A line that begins or ends outside of the bytes read is too long.
        guard before != nil || first == low, after != nil || first + bytes.count == size else { return nil }
        let start = before.map { $0 + 1 } ?? 0
        guard let hash = Self.hash(of: bytes[start..<(after ?? bytes.count)]) else { return nil }
        return Line(start: first + start, end: first + (after.map { $0 + 1 } ?? bytes.count), hash: hash)
    }

    /// Returns the hash of a line without its LF, or `nil` if it isn't one.
    private static func hash(of line: ArraySlice<UInt8>) -> [UInt8]? {
        let line = line.last == UInt8(ascii: "\r") ? line.dropLast() : line
        let digits = line.prefix(2 * hashBytes).compactMap { Character(Unicode.Scalar($0)).hexDigitValue }
        let count = line.dropFirst(2 * hashBytes)
        guard digits.count == 2 * hashBytes, count.isEmpty || isCount(count) else { return nil }
        return (0..<hashBytes).map { UInt8(digits[2 * $0] << 4 | digits[2 * $0 + 1]) }
    }

    private static func isCount(_ bytes: ArraySlice<UInt8>) -> Bool {
        bytes.count > 1 && bytes.first == UInt8(ascii: ":")
            && bytes.dropFirst().allSatisfy { (UInt8(ascii: "0")...UInt8(ascii: "9")).contains($0) }
    }

    private func read(_ range: Range<Int>) throws(BreachedPasswordsError) -> [UInt8] {
        let descriptor = descriptor
        var bytes = [UInt8](repeating: 0, count: range.count)
        var done = 0
        while done < bytes.count {
            let count = bytes.withUnsafeMutableBytes { buffer in
                pread(
                    descriptor, buffer.baseAddress.map { $0 + done }, buffer.count - done,
                    off_t(range.lowerBound + done))
            }
            if count < 0 {
                let code = errno
                guard code == EINTR else { throw Self.error(code, path) }
                continue
            }
            guard count > 0 else { throw .unreadable(path: path, reason: "it became shorter while it was read") }
            done += count
        }
        return bytes
    }

    private static func error(_ code: Int32, _ path: String) -> BreachedPasswordsError {
        .unreadable(path: path, reason: strerror(code).map { String(cString: $0) } ?? "error \(code)")
    }
}
