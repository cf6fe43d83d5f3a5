import Firesteel
import FiresteelTesting
import Observation
import Testing

@Suite("Views follow availability by Observation")
struct ObservableAvailabilityTests {
    @Test("Readers are notified of its change when the new value is in place", .timeLimit(.minutes(5)))
    func tracking() async throws {
        let test = try TestRuntime(App.self)
        let albums = test.runtime.observable(Albums.self)
        let (seen, continuation) = AsyncStream.makeStream(of: Bool.self)
        let value = withObservationTracking {
            albums.isAvailable
        } onChange: {
            continuation.yield(albums.isAvailable)
        }
        #expect(value)
        test.runtime.setToggle(Printing.self, false)
        test.runtime.setToggle(Albums.self, false)
        #expect(await seen.first { _ in true } == false)
        #expect(albums.availability.reasons.map(\.text) == ["Switched off by the user"])
    }

    @Test("It is released, and so is its runtime")
    func leaving() throws {
        weak var runtime: FeatureRuntime?
        weak var albums: ObservableAvailability?
        do {
            let test = try TestRuntime(App.self)
            let observed = test.runtime.observable(Albums.self)
            runtime = test.runtime
            albums = observed
            #expect(observed.isAvailable)
        }
        #expect(albums == nil)
        #expect(runtime == nil)
    }

    enum App: FeatureGroup { static let subfeatures = features(Albums.self, Printing.self) }
    enum Albums: ConditionalFeature { static var constraints: Constraints { UserToggled(default: true) } }
    enum Printing: ConditionalFeature { static var constraints: Constraints { UserToggled(default: true) } }
}
