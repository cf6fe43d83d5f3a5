import DocumentsCore
import Firesteel
import FiresteelHTTP
import FiresteelHTTPServer
import FiresteelPurchases
import HTTPTypes

/// Performs the actions that pages request.
///
/// An operation decodes the request, performs an action in the tab's session, and returns the messages of its
/// presenter.
struct Operations: Sendable {
    let store: DocumentStore
    let hub: TabHub
    let pace: ImportPace
    let personal: PersonalFlags
    let purchases: FilePurchaseStore

    /// Performs an action by its name.
    ///
    /// - Throws: ``HTTPProblem`` if there is no such action, or the body is invalid.
    func perform(_ name: String, with request: HTTPRequestMessage, in tab: Tab) async throws -> PerformAnswer {
        switch name {
        case "list", "search": try await browse(name, request, tab)
        case "create", "open", "edit", "save", "rename", "delete", "restore", "close", "discard-draft", "restore-draft",
            "drafts":
            try await manage(name, request, tab)
        case "preview", "export", "statistics": try await read(name, request, tab)
        case "enter-focus", "leave-focus": await focus(name, tab)
        case "import": try await startImport(request, tab)
        case "stop-import": await stopImport(tab)
        case "switch-feature": try await switchFeature(request, tab)
        case "redeem": try await redeem(request, tab)
        case "crash": try await crash(request, tab)
        default: throw HTTPProblem.notFound("There is no action of this name.")
        }
    }

    // MARK: Unconditional features

    private func browse(_ name: String, _ request: HTTPRequestMessage, _ tab: Tab) async throws -> PerformAnswer {
        struct Body: Decodable { var query: String? }
        let body = try RequestBody.decode(Body.self, from: request)
        let presenter = TabPresenter()
        let outcome =
            name == "list"
            // The page also updates its list automatically after changes.
            ? await DocumentBrowsing.list.perform(
                DocumentFolder(of: store), presenter: presenter, options: .in(tab.session).userInitiated(false))
            : await DocumentBrowsing.search.perform(
                DocumentSearch(body.query ?? "", in: store), presenter: presenter, options: .in(tab.session))
        return PerformAnswer(outcome, presenter)
    }

    private func manage(_ name: String, _ request: HTTPRequestMessage, _ tab: Tab) async throws -> PerformAnswer {
        let body = try RequestBody.decode(DocumentBody.self, from: request)
        let (presenter, session) = (TabPresenter(of: tab), tab.session)
        let outcome: ActionOutcome
        switch name {
        case "create":
            let new = NewDocument(try body.need(\.name), text: body.text ?? "", in: store)
            outcome = await DocumentManagement.create.perform(new, presenter: presenter, options: .in(session))
        case "open":
            outcome = await DocumentManagement.open.perform(
                try body.document(store), presenter: presenter, options: .in(session))
        case "edit":
            outcome = await DocumentManagement.edit.perform(
                try body.written(store, in: tab, replacing: try await closedOwner(body.owner)), presenter: presenter,
                options: .in(session))
        case "save":
            outcome = await DocumentManagement.save.perform(
                try body.written(store, in: tab, isFast: personal.fastSave(of: tab)), presenter: presenter,
                options: .in(session))
        case "rename":
            let newName = NewName(try body.need(\.newName), of: try body.document(store))
            outcome = await DocumentManagement.rename.perform(newName, presenter: presenter, options: .in(session))
        case "delete":
            outcome = await DocumentManagement.delete.perform(
                try body.document(store), presenter: presenter, options: .in(session))
        case "restore":
            let deleted = TrashReference(try body.need(\.id), in: store)
            outcome = await DocumentManagement.restore.perform(deleted, presenter: presenter, options: .in(session))
        case "discard-draft":
            let owner = try await closedOwner(body.owner)
            guard body.owner == nil || owner != nil else { return .openElsewhere }
            let draft = DraftReference(of: try body.document(store), by: owner)
            outcome = await DocumentManagement.discardDraft.perform(draft, presenter: presenter, options: .in(session))
        case "restore-draft":
            let owner = try await closedOwner(body.owner)
            guard body.owner == nil || owner != nil else { return .openElsewhere }
            let draft = DiscardedDraft(
                DraftReference(of: try body.document(store), by: owner), text: try body.need(\.text),
                madeFrom: try body.based())
            outcome = await DocumentManagement.restoreDraft.perform(draft, presenter: presenter, options: .in(session))
        case "drafts":
            outcome = await DocumentManagement.offerDrafts.perform(
                try body.document(store), presenter: presenter, options: .in(session))
        default:
            let closing = ClosingDocument(try body.document(store), discardsDraft: body.discardDraft ?? false)
            outcome = await DocumentManagement.close.perform(closing, presenter: presenter, options: .in(session))
        }
        return PerformAnswer(outcome, presenter)
    }

    /// Returns the owner of a draft, or `nil` if its tab is open, because an open tab keeps its drafts.
    ///
    /// - Throws: ``HTTPProblem`` if the identifier is invalid.
    private func closedOwner(_ id: String?) async throws -> DraftOwner? {
        guard let id else { return nil }
        guard let owner = DraftOwner(id) else {
            throw HTTPProblem.badRequest("The owner of the draft is invalid.")
        }
        return await hub.isOpen(owner) ? nil : owner
    }

    private func switchFeature(_ request: HTTPRequestMessage, _ tab: Tab) async throws -> PerformAnswer {
        struct Body: Decodable { let feature: String, on: Bool }
        let body = try RequestBody.decode(Body.self, from: request)
        let outcome: ActionOutcome
        switch body.feature {
        case "preview": outcome = await Preferences.switchPreview.perform(Switch(body.on), options: .in(tab.session))
        case "import": outcome = await Preferences.switchImport.perform(Switch(body.on), options: .in(tab.session))
        case "focus": outcome = await Preferences.switchFocus.perform(Switch(body.on), options: .in(tab.session))
        case "premium":
            let choice = PremiumChoice(body.on, in: purchases)
            outcome = await Preferences.switchPremium.perform(choice, options: .in(tab.session))
        case "reports":
            outcome = await Preferences.switchReports.perform(Switch(body.on), options: .in(tab.session))
        case "usage": outcome = await Preferences.switchUsage.perform(Switch(body.on), options: .in(tab.session))
        default: throw HTTPProblem.notFound("There is no switchable feature of this name.")
        }
        return PerformAnswer(outcome)
    }

    private func redeem(_ request: HTTPRequestMessage, _ tab: Tab) async throws -> PerformAnswer {
        struct Body: Decodable { let code: String }
        let body = try RequestBody.decode(Body.self, from: request)
        let presenter = TabPresenter()
        let outcome = await Preferences.redeemCode.perform(
            GiftCode(body.code, in: purchases), presenter: presenter, options: .in(tab.session))
        return PerformAnswer(outcome, presenter)
    }

    // MARK: Conditional features

    /// Performs an action on a text that may be unsaved.
    private func read(_ name: String, _ request: HTTPRequestMessage, _ tab: Tab) async throws -> PerformAnswer {
        let body = try RequestBody.decode(DocumentBody.self, from: request)
        let text = DocumentText(try body.need(\.text), of: try body.need(\.name))
        let (presenter, session) = (TabPresenter(of: tab), tab.session)
        let outcome: ActionOutcome
        switch name {
        case "export":
            guard let export = DocumentExport.export.request() else { return .unavailable(DocumentExport.self) }
            outcome = await export.perform(text, presenter: presenter, options: .in(session))
        case "statistics":
            guard let measure = DocumentStatistics.measure.request() else {
                return .unavailable(DocumentStatistics.self)
            }
            let measured = MeasuredText(text, readingSpeed: personal.readingSpeed(of: tab))
            // An open panel follows the typing, like the preview.
            outcome = await measure.perform(
                measured, presenter: presenter, options: .in(session).userInitiated(body.isFollowing != true))
        default:
            guard let preview = DocumentPreview.preview.request() else { return .unavailable(DocumentPreview.self) }
            // The preview follows the typing without being requested by the user.
            outcome = await preview.perform(text, presenter: presenter, options: .in(session).userInitiated(false))
        }
        return PerformAnswer(outcome, presenter)
    }

    private func focus(_ name: String, _ tab: Tab) async -> PerformAnswer {
        let presenter = TabPresenter()
        let outcome: ActionOutcome
        if name == "enter-focus" {
            guard let enter = FocusMode.enter.request() else { return .unavailable(FocusMode.self) }
            outcome = await enter.perform(presenter: presenter, options: .in(tab.session))
        } else {
            guard let leave = FocusMode.leave.request() else { return .unavailable(FocusMode.self) }
            outcome = await leave.perform(presenter: presenter, options: .in(tab.session))
        }
        return PerformAnswer(outcome, presenter)
    }

    /// Starts an import and responds immediately, because it may take minutes; the tab's stream has its progress.
    private func startImport(_ request: HTTPRequestMessage, _ tab: Tab) async throws -> PerformAnswer {
        struct Body: Decodable { let path: String }
        let body = try RequestBody.decode(Body.self, from: request)
        guard let start = DocumentImport.start.request() else { return .unavailable(DocumentImport.self) }
        let folder = FolderToImport(body.path, into: store, pace: pace)
        let presenter = ImportStreamPresenter(streams: tab.streams)
        let session = tab.session
        let started = tab.startImport { await start.perform(folder, presenter: presenter, options: .in(session)) }
        guard started else {
            throw HTTPProblem(status: .conflict, code: "busy", message: "This tab is already importing a folder.")
        }
        return PerformAnswer(outcome: "started", messages: [])
    }

    private func stopImport(_ tab: Tab) async -> PerformAnswer {
        guard let stop = DocumentImport.stop.request() else { return .unavailable(DocumentImport.self) }
        return PerformAnswer(await stop.perform(RunningImport { tab.stopImport() }, options: .in(tab.session)))
    }

    private func crash(_ request: HTTPRequestMessage, _ tab: Tab) async throws -> PerformAnswer {
        struct Body: Decodable { let how: String }
        let body = try RequestBody.decode(Body.self, from: request)
        guard let kind = CrashKind(rawValue: body.how) else {
            throw HTTPProblem.badRequest("how must be SIGKILL, SIGSEGV or fatalError.")
        }
        guard let crash = CrashRehearsal.crash.request() else { return .unavailable(CrashRehearsal.self) }
        return PerformAnswer(await crash.perform(kind, options: .in(tab.session)))
    }
}

/// The body of requests about a document.
///
/// Each action requires some of the values.
private struct DocumentBody: Decodable {
    var name: String?
    var newName: String?
    var text: String?
    var version: String?
    var id: String?
    var discardDraft: Bool?
    /// The owner of another tab's draft.
    var owner: String?
    /// Whether the request follows the typing, instead of being made by the user.
    var isFollowing: Bool?

    func need(_ value: KeyPath<DocumentBody, String?>) throws -> String {
        guard let value = self[keyPath: value] else {
            throw HTTPProblem.badRequest("The body is incomplete.")
        }
        return value
    }

    func document(_ store: DocumentStore) throws -> DocumentReference {
        DocumentReference(try need(\.name), in: store)
    }

    /// Returns the version that the text is based on.
    func based() throws -> DocumentVersion {
        guard let version = DocumentVersion(try need(\.version)) else {
            throw HTTPProblem.badRequest("The version is invalid.")
        }
        return version
    }

    func written(
        _ store: DocumentStore, in tab: Tab, replacing replaced: DraftOwner? = nil, isFast: Bool = false
    ) throws -> WrittenText {
        WrittenText(
            try need(\.text), in: try document(store), madeFrom: try based(), by: DraftOwner(tab.id),
            replacing: replaced, isFast: isFast)
    }
}
