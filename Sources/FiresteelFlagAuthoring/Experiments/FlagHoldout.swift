package import FiresteelFlags

/// A share of people who take part in no experiment of an environment.
///
/// As JSON, `{"holdout": true, "name": "Holdout 2027", "share": 5, "state": "running"}`.
package struct FlagHoldout: Sendable, Hashable {
    /// The name for people.
    package var name: String
    /// The share of people, in percent.
    package var share: Int
    /// The state; only a running one holds people back.
    package var state: FlagExperiment.State

    /// Whether an item of the kind experiment is a holdout.
    package static func isHoldout(_ value: JSONValue) -> Bool {
        if case .object(let members) = value { members["holdout"] == true } else { false }
    }

    /// Reads a holdout.
    ///
    /// - Throws: All errors, with their paths.
    package init(json value: JSONValue) throws(FlagDocumentError) {
        self = try DocumentReader.read { FlagHoldout(value, &$0) }
    }

    private init?(_ value: JSONValue, _ reader: inout DocumentReader) {
        let noun = "The holdout"
        guard var object = reader.object(value, LogicPath(), "A holdout") else { return nil }
        let name = reader.requiredText("name", in: &object, noun)
        let share = reader.integer("share", in: &object, FlagDocumentLimits.experimentShare, noun)
        let state = reader.word("state", FlagExperiment.State.self, in: &object, noun)
        for member in ["flag", "arms", "primary", "layer"] where object.has(member) {
            reader.report(LogicPath().word(member), "A holdout has a name, a share and a state only. Remove it.")
        }
        guard let name, let share, let state else { return nil }
        (self.name, self.share, self.state) = (name, share, state)
        reader.checkLength(name, 1...FlagDocumentLimits.key, LogicPath().word("name"))
    }
}
