import Firesteel
import FiresteelPermissions
import FiresteelTesting
import Testing

@Suite("Permissions as conditions")
struct PermissionTests {
    @Test("There are thirteen kinds, and each permission is found by its identifier")
    func kinds() {
        #expect(Set(PermissionKind.all.map { $0.identifier.prefix { $0 != "." } }).count == 13)
        #expect(Set(PermissionKind.all.map(\.identifier)).count == PermissionKind.all.count)
        #expect(Set(PermissionKind.all.map(\.name)).count == PermissionKind.all.count)
        for kind in PermissionKind.all { #expect(PermissionKind(identifier: kind.identifier) == kind) }
        #expect(PermissionKind(identifier: "telepathy") == nil)
        #expect(PermissionStatus.allCases.count == 5)
    }

    @Test(
        "Each status has its reason and its remedy",
        arguments: [
            (
                PermissionStatus.notDetermined, AvailabilityState.undetermined, "Contacts: not requested yet",
                "Allow Contacts" as String?
            ),
            (
                .denied, .unavailable, "Contacts: denied by the user. Allow it in the system’s settings",
                "Allow Contacts"
            ),
            (.restricted, .unavailable, "Contacts: restricted on this device", nil),
            (.unsupported, .unavailable, "Contacts: not available on this device", nil),
        ])
    func words(_ status: PermissionStatus, _ state: AvailabilityState, _ text: String, _ remedy: String?) throws {
        let test = try TestRuntime(App.self) {
            $0.sources = [Permissions([ScriptedPermission(.contacts, status), ScriptedPermission(.camera)])]
        }
        let availability = test.runtime.availability(of: Inviting.self)
        #expect(availability.state == state)
        #expect(availability.reasons.map(\.text) == [text])
        #expect(availability.reasons.map(\.remedyDescription) == [remedy])
    }

    @Test("A feature becomes available when it is allowed, and unavailable when the settings take that back")
    func follows() throws {
        let contacts = ScriptedPermission(.contacts)
        let test = try TestRuntime(App.self) { $0.sources = [Permissions([contacts])] }
        func state() -> AvailabilityState { test.runtime.availability(of: Inviting.self).state }
        #expect(state() == .undetermined)
        contacts.set(.authorized)
        #expect(state() == .available)
        contacts.set(PermissionReading(.authorized, .limited))
        #expect(state() == .available)
        contacts.set(.denied)
        #expect(state() == .unavailable)
    }

    @Test("The system's details of a status are in the reason")
    func reasons() throws {
        let contacts = ScriptedPermission(.contacts)
        let test = try TestRuntime(App.self) { $0.sources = [Permissions([contacts])] }
        contacts.set(PermissionReading(.denied, because: "managed by the school"))
        #expect(test.runtime.availability(of: Inviting.self).reasons.map(\.text) == ["Contacts: managed by the school"])
        contacts.set(PermissionReading(.authorized, .limited, because: "not told"))
        #expect(condition(of: Inviting.self, in: test)?.status == .met("Partly allowed"))
        contacts.set(PermissionReading(.notDetermined, .lesser))
        #expect(
            test.runtime.availability(of: Inviting.self).reasons.map(\.text) == [
                "Contacts: only a lesser permission is allowed"
            ])
    }

    @Test("A permission without an adapter is unsupported, and says so plainly")
    func withoutAdapter() throws {
        let permissions = Permissions([])
        let test = try TestRuntime(App.self) { $0.sources = [permissions] }
        #expect(permissions.reading(of: .siri)?.status == .unsupported)
        #expect(permissions.status(of: "telepathy") == .unsupported)
        let availability = test.runtime.availability(of: Inviting.self)
        #expect(availability.state == .unavailable)
        #if os(Linux)
        #expect(availability.reasons.map(\.text) == ["Contacts: Linux has no such permission"])
        #else
        #expect(availability.reasons.map(\.text) == ["Contacts: the program has no adapter for it"])
        #endif
    }

    @Test("A runtime without permissions says where they belong")
    func withoutSource() throws {
        let test = try TestRuntime(App.self)
        #expect(test.runtime.permissions == nil)
        #expect(test.runtime.permissionDescriptions.isEmpty)
        #expect(test.runtime.availability(of: Inviting.self).state == .unavailable)
        #expect(test.runtime.faults.contains { $0.description.contains("“contacts” from “permissions”") })
    }

    @Test("A condition is checked by itself against what it is given")
    func alone() {
        let requirement = Requirement("contacts", from: "permissions")
        func check(_ status: RequirementStatus, _ reason: String? = nil) -> ConstraintStatus {
            Permission(.contacts).check(
                ConstraintSubject(
                    feature: FeaturePath("App"), statuses: [requirement: status],
                    reasons: reason.map { [requirement: $0] } ?? [:]))
        }
        #expect(check(.granted) == .met("Allowed"))
        #expect(check(.unknown).state == .undetermined)
        #expect(check(.unknown).remedy == .wait)
        #expect(check(.denied, "asked too often").reason == "Contacts: asked too often")
        #expect(Permission(.contacts).label == "Contacts")
    }

    private func condition(of type: any FeatureDefinition.Type, in test: TestRuntime) -> ConstraintDescription? {
        test.runtime.describe(type)?.constraints.first
    }

    enum App: FeatureGroup { static let subfeatures = features(Inviting.self) }
    enum Inviting: ConditionalFeature { static var constraints: Constraints { Permission(.contacts) } }
}
