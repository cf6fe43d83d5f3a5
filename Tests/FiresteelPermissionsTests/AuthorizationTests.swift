import Firesteel
import FiresteelPermissions
import FiresteelTesting
import Testing

@MainActor
@Suite("Requesting permissions")
struct AuthorizationTests {
    let camera = ScriptedPermission(.camera, answers: .authorized)
    let contacts = ScriptedPermission(.contacts, answers: .authorized)
    let siri = ScriptedPermission(.siri, answers: .authorized)
    let coordinator = ScriptedCoordinator()

    private func runtime() throws -> FeatureRuntime {
        try TestRuntime(App.self) { $0.sources = [Permissions([siri, contacts, camera])] }.runtime
    }

    @Test("All are requested in the order of the constraints, each explained before and reported after")
    func all() async throws {
        let runtime = try runtime()
        var available: Bool?
        let result = try await runtime.authorize(Calls.self, coordinator: coordinator) {
            available = runtime.availability(of: Calls.self).isAvailable
        }
        #expect(result == coordinator.results.first)
        #expect(result.ending == .granted)
        #expect(result.requested == [.camera, .contacts, .siri])
        #expect(result.missing.isEmpty)
        #expect(
            coordinator.calls == [
                "begin Camera, Contacts, Siri",
                "will Camera", "did Camera authorized",
                "will Contacts", "did Contacts authorized",
                "will Siri", "did Siri authorized",
                "granted",
            ])
        #expect(coordinator.begun.first?.feature?.text == "App/Calls")
        #expect(coordinator.begun.first?.featureName == "Calls")
        #expect(available == true)
    }

    @Test("Only missing permissions are requested, and without any there is no prompt")
    func missingOnly() async throws {
        camera.set(.authorized)
        let runtime = try runtime()
        try await runtime.authorize(Calls.self, coordinator: coordinator)
        #expect(camera.requests.isEmpty)
        #expect(coordinator.calls.first == "begin Contacts, Siri")
        let before = coordinator.calls.count
        var retried = 0
        let result = try await runtime.authorize(Calls.self, coordinator: coordinator) { retried += 1 }
        #expect(result.isGranted)
        #expect(result.requested.isEmpty)
        #expect(coordinator.calls.count == before)
        #expect(retried == 1)
    }

    @Test("A coordinator determines the order, and the permissions that aren't requested")
    func order() async throws {
        coordinator.order = { _ in [.siri, .camera, .siri, .bluetooth] }
        var retried = false
        let result = try await runtime().authorize(Calls.self, coordinator: coordinator) { retried = true }
        #expect(result.requested == [.siri, .camera])
        #expect(result.ending == .missing)
        #expect(result.missing.map(\.kind) == [.contacts])
        #expect(contacts.requests.isEmpty)
        #expect(!retried)
        coordinator.order = { _ in [] }
        let nothing = try await runtime().authorize(Calls.self, coordinator: coordinator)
        #expect(nothing.ending == .missing)
        #expect(coordinator.calls.last == "missing Contacts")
    }

    @Test("A skipped permission is missing, and the others are requested")
    func skip() async throws {
        coordinator.decisions[.camera] = .skip
        var retried = false
        let result = try await runtime().authorize(Calls.self, coordinator: coordinator) { retried = true }
        #expect(result.requested == [.contacts, .siri])
        #expect(result.missing == [MissingPermission(.camera, .notDetermined)])
        #expect(result.ending == .missing)
        #expect(!retried)
        #expect(
            coordinator.calls == [
                "begin Camera, Contacts, Siri", "will Camera",
                "will Contacts", "did Contacts authorized",
                "will Siri", "did Siri authorized",
                "missing Camera",
            ])
    }

    @Test("Cancelling before a prompt requests nothing more")
    func cancelBefore() async throws {
        coordinator.decisions[.contacts] = .cancelAll
        var retried = false
        let result = try await runtime().authorize(Calls.self, coordinator: coordinator) { retried = true }
        #expect(result.ending == .cancelled)
        #expect(result.requested == [.camera])
        #expect(result.missing.map(\.kind) == [.contacts, .siri])
        #expect(contacts.requests.isEmpty && siri.requests.isEmpty)
        #expect(coordinator.calls.suffix(2) == ["will Contacts", "cancelled Contacts, Siri"])
        #expect(!retried)
    }

    @Test("Cancelling after a response requests nothing more, and nothing is retried even if all was allowed")
    func cancelAfter() async throws {
        coordinator.progress[.siri] = .cancelAll
        var retried = false
        let result = try await runtime().authorize(Calls.self, coordinator: coordinator) { retried = true }
        #expect(result.ending == .cancelled)
        #expect(result.missing.isEmpty)
        #expect(!retried)
    }

    @Test("Flint: the retry handler of the permission flow ran although permissions were denied")
    func retryOnlyWhenGranted() async throws {
        for answer in [PermissionStatus.denied, .restricted, .unsupported, .notDetermined] {
            let contacts = ScriptedPermission(.contacts, answers: answer)
            let runtime = try TestRuntime(App.self) { $0.sources = [Permissions([siri, contacts, camera])] }.runtime
            var retried = false
            let result = try await runtime.authorize(Calls.self) { retried = true }
            #expect(result.ending == .missing)
            #expect(result.missing == [MissingPermission(.contacts, answer)])
            #expect(!retried)
        }
    }

    @Test("A denied permission isn't requested again: the coordinator receives it, and the settings are named")
    func refusedBefore() async throws {
        contacts.set(.denied)
        let result = try await runtime().authorize(Calls.self, coordinator: coordinator)
        #expect(contacts.requests.isEmpty)
        #expect(coordinator.begun.first?.refused == [MissingPermission(.contacts, .denied)])
        #expect(coordinator.begun.first?.permissions == [.camera, .siri])
        #expect(result.missing.map(\.needsSettings) == [true])
    }

    @Test("A flow checks permissions that the user granted in the settings before it requests them")
    func settings() async throws {
        contacts.set(.denied)
        let runtime = try runtime()
        contacts.set(.authorized, telling: false)
        #expect(runtime.permissions?.reading(of: .contacts)?.status == .denied)
        #expect(try await runtime.authorize(Calls.self).isGranted)
        #expect(contacts.requests.isEmpty)
    }

    @Test("The user revokes a permission while another one is requested: nothing is retried")
    func takenBack() async throws {
        let camera = camera
        let siri = ScriptedPermission(.siri, answers: .authorized) { camera.set(.denied) }
        let runtime = try TestRuntime(App.self) { $0.sources = [Permissions([siri, contacts, camera])] }.runtime
        var retried = false
        let result = try await runtime.authorize(Calls.self) { retried = true }
        #expect(result.missing == [MissingPermission(.camera, .denied)])
        #expect(!retried)
    }

    @Test("Notifications are requested once, with all options of the feature and its groups")
    func options() async throws {
        let notifications = ScriptedPermission(.notifications(.usual), answers: .authorized, reportsImmediately: false)
        let test = try TestRuntime(App.self) { $0.sources = [Permissions([notifications])] }
        try await test.runtime.authorize(Reminding.self, coordinator: coordinator)
        #expect(notifications.requests == [.notifications([.alert, .badge])])
    }

    @Test("An answer for the location at all times decides that while in use as well")
    func related() async throws {
        let whenInUse = ScriptedPermission(.location(.whenInUse))
        let always = ScriptedPermission(.location(.always), answers: .authorized) {
            whenInUse.set(.authorized, telling: false)
        }
        let test = try TestRuntime(App.self) { $0.sources = [Permissions([whenInUse, always])] }
        let result = try await test.runtime.authorize(Tracking.self, coordinator: coordinator)
        #expect(result.isGranted)
        #expect(result.requested == [.location(.always)])
        #expect(whenInUse.requests.isEmpty)
    }

    @Test("Permissions can be requested without a feature")
    func withoutFeature() async throws {
        let permissions = Permissions([camera])
        let result = try await permissions.authorize([.camera, .bluetooth], coordinator: coordinator)
        #expect(result.requested == [.camera])
        #expect(result.missing.map(\.kind) == [.bluetooth])
        #expect(coordinator.begun.first?.feature == nil)
        #expect(coordinator.begun.first?.refused.map(\.kind) == [.bluetooth])
        let nothing = try await permissions.authorize([])
        #expect(nothing.isGranted)
    }

    @Test("A feature requests permissions in the runtime in effect")
    func inEffect() async throws {
        let permissions = Permissions([siri, contacts, camera])
        try await withTestRuntime(App.self, { $0.sources = [permissions] }) { _ in
            var performed: ActionOutcome?
            let result = try await Calls.authorize {
                performed = await Calls.call.request()?.perform()
            }
            #expect(result.isGranted)
            #expect(performed?.isSuccess == true)
        }
    }

    @Test("If nothing can be requested, the error has the reason")
    func errors() async throws {
        let bare = try TestRuntime(App.self).runtime
        await #expect(throws: AuthorizationError.noPermissions) { try await bare.authorize(Calls.self) }
        let runtime = try runtime()
        await #expect(throws: AuthorizationError.unregisteredFeature("Stray")) {
            try await runtime.authorize(Stray.self)
        }
        #expect(AuthorizationError.noPermissions.description.contains("RuntimeConfiguration.sources"))
    }

    enum App: FeatureGroup {
        static let subfeatures = features(Calls.self, Alerts.self, Tracking.self)
    }
    enum Calls: ConditionalFeature {
        static var constraints: Constraints {
            Permission(.camera)
            Permission(.contacts)
            Permission(.siri)
        }
        static let call = action(Call.self)
        static let actions = declare(call)
    }
    enum Call: Action {
        static func perform(_ context: ActionContext<NoInput>, presenter: NoPresenter) async throws -> ActionOutcome {
            .success
        }
    }
    enum Alerts: FeatureGroup, ConditionalFeature {
        static var constraints: Constraints { Permission(.notifications(.badge)) }
        static let subfeatures = features(Reminding.self)
    }
    enum Reminding: ConditionalFeature {
        static var constraints: Constraints { Permission(.notifications(.alert)) }
    }
    enum Tracking: ConditionalFeature {
        static var constraints: Constraints {
            Permission(.location(.always))
            Permission(.location(.whenInUse))
        }
    }
    enum Stray: ConditionalFeature {
        static var constraints: Constraints { Permission(.camera) }
    }
}

extension MissingPermission {
    /// One that stands so.
    init(_ kind: PermissionKind, _ status: PermissionStatus) {
        self.init(kind: kind, reading: PermissionReading(status))
    }
}
