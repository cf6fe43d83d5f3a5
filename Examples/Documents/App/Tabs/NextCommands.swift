import DocumentsCore
import Firesteel
import FiresteelBehaviour

/// The commands of the menu that the user will probably choose next.
struct NextCommands: Encodable {
    /// The names of the commands in the page, the most certain first.
    let commands: [String]

    /// The confidence from which on a command is shown: that of three of three observations, and not of two of two.
    private static let confidence = 0.35

    private static let names: [ActionPath: String] = [
        path(DocumentManagement.self, CreateDocument.self): "new",
        path(DocumentManagement.self, RenameDocument.self): "rename",
        path(DocumentManagement.self, CloseDocument.self): "close",
        path(FocusMode.self, EnterFocus.self): "focus",
        path(DocumentStatistics.self, MeasureDocument.self): "statistics",
        path(DocumentExport.self, ExportDocument.self): "export",
        path(DocumentImport.self, ImportFolder.self): "import",
    ]

    /// Returns at most two commands that followed the last action of a tab before, in all tabs of this run and earlier ones.
    static func current(in tab: Tab, of runtime: FeatureRuntime) async -> NextCommands {
        let next = await runtime.behaviour.suggestions(
            in: tab.session, among: Set(names.keys), confidence: confidence, limit: 2)
        return NextCommands(commands: next.compactMap { names[$0.action] })
    }

    private static func path(_ feature: any FeatureDefinition.Type, _ action: any ActionDefinition.Type) -> ActionPath {
        ActionPath(
            feature: FeaturePath(AppFeatures.identifier).appending(feature.identifier), action: action.identifier)
    }
}
