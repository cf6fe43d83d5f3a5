package import Firesteel

/// All features of Documents.
package enum AppFeatures: FeatureGroup {
    package static let identifier = "Documents"
    package static let name = "Documents"
    package static let description = "All features of Documents"
    package static let subfeatures = features(
        DocumentBrowsing.self, DocumentManagement.self, DocumentPreview.self, FocusMode.self,
        DocumentStatistics.self, DocumentExport.self, DocumentImport.self, Preferences.self, UsageFigures.self,
        ProgramReports.self, CrashRehearsal.self)
}
