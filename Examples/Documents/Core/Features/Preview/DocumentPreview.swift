package import Firesteel

/// Shows the rendered document beside its text.
///
/// The user can disable it.
package enum DocumentPreview: ConditionalFeature {
    package static let description = "Show a document as its readers see it"
    package static var constraints: Constraints {
        UserToggled(default: true)
    }
    package static let preview = action(PreviewDocument.self)
    package static let actions = declare(preview)
}
