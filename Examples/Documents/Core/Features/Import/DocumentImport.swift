package import Firesteel

/// Imports documents from another folder.
///
/// It can be disabled while the program runs.
package enum DocumentImport: ConditionalFeature {
    package static let description = "Copy the documents of another folder into this one"
    package static var constraints: Constraints {
        RuntimeEnabled(default: true)
    }
    package static let start = action(ImportFolder.self, .published)
    package static let stop = action(StopImport.self)
    package static let actions = declare(start, stop)
}
