import FiresteelBase
import FiresteelDatabase

/// The names that the server knows without any message: the variants of a program's flags and experiments, and the versions of
/// its catalogues.
///
/// Invented names must not take their place, because guards compare the sessions of these variants.
struct KnownNames: Sendable {
    private struct Program: Sendable {
        /// The number of changes when its flags were read.
        let changes: Int64
        let variants: Set<String>
        var versions: Set<String> = []
    }

    /// The scopes by their numbers.
    private(set) var scopes: [Int64: InsightScope] = [:]
    private var programs: [String: Program] = [:]

    /// Whether a name is known to the server.
    func contains(_ name: String, as kind: NameBook.Kind, scope: Int64) -> Bool {
        guard let scope = scopes[scope], let program = programs[scope.program] else { return false }
        return switch kind {
        case .variant: program.variants.contains(name)
        case .version: program.versions.contains(name)
        default: false
        }
    }

    /// Reads the names of the scopes' programs; flags only if the program was changed since.
    ///
    /// Damaged names aren't known, and block nothing.
    mutating func read(_ database: any DatabaseConnection, of numbers: Set<Int64>) throws {
        scopes = try ScopeTable(database).all()
        let wanted = Set(numbers.compactMap { scopes[$0]?.program })
        var current: [String: Program] = [:]
        for row in try database.query("SELECT id, changes FROM programs") {
            guard let id = try? row.text("id"), let changes = try? row.int64("changes") else { continue }
            if let known = programs[id], known.changes == changes || !wanted.contains(id) {
                current[id] = known
            } else if wanted.contains(id) {
                current[id] = Program(changes: changes, variants: try Self.variants(of: id, database))
            }
            current[id]?.versions = []
        }
        for row in try database.query("SELECT program, version FROM catalogues") {
            guard let program = try? row.text("program"), let version = try? row.text("version") else { continue }
            current[program]?.versions.insert(NameBook.plain(version))
        }
        programs = current
    }

    /// Returns the variants of a program's flags, as they are counted.
    private static func variants(of program: String, _ database: any DatabaseConnection) throws -> Set<String> {
        var variants: Set<String> = []
        for row in try database.query(
            "SELECT name, value FROM items WHERE program = ? AND kind = ?", .text(program),
            .text(ItemKind.flag.rawValue))
        {
            guard let flag = try? row.text("name"), let text = try? row.text("value"),
                let value = try? JSONValue(json: text.utf8)
            else { continue }
            for variant in value.objectValue?["variants"]?.arrayValue ?? [] {
                guard let name = variant.objectValue?["name"]?.stringValue else { continue }
                variants.insert(CountKey.name(NameBook.plain(flag), NameBook.plain(name)))
            }
        }
        for phase in try ExperimentPhase.all(of: program, database).values.joined() {
            variants.formUnion(phase.armsByVariant.keys)
        }
        return variants
    }
}
