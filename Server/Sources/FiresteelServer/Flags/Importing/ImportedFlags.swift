import FiresteelFlagAuthoring
import FiresteelFlags
import FiresteelHTTPServer
import FiresteelStore

/// The edits that import a file into a program.
struct ImportedFlags {
    /// The format of the file.
    let format: ImportFormat
    /// The edits; items that are equal already are omitted.
    private(set) var edits: [Edit] = []
    /// The parts of the file that are left out (errors), and those that differ afterwards (warnings).
    private(set) var diagnostics: [FlagDocumentDiagnostic] = []
    /// The items of the file, those that are equal already included.
    private var named: Set<ItemKey> = []

    /// Leaves the program's items unchanged: only new flags and segments remain.
    mutating func removeExisting(in state: ProgramState) {
        let damaged = Set(state.damaged.compactMap(\.item))
        func isNew(_ key: ItemKey) -> Bool { state.items[key] == nil && !damaged.contains(key) }
        edits.removeAll { edit in
            switch edit.item.kind {
            case .segment, .experiment: !isNew(edit.item)
            // A targeting belongs to its flag, also one that was removed there.
            case .flag, .targeting: !isNew(ItemKey(.flag, edit.item.name))
            }
        }
    }

    /// Removes the items that the file lacks, so that the program has exactly those of the file.
    ///
    /// An export names all items of the program, and those that it lacks are removed. Files of other formats have the flags
    /// of one environment alone: a flag that they lack is archived, and segments remain.
    private mutating func addRemovals(from state: ProgramState) throws(HTTPProblem) {
        for diagnostic in diagnostics where diagnostic.severity == .error {
            // Unreadable items aren't lacking.
            switch diagnostic.item {
            case .flag(let key)?, .targeting(let key)?: named.insert(ItemKey(.flag, key))
            case .segment(let key)?: named.insert(ItemKey(.segment, key))
            case .experiment?: break
            case nil:
                throw .invalid("A part of the file can't be read, so what it lacks isn't known: \(diagnostic.message)")
            }
        }
        for (key, item) in state.items.sorted(by: { $0.key < $1.key }) where !named.contains(key) {
            guard format != .firesteel else {
                edits.append(Edit(key, base: item.change, .remove))
                continue
            }
            guard key.kind == .flag, item.value.members["isArchived"] != true else { continue }
            edits.append(Edit(key, base: item.change, .set(["isArchived": true])))
        }
    }

    /// Reads a file.
    ///
    /// - Parameters:
    ///   - file: The file.
    ///   - state: The program.
    ///   - now: The time, in milliseconds since 1970.
    init(_ file: ImportFile, into state: ProgramState, now: Int64) throws(HTTPProblem) {
        let document = try ImportDocument(file)
        format = document.format
        if document.format == .firesteel {
            let export = try FlagFile(json: .object(document.members))
            addExport(export, state)
            if file.isExact {
                let own = edits.count
                try addRemovals(from: state)
                diagnostics += ExactImportWarnings.mismatches(of: export, with: state)
                diagnostics += ExactImportWarnings.removals(edits.dropFirst(own), from: state)
            }
            return
        }
        guard state.program.environments.contains(where: { $0.id == file.environment }) else {
            throw .invalid("Name the environment that gets the file's rules.")
        }
        let imported = try Self.read(document, file, now: now)
        diagnostics = imported.diagnostics
        if imported.items.metadata["fractional"] == "v3" {
            // A program has no metadata, so it always has the default version.
            diagnostics.append(
                FlagDocumentDiagnostic(
                    path: "$.metadata.fractional", severity: .warning,
                    message:
                        "Version v3 of “fractional” is omitted. Rollouts are drawn by v2, so people may get other variants."
                ))
        }
        add(imported.items, environment: file.environment, state)
        if file.isExact {
            let own = edits.count
            try addRemovals(from: state)
            diagnostics += ExactImportWarnings.removals(edits.dropFirst(own), from: state)
        }
    }

    private static func read(
        _ document: ImportDocument, _ file: ImportFile, now: Int64
    ) throws(HTTPProblem) -> FlagImport {
        do {
            switch document.format {
            case .flagd, .firesteel: return try FlagImport(flagd: file.bytes, environment: file.environment)
            case .optimizely: return try FlagImport(optimizely: file.bytes)
            case .firebase: return try FlagImport(firebase: file.bytes)
            case .justTweak: return FlagImport(justTweak: document.members)
            case .unleash:
                return try FlagImport(unleash: document.members, environment: file.environment, source: file.source)
            case .growthBook: return try FlagImport(growthBook: document.members)
            case .launchDarkly:
                return try FlagImport(
                    launchDarkly: document.members, environment: file.environment, source: file.source)
            case .flipt: return FlagImport(flipt: document.members)
            case .goFeatureFlag:
                return FlagImport(goFeatureFlag: document.members, now: Int(now / 1_000))
            }
        } catch let error as ImportError {
            throw .invalid(error.reason)
        } catch let error as FlagError {
            throw .invalid("The file can't be read: \(error.message)")
        } catch {
            throw .invalid("The file can't be read: \(error)")
        }
    }

    private mutating func add(_ items: EditableFlags, environment: String, _ state: ProgramState) {
        for (key, segment) in items.segments.sorted(by: { $0.key < $1.key }) {
            let item = ItemKey(.segment, key)
            if let known = state.items[item], known.value != segment.json {
                warn(.segment(key), "The program has a segment with this key, which is replaced.")
            }
            add(item, segment.json, state)
        }
        for (key, flag) in items.flags.sorted(by: { $0.key < $1.key }) {
            add(ItemKey(.flag, key), flag.json, state)
        }
        for (key, targeting) in items.targetings.sorted(by: { $0.key < $1.key }) {
            add(ItemKey(.targeting, key, environment: environment), targeting.json, state)
        }
    }

    private mutating func addExport(_ export: FlagFile, _ state: ProgramState) {
        for (key, value) in export.items.sorted(by: { $0.key < $1.key }) {
            guard key.environment.isEmpty || state.program.environments.contains(where: { $0.id == key.environment })
            else {
                diagnostics.append(
                    FlagDocumentDiagnostic(
                        item: key.kind == .experiment ? .experiment(key.name) : .targeting(key.name), path: "$",
                        message: "It is left out: there is no environment “\(key.environment)”."))
                continue
            }
            add(key, value, state)
        }
    }

    private mutating func warn(_ item: FlagDocumentItem, _ message: String) {
        diagnostics.append(FlagDocumentDiagnostic(item: item, path: "$", severity: .warning, message: message))
    }

    private mutating func add(_ key: ItemKey, _ value: JSONValue, _ state: ProgramState) {
        named.insert(key)
        guard let current = state.items[key] else {
            edits.append(Edit(key, base: 0, .create(value)))
            return
        }
        var fields: [String: JSONValue?] = [:]
        for (name, member) in value.members where current.value.members[name] != member { fields[name] = .some(member) }
        for name in current.value.members.keys where value.members[name] == nil {
            fields.updateValue(nil, forKey: name)
        }
        if !fields.isEmpty { edits.append(Edit(key, base: current.change, .set(fields))) }
    }
}

extension FlagDocumentDiagnostic {
    /// The diagnostic as JSON: the item, its severity, and the message.
    var json: JSONValue {
        var members: [String: JSONValue] = [
            "severity": .string(severity.rawValue), "message": .string(message), "path": .string(path),
        ]
        switch item {
        case .flag(let key)?: (members["kind"], members["name"]) = ("flag", .string(key))
        case .targeting(let key)?: (members["kind"], members["name"]) = ("targeting", .string(key))
        case .segment(let key)?: (members["kind"], members["name"]) = ("segment", .string(key))
        case .experiment(let key)?: (members["kind"], members["name"]) = ("experiment", .string(key))
        case nil: break
        }
        return .object(members)
    }
}
