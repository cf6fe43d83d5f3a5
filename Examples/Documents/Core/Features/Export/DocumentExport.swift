package import Firesteel

/// Taking a document elsewhere.
///
/// Whoever has the flags switches it off for everybody, while programs run: its flag is its path.
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
