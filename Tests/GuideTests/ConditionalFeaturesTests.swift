import Firesteel
import FiresteelTesting
import Testing

// guide: ConditionalFeatures
enum PhotoAlbums: FeatureGroup {
    static let subfeatures = features(Albums.self, SharedAlbums.self, Slideshow.self, Printing.self)
}

enum Albums: ConditionalFeature {
    static var constraints: Constraints { UserToggled(default: true) }
    static let open = action(OpenAlbum.self)
    static let actions = declare(open)
}

enum SharedAlbums: ConditionalFeature {
    static var constraints: Constraints {
        Requires(Albums.self)
        Flagged(default: true)
    }
}

enum Slideshow: ConditionalFeature {
    static var constraints: Constraints {
        Platform(watchOS: .unsupported)
        Excludes(Printing.self)
    }
}

enum Printing: ConditionalFeature {
    static var constraints: Constraints {
        Platform.only(macOS: 15, linux: .any)
        RuntimeEnabled(default: false)
    }
}
// end

enum OpenAlbum: Action {
    static func perform(_ context: ActionContext<NoInput>, presenter: NoPresenter) async throws -> ActionOutcome {
        .success
    }
}

// guide: ConditionalFeatures
struct DuringOpeningHours: Constraint {
    let isOpen: @Sendable () -> Bool

    var label: String { "Opening hours" }

    func check(_ subject: ConstraintSubject) -> ConstraintStatus {
        isOpen() ? .met("Open") : .unmet("Closed", because: "The shop is closed now", remedy: .wait)
    }
}
// end

// guide: ConditionalFeatures
struct SignedIn: Constraint {
    static let account = Requirement("signed in", from: "account")

    var label: String { "Account" }
    var requirements: [Requirement] { [Self.account] }

    func check(_ subject: ConstraintSubject) -> ConstraintStatus {
        switch subject.status(of: Self.account) {
        case .granted: .met("Signed in")
        case .unknown: .undetermined("Not known yet", because: "The account is being looked up", remedy: .wait)
        default: .unmet("Signed out", because: "No user is signed in", remedy: "Sign in")
        }
    }
}
// end

enum Backups: ConditionalFeature {
    static var constraints: Constraints { SignedIn() }
}

enum BackupApp: FeatureGroup {
    static let subfeatures = features(Backups.self)
}

@Suite("Guide: conditional features")
struct ConditionalFeaturesTests {
    @Test("A requested action is performed, or has reasons")
    func asking() async throws {
        try await withTestRuntime(PhotoAlbums.self) { test in
            // guide: ConditionalFeatures
            if let open = Albums.open.request() {
                await open.perform()
            } else {
                for reason in Albums.availability.reasons { print(reason.text, reason.remedyDescription ?? "") }
            }
            // end
            #expect(test.performs.count == 1)

            test.runtime.setToggle(Albums.self, false)
            #expect(Albums.open.request() == nil)
            #expect(
                SharedAlbums.availability.reasons.map(\.text) == [
                    "Needs Albums, which isn’t available", "Switched off by the user",
                ])
            #expect(Slideshow.availability.isAvailable)
            test.runtime.setEnabled(Printing.self, true)
            #expect(!Slideshow.availability.isAvailable)
        }
    }

    @Test("A feature is switched off from afar")
    func fromAfar() throws {
        // guide: ConditionalFeatures
        let remote = MemoryProvider("Remote")
        let flags = FlagStack([remote])
        let runtime = try FeatureRuntime(PhotoAlbums.self, RuntimeConfiguration(flags: flags))

        remote.set(false, for: "PhotoAlbums/SharedAlbums")
        #expect(!runtime.availability(of: SharedAlbums.self).isAvailable)
        // end
    }

    @Test("Subscribers receive changes")
    func changes() async throws {
        let runtime = try FeatureRuntime(PhotoAlbums.self)
        let (lines, continuation) = AsyncStream.makeStream(of: String.self)
        @Sendable func print(_ line: String) { continuation.yield(line) }
        let listener = Task {
            // guide: ConditionalFeatures
            for await change in runtime.availabilityChanges() {
                print("\(change.feature): \(change.old) became \(change.new)")
            }
            // end
        }
        // Until the listener listens, which nothing says.
        let switching = Task {
            var isOn = false
            while !Task.isCancelled {
                runtime.setToggle(Albums.self, isOn)
                isOn.toggle()
                await Task.yield()
            }
        }
        let heard = await lines.first { $0.hasPrefix("PhotoAlbums/SharedAlbums: ") }
        #expect(heard?.contains(" became ") == true)
        switching.cancel()
        listener.cancel()
        await listener.value
    }

    @Test("A custom constraint has the reason why it isn't met")
    func own() {
        let subject = ConstraintSubject(feature: FeaturePath("Shop"))
        #expect(DuringOpeningHours { true }.check(subject) == .met("Open"))
        #expect(DuringOpeningHours { false }.check(subject).remedyDescription == "Wait")
    }

    @Test("A source reports when to check again")
    func source() async throws {
        let account = TestConstraintSource("account")
        try await withTestRuntime(BackupApp.self, { $0.sources = [account] }) { _ in
            #expect(Backups.availability.state == .undetermined)
            account.set("signed in", .granted)
            #expect(Backups.availability.isAvailable)
            account.set("signed in", .denied)
            #expect(Backups.availability.reasons.map(\.remedyDescription) == ["Sign in"])
        }
    }
}
