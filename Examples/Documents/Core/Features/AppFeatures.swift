package import Firesteel

/// Everything that people can do with Documents.
package enum AppFeatures: FeatureGroup {
    package static let identifier = "Documents"
    package static let name = "Documents"
    package static let description = "Everything that people can do with Documents"
    package static let subfeatures = features(
        DocumentBrowsing.self, DocumentManagement.self, DocumentPreview.self, FocusMode.self,
        DocumentStatistics.self, DocumentExport.self, DocumentImport.self, Preferences.self, UsageFigures.self,
        CrashRehearsal.self)
}
