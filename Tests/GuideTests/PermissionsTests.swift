import Firesteel
import FiresteelPermissions
import FiresteelTesting
import Testing

// guide: AskingForPermissions
enum VideoCalls: ConditionalFeature {
    static var constraints: Constraints {
        Permission(.camera)
        Permission(.microphone)
    }
    static let call = action(CallSomebody.self)
    static let actions = declare(call)
}
// end

enum CallSomebody: Action {
    static func perform(_ context: ActionContext<NoInput>, presenter: NoPresenter) async throws -> ActionOutcome {
        .success
    }
}

enum CallApp: FeatureGroup {
    static let subfeatures = features(VideoCalls.self)
}

// guide: AskingForPermissions
struct CallExplanation: AuthorizationCoordinator {
    let window: CallWindow

    func willBegin(_ request: AuthorizationRequest) async -> [PermissionKind] {
        for missing in request.refused where missing.needsSettings {
            window.say("\(missing.kind.name) was refused before. Allow it in the settings.")
        }
        return await window.ask("Calls need your camera and microphone. Go on?") ? request.permissions : []
    }

    func willRequest(_ permission: PermissionKind) async -> AuthorizationDecision {
        await window.ask("Next request: \(permission.name)") ? .request : .skip
    }

    func didComplete(_ result: AuthorizationResult) async {
        if result.ending == .missing {
            window.say("No calls without: \(result.missing.map(\.kind.name).joined(separator: ", "))")
        }
    }
}
// end

@MainActor
final class CallWindow {
    private(set) var said: [String] = []
    var agrees = true

    func say(_ words: String) { said.append(words) }

    func ask(_ words: String) async -> Bool {
        said.append(words)
        return agrees
    }
}

@MainActor
@Suite("Guide: permissions")
struct PermissionsTests {
    @Test("A runtime reads the system's permissions")
    func setUp() throws {
        #if os(Linux)
        // guide: AskingForPermissions
        let permissions = Permissions(LinuxDevices.adapters())
        let runtime = try FeatureRuntime(CallApp.self, RuntimeConfiguration(sources: [permissions]))
        // end
        #expect(runtime.permissions === permissions)
        #endif
    }

    @Test("All permissions are requested and granted, so the call is made")
    func asking() async throws {
        let window = CallWindow()
        let permissions = Permissions([
            ScriptedPermission(.camera, answers: .authorized), ScriptedPermission(.microphone, answers: .authorized),
        ])
        try await withTestRuntime(CallApp.self, { $0.sources = [permissions] }) { test in
            // guide: AskingForPermissions
            if let call = VideoCalls.call.request() {
                await call.perform()
            } else {
                try await VideoCalls.authorize(coordinator: CallExplanation(window: window)) {
                    await VideoCalls.call.request()?.perform()
                }
            }
            // end
            #expect(test.performs.count == 1)
            #expect(window.said.count == 3)

            // guide: AskingForPermissions
            await permissions.recheck()
            // end
        }
    }

    @Test("A permission is refused, and the test has the reason")
    func testing() async throws {
        // guide: AskingForPermissions
        let camera = ScriptedPermission(.camera, answers: .authorized)
        let microphone = ScriptedPermission(.microphone, answers: .denied)
        let permissions = Permissions([camera, microphone])
        try await withTestRuntime(CallApp.self, { $0.sources = [permissions] }) { _ in
            let result = try await VideoCalls.authorize()
            #expect(result.missing.map(\.kind) == [.microphone])
            #expect(VideoCalls.call.request() == nil)
        }
        // end
    }

    @Test("An override shows the program as it would be")
    func overriding() throws {
        let permissions = Permissions([
            ScriptedPermission(.camera, .authorized), ScriptedPermission(.microphone, .authorized),
        ])
        let runtime = try TestRuntime(CallApp.self) { $0.sources = [permissions] }.runtime
        // guide: AskingForPermissions
        permissions.setOverride(PermissionReading(.denied), for: .camera)
        for permission in runtime.permissionDescriptions {
            print(permission.kind.name, permission.reading?.status ?? "unknown", permission.features)
        }
        permissions.removeOverrides()
        // end
        #expect(runtime.availability(of: VideoCalls.self).isAvailable)
    }
}
