import Firesteel
import FiresteelPermissions
import FiresteelTesting
import Testing

@MainActor
@Suite("Flows beside each other")
struct AuthorizationTurnTests {
    @Test("One flow requests at a time: a second one waits, and requests only what is still missing")
    func secondWaits() async throws {
        let gate = Gate()
        let camera = ScriptedPermission(.camera, answers: .authorized) { await gate.pass() }
        let contacts = ScriptedPermission(.contacts, answers: .authorized)
        let permissions = Permissions([camera, contacts])
        let first = ScriptedCoordinator()
        let second = ScriptedCoordinator()
        async let one = permissions.authorize([.camera], coordinator: first)
        await gate.arrivals()
        let waiting = Gate()
        let other = Task {
            waiting.open()
            return try await permissions.authorize([.contacts, .camera], coordinator: second)
        }
        await waiting.pass()
        for _ in 0..<20 { await Task.yield() }
        #expect(second.calls.isEmpty)
        gate.open()
        #expect(try await one.isGranted)
        #expect(try await other.value.requested == [.contacts])
        #expect(second.calls.first == "begin Contacts")
        #expect(camera.requests.count == 1)
    }

    @Test("Many concurrent flows prompt once and run in order")
    func many() async throws {
        let camera = ScriptedPermission(.camera, answers: .authorized)
        let permissions = Permissions([camera])
        let results = try await withThrowingTaskGroup(of: AuthorizationResult.self) { group in
            for _ in 0..<100 { group.addTask { try await permissions.authorize([.camera]) } }
            var results: [AuthorizationResult] = []
            for try await result in group { results.append(result) }
            return results
        }
        #expect(results.allSatisfy { $0.isGranted })
        #expect(results.filter { !$0.requested.isEmpty }.count == 1)
        #expect(camera.requests.count == 1)
    }

    @Test("A task that is cancelled while it waits requests nothing, and the next one has its turn")
    func cancelledWhileWaiting() async throws {
        let gate = Gate()
        let camera = ScriptedPermission(.camera, answers: .authorized) { await gate.pass() }
        let siri = ScriptedPermission(.siri, answers: .authorized)
        let permissions = Permissions([camera, siri])
        async let first = permissions.authorize([.camera])
        await gate.arrivals()
        let coordinator = ScriptedCoordinator()
        let second = Task { try await permissions.authorize([.siri], coordinator: coordinator) }
        second.cancel()
        let result = try await second.value
        #expect(result.ending == .cancelled)
        #expect(result.missing.map(\.kind) == [.siri])
        #expect(coordinator.calls.isEmpty)
        gate.open()
        #expect(try await first.isGranted)
        #expect(try await permissions.authorize([.siri]).isGranted)
    }

    @Test("A task that is cancelled during a prompt requests nothing more, and its coordinator is notified")
    func cancelledWhileAsking() async throws {
        let gate = Gate()
        let camera = ScriptedPermission(.camera, answers: .authorized) { await gate.pass() }
        let siri = ScriptedPermission(.siri, answers: .authorized)
        let test = try TestRuntime(App.self) { $0.sources = [Permissions([camera, siri])] }
        let coordinator = ScriptedCoordinator()
        var retried = false
        let flow = Task {
            try await test.runtime.authorize(Calls.self, coordinator: coordinator) { retried = true }
        }
        await gate.arrivals()
        flow.cancel()
        gate.open()
        let result = try await flow.value
        #expect(result.ending == .cancelled)
        #expect(siri.requests.isEmpty)
        #expect(coordinator.results == [result])
        #expect(!retried)
    }

    @Test("A coordinator that requests permissions itself gets an error, instead of a deadlock")
    func withinAnother() async throws {
        let camera = ScriptedPermission(.camera, answers: .authorized)
        let siri = ScriptedPermission(.siri, answers: .authorized)
        let permissions = Permissions([camera, siri])
        let coordinator = ScriptedCoordinator()
        var thrown: [AuthorizationError] = []
        coordinator.meanwhile = { _ in
            do throws(AuthorizationError) {
                try await permissions.authorize([.siri])
            } catch {
                thrown.append(error)
            }
        }
        #expect(try await permissions.authorize([.camera], coordinator: coordinator).isGranted)
        #expect(thrown == Array(repeating: .nested, count: coordinator.calls.count))
        #expect(siri.requests.isEmpty)
    }

    @Test("A retried operation may request other permissions")
    func retryAsks() async throws {
        let permissions = Permissions([
            ScriptedPermission(.camera, answers: .authorized), ScriptedPermission(.siri, answers: .authorized),
            ScriptedPermission(.contacts, answers: .authorized),
        ])
        let test = try TestRuntime(App.self) { $0.sources = [permissions] }
        var inner: AuthorizationResult?
        try await test.runtime.authorize(Calls.self) {
            inner = try? await permissions.authorize([.contacts])
        }
        #expect(inner?.isGranted == true)
    }

    enum App: FeatureGroup { static let subfeatures = features(Calls.self) }
    enum Calls: ConditionalFeature {
        static var constraints: Constraints {
            Permission(.camera)
            Permission(.siri)
        }
    }
}
