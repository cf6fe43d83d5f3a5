import Firesteel
import FiresteelPermissions
import FiresteelTesting
import Synchronization
import Testing

@Suite("Permissions of a program")
struct PermissionsTests {
    @Test("Changes in the settings are found by the next check, as one change")
    func recheck() async {
        let camera = ScriptedPermission(.camera, .denied)
        let contacts = ScriptedPermission(.contacts, .authorized)
        let siri = ScriptedPermission(.siri, .authorized)
        let permissions = Permissions([camera, contacts, siri])
        let changes = Recorded()
        let subscription = permissions.subscribe { changes.append($0) }
        camera.set(.authorized, telling: false)
        contacts.set(.restricted, telling: false)
        #expect(permissions.reading(of: .camera)?.status == .denied)
        await permissions.recheck()
        #expect(permissions.reading(of: .camera)?.status == .authorized)
        #expect(permissions.reading(of: .contacts)?.status == .restricted)
        #expect(changes.all == [.names(["camera", "contacts"])])
        await permissions.recheck()
        #expect(changes.all.count == 1)
        subscription.cancel()
        camera.set(.denied)
        #expect(changes.all.count == 1)
    }

    @Test("Subscribers find the new status in place")
    func inPlace() {
        let camera = ScriptedPermission(.camera, .denied)
        let permissions = Permissions([camera])
        let seen = Recorded()
        let subscription = permissions.subscribe { [weak permissions] _ in
            if permissions?.status(of: "camera") == .granted { seen.append(.all) }
        }
        camera.set(.authorized)
        #expect(seen.all == [.all])
        subscription.cancel()
    }

    @Test("A status that must be queried is unknown until the system has returned it")
    func later() async {
        let notifications = ScriptedPermission(.notifications(.usual), .authorized, reportsImmediately: false)
        let permissions = Permissions([notifications])
        await permissions.recheck()
        #expect(permissions.reading(of: .notifications([.badge]))?.status == .authorized)
        #expect(notifications.checks >= 1)
        let gate = Gate()
        let unknown = Permissions([Silent(gate: gate)])
        #expect(unknown.reading(of: .siri) == nil)
        #expect(unknown.status(of: "siri") == .unknown)
        gate.open()
        await unknown.recheck()
        #expect(unknown.status(of: "siri") == .denied)
    }

    @Test("A reading from before the user's response doesn't replace the response")
    func olderReading() async throws {
        let gate = Gate()
        let slow = Slow(gate: gate)
        let permissions = Permissions([slow])
        let looking = Task { await permissions.recheck() }
        await gate.arrivals()
        slow.isAnswered.store(true, ordering: .relaxed)
        slow.notify()
        #expect(permissions.reading(of: .siri)?.status == .authorized)
        gate.open()
        await looking.value
        #expect(permissions.reading(of: .siri)?.status == .authorized)
    }

    @Test("An override has precedence over the system's status, for features as well, until it is removed")
    func overrides() async throws {
        let contacts = ScriptedPermission(.contacts, .authorized, answers: .authorized)
        let permissions = Permissions([contacts])
        let test = try TestRuntime(App.self) { $0.sources = [permissions] }
        #expect(test.runtime.availability(of: Inviting.self).isAvailable)
        permissions.setOverride(PermissionReading(.denied), for: .contacts)
        #expect(!test.runtime.availability(of: Inviting.self).isAvailable)
        contacts.set(.authorized)
        await permissions.recheck()
        #expect(permissions.reading(of: .contacts)?.status == .denied)
        permissions.setOverride(PermissionReading(.notDetermined), for: .contacts)
        let result = try await test.runtime.authorize(Inviting.self)
        #expect(!result.isGranted)
        #expect(contacts.requests.isEmpty)
        permissions.removeOverride(for: .contacts)
        #expect(test.runtime.availability(of: Inviting.self).isAvailable)
        permissions.setOverride(PermissionReading(.authorized), for: .siri)
        #expect(permissions.reading(of: .siri)?.isAuthorized == true)
        permissions.removeOverrides()
        #expect(permissions.reading(of: .siri)?.status == .unsupported)
    }

    @Test("All permissions are listed with their status and the features that need them")
    func list() throws {
        let permissions = Permissions([ScriptedPermission(.camera), ScriptedPermission(.contacts, .authorized)])
        let test = try TestRuntime(App.self) { $0.sources = [permissions] }
        permissions.setOverride(PermissionReading(.restricted), for: .contacts)
        let list = test.runtime.permissionDescriptions
        #expect(list.map(\.kind) == [.camera, .contacts, .calendar(.writeOnly)])
        #expect(list.map(\.isSupported) == [true, true, false])
        #expect(list.map { $0.reading?.status } == [.notDetermined, .restricted, .unsupported])
        #expect(list.map { $0.systemReading?.status } == [.notDetermined, .authorized, .unsupported])
        #expect(list.map { $0.override?.status } == [nil, .restricted, nil])
        #expect(list.map { $0.features.map(\.text) } == [[], ["App/Inviting", "App/Planning"], ["App/Planning"]])
    }

    @Test("A feature needs the permissions of its groups and required features as well, each once")
    func needs() throws {
        let test = try TestRuntime(Deep.self) { $0.sources = [Permissions([])] }
        #expect(
            test.runtime.permissions(of: Leaf.self) == [
                .camera, .notifications([.alert, .sound]), .bluetooth, .contacts,
            ])
        #expect(test.runtime.permissions(of: App.self) == [])
    }

    @Test("Released permissions unsubscribe from their adapters")
    func leaving() {
        let camera = ScriptedPermission(.camera)
        do {
            let permissions = Permissions([camera])
            #expect(camera.subscribers == 1)
            _ = permissions
        }
        #expect(camera.subscribers == 0)
        camera.set(.authorized)
    }

    private struct Silent: PermissionAdapter {
        var permission: PermissionKind { .siri }
        var status: PermissionReading? { nil }
        let gate: Gate
        func check() async -> PermissionReading {
            await gate.pass()
            return PermissionReading(.denied)
        }
        func request(_ permission: PermissionKind) async -> PermissionReading { PermissionReading(.denied) }
    }

    /// One whose check takes its time, and then says what was so before.
    private final class Slow: PermissionAdapter {
        let gate: Gate
        let isAnswered = Atomic(false)
        private let handler = Mutex<@Sendable () -> Void>({})

        init(gate: Gate) {
            self.gate = gate
        }

        var permission: PermissionKind { .siri }
        var status: PermissionReading? {
            PermissionReading(isAnswered.load(ordering: .relaxed) ? .authorized : .notDetermined)
        }
        func check() async -> PermissionReading {
            let reading = PermissionReading(.notDetermined)
            await gate.pass()
            return reading
        }
        func request(_ permission: PermissionKind) async -> PermissionReading { PermissionReading(.authorized) }
        func subscribe(_ handler: @escaping @Sendable () -> Void) -> Subscription {
            self.handler.withLock { $0 = handler }
            return Subscription {}
        }
        func notify() { handler.withLock { $0 }() }
    }

    enum App: FeatureGroup { static let subfeatures = features(Inviting.self, Planning.self) }
    enum Inviting: ConditionalFeature { static var constraints: Constraints { Permission(.contacts) } }
    enum Planning: ConditionalFeature {
        static var constraints: Constraints {
            Permission(.calendar(.writeOnly))
            Reader()
        }
    }
    /// A custom constraint that reads a permission.
    struct Reader: Constraint {
        var label: String { "Reader" }
        var requirements: [Requirement] { [Requirement("contacts", from: Permissions.sourceName)] }
        func check(_ subject: ConstraintSubject) -> ConstraintStatus { .met("Fine") }
    }

    enum Deep: FeatureGroup { static let subfeatures = features(Group.self, Radio.self) }
    enum Group: FeatureGroup, ConditionalFeature {
        static var constraints: Constraints {
            Permission(.notifications(.sound))
            Permission(.bluetooth)
        }
        static let subfeatures = features(Leaf.self)
    }
    enum Leaf: ConditionalFeature {
        static var constraints: Constraints {
            Permission(.camera)
            Permission(.notifications(.alert))
            Requires(Radio.self)
        }
    }
    enum Radio: ConditionalFeature {
        static var constraints: Constraints {
            Permission(.contacts)
            Permission(.bluetooth)
        }
    }
}
