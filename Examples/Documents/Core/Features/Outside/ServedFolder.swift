package import Firesteel
package import FiresteelPurchases
import Synchronization

/// The document stores and purchases of runtimes.
///
/// Inputs created by the program contain their store. Inputs decoded from links, activities and forms of the inspector
/// contain only names and values, and find the stores here.
package enum ServedFolder {
    private struct Entry {
        weak var runtime: FeatureRuntime?
        weak var store: DocumentStore?
        weak var purchases: FilePurchaseStore?
    }

    private static let entries = Mutex<[Entry]>([])

    /// Sets the stores of a runtime and replaces earlier ones.
    ///
    /// All are referenced weakly.
    package static func set(_ store: DocumentStore, _ purchases: FilePurchaseStore? = nil, of runtime: FeatureRuntime) {
        entries.withLock { entries in
            entries.removeAll { $0.runtime == nil || $0.runtime === runtime }
            entries.append(Entry(runtime: runtime, store: store, purchases: purchases))
        }
    }

    /// Returns the store of the current runtime.
    ///
    /// - Throws: `ExternalInputError` if no folder is open.
    static func store() throws(ExternalInputError) -> DocumentStore {
        guard let store = find(\.store) else { throw nothingOpen }
        return store
    }

    /// Returns the purchases of the current runtime.
    ///
    /// - Throws: `ExternalInputError` if no folder is open.
    static func purchases() throws(ExternalInputError) -> FilePurchaseStore {
        guard let purchases = find(\.purchases) else {
            throw ExternalInputError(.notDecodable, parameter: "", "Purchases aren’t stored.")
        }
        return purchases
    }

    private static func find<Value: Sendable>(_ store: KeyPath<Entry, Value?>) -> Value? {
        let runtime = FeatureRuntime.current
        return entries.withLock { entries in
            entries.first { $0.runtime != nil && $0.runtime === runtime }?[keyPath: store]
        }
    }

    private static var nothingOpen: ExternalInputError {
        ExternalInputError(.notDecodable, parameter: "", "No folder of documents is open.")
    }
}
