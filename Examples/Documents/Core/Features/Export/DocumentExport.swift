package import Firesteel

/// Exports documents.
///
/// The flag with the feature's path disables it for all users while the program runs.
package enum DocumentExport: ConditionalFeature {
    package static let description = "Export a document as a self-contained web page"
    package static var constraints: Constraints {
        Flagged(default: true)
    }
    package static let export = action(ExportDocument.self, .published)
    package static let exportSaved = action(ExportSavedDocument.self, .published)
    package static let actions = declare(export, exportSaved)

    package static var routes: FeatureRoutes {
        Route("export/**(document)", to: exportSaved, in: .app("documents"), .anyUniversal)
    }
}
