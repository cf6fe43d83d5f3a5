import FiresteelBase
import FiresteelFlags
public import Foundation
import Synchronization

/// Storage of the user's choices.
///
/// A program for one person needs ``load()`` and ``save(_:)``. A program that serves several people implements
/// ``load(for:)`` and ``save(_:for:)`` as well: in a session with a ``Principal``, toggles are that principal's.
public protocol ToggleStore: Sendable {
    /// Returns the user's choices.
    ///
    /// Called once, when a runtime is created.
    func load() throws -> [FeaturePath: Bool]
    /// Stores the user's choices.
    ///
    /// Called with all of them after each change, one call at a time and without a lock, so it may take its time and may
    /// change toggles. Of several changes during a call only the result is stored, by the thread of the call.
    func save(_ toggles: [FeaturePath: Bool]) throws

    /// Returns the choices of a principal.
    ///
    /// Called when a toggle is first read in one of the principal's open sessions, on the thread that reads it. By
    /// default returns no choices.
    func load(for principal: Principal) throws -> [FeaturePath: Bool]

    /// Stores the choices of a principal.
    ///
    /// Called with all of them after each change, one call at a time for a principal and without a lock, as
    /// ``save(_:)`` is. By default throws ``ToggleStoreError/noPrincipals``.
    func save(_ toggles: [FeaturePath: Bool], for principal: Principal) throws

    /// Removes the choices of a principal, when their timeline is erased.
    ///
    /// Called after a call of ``save(_:for:)`` for the same principal has ended. By default does nothing.
    func erase(_ principal: Principal) throws
}

extension ToggleStore {
    /// Returns no choices.
    public func load(for principal: Principal) throws -> [FeaturePath: Bool] { [:] }
    /// Throws ``ToggleStoreError/noPrincipals``.
    public func save(_ toggles: [FeaturePath: Bool], for principal: Principal) throws {
        throw ToggleStoreError.noPrincipals
    }
    /// Does nothing.
    public func erase(_ principal: Principal) throws {}
}

/// An error of a ``ToggleStore``.
public enum ToggleStoreError: Error, Sendable, Hashable, CustomStringConvertible {
    /// The store doesn't support choices of principals.
    case noPrincipals

    /// A message with the error and what to do.
    public var description: String {
        switch self {
        case .noPrincipals:
            "The toggle store doesn't store the choices of principals. Implement load(for:) and save(_:for:)."
        }
    }
}

/// Stores the user's choices in memory.
public struct MemoryToggleStore: ToggleStore {
    private let initial: [FeaturePath: Bool]
    private let principals = Principals()

    private final class Principals: Sendable {
        let toggles = Mutex<[Principal: [FeaturePath: Bool]]>([:])
    }

    /// Creates a store.
    ///
    /// - Parameter initial: The user's earlier choices.
    public init(_ initial: [FeaturePath: Bool] = [:]) {
        self.initial = initial
    }

    /// Returns the initial choices.
    public func load() -> [FeaturePath: Bool] { initial }

    /// Does nothing, since the runtime has the choices in memory.
    public func save(_ toggles: [FeaturePath: Bool]) {}

    /// Returns the choices of a principal.
    public func load(for principal: Principal) -> [FeaturePath: Bool] {
        principals.toggles.withLock { $0[principal] ?? [:] }
    }

    /// Stores the choices of a principal.
    public func save(_ toggles: [FeaturePath: Bool], for principal: Principal) {
        principals.toggles.withLock { $0[principal] = toggles }
    }

    /// Removes the choices of a principal.
    public func erase(_ principal: Principal) {
        principals.toggles.withLock { _ = $0.removeValue(forKey: principal) }
    }
}

/// Stores the user's choices in a JSON file: an object with a feature path as key and `true` or `false` as value.
///
/// The choices of each principal are in a separate file, in a folder beside the file that has its name and ends in
/// `.principals`.
public struct FileToggleStore: ToggleStore {
    /// The maximum size of a file, in bytes.
    private static let largest = 16 << 20

    private let file: URL

    /// Creates a store.
    ///
    /// - Parameter file: The file. The first choice creates it, with its folder.
    public init(_ file: URL) {
        self.file = file
    }

    /// Reads the file.
    ///
    /// - Returns: No choices if the file doesn't exist.
    /// - Throws: Foundation's error if the file can't be read or isn't such an object, and an error if it isn't a regular
    ///   file of at most 16 MiB.
    public func load() throws -> [FeaturePath: Bool] { try load(file) }

    /// Replaces the file.
    ///
    /// - Throws: Foundation's error if the file can't be written. The old file remains.
    public func save(_ toggles: [FeaturePath: Bool]) throws { try save(toggles, in: file) }

    /// Reads the file of a principal.
    ///
    /// - Returns: No choices if the file doesn't exist.
    /// - Throws: Foundation's error if the file can't be read or isn't such an object, and an error if it isn't a regular
    ///   file of at most 16 MiB.
    public func load(for principal: Principal) throws -> [FeaturePath: Bool] { try load(file(of: principal)) }

    /// Replaces the file of a principal.
    ///
    /// - Throws: Foundation's error if the file can't be written. The old file remains.
    public func save(_ toggles: [FeaturePath: Bool], for principal: Principal) throws {
        try save(toggles, in: file(of: principal))
    }

    /// Removes the file of a principal.
    ///
    /// - Throws: Foundation's error if the file can't be removed.
    public func erase(_ principal: Principal) throws {
        let file = file(of: principal)
        guard FileManager.default.fileExists(atPath: file.path) else { return }
        try FileManager.default.removeItem(at: file)
    }

    /// Returns the file of a principal.
    ///
    /// Each byte of the identifier becomes two hexadecimal digits, in folders of 100 bytes. So any identifier is a
    /// valid name, and no two identifiers share a file, even if file names are case-insensitive.
    private func file(of principal: Principal) -> URL {
        var target = file.deletingPathExtension().appendingPathExtension("principals")
        var name = ""
        for (index, byte) in principal.identifier.utf8.enumerated() {
            if index > 0, index.isMultiple(of: 100) {
                target.append(path: name, directoryHint: .isDirectory)
                name = ""
            }
            name += String(byte >> 4, radix: 16) + String(byte & 15, radix: 16)
        }
        return target.appending(path: name + ".json", directoryHint: .notDirectory)
    }

    private func load(_ file: URL) throws -> [FeaturePath: Bool] {
        guard FileManager.default.fileExists(atPath: file.path) else { return [:] }
        let bytes = try BoundedFile.read(file, limit: Self.largest)
        let plain = try JSONDecoder().decode([String: Bool].self, from: Data(bytes))
        return Dictionary(uniqueKeysWithValues: plain.map { (FeaturePath($0), $1) })
    }

    private func save(_ toggles: [FeaturePath: Bool], in file: URL) throws {
        let encoder = JSONEncoder()
        encoder.outputFormatting = [.sortedKeys, .prettyPrinted, .withoutEscapingSlashes]
        let plain = Dictionary(uniqueKeysWithValues: toggles.map { ($0.text, $1) })
        try FileReplacement.replace(file.path, with: Array(encoder.encode(plain)), createsFolder: true)
    }
}
