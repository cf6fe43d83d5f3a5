package import Firesteel

/// Making, writing and keeping documents.
package enum DocumentManagement: Feature {
    package static let description = "Create, write, save, rename and delete documents"
    package static let create = action(CreateDocument.self, .published)
    package static let open = action(OpenDocument.self)
    package static let edit = action(EditDocument.self)
    package static let save = action(SaveDocument.self, .published)
    package static let rename = action(RenameDocument.self, .published)
    package static let delete = action(DeleteDocument.self, .published)
    package static let restore = action(RestoreDocument.self)
    package static let close = action(CloseDocument.self, .published)
    package static let actions = declare(create, open, edit, save, rename, delete, restore, close)

    /// Links of our own, and addresses of the page: the server looks that they are its own.
    package static var routes: FeatureRoutes {
        Route("open/**(document)", to: open, in: .app("documents"), .anyUniversal)
        Route("new", to: create, in: .app("documents"), .anyUniversal)
    }

    /// The path of the action that opens documents, which activities are continued with.
    package static let opening = ActionPath(
        feature: FeaturePath("\(AppFeatures.identifier)/\(identifier)"), action: OpenDocument.identifier)
}
