import Firesteel
// guide: Testing
import FiresteelPermissions
import FiresteelPurchases
// end
import FiresteelTesting
import Testing

@Suite("Guide: testing permissions and purchases")
struct TestingRequirementsTests {
    // guide: Testing
    @Test("A call is possible once the microphone is allowed, too")
    @MainActor
    func permissions() async throws {
        let camera = ScriptedPermission(.camera, .authorized)
        let microphone = ScriptedPermission(.microphone, answers: .authorized)
        let coordinator = ScriptedCoordinator()
        try await withTestRuntime(CallApp.self, { $0.sources = [Permissions([camera, microphone])] }) { _ in
            #expect(VideoCalls.call.request() == nil)
            try await VideoCalls.authorize(coordinator: coordinator)
            #expect(VideoCalls.call.request() != nil)
        }
        #expect(coordinator.calls.first == "begin Microphone")
        #expect(microphone.requests == [.microphone])
    }
    // end

    // guide: Testing
    @Test("Premium unlocks layers")
    func purchases() async throws {
        let shop = TestPurchaseTracker(otherwise: .notPurchased)
        let clock = ManualPurchaseClock()
        try await withTestRuntime(Sketching.self, { $0.sources = [Purchases([shop], clock: clock.clock)] }) { _ in
            #expect(!Layers.availability.isAvailable)
            shop.buy("com.example.premium")
            #expect(Layers.availability.isAvailable)
        }
    }
    // end
}
