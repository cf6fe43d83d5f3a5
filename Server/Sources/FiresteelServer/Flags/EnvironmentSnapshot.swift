import FiresteelFlags
import FiresteelStore
import Foundation

/// The flags of one environment at one revision: the values for programs, and the compiled rules.
///
/// Created once per revision and node; responses only read it.
final class EnvironmentSnapshot: Sendable {
    let program: String
    let environment: String
    let revision: Int64
    /// The change of the program that the revision includes.
    let change: Int64
    /// The time of compilation, in seconds since 1970.
    let compiled = Date().timeIntervalSince1970.rounded()
    /// The definitions in flagd's format, a JSON object.
    let definitions: [UInt8]
    /// The rules, in the order of their keys.
    let rules: [Entry]
    /// The errors of the definitions.
    ///
    /// Not empty only if stored items are invalid, since changes are validated.
    let diagnostics: [ItemDiagnostic]
    /// Whether a flag's value depends on the time.
    let dependsOnTime: Bool

    /// A flag with its compiled rule.
    struct Entry: Sendable {
        let rule: any FlagRule
        /// The metadata that programs receive with the value.
        let metadata: JSONValue?
        /// Writes the rule's results for programs.
        let writer: OFREPFlagWriter
    }

    private let indices: [String: Int]

    /// Compiles the rules of an environment's definitions, and those first if they aren't compiled yet.
    ///
    /// - Throws: An error if its definitions as a whole can't be read, for example because they are too large.
    init(_ state: ProgramState, environment: ProgramEnvironment, _ compiled: CompiledDefinitions? = nil) throws {
        let compiled = compiled ?? StateValidation.definitions(of: state, in: environment.id)
        program = state.program.id
        self.environment = environment.id
        revision = environment.revision
        change = state.program.changes
        diagnostics = compiled.diagnostics
        definitions = compiled.json
        var entries: [Entry] = []
        let read = try FlagDefinitions(json: definitions)
        // Those in exclusion groups, and their descendants.
        let dependent = read.dependentRules(in: FlagEnvironment(rawValue: environment.id))
        for key in read.keys.sorted() {
            guard let rule = dependent[key] ?? read.rule(for: key) else { continue }
            let metadata = Self.metadata(rule.metadata)
            entries.append(
                Entry(rule: rule, metadata: metadata, writer: OFREPFlagWriter(key, metadata: metadata)))
        }
        rules = entries
        indices = Dictionary(uniqueKeysWithValues: entries.enumerated().map { ($1.writer.key, $0) })
        dependsOnTime = entries.contains { $0.rule.dependsOnTime }
    }

    /// Returns the flag with a key.
    func entry(_ key: String) -> Entry? { indices[key].map { rules[$0] } }

    /// Members that describe a flag to people aren't sent with values.
    private static func metadata(_ metadata: [String: JSONValue]) -> JSONValue? {
        let internalMembers: Set<String> = ["description", "owner", "kind", "tags", "expires", "name"]
        let sent = metadata.filter { !internalMembers.contains($0.key) }
        return sent.isEmpty ? nil : .object(sent)
    }
}
