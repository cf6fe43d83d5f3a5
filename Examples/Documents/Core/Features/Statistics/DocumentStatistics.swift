package import Firesteel
import FiresteelPurchases

/// Computes statistics of a text.
///
/// Requires the preview and Premium.
package enum DocumentStatistics: ConditionalFeature {
    package static let description = "Show the length and reading time of a document"
    package static let tags = ["premium"]
    package static var constraints: Constraints {
        Requires(DocumentPreview.self)
        Purchase(.premium)
    }
    package static let measure = action(MeasureDocument.self, .published)
    package static let actions = declare(measure)
}
