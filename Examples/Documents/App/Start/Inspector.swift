import Firesteel
import FiresteelInspector
import Foundation

/// Starts the inspector beside the app.
///
/// - Parameters:
///   - asked: The requested port, if any.
///   - taken: The app's port.
///   - router: Presents actions that the inspector performs.
///   - reports: The folder of debug reports.
///   - tokenFile: The file that stores its token for the next start, if any.
///   - address: The address of the app, with its token.
///   - replayCommand: The command with which it replays recorded failures.
///   - isAsked: Whether the inspector was requested explicitly, which also starts it in release builds.
/// - Returns: The inspector, and a remark if its port isn't the default one.
/// - Throws: ``CommandError`` if no port is free, and `InspectorError`.
func startInspector(
    of runtime: FeatureRuntime, asked: UInt16?, beside taken: UInt16, router: any PresentationRouter,
    reports: String, tokenFile: String?, address: URL?, replayCommand: [String]?, isAsked: Bool
) async throws -> (result: Inspector, remark: String?) {
    try await PortChoice(asked: asked, first: 8081, avoiding: taken).start { port in
        do {
            let configuration = InspectorConfiguration(
                port: port, tokenFile: tokenFile.map { URL(fileURLWithPath: $0) }, allowsReleaseBuilds: isAsked,
                presentationRouter: router,
                reporter: Reporter(runtime: runtime, folder: URL(fileURLWithPath: reports)), programAddress: address,
                replayCommand: replayCommand)
            return try await Inspector.start(runtime, configuration)
        } catch InspectorError.portTaken {
            throw ServerError.portTaken
        } catch InspectorError.notPermitted {
            throw ServerError.portNotPermitted
        }
    }
}
