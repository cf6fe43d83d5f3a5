package import Firesteel

/// Creates, edits and saves documents.
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
    package static let discardDraft = action(DiscardDraft.self)
    package static let restoreDraft = action(RestoreDraft.self)
    package static let offerDrafts = action(OfferDrafts.self)
    package static let actions = declare(
        create, open, edit, save, rename, delete, restore, close, discardDraft, restoreDraft, offerDrafts)

    /// Links of the app's scheme, and addresses of its pages; the server accepts only its own addresses.
    package static var routes: FeatureRoutes {
        Route("open/**(document)", to: open, in: .app("documents"), .anyUniversal)
        Route("new", to: create, in: .app("documents"), .anyUniversal)
    }

    /// The path of the action that opens documents, used by activities.
    package static let opening = ActionPath(
        feature: FeaturePath("\(AppFeatures.identifier)/\(identifier)"), action: OpenDocument.identifier)
}
