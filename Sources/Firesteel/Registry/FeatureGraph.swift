/// A group with all of its features, checked before any of them is registered.
struct FeatureGraph {
    /// A feature with its position in the graph.
    struct Node {
        let type: any FeatureDefinition.Type
        let path: FeaturePath
        /// The index of the feature's group in the nodes of this graph.
        let parent: Int?
        let actions: [BindingReference]
        let constraints: [any Constraint]
        let routes: [Route]
    }

    /// The features, parents before their children, in display order.
    private(set) var nodes: [Node] = []
    private(set) var diagnostics: [FeatureSetupError.Diagnostic] = []
    private var parentNames: [ObjectIdentifier: String] = [:]

    init(root: any FeatureDefinition.Type) {
        visit(root, parent: nil, ancestors: [])
    }

    private mutating func visit(
        _ type: any FeatureDefinition.Type, parent: Int?, ancestors: [any FeatureDefinition.Type]
    ) {
        let name = Self.name(type)
        if let start = ancestors.firstIndex(where: { $0 == type }) {
            diagnostics.append(.cycle(ancestors[start...].map { Self.name($0) } + [name]))
            return
        }
        let parentName = parent.map { Self.name(nodes[$0].type) } ?? "the root"
        if let first = parentNames[ObjectIdentifier(type)] {
            diagnostics.append(.twoParents(feature: name, first: first, second: parentName))
            return
        }
        parentNames[ObjectIdentifier(type)] = parentName

        let identifier = type.identifier
        checkIdentifier(identifier, of: name)
        report(MistypedMember.all(of: type), of: name)
        checkConditions(of: type, below: ancestors)
        let index = nodes.count
        nodes.append(
            Node(
                type: type,
                path: parent.map { nodes[$0].path.appending(identifier) } ?? FeaturePath(identifier),
                parent: parent,
                actions: checkedActions(of: type),
                constraints: (type as? any ConditionalFeature.Type)?.constraints.all ?? [],
                routes: type.routes.all))

        guard let group = type as? any FeatureGroup.Type else { return }
        let children = group.subfeatures.types
        checkSiblings(children, in: name)
        for child in children {
            visit(child, parent: index, ancestors: ancestors + [type])
        }
    }

    private mutating func checkIdentifier(_ identifier: String, of type: String) {
        let isValid =
            (1...100).contains(identifier.utf8.count)
            && identifier.unicodeScalars.allSatisfy { $0.value >= 0x20 && $0.value != 0x7F && $0 != "/" && $0 != "#" }
        if !isValid { diagnostics.append(.invalidIdentifier(identifier: identifier, type: type)) }
    }

    private mutating func report(_ members: [MistypedMember], of type: String) {
        diagnostics += members.map {
            .mistypedMember(type: type, member: $0.name, found: $0.found, expected: $0.expected)
        }
    }

    private mutating func checkConditions(
        of type: any FeatureDefinition.Type, below ancestors: [any FeatureDefinition.Type]
    ) {
        guard type is any Feature.Type else { return }
        if type is any ConditionalFeature.Type {
            diagnostics.append(.bothConditionalAndNot(feature: Self.name(type)))
        } else if let group = ancestors.last(where: { $0 is any ConditionalFeature.Type }) {
            diagnostics.append(.unconditionalBelowConditional(feature: Self.name(type), group: Self.name(group)))
        }
    }

    private mutating func checkSiblings(_ types: [any FeatureDefinition.Type], in group: String) {
        var first: [String: any FeatureDefinition.Type] = [:]
        for type in types {
            let identifier = type.identifier
            if let other = first[identifier], other != type {
                diagnostics.append(
                    .duplicateFeature(
                        identifier: identifier, first: Self.located(other), second: Self.located(type), group: group))
            }
            first[identifier] = first[identifier] ?? type
        }
    }

    private mutating func checkedActions(of type: any FeatureDefinition.Type) -> [BindingReference] {
        let references = type.actions.references
        var seen: Set<BindingReference> = []
        var first: [String: Interning.Binding] = [:]
        for reference in references {
            let binding = Interning.shared.describe(reference)
            let action = binding.action
            guard seen.insert(reference).inserted else {
                diagnostics.append(.declaredTwice(action: Self.name(action), feature: Self.located(type)))
                continue
            }
            let identifier = action.identifier
            checkIdentifier(identifier, of: Self.name(action))
            report(MistypedMember.all(of: action), of: Self.name(action, at: binding.position))
            if let other = first[identifier] {
                diagnostics.append(
                    .duplicateAction(
                        identifier: identifier, first: Self.name(other.action, at: other.position),
                        second: Self.name(action, at: binding.position), feature: Self.name(type)))
            }
            first[identifier] = binding
        }
        return references
    }

    private static func name(_ type: any Any.Type) -> String { String(reflecting: type) }

    private static func name(_ type: any Any.Type, at position: SourcePosition?) -> String {
        name(type) + (position.map { " (\($0))" } ?? "")
    }

    /// Returns a feature's name with the position of its actions.
    static func located(_ type: any FeatureDefinition.Type) -> String { name(type, at: type.actions.position) }
}
