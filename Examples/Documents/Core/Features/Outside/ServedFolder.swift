package import Firesteel
package import FiresteelPurchases
import Synchronization

/// Which store a runtime's documents are in, and where it is written down what was bought.
///
/// Inside the program every input brings its store along. A link, an activity and a form of the inspector have a name at
/// most: what is made of them looks here.
package enum ServedFolder {
    private struct Entry {
        weak var runtime: FeatureRuntime?
        weak var store: DocumentStore?
        weak var purchases: FilePurchaseStore?
    }

    private static let entries = Mutex<[Entry]>([])

    /// Notes the stores of a runtime, in the place of others.
    ///
    /// None of them is kept.
    package static func set(_ store: DocumentStore, _ purchases: FilePurchaseStore, of runtime: FeatureRuntime) {
        entries.withLock { entries in
            entries.removeAll { $0.runtime == nil || $0.runtime === runtime }
            entries.append(Entry(runtime: runtime, store: store, purchases: purchases))
        }
    }

    /// The store of the runtime in effect.
    ///
    /// - Throws: `ExternalInputError` where no folder is open.
    static func store() throws(ExternalInputError) -> DocumentStore {
        guard let store = find(\.store) else { throw nothingOpen }
        return store
    }

    /// The purchases of the runtime in effect.
    ///
    /// - Throws: `ExternalInputError` where no folder is open.
    static func purchases() throws(ExternalInputError) -> FilePurchaseStore {
        guard let purchases = find(\.purchases) else { throw nothingOpen }
        return purchases
    }

    private static func find<Value: Sendable>(_ part: KeyPath<Entry, Value?>) -> Value? {
        let runtime = FeatureRuntime.current
        return entries.withLock { entries in
            entries.first { $0.runtime != nil && $0.runtime === runtime }?[keyPath: part]
        }
    }

    private static var nothingOpen: ExternalInputError {
        ExternalInputError(.notDecodable, parameter: "", "No folder of documents is open.")
    }
}
