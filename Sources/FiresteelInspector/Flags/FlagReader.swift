import Firesteel
import FiresteelFlags

/// Reads a program's flags for the pages.
///
/// None of it counts as a read of a flag.
struct FlagReader: Sendable {
    /// The maximum number of listed undeclared keys.
    static let maximumUndeclared = 1_000

    let runtime: FeatureRuntime

    private var stack: FlagStack { runtime.flags }

    /// The providers, in order of priority.
    private var providers: [any FlagProvider] {
        (stack.overrides.map { [$0] } ?? []) + stack.providers
    }

    // MARK: All of them

    func list() -> PageData.Flags {
        let features = featureNames()
        let hygiene = stack.hygiene()
        let constant = Dictionary(hygiene.constant.map { ($0.flag.key, $0.days) }) { $1 }
        let stored = stack.storedOverrides
        let declared = stack.descriptions().map { flag($0, features, constantFor: constant[$0.key], stored) }
        let context = stack.context
        return PageData.Flags(
            environment: stack.environment.rawValue,
            flags: declared + undeclared(besides: Set(declared.map(\.key)), stored),
            providers: providers.map(PageData.FlagProvider.init),
            overrides: stack.overrides.map {
                PageData.FlagOverrides(
                    provider: $0.name, count: $0.keys?.count ?? declared.count { $0.override != nil },
                    stores: stored != nil)
            },
            context: PageData.FlagContext(
                targetingKey: context.targetingKey, attributes: JSONValue.object(context.attributes).json()),
            diagnostics: stack.diagnostics.filter { $0.key == nil }.map(\.message),
            unknown: hygiene.unknown.map(PageData.UnknownFlag.init))
    }

    /// Returns the number of flags that differ from their default.
    func differing() -> Int { stack.descriptions().count(where: \.differsFromDefault) }

    /// Returns the overrides as JSON, by key.
    func overrides() -> [String: String] {
        let keys = stack.overrides?.keys ?? Set(stack.descriptions().filter(\.isOverridden).map(\.key))
        return keys.reduce(into: [:]) { all, key in all[key] = override(of: key)?.json() }
    }

    /// Returns the override of a flag.
    func override(of key: String) -> JSONValue? {
        guard case .value(let value)? = stack.overrides?.rule(for: key)?.evaluate(stack.context, now: 0).outcome else {
            return nil
        }
        return value
    }

    /// Returns whether the override of a flag is stored for later runs, or `nil` if none can be stored.
    func isStored(_ key: String) -> Bool? { stack.storedOverrides?.contains(key) }

    // MARK: One of them

    /// Returns the details of a flag, or `nil` if it is neither declared nor defined by a provider.
    func detail(of key: String) -> PageData.FlagDetail? {
        guard let explanation = stack.explain(key) else { return nil }
        let description = stack.description(of: key)
        let constant = stack.hygiene().constant.first { $0.flag.key == key }?.days
        let flag: PageData.Flag
        if let description {
            flag = self.flag(description, featureNames(), constantFor: constant, stack.storedOverrides)
        } else {
            flag = PageData.Flag(
                undeclared: key, explanation.resolution, override: override(of: key), stored: isStored(key))
        }
        return PageData.FlagDetail(
            flag: flag,
            more: PageData.FlagMore(
                kind: description?.kind.rawValue, parent: description?.parent,
                exclusionGroup: description?.exclusionGroup,
                exclusionPriority: description.flatMap { $0.exclusionPriority == 0 ? nil : $0.exclusionPriority },
                local: description?.local.map { $0 ? "On" : "Off" },
                file: description?.file, line: description.map { Int($0.line) },
                metadata: explanation.resolution.metadata.mapValues { $0.json() },
                answers: explanation.pageAnswers(default: description?.defaultValue),
                steps: explanation.pageSteps, notes: notes(on: key, description, constantFor: constant)))
    }

    /// Returns the explanation of a flag's value for a context, or `nil` if there is no such flag.
    func explain(_ key: String, in context: EvaluationContext) -> PageData.FlagExplained? {
        guard let explanation = stack.explain(key, in: context) else { return nil }
        let resolution = explanation.resolution
        return PageData.FlagExplained(
            value: resolution.value.json(), variant: resolution.variant, reason: resolution.reason.rawValue,
            provider: resolution.provider, error: resolution.error.map(PageData.FlagErrorInfo.init),
            answers: explanation.pageAnswers(default: stack.description(of: key)?.defaultValue),
            steps: explanation.pageSteps)
    }

    // MARK: Parts

    private func flag(
        _ description: FlagDescription, _ features: [String: PageData.Name], constantFor days: Int?,
        _ stored: Set<String>?
    ) -> PageData.Flag {
        PageData.Flag(
            description, feature: features[description.key],
            group: features[description.group]?.name,
            override: description.isOverridden ? override(of: description.key)?.json() : nil,
            stored: description.isOverridden ? stored?.contains(description.key) : nil, constant: days)
    }

    /// Returns the undeclared keys of providers.
    private func undeclared(besides declared: Set<String>, _ stored: Set<String>?) -> [PageData.Flag] {
        let keys = providers.reduce(into: Set<String>()) { $0.formUnion($1.keys ?? []) }.subtracting(declared)
        return keys.sorted().prefix(Self.maximumUndeclared).compactMap { key in
            guard let explanation = stack.explain(key) else { return nil }
            return PageData.Flag(
                undeclared: key, explanation.resolution, override: override(of: key), stored: stored?.contains(key))
        }
    }

    /// Returns the recommendations for a flag.
    private func notes(
        on key: String, _ description: FlagDescription?, constantFor days: Int?
    ) -> [PageData.FlagNote] {
        var notes = stack.diagnostics.filter { $0.key == key }.map {
            PageData.FlagNote(kind: $0.kind.rawValue, text: $0.message)
        }
        guard let description else { return notes }
        if description.isExpired, let day = description.expires {
            let text = "The flag expired on \(day). Remove it from the code or set a later date."
            notes.append(PageData.FlagNote(kind: "expired", text: text))
        }
        if let days {
            let text = "The flag has had the same value in every context for \(days) days. Consider a constant."
            notes.append(PageData.FlagNote(kind: "constant", text: text))
        }
        return notes
    }

    /// Returns the features by their paths, which are the keys of their own flags.
    private func featureNames() -> [String: PageData.Name] {
        var names: [String: PageData.Name] = [:]
        func add(_ features: [FeatureDescription]) {
            for feature in features {
                names[feature.path.text] = PageData.Name(path: feature.path.text, name: feature.name)
                add(feature.features)
            }
        }
        add(runtime.featureTree)
        return names
    }
}
