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

/// The file with the last valid values.
///
/// One line with a checksum of the rest, one line of JSON with the head, then the body as received. A new file is
/// written beside the old one and replaces it atomically.
struct RemoteFlagCache: Sendable {
    struct Entry: Sendable, Equatable {
        /// The origin of the values; see ``RemoteFlagCache/identity(of:)``.
        var source: String
        /// The time at which they were current, in seconds since 1970.
        var updated: Double
        var validator: Validator
        /// The only context that the values are for, or `nil` for all.
        var context: EvaluationContext?
        var body: [UInt8]
    }

    /// An error that prevents the file from being used.
    struct DamageError: Error, CustomStringConvertible {
        let description: String
    }

    let file: URL
    /// The maximum size of a file, in bytes.
    let limit: Int

    /// Returns the stored entry, or `nil` if there is none.
    ///
    /// - Throws: ``DamageError`` if the file is damaged; it has then been moved aside.
    func load() throws -> Entry? {
        let path = file.path(percentEncoded: false)
        guard FileManager.default.fileExists(atPath: path) else { return nil }
        let attributes = try FileManager.default.attributesOfItem(atPath: path)
        guard attributes[.type] as? FileAttributeType == .typeRegular else {
            // A folder, passed by mistake, is not moved aside.
            throw DamageError(description: "Can't use cache \(path): it isn't a regular file.")
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

    /// Moves an unusable file aside, so that it can be inspected.
    func setAside(_ reason: String) -> DamageError {
        let path = file.path(percentEncoded: false)
        let aside = path + ".damaged"
        let moved = rename(path, aside) == 0
        return DamageError(
            description: moved
                ? "Can't read cache \(path), which was moved to \(aside): \(reason)"
                : "Can't read cache \(path): \(reason)")
    }

    /// Replaces the stored entry.
    func save(_ entry: Entry) throws {
        let path = file.path(percentEncoded: false)
        do {
            try FileReplacement.replace(path, with: Self.encode(entry), createsFolder: true)
        } catch {
            throw DamageError(description: "Can't write cache \(path): \(error).")
        }
    }

    /// Records that the stored entry is still current.
    func confirm(_ time: Double) throws {
        guard var entry = try load() else { return }
        entry.updated = time
        try save(entry)
    }

    /// Removes the file, and any file that was set aside.
    func remove() throws {
        for path in [file.path(percentEncoded: false), file.path(percentEncoded: false) + ".damaged"]
        where FileManager.default.fileExists(atPath: path) {
            try FileManager.default.removeItem(atPath: path)
        }
    }

    /// Returns the origin of values: the address, with its query as a hash because it may contain a secret.
    static func identity(of address: URL) -> String {
        guard let query = address.query(percentEncoded: true) else { return address.withoutSecrets }
        return "\(address.withoutSecrets)?\(String(FNV1a.hash(query.utf8), radix: 16))"
    }
}

/// The validator of a server's response.
struct Validator: Sendable, Equatable {
    var etag: String?
    var lastModified: String?

    /// Makes a request conditional, so that an unchanged response isn't sent again.
    func add(to fields: inout HTTPFields) {
        if let etag {
            fields[.ifNoneMatch] = etag
        } else if let lastModified {
            fields[.ifModifiedSince] = lastModified
        }
    }
}
