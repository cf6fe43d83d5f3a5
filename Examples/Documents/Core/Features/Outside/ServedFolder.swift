package import Firesteel
package import FiresteelPurchases
import Synchronization

<<<<<<< HEAD
/// The document stores and purchases of runtimes.
=======
/// The document stores of runtimes, with their stores of purchases.
>>>>>>> 33bfe4b58343c758fd85dbd9fa7372f7173fc0cc
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
<<<<<<< HEAD
    package static func set(_ store: DocumentStore, _ purchases: FilePurchaseStore, of runtime: FeatureRuntime) {
=======
    package static func set(_ store: DocumentStore, _ purchases: FilePurchaseStore? = nil, of runtime: FeatureRuntime) {
>>>>>>> 33bfe4b58343c758fd85dbd9fa7372f7173fc0cc
        entries.withLock { entries in
            entries.removeAll { $0.runtime == nil || $0.runtime === runtime }
            entries.append(Entry(runtime: runtime, store: store, purchases: purchases))
        }
    }

    /// Returns the store of the current runtime.
    ///
    /// - Throws: `ExternalInputError` if no folder is open.
    static func store() throws(ExternalInputError) -> DocumentStore {
<<<<<<< HEAD
        guard let store = find(\.store) else { throw nothingOpen }
        return store
    }

    /// Returns the purchases of the current runtime.
    ///
    /// - Throws: `ExternalInputError` if no folder is open.
    static func purchases() throws(ExternalInputError) -> FilePurchaseStore {
        guard let purchases = find(\.purchases) else { throw nothingOpen }
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
=======
        guard let store = entry?.store else {
            throw ExternalInputError(.notDecodable, parameter: "", "No folder of documents is open.")
        }
        return store
    }

    /// Returns the store of purchases of the current runtime.
    ///
    /// - Throws: `ExternalInputError` if there is none.
    static func purchases() throws(ExternalInputError) -> FilePurchaseStore {
        guard let purchases = entry?.purchases else {
            throw ExternalInputError(.notDecodable, parameter: "", "Purchases aren’t stored.")
        }
        return purchases
    }

    private static var entry: Entry? {
        let runtime = FeatureRuntime.current
        return entries.withLock { entries in entries.first { $0.runtime != nil && $0.runtime === runtime } }
>>>>>>> 33bfe4b58343c758fd85dbd9fa7372f7173fc0cc
    }
}
