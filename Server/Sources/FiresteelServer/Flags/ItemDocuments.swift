import Crypto
import FiresteelFlags
import FiresteelStore
import Synchronization

/// The items of programs as JSON, built once for each change: all pages read them again after a change.
///
/// A document is the same for everyone who may read the program. Callers check that before they request one.
final class ItemDocuments: Sendable {
    /// The bytes, and their validator.
    struct Document: Sendable {
        let bytes: [UInt8]
        let tag: String
    }

    /// The source of a document; the number of the last change identifies the items.
    private struct Source: Sendable, Hashable {
        let program: Program
        let diagnostics: [ItemDiagnostic]
        let weekAgo: Int64
    }

    private struct Entry {
        let source: Source
        let document: Task<Document, Never>
        var used: UInt64
    }

    private struct State {
        var entries: [String: Entry] = [:]
        /// The number of requests.
        var uses: UInt64 = 0
        var builds = 0
    }

    /// The maximum number of programs whose documents are in memory.
    private static let capacity = 16
    private let state = Mutex(State())

    /// The number of built documents.
    var builds: Int { state.withLock { $0.builds } }

    /// Returns the document of a program.
    ///
    /// - Parameters:
    ///   - program: The program with its items.
    ///   - diagnostics: The errors of its items.
    ///   - weekAgo: The number of the last change that is at least seven days old.
    func document(
        of program: ProgramState, _ diagnostics: [ItemDiagnostic], weekAgo: Int64
    ) async -> Document {
        let source = Source(program: program.program, diagnostics: diagnostics, weekAgo: weekAgo)
        let document = state.withLock { state -> Task<Document, Never> in
            state.uses += 1
            if let entry = state.entries[source.program.id], entry.source == source {
                state.entries[source.program.id]?.used = state.uses
                return entry.document
            }
            // A separate task, so that a caller that is cancelled doesn't end it for others.
            let document = Task { await Offload.run { Self.build(program, diagnostics, weekAgo: weekAgo) } }
            state.entries[source.program.id] = Entry(source: source, document: document, used: state.uses)
            state.builds += 1
            if state.entries.count > Self.capacity,
                let oldest = state.entries.min(by: { $0.value.used < $1.value.used })?.key
            {
                state.entries[oldest] = nil
            }
            return document
        }
        return await document.value
    }

    private static func build(
        _ program: ProgramState, _ diagnostics: [ItemDiagnostic], weekAgo: Int64
    ) -> Document {
        var members = program.itemsJSON(diagnostics) { _ in true }.members
        members["weekAgo"] = .int(Int(weekAgo))
        let bytes = Array(JSONValue.object(members).json().utf8)
        let hash = Base64URL.encoded(SHA256.hash(data: bytes).prefix(12))
        return Document(bytes: bytes, tag: "\"\(program.program.changes)-\(hash)\"")
    }
}

extension ProgramState {
    /// Returns the program with some of its items, their texts and errors.
    func itemsJSON(_ diagnostics: [ItemDiagnostic], where isIncluded: (ItemKey) -> Bool) -> JSONValue {
        let texts = ItemTexts(self)
        let items = items.filter { isIncluded($0.key) }.sorted { $0.key < $1.key }
        return [
            // Its members are texts and numbers, which can be encoded.
            "program": (try? JSONValue(encoding: program)) ?? .null,
            "diagnostics": .array(diagnostics.filter { isIncluded($0.item) }.map(\.json)),
            "items": .array(
                items.map { key, item in
                    var members = key.json.members
                    members["change"] = .int(Int(item.change))
                    members["value"] = item.value
                    members["text"] = texts.text(of: key, item)
                    return .object(members)
                }),
        ]
    }
}
