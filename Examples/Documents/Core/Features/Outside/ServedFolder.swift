package import Firesteel
import Synchronization

/// The document stores of runtimes.
///
/// Inputs created by the program contain their store. Inputs decoded from links, activities and forms of the inspector
/// contain only a name, and find the store here.
package enum ServedFolder {
    private struct Entry {
        weak var runtime: FeatureRuntime?
        weak var store: DocumentStore?
    }

    private static let entries = Mutex<[Entry]>([])

    /// Sets the store of a runtime and replaces an earlier one.
    ///
    /// Both are referenced weakly.
    package static func set(_ store: DocumentStore, of runtime: FeatureRuntime) {
        entries.withLock { entries in
            entries.removeAll { $0.runtime == nil || $0.runtime === runtime }
            entries.append(Entry(runtime: runtime, store: store))
        }
    }

    /// Returns the store of the current runtime.
    ///
    /// - Throws: `ExternalInputError` if no folder is open.
    static func store() throws(ExternalInputError) -> DocumentStore {
        let runtime = FeatureRuntime.current
        let store = entries.withLock { entries in
            entries.first { $0.runtime != nil && $0.runtime === runtime }?.store
        }
        guard let store else {
            throw ExternalInputError(.notDecodable, parameter: "", "No folder of documents is open.")
        }
        return store
    }
}
