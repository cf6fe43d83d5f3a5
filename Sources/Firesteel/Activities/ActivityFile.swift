import FiresteelBase
import FiresteelTimeline
import Foundation

#if canImport(Glibc)
import Glibc
#elseif canImport(Musl)
import Musl
#elseif canImport(Darwin)
import Darwin
#endif

/// The file of an ``ActivityIndex``.
struct ActivityFile {
    /// An error of reading or writing the file.
    struct StorageError: Error, CustomStringConvertible {
        let description: String
    }

    /// The first line, which identifies the format.
    private static let head = Array(#"{"format":"firesteel-activities","version":1}"#.utf8)
    /// The largest file that is read, in bytes.
    private static let maximumSize = 256 << 20

    private let path: String
    private var damaged: String { path + ".damaged" }
    /// The folder of the file.
    private var folder: String {
        let folder = (path as NSString).deletingLastPathComponent
        return folder.isEmpty ? "." : folder
    }
    /// The suffix of an unfinished file's name, after a unique identifier.
    private static let unfinished = ".new"

    init(_ file: URL) { path = file.path(percentEncoded: false) }

    static func encode(_ activity: PublishedActivity) throws -> [UInt8] {
        let encoder = JSONEncoder()
        encoder.outputFormatting = [.sortedKeys, .withoutEscapingSlashes]
        return try Array(encoder.encode(activity))
    }

    /// Returns the contents of the file, which are empty if there is none.
    ///
    /// - Throws: ``StorageError``. The file is then moved aside.
    func read(limit: Int) throws -> ActivityEntries {
        var entries = ActivityEntries(limit: limit)
        guard FileManager.default.fileExists(atPath: path) else { return entries }
        do {
            let attributes = try FileManager.default.attributesOfItem(atPath: path)
            guard attributes[.type] as? FileAttributeType == .typeRegular else {
                // A folder at this path is a mistake, and isn't moved aside.
                return entries
            }
            guard let size = attributes[.size] as? Int, size <= Self.maximumSize else {
                throw StorageError(description: "it is too large.")
            }
            var lines = try Data(contentsOf: URL(filePath: path)).split(
                separator: UInt8(ascii: "\n"), omittingEmptySubsequences: false)
            guard lines.first.map({ Array($0) }) == Self.head, lines.removeLast().isEmpty else {
                throw StorageError(description: "it is incomplete or has another version.")
            }
            for line in lines.dropFirst() {
                entries.add(try JSONDecoder().decode(PublishedActivity.self, from: line), line: Array(line))
            }
            return entries
        } catch {
            let words = error is DecodingError ? "a line isn't an activity." : "\(error)"
            let isMoved = rename(path, damaged) == 0
            throw StorageError(
                description: "Can't read activities from \(path): \(words) "
                    + (isMoved ? "The file was renamed to \(damaged), and the index is empty." : "The index is empty."))
        }
    }

    /// Writes the file anew.
    ///
    /// - Throws: ``StorageError``; the file is then as it was.
    func write(_ entries: ActivityEntries) throws {
        if let code = FolderMaking.make(folder) {
            throw StorageError(description: "Can't create folder \(folder): \(SystemError.message(code)).")
        }
        var bytes = Self.head + [UInt8(ascii: "\n")]
        for line in entries.lines {
            bytes += line
            bytes.append(UInt8(ascii: "\n"))
        }
        let beside = "\(path).\(UUID().uuidString)\(Self.unfinished)"
        let descriptor = open(beside, O_WRONLY | O_CREAT | O_EXCL | O_CLOEXEC, S_IRUSR | S_IWUSR)
        guard descriptor >= 0 else {
            throw StorageError(description: "Can't store activities in \(path): \(SystemError.message(errno)).")
        }
        var code = bytes.withUnsafeBytes { LogWriting.write($0, to: descriptor).code }
        close(descriptor)
        if code == 0, rename(beside, path) != 0 { code = errno }
        if code != 0 {
            unlink(beside)
            throw StorageError(description: "Can't store activities in \(path): \(SystemError.message(code)).")
        }
    }

    func remove() throws { try remove(path) }

    /// Removes a file that was moved aside.
    func removeDamaged() throws { try remove(damaged) }

    /// Removes unfinished files of processes that ended while writing.
    ///
    /// - Parameter age: The minimum age in seconds. Another process may be writing a younger file.
    /// - Throws: ``StorageError`` if a file can't be removed. The others are removed nevertheless.
    func removeLeftovers(olderThan age: TimeInterval) throws {
        let names = (try? FileManager.default.contentsOfDirectory(atPath: folder)) ?? []
        var faults: [any Error] = []
        for name in names where isLeftover(name) {
            let path = (folder as NSString).appendingPathComponent(name)
            let attributes = try? FileManager.default.attributesOfItem(atPath: path)
            guard let changed = attributes?[.modificationDate] as? Date, -changed.timeIntervalSinceNow >= age else {
                continue
            }
            do { try remove(path) } catch { faults.append(error) }
        }
        if let first = faults.first { throw first }
    }

    private func isLeftover(_ name: String) -> Bool {
        let beginning = (path as NSString).lastPathComponent + "."
        guard name.hasPrefix(beginning), name.hasSuffix(Self.unfinished) else { return false }
        return UUID(uuidString: String(name.dropFirst(beginning.count).dropLast(Self.unfinished.count))) != nil
    }

    private func remove(_ path: String) throws {
        if unlink(path) != 0, errno != ENOENT, errno != ENOTDIR {
            throw StorageError(description: "Can't remove \(path): \(SystemError.message(errno)).")
        }
    }
}
