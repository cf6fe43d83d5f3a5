import Firesteel
import FiresteelFlags
import FiresteelTesting
import Testing

@Suite("Remedies, as values and as texts")
struct RemedyTests {
    private func reasons(
        _ type: any ConditionalFeature.Type, _ configure: (inout RuntimeConfiguration) -> Void = { _ in }
    ) throws -> [AvailabilityReason] {
        try TestRuntime(App.self, flags: ["App/Hidden": false], configure).runtime.availability(of: type).reasons
    }

    @Test("A user's switch, the program's, and a flag")
    func switches() throws {
        let own = try reasons(Chosen.self)
        #expect(own.map(\.text) == ["Off until the user switches it on"])
        #expect(own.map(\.remedy) == [.switchOn] && own.map(\.remedyDescription) == ["Switch it on"])
        let program = try reasons(Started.self)
        #expect(program.map(\.remedy) == [.enable] && program.map(\.remedyDescription) == ["Switch it on"])
        let flag = try reasons(Hidden.self)
        #expect(flag.map(\.remedy) == [.changeFlag("App/Hidden")])
        #expect(flag.map(\.remedyDescription) == ["Change the flag App/Hidden"])
    }

    @Test(
        "A permission can be granted unless something other than the user denies it",
        arguments: RequirementStatus.allCases)
    func permission(status: RequirementStatus) throws {
        let found = try reasons(Inviting.self) {
            $0.sources = [TestConstraintSource("permissions", ["contacts": status])]
        }
        switch status {
        case .granted: #expect(found.isEmpty)
        case .unknown:
            #expect(
                found.map(\.remedyDescription) == ["Wait"] && found.map(\.remedy) == [.wait] && found[0].isUndetermined)
        case .notDetermined, .denied:
            #expect(found.map(\.remedy) == [.grant("Contacts")] && found.map(\.remedyDescription) == ["Allow Contacts"])
            #expect(found.map(\.isUndetermined) == [false])
        case .restricted, .unsupported: #expect(found.map(\.remedy) == [nil] && found.map(\.remedyDescription) == [nil])
        }
    }

    @Test("A system that is too old can be updated")
    func update() throws {
        let found = try reasons(Modern.self) { $0.platform = HostPlatform(.macOS, PlatformVersion(15)) }
        #expect(
            found.map(\.remedy) == [.update(to: "macOS 26")] && found.map(\.remedyDescription) == ["Update to macOS 26"]
        )
    }

    @Test("Other features can be made available, or be switched off")
    func features() throws {
        let found = try reasons(Needing.self)
        #expect(found.map(\.remedy) == [.makeAvailable(FeaturePath("App/Chosen")), .switchOn])
        #expect(found.map(\.remedyDescription) == ["Make App/Chosen available", "Switch it on"])
        let excluded = try reasons(Plain.self)
        #expect(excluded.map(\.remedy) == [.makeUnavailable(FeaturePath("App/Fancy"))])
        #expect(excluded.map(\.remedyDescription) == ["Switch App/Fancy off"])
    }

    @Test("A purchase is named after its products, and other remedies are verbs")
    func words() {
        #expect(Remedy.buy(["Gold", "Silver"]).description == "Buy Gold or Silver")
        #expect(Remedy.buy([]).description == "Buy it")
        let split: Remedy = "Split it"
        #expect(split == .other("Split it") && split.description == "Split it")
        #expect(Remedy.register.description == "Register it")
    }

    @Test("A feature has all reasons, including those of its ancestors, each reason of one feature only once")
    func all() throws {
        let found = try reasons(Deep.self)
        #expect(found.map(\.feature.text) == ["App/Gate/Deep", "App/Gate/Deep", "App/Gate"])
        #expect(found.map(\.remedy) == [.switchOn, .enable, .enable])
    }

    /// A permission of the user.
    struct Contacts: Constraint {
        var label: String { "Permission" }
        var requirements: [Requirement] { [Requirement("contacts", from: "permissions")] }

        func check(_ subject: ConstraintSubject) -> ConstraintStatus {
            switch subject.status(of: requirements[0]) {
            case .granted: .met("Allowed")
            case .unknown: .undetermined("Asking", because: "It isn't known yet", remedy: .wait)
            case .notDetermined, .denied: .unmet("Refused", because: "Not allowed", remedy: .grant("Contacts"))
            case .restricted, .unsupported: .unmet("Refused", because: "Not allowed on this device")
            }
        }
    }

    enum App: FeatureGroup {
        static let subfeatures = features(
            Chosen.self, Started.self, Hidden.self, Inviting.self, Modern.self, Needing.self, Fancy.self, Plain.self,
            Gate.self)
    }
    enum Chosen: ConditionalFeature { static var constraints: Constraints { UserToggled(default: false) } }
    enum Started: ConditionalFeature { static var constraints: Constraints { RuntimeEnabled(default: false) } }
    enum Hidden: ConditionalFeature { static var constraints: Constraints { Flagged(default: true) } }
    enum Inviting: ConditionalFeature { static var constraints: Constraints { Contacts() } }
    enum Modern: ConditionalFeature { static var constraints: Constraints { Platform(macOS: 26) } }
    enum Needing: ConditionalFeature { static var constraints: Constraints { Requires(Chosen.self) } }
    enum Fancy: ConditionalFeature { static var constraints: Constraints { RuntimeEnabled() } }
    enum Plain: ConditionalFeature { static var constraints: Constraints { Excludes(Fancy.self) } }
    enum Gate: FeatureGroup, ConditionalFeature {
        static var constraints: Constraints { RuntimeEnabled(default: false) }
        static let subfeatures = features(Deep.self)
    }
    enum Deep: ConditionalFeature {
        static var constraints: Constraints {
            UserToggled(default: false)
            RuntimeEnabled(default: false)
        }
    }
}
