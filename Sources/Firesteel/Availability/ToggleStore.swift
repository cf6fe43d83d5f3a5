public import Foundation
import Synchronization

/// Where the user's choices are kept.
public protocol ToggleStore: Sendable {
    /// What the user chose so far. Called once, when a runtime is made.
    func load() throws -> [FeaturePath: Bool]
    /// Keeps what the user chose. Called with everything after each change, one call at a time.
    func save(_ toggles: [FeaturePath: Bool]) throws
}

/// Keeps the user's choices as long as the runtime is there.
public struct MemoryToggleStore: ToggleStore {
    private let initial: [FeaturePath: Bool]

    /// - Parameter initial: What the user chose before.
    public init(_ initial: [FeaturePath: Bool] = [:]) {
        self.initial = initial
    }

    /// What it was made with.
    public func load() -> [FeaturePath: Bool] { initial }

    /// Does nothing: the runtime remembers for itself.
    public func save(_ toggles: [FeaturePath: Bool]) {}
}

/// Keeps the user's choices in a JSON file: an object with a feature path as key and `true` or `false` as value.
public struct FileToggleStore: ToggleStore {
    private let file: URL

    /// - Parameter file: The file, made when the user first chooses. Its folder is made with it.
    public init(_ file: URL) {
        self.file = file
    }

    /// Reads the file.
    ///
    /// Nothing was chosen where there is none.
    ///
    /// - Throws: What Foundation says where the file can't be read, or isn't such an object.
    public func load() throws -> [FeaturePath: Bool] {
        guard FileManager.default.fileExists(atPath: file.path) else { return [:] }
        let plain = try JSONDecoder().decode([String: Bool].self, from: Data(contentsOf: file))
        return Dictionary(uniqueKeysWithValues: plain.map { (FeaturePath($0), $1) })
    }

    /// Writes the file anew and puts it in place of the old one.
    ///
    /// - Throws: What Foundation says where that isn't possible. The old file stays.
    public func save(_ toggles: [FeaturePath: Bool]) throws {
        try FileManager.default.createDirectory(at: file.deletingLastPathComponent(), withIntermediateDirectories: true)
        let encoder = JSONEncoder()
        encoder.outputFormatting = [.sortedKeys, .prettyPrinted, .withoutEscapingSlashes]
        let plain = Dictionary(uniqueKeysWithValues: toggles.map { ($0.text, $1) })
        try encoder.encode(plain).write(to: file, options: .atomic)
    }
}
