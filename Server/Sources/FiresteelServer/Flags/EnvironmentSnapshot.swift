import FiresteelFlags
import FiresteelStore

/// The flags of one environment at one revision: what programs receive, and the compiled rules.
///
/// Created once per revision and node; responses only read it.
final class EnvironmentSnapshot: Sendable {
    /// The program.
    let program: String
    /// The environment.
    let environment: String
    /// The revision.
    let revision: Int64
    /// The change of the program that the revision includes.
    let change: Int64
    /// The definitions in flagd's format, without the closing brace: an address of event streams may follow.
    let openDefinitions: [UInt8]
    /// The rules, in the order of their keys.
    let rules: [Entry]
    /// The errors of the definitions.
    ///
    /// Not empty only if stored items are invalid, since changes are validated.
    let problems: [ItemProblem]
    /// Whether a flag's value depends on the time.
    let dependsOnTime: Bool

    /// A flag with its compiled rule.
    struct Entry: Sendable {
        let key: String
        let rule: any FlagRule
        /// The metadata that programs receive with the value.
        let metadata: FlagValue?
    }

    private let indices: [String: Int]

    /// Compiles an environment.
    ///
    /// - Throws: An error if its definitions as a whole can't be read, for example because they are too large.
    init(_ state: ProgramState, environment: ProgramEnvironment) throws {
        program = state.program.id
        self.environment = environment.id
        revision = environment.revision
        change = state.program.changes
        let compiled = StateValidation.definitions(of: state, in: environment.id)
        problems = compiled.problems
        var bytes = Array(compiled.definitions.json().utf8)
        var entries: [Entry] = []
        let definitions = try FlagDefinitions(json: bytes)
        for key in definitions.keys.sorted() {
            guard let rule = definitions.rule(for: key) else { continue }
            entries.append(Entry(key: key, rule: rule, metadata: Self.metadata(rule.metadata)))
        }
        rules = entries
        indices = Dictionary(uniqueKeysWithValues: entries.enumerated().map { ($1.key, $0) })
        dependsOnTime = entries.contains { $0.rule.dependsOnTime }
        bytes.removeLast()
        openDefinitions = bytes
    }

    /// Returns the flag with a key.
    func entry(_ key: String) -> Entry? { indices[key].map { rules[$0] } }

    /// Members that describe a flag to people aren't sent with values.
    private static func metadata(_ metadata: [String: FlagValue]) -> FlagValue? {
        let internalMembers: Set<String> = ["description", "owner", "kind", "tags", "expires", "name"]
        let sent = metadata.filter { !internalMembers.contains($0.key) }
        return sent.isEmpty ? nil : .object(sent)
    }
}
