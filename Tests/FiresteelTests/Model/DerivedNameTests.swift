import Testing

@testable import Firesteel

@Suite("Names are derived from types")
struct DerivedNameTests {
    @Test(
        "Camel case is split, the suffix stripped, acronyms and numbers kept",
        arguments: [
            ("DocumentManagementFeature", "DocumentManagement", "Document Management"),
            ("AppFeatures", "App", "App"),
            ("PDFExportFeature", "PDFExport", "PDF Export"),
            ("ExportToPDF", "ExportToPDF", "Export To PDF"),
            ("iCloudSync", "iCloudSync", "I Cloud Sync"),
            ("Q4Plan", "Q4Plan", "Q4 Plan"),
            ("Chapter12Notes", "Chapter12Notes", "Chapter 12 Notes"),
            ("snake_case_name", "snake_case_name", "Snake case name"),
            ("ßharp", "ßharp", "SSharp"),
            ("Feature", "Feature", "Feature"),
        ])
    func features(typeName: String, identifier: String, words: String) {
        let name = DerivedName(typeName: typeName, suffixes: ["Features", "Feature"])
        #expect(name.identifier == identifier)
        #expect(name.words == words)
    }

    @Test(
        "An action's longer suffix is removed before a shorter one, and a name is never only a suffix",
        arguments: [
            ("DocumentSaveAction", "DocumentSave", "Document Save"),
            ("SelectLineUIAction", "SelectLine", "Select Line"),
            ("Action", "Action", "Action"),
            ("ActionReplay", "ActionReplay", "Action Replay"),
        ])
    func actions(typeName: String, identifier: String, words: String) {
        let name = DerivedName(typeName: typeName, suffixes: DerivedName.actionSuffixes)
        #expect(name.identifier == identifier)
        #expect(name.words == words)
    }

    @Test("An explicit identifier survives a rename of the type")
    func explicitIdentifier() throws {
        let runtime = try FeatureRuntime(RenamedRoot.self)
        #expect(runtime.availability(of: Renamed.self).isAvailable)
        #expect(runtime.describe(Renamed.self)?.path.text == "RenamedRoot/Original")
        #expect(Renamed.name == "Renamed")
    }

    enum Renamed: Feature { static let identifier = "Original" }
    enum RenamedRoot: FeatureGroup { static let subfeatures = features(Renamed.self) }
}
