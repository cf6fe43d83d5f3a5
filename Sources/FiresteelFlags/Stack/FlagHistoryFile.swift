import FiresteelBase
import Foundation

/// The file with the times of the last changes of flags: JSON, such as `{"flags": {"editor.autosave": {"value":
/// "5b5c98ef514dbfa5", "since": 1798675200}}, "version": 1}`.
enum FlagHistoryFile {
    /// The maximum size of a file, in bytes.
    private static let largest = 16 << 20

    /// Reads a file; a missing or empty one has no entries.
    static func read(_ file: URL) throws(FlagError) -> [String: FlagHistory.Entry] {
        guard FileManager.default.fileExists(atPath: file.path) else { return [:] }
        let document: JSONValue
        do {
            let attributes = try FileManager.default.attributesOfItem(atPath: file.path)
            guard (attributes[.size] as? NSNumber)?.intValue ?? 0 <= largest else {
                throw FlagError(.parseError, "It is larger than \(largest >> 20) MiB.")
            }
            let data = try Data(contentsOf: file)
            guard !data.isEmpty else { return [:] }
            document = try JSONValue(json: Array(data))
        } catch let error as FlagError {
            throw error
        } catch {
            throw FlagError(.general, "\(error)")
        }
        guard case .object(let root) = document, root["version"] == 1, case .object(let flags)? = root["flags"] else {
            throw FlagError(.parseError, "It has no “flags”, or its “version” isn't 1.")
        }
        var entries: [String: FlagHistory.Entry] = [:]
        for (key, value) in flags.prefix(FlagHistory.maximumFlags) {
            guard let entry = entry(value) else {
                throw FlagError(.parseError, "“\(key)” has no “value” of 16 digits, or no “since”.")
            }
            entries[key] = entry
        }
        return entries
    }

    private static func entry(_ value: JSONValue) -> FlagHistory.Entry? {
        guard case .object(let members) = value, case .string(let digits)? = members["value"],
            let hash = UInt64(digits, radix: 16)
        else { return nil }
        switch members["since"] {
        case .int(let seconds)?: return FlagHistory.Entry(value: hash, since: Double(seconds))
        case .double(let seconds)? where seconds.isFinite: return FlagHistory.Entry(value: hash, since: seconds)
        default: return nil
        }
    }

    /// Replaces the file.
    ///
    /// It isn't synchronized to disk first: a power failure costs only these times.
    static func write(_ entries: [String: FlagHistory.Entry], to file: URL) throws {
        let flags = entries.mapValues { entry -> JSONValue in
            let digits = String(entry.value, radix: 16)
            return [
                "value": .string(String(repeating: "0", count: 16 - digits.count) + digits),
                "since": .double(entry.since),
            ]
        }
        let document: JSONValue = ["flags": .object(flags), "version": 1]
        let bytes = Array((document.json(pretty: true) + "\n").utf8)
        try FileReplacement.replace(file.path, with: bytes, createsFolder: true)
    }
}
