import FiresteelBase
import FiresteelFlags
import FiresteelHTTP
import Foundation
import HTTPTypes

#if canImport(Glibc)
import Glibc
#elseif canImport(Musl)
import Musl
#elseif canImport(Darwin)
import Darwin
#endif

/// The file that keeps the last good values.
///
/// A line with a checksum of what follows, a line of JSON with the head, then the body as it was received. It is written
/// beside its place and moved there, so that it is whole or the one before.
struct RemoteFlagCache: Sendable {
    /// What was kept.
    struct Entry: Sendable, Equatable {
        /// Whose values they are; see ``RemoteFlagCache/identity(of:)``.
        var source: String
        /// When they were current, in seconds since 1970.
        var updated: Double
        var validator: Validator
        /// The only context that they answer, or `nil` for all.
        var context: EvaluationContext?
        var body: [UInt8]
    }

    /// Why there is nothing to use.
    struct DamageError: Error, CustomStringConvertible {
        let description: String
    }

    let file: URL
    /// The most bytes of a file that is looked at.
    let limit: Int

    /// What was kept, or `nil` where nothing was.
    ///
    /// - Throws: ``DamageError`` where the file isn't what was written; it is then out of the way.
    func load() throws -> Entry? {
        let path = file.path(percentEncoded: false)
        guard FileManager.default.fileExists(atPath: path) else { return nil }
        let attributes = try FileManager.default.attributesOfItem(atPath: path)
        guard attributes[.type] as? FileAttributeType == .typeRegular else {
            // A folder, given by mistake, is nothing to move away.
            throw DamageError(description: "Values can't be kept in \(path): it isn't a file.")
        }
        do {
            guard let size = attributes[.size] as? Int, size <= limit else {
                throw DamageError(description: "it is too large.")
            }
            return try Self.decode([UInt8](Data(contentsOf: file)))
        } catch {
            throw setAside("\(error)")
        }
    }

    /// Moves a file that can't be used out of the way, so that it can be looked at.
    func setAside(_ reason: String) -> DamageError {
        let path = file.path(percentEncoded: false)
        let aside = path + ".damaged"
        let moved = rename(path, aside) == 0
        return DamageError(
            description: moved
                ? "The values kept in \(path) can't be used, and were moved to \(aside): \(reason)"
                : "The values kept in \(path) can't be used: \(reason)")
    }

    /// Keeps an entry in place of the last one.
    func save(_ entry: Entry) throws {
        let path = file.path(percentEncoded: false)
        let beside = "\(path).\(UUID().uuidString)"
        try FileManager.default.createDirectory(
            at: file.deletingLastPathComponent(), withIntermediateDirectories: true)
        let bytes = Data(Self.encode(entry))
        guard FileManager.default.createFile(atPath: beside, contents: bytes, attributes: [.posixPermissions: 0o600])
        else { throw DamageError(description: "The values can't be kept: \(beside) can't be written.") }
        guard rename(beside, path) == 0 else {
            let reason = String(cString: strerror(errno))
            try? FileManager.default.removeItem(atPath: beside)
            throw DamageError(description: "The values can't be kept in \(path): \(reason)")
        }
    }

    /// Says that what is kept is still current.
    func confirm(_ time: Double) throws {
        guard var entry = try load() else { return }
        entry.updated = time
        try save(entry)
    }

    /// Removes the file, and one that was set aside.
    func remove() throws {
        for path in [file.path(percentEncoded: false), file.path(percentEncoded: false) + ".damaged"]
        where FileManager.default.fileExists(atPath: path) {
            try FileManager.default.removeItem(atPath: path)
        }
    }

    /// Whose values are kept: the address, its query as a hash, since there may be a secret in it.
    static func identity(of address: URL) -> String {
        guard let query = address.query(percentEncoded: true) else { return address.withoutSecrets }
        return "\(address.withoutSecrets)?\(String(FNV1a.hash(query.utf8), radix: 16))"
    }
}

/// What a server knows an answer by.
struct Validator: Sendable, Equatable {
    var etag: String?
    var lastModified: String?

    /// Asks for an answer only if there is another.
    func add(to fields: inout HTTPFields) {
        if let etag {
            fields[.ifNoneMatch] = etag
        } else if let lastModified {
            fields[.ifModifiedSince] = lastModified
        }
    }
}
