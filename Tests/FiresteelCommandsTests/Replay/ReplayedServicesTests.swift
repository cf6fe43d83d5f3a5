#if os(Linux) || os(macOS)
import Firesteel
import FiresteelBase
import FiresteelFlags
import FiresteelReplay
import FiresteelTesting
import FiresteelTimeline
import Synchronization
import TestSupport
import Testing

@Suite("Services of a program beside a replay", .timeLimit(.minutes(1)))
struct ReplayedServicesTests {
    @Test("Purchases and permissions are those of the run, and no source of the program is read")
    func requirements() async throws {
        let purchases = TestConstraintSource("purchases", otherwise: .denied)
        let permissions = TestConstraintSource("permissions", ["camera": .granted])
        let test = try TestRuntime(GalleryFeatures.self) { $0.sources = [purchases, permissions] }
        defer { test.runtime.end() }
        try await test.runtime.use {
            try await #require(Camera.take.request()).perform()
            // It fails because Premium isn't bought.
            await Gallery.publish.perform()
        }
        let replayer = try RunReplayer(try #require(test.runtime.timeline?.run))
        purchases.set("premium", .granted)
        permissions.set("camera", .denied)
        let replay = try await replayer.replay(GalleryFeatures.self)
        #expect(replay.steps.map(\.replayed) == ["succeeded", "failed with GalleryError.notBought: notBought"])
        #expect(replay.failedAsRecorded && replay.difference == nil)
        // The sources that a program names itself are read.
        let real = try await replayer.replay(
            GalleryFeatures.self, configure: { $0.sources = [purchases, permissions] })
        #expect(!real.failed && real.steps.first?.replayed.hasPrefix("wasn't available") == true)
    }

    @Test("No file, flag, toggle or requirement of the program is touched")
    func harmless() async throws {
        let (folder, services) = (try TemporaryFolder(), CountedServices())
        let runtime = try FeatureRuntime(
            GalleryFeatures.self,
            RuntimeConfiguration(
                program: ProgramDescription(name: "Gallery"), storage: .folder(folder.path), toggles: services,
                flags: FlagStack([services]), sources: [services]))
        defer { runtime.end() }
        try await runtime.use {
            try await #require(Camera.take.request()).perform()
            await Gallery.publish.perform()
            let replayer = try RunReplayer(try #require(runtime.timeline?.run))
            let (files, calls, events) = (try folder.names, services.calls, runtime.timeline?.run.events().count)
            #expect(calls > 0)
            #expect(try await replayer.replay(GalleryFeatures.self).failed)
            #expect(try folder.names == files && services.calls == calls)
            #expect(runtime.timeline?.run.events().count == events)
        }
    }
}

/// The services of a program, which count their calls.
private final class CountedServices: ToggleStore, FlagProvider, ConstraintSource {
    let name = "permissions"
    let keys: Set<String>? = nil
    private let count = Atomic(0)

    var calls: Int { count.load(ordering: .relaxed) }

    private func called<Value>(_ value: Value) -> Value {
        count.wrappingAdd(1, ordering: .relaxed)
        return value
    }

    func load() -> [FeaturePath: Bool] { called([:]) }
    func save(_ toggles: [FeaturePath: Bool]) { called(()) }
    func load(for principal: Principal) -> [FeaturePath: Bool] { called([:]) }
    func save(_ toggles: [FeaturePath: Bool], for principal: Principal) { called(()) }
    func rule(for key: String) -> (any FlagRule)? { called(nil) }
    func status(of name: String) -> RequirementStatus { called(.granted) }
    func subscribe(_ handler: @escaping @Sendable (FlagProviderChange) -> Void) -> Subscription {
        called(Subscription({}))
    }
    func subscribe(_ handler: @escaping @Sendable (RequirementChange) -> Void) -> Subscription {
        called(Subscription({}))
    }
}

private enum GalleryFeatures: FeatureGroup {
    static let subfeatures = features(Gallery.self, Camera.self, Premium.self)
}

private enum Gallery: Feature {
    static let publish = action(PublishPicture.self)
    static let actions = declare(publish)
}

private enum Camera: ConditionalFeature {
    static var constraints: Constraints {
        Needs(requirement: Requirement("camera", from: "permissions"))
        UserToggled(default: true)
    }
    static let take = action(TakePicture.self)
    static let actions = declare(take)
}

private enum Premium: ConditionalFeature {
    static var constraints: Constraints {
        Needs(requirement: Requirement("premium", from: "purchases"))
    }
    static let frame = action(TakePicture.self)
    static let actions = declare(frame)
}

private struct Needs: Constraint {
    let requirement: Requirement
    var label: String { requirement.name }
    var requirements: [Requirement] { [requirement] }

    func check(_ subject: ConstraintSubject) -> ConstraintStatus {
        subject.status(of: requirement) == .granted ? .met("Granted") : .unmet("Missing", because: "It is missing")
    }
}

private enum GalleryError: Error {
    case notBought
}

private enum TakePicture: Action {
    static func perform(_ context: ActionContext<NoInput>, presenter: NoPresenter) async throws -> ActionOutcome {
        .success
    }
}

private enum PublishPicture: Action {
    static func perform(_ context: ActionContext<NoInput>, presenter: NoPresenter) async throws -> ActionOutcome {
        guard let frame = Premium.frame.request() else { throw GalleryError.notBought }
        return await frame.perform()
    }
}
#endif
