package import Firesteel
import FiresteelPurchases

/// What a text comes to in figures.
///
/// It stands beside the preview, and is for those who bought the premium version.
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
