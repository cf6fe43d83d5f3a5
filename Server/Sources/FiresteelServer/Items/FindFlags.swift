import Firesteel
import FiresteelBase
import FiresteelFlagAuthoring
import FiresteelFlags
import FiresteelHTTPServer
import FiresteelStore
import HTTPTypes

/// Finds flags by words.
struct FindFlags: ServerOperation, Decodable {
    static let description = "Find flags"
    static let endpoint = OperationEndpoint(
        .get, "/programs/{program}/flags", "findFlags",
        "Finds flags by words, and returns their names and what they are in each environment",
        query: [
            .init(
                name: "text", description: "Words in the key, name, description or owner; all flags without any",
                defaultValue: ""),
            .limit("flags", default: 50),
        ])
    let program, text: String
    let limit: Int

    func perform(_ call: ServerCall) async throws -> FoundFlags {
        let state = try await call.state(of: program)
        let words = text.lowercased().split(whereSeparator: \.isWhitespace).prefix(20)
        let found = state.items.filter { $0.key.kind == .flag && Self.matches($0.key, $0.value, words) }
            .sorted { $0.key < $1.key }
        let segments = state.segmentNames
        return FoundFlags(
            flags: found.prefix(limit).map { FoundFlags.Flag($0.key.name, $0.value, in: state, segments) },
            others: max(0, found.count - limit))
    }

    private static func matches(_ key: ItemKey, _ item: Item, _ words: some Collection<Substring>) -> Bool {
        guard !words.isEmpty else { return true }
        let texts = ["name", "description", "owner"].compactMap { item.value.members[$0]?.stringValue }
        let text = ([key.name] + texts).joined(separator: "\n").lowercased()
        return words.allSatisfy { text.contains($0) }
    }
}

/// Flags that were found.
struct FoundFlags: Codable {
    /// A flag, and what it is in each environment.
    struct Flag: Codable {
        let key: String
        let name, description: String?
        /// Short texts such as “25 %”, by environment; without those in which the flag isn't defined.
        let states: [String: String]

        init(_ key: String, _ item: Item, in state: ProgramState, _ segments: [String: FlagSegment]) {
            self.key = key
            name = item.value.members["name"]?.stringValue
            description = item.value.members["description"]?.stringValue
            guard let flag = try? EditableFlag(json: item.value) else {
                states = [:]
                return
            }
            let sentences = FlagSentences(flag: flag, segments: segments)
            var states: [String: String] = [:]
            for environment in state.program.environments {
                let targeting = state.items[ItemKey(.targeting, key, environment: environment.id)]
                guard let value = targeting?.value, let targeting = try? FlagTargeting(json: value) else { continue }
                states[environment.id] = sentences.label(of: targeting)
            }
            self.states = states
        }
    }

    let flags: [Flag]
    /// The number of those that aren't listed.
    let others: Int
}
