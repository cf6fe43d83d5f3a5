/// A member of a feature or an action whose type isn't that of the requirement.
struct MistypedMember {
    let name: String
    let found: String
    let expected: String

    /// The mistyped members of a feature.
    static func all<Definition: FeatureDefinition>(of _: Definition.Type) -> [MistypedMember] {
        common(Definition.self)
            + [
                member("isVisible", Definition.TypeOfIsVisible.self, Bool.self),
                member("variation", Definition.TypeOfVariation.self, String?.self, "String?"),
                member("tags", Definition.TypeOfTags.self, [String].self, "[String]"),
                member("actions", Definition.TypeOfActions.self, DeclaredActions.self, "DeclaredActions = declare(…)"),
                member("routes", Definition.TypeOfRoutes.self, FeatureRoutes.self),
            ].compactMap { $0 }
    }

    /// The mistyped members of an action.
    static func all<Definition: ActionDefinition>(of _: Definition.Type) -> [MistypedMember] {
        common(Definition.self)
            + [
                member("timelineRecording", Definition.TypeOfTimelineRecording.self, TimelineRecording.self),
                member("analyticsIdentifier", Definition.TypeOfAnalyticsIdentifier.self, String?.self, "String?"),
                member("activityEligibility", Definition.TypeOfActivityEligibility.self, ActivityEligibility.self),
                member("effect", Definition.TypeOfEffect.self, ActionEffect.self),
                member("amount", Definition.TypeOfAmount.self, Amount<Definition.Input>.self),
            ].compactMap { $0 }
    }

    private static func common<Definition: DefinitionMembers>(_: Definition.Type) -> [MistypedMember] {
        [
            member("identifier", Definition.TypeOfIdentifier.self, String.self),
            member("name", Definition.TypeOfName.self, String.self),
            member("description", Definition.TypeOfDescription.self, String.self),
        ].compactMap { $0 }
    }

    private static func member(
        _ name: String, _ found: any Any.Type, _ expected: any Any.Type, _ text: String? = nil
    ) -> MistypedMember? {
        found == expected ? nil : MistypedMember(name: name, found: "\(found)", expected: text ?? "\(expected)")
    }
}
