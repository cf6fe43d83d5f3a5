package import Firesteel

/// Reading a document while it is written.
///
/// People who only write switch it off.
package enum DocumentPreview: ConditionalFeature {
    package static let description = "Show a document as its readers see it"
    package static var constraints: Constraints {
        UserToggled(default: true)
    }
    package static let preview = action(PreviewDocument.self)
    package static let actions = declare(preview)
}
