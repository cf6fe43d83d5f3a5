package import Firesteel
import Synchronization

/// Which store a runtime's documents are in.
///
/// Inside the program every input brings its store along. A link, an activity and a form of the inspector have a name at
/// most: what is made of them looks here.
package enum ServedFolder {
    private struct Entry {
        weak var runtime: FeatureRuntime?
        weak var store: DocumentStore?
    }

    private static let entries = Mutex<[Entry]>([])

    /// Notes the store of a runtime, in the place of another.
    ///
    /// Neither is kept.
    package static func set(_ store: DocumentStore, of runtime: FeatureRuntime) {
        entries.withLock { entries in
            entries.removeAll { $0.runtime == nil || $0.runtime === runtime }
            entries.append(Entry(runtime: runtime, store: store))
        }
    }

    /// The store of the runtime in effect.
    ///
    /// - Throws: `ExternalInputError` where no folder is open.
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
