package import FiresteelFlags

extension FlagImport {
    /// Converts an export of Unleash's state, or the features that its clients receive, to editable flags.
    ///
    /// - Parameters:
    ///   - members: The file.
    ///   - environment: The environment that gets the rules, which is read if the file has one of this name.
    ///   - source: The environment of the file that is read instead.
    /// - Throws: An error if the environment or the segments of the file are unclear.
    package init(unleash members: [String: JSONValue], environment: String, source: String?) throws(ImportError) {
        let reader = try UnleashReader(members, environment: environment, source: source)
        self.init(items: reader.items, diagnostics: reader.diagnostics)
        removeOrphans()
    }
}

/// Converts features of Unleash to editable flags.
///
/// A feature is a Bool flag. Its strategies are rules, of which any one is enough; a rollout keeps its share, with people
/// drawn by another hash. Its variants become a flag `name.variant` below it.
struct UnleashReader {
    private(set) var items = EditableFlags()
    private(set) var diagnostics: [FlagDocumentDiagnostic] = []
    private let document: UnleashDocument
    private var names: Set<String> = []
    /// The features that depend on others.
    private let dependents: Set<String>
    /// The keys of the file's segments by their identifiers.
    private var segmentKeys: [String: Result<String, ImportError>] = [:]

    init(_ members: [String: JSONValue], environment: String, source: String?) throws(ImportError) {
        document = try UnleashDocument(members, environment: environment, source: source)
        dependents = Set(
            document.features.lazy.filter { !UnleashDocument.list($0.dependencies).isEmpty }.map(\.name))
        for feature in document.features {
            do {
                try read(feature)
            } catch {
                report(feature.name, error.reason, .error)
            }
        }
    }

    private mutating func read(_ feature: UnleashDocument.Feature) throws(ImportError) {
        guard names.insert(feature.name).inserted, items.flags[feature.name] == nil else {
            throw ImportError("Two features have this name.")
        }
        var flag = EditableFlag.bool()
        flag.description = UnleashDocument.text(feature.members["description"])
        flag.kind = Self.kind(UnleashDocument.text(feature.members["type"]))
        flag.tags = feature.tags
        flag.parent = try parent(feature.dependencies)
        var rules = UnleashRules()
        for strategy in feature.strategies where strategy["disabled"] != true {
            rules.add(try UnleashStrategy(strategy), try conditions(of: strategy))
        }
        items.flags[feature.name] = flag
        items.targetings[feature.name] = rules.targeting(
            isOn: feature.isEnabled, hasStrategies: feature.strategies.contains { $0["disabled"] != true })
        if rules.isDrawn {
            report(feature.name, "Its rollout is drawn by another hash. People may be assigned anew.", .warning)
        }
        for warning in rules.warnings.sorted() { report(feature.name, warning, .warning) }
        do {
            try readVariants(feature)
        } catch {
            report("\(feature.name).variant", error.reason, .error)
        }
    }

    // MARK: Conditions

    private mutating func conditions(
        of strategy: [String: JSONValue]
    ) throws(ImportError) -> [FlagCondition] {
        var conditions: [FlagCondition] = []
        for constraint in UnleashDocument.list(strategy["constraints"]) {
            conditions.append(try UnleashConstraint.condition(constraint.members))
        }
        for segment in UnleashDocument.list(strategy["segments"]) {
            let id = UnleashDocument.identifier(segment.members["id"] ?? segment) ?? ""
            conditions.append(.segment(try key(ofSegment: id)))
        }
        return conditions
    }

    private mutating func key(ofSegment id: String) throws(ImportError) -> String {
        if let known = segmentKeys[id] { return try known.get() }
        let result = Result { () throws(ImportError) in try addSegment(id) }
        segmentKeys[id] = result
        return try result.get()
    }

    private mutating func addSegment(_ id: String) throws(ImportError) -> String {
        guard let members = document.segments[id], members["constraints"] != nil else {
            throw ImportError("Its segment \(id) is not in the file.")
        }
        let name = UnleashDocument.text(members["name"])
        var conditions: [FlagCondition] = []
        for constraint in UnleashDocument.list(members["constraints"]) {
            conditions.append(try UnleashConstraint.condition(constraint.members))
        }
        // Without constraints everyone is a member.
        if conditions.isEmpty { conditions = [.logic(true)] }
        var key = name ?? "segment-\(id)"
        while items.segments[key] != nil { key += "-\(id)" }
        var segment = FlagSegment(if: conditions)
        segment.description = UnleashDocument.text(members["description"])
        items.segments[key] = segment
        return key
    }

    private static func kind(_ type: String?) -> FlagKind? {
        switch type {
        case "release"?: .release
        case "experiment"?: .experiment
        case "operational"?, "kill-switch"?: .operational
        case "permission"?: .permission
        default: nil
        }
    }

    private func parent(_ dependencies: JSONValue) throws(ImportError) -> String? {
        let list = UnleashDocument.list(dependencies).map(\.members)
        guard let only = list.first else { return nil }
        guard list.count == 1 else {
            throw ImportError("It depends on \(list.count) features; here a flag has one parent.")
        }
        guard only["enabled"] != false, UnleashDocument.list(only["variants"]).isEmpty,
            let name = UnleashDocument.text(only["feature"])
        else { throw ImportError("It depends on a feature that is off, or on its variants.") }
        // In Unleash, it is then off.
        guard !dependents.contains(name) else { throw ImportError("It depends on a feature that depends on others.") }
        return name
    }

    // MARK: Variants

    /// Adds the flag of a feature's variants, which the feature is the parent of.
    private mutating func readVariants(_ feature: UnleashDocument.Feature) throws(ImportError) {
        let key = "\(feature.name).variant"
        let own = feature.strategies.map { UnleashDocument.list($0["variants"]) }.filter { !$0.isEmpty }
        guard own.isEmpty || (own.count == 1 && feature.strategies.count == 1) else {
            throw ImportError("Its strategies have different variants. The feature itself is imported.")
        }
        let list = (own.first ?? UnleashDocument.list(feature.variants)).map(\.members)
        guard !list.isEmpty else { return }
        guard items.flags[key] == nil else { throw ImportError("Another feature has this name.") }
        let variants = try UnleashVariants(list)
        var flag = variants.flag
        flag.parent = feature.name
        flag.description = "The variants of \(feature.name)."
        items.flags[key] = flag
        items.targetings[key] = try variants.targeting()
        report(key, "Its variants are drawn by another hash. People may be assigned anew.", .warning)
    }

    private mutating func report(_ key: String, _ message: String, _ severity: FlagDocumentDiagnostic.Severity) {
        diagnostics.append(FlagDocumentDiagnostic(item: .flag(key), path: "$", severity: severity, message: message))
    }
}
