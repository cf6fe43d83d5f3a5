import Firesteel
import FiresteelCatalogue
import FiresteelFlags
import FiresteelHTTPServer
import Foundation

/// The parts of a program's newest catalogues that pages use: declared attributes, and the locations of declared flags.
struct CatalogueSummary: Sendable {
    /// A version whose catalogue is known.
    struct Version: Codable, Sendable, Hashable {
        private enum CodingKeys: String, CodingKey {
            case name = "version"
            case received
        }

        let name: String
        /// The time at which it was received, in milliseconds since 1970.
        let received: Int64
    }

    /// A flag's declaration in a version.
    struct Declaration: Codable, Sendable, Hashable {
        let version: String
        /// Module and file, or `nil` in catalogues of an earlier format.
        let file: String?
        let line: Int?
    }

    /// The versions, the newest first.
    private(set) var versions: [Version] = []
    /// The declared attributes by name; those of the newest version that declares each.
    private(set) var attributes: [String: CatalogueAttribute] = [:]
    /// The features of the newest version, with their names.
    private(set) var features: [KnownFeature] = []
    /// The names of actions, those of the newest version that has each.
    private(set) var actions = ActionNames()
    /// The needs of the newest version.
    private(set) var needs = FlagNeeds()
    private var flags: [String: [Declaration]] = [:]

    /// Returns the declarations of a flag, the newest version first.
    func declarations(of flag: String) -> [Declaration] { flags[flag] ?? [] }

    /// The flags that the newest version declares, by key.
    var newestFlags: [(key: String, declaration: Declaration)] {
        let newest = flags.compactMap { key, declarations -> (key: String, declaration: Declaration)? in
            guard let first = declarations.first, first.version == versions.first?.name else { return nil }
            return (key, first)
        }
        return newest.sorted { $0.key < $1.key }
    }

    /// Adds a catalogue that is older than those before.
    mutating func add(_ catalogue: Catalogue, _ version: Version) {
        if versions.isEmpty {
            needs = FlagNeeds(catalogue)
            // A feature without actions is never used itself.
            features = catalogue.features.filter { !$0.actions.isEmpty }.map {
                KnownFeature(
                    feature: $0.path.description, name: $0.name,
                    actions: $0.actions.map { KnownAction(action: $0.identifier, name: $0.name, amount: $0.amountUnit) }
                )
            }
        }
        versions.append(version)
        actions.add(catalogue)
        for attribute in catalogue.attributes where attributes[attribute.name] == nil {
            attributes[attribute.name] = attribute
        }
        for flag in catalogue.flags {
            flags[flag.key, default: []].append(
                Declaration(version: version.name, file: flag.file, line: flag.line))
        }
    }
}

extension Catalogue {
    /// The maximum size of a catalogue that is stored, in bytes.
    static let maximumBytes = 2 << 20
    private static let maximumItems = 20_000
    private static let maximumAttributes = 1_000
    private static let maximumValues = 200
    private static let maximumText = 500

    /// Reads a catalogue that a program sent.
    ///
    /// - Throws: An error if it can't be read, or is larger than that of any real program.
    static func received(_ body: [UInt8]) throws(HTTPProblem) -> Catalogue {
        let catalogue: Catalogue
        do {
            catalogue = try Catalogue(json: Data(body))
        } catch {
            throw .badRequest("The catalogue can't be read: \(error)")
        }
        let actions = catalogue.features.reduce(0) { $0 + $1.actions.count }
        for (count, limit, name) in [
            (catalogue.flags.count, maximumItems, "flags"),
            (catalogue.features.count + actions, maximumItems, "features and actions"),
            (catalogue.attributes.count, maximumAttributes, "attributes"),
        ] where count > limit {
            throw .badRequest("The catalogue has \(count) \(name). At most \(limit) are stored.")
        }
        for flag in catalogue.flags where flag.key.isEmpty || flag.key.utf8.count > maximumText {
            throw .badRequest("The catalogue has a flag whose key is empty or has more than \(maximumText) bytes.")
        }
        for flag in catalogue.flags where (flag.file?.utf8.count ?? 0) > maximumText {
            throw .badRequest("The catalogue has a file whose name has more than \(maximumText) bytes.")
        }
        for attribute in catalogue.attributes {
            guard !attribute.name.isEmpty, attribute.name.utf8.count <= maximumText,
                attribute.values.count <= maximumValues,
                attribute.values.allSatisfy({ $0.json().utf8.count <= maximumText })
            else {
                throw .badRequest(
                    "An attribute of the catalogue has no name, more than \(maximumValues) values, or a text of more than \(maximumText) bytes."
                )
            }
        }
        return catalogue
    }
}

/// A feature of a catalogue.
struct KnownFeature: Codable, Sendable {
    let feature: String
    let name: String
    var actions: [KnownAction] = []
}

/// An action of a feature of a catalogue.
struct KnownAction: Codable, Sendable {
    let action: String
    let name: String
    /// The unit of the amount that it declares.
    let amount: String?
}
