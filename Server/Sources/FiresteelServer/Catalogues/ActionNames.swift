import Firesteel
import FiresteelBase
import FiresteelCatalogue
import FiresteelStore

/// The display names of actions, of the newest catalogue that has each.
struct ActionNames: Sendable {
    private var names: [String: String] = [:]
    private var units: [String: String] = [:]

    /// Adds the names of a catalogue that is older than those before.
    mutating func add(_ catalogue: Catalogue) {
        for feature in catalogue.features {
            for action in feature.actions {
                let key = CountKey.name(feature.path.description, action.identifier)
                if names[key] == nil { names[key] = action.name }
                if units[key] == nil { units[key] = action.amountUnit }
            }
        }
    }

    /// Returns the name of an action, or its identifier if no catalogue has it.
    func name(_ feature: String, _ action: String) -> String {
        names[CountKey.name(feature, action)] ?? action
    }

    /// Returns the unit of the amount that an action declares, `nil` if no catalogue has one.
    func unit(_ feature: String, _ action: String) -> String? { units[CountKey.name(feature, action)] }

    /// Returns the name of an action, `null` if no catalogue has it.
    func json(_ feature: String, _ action: String) -> JSONValue {
        names[CountKey.name(feature, action)].map { .string($0) } ?? .null
    }
}
