import Firesteel
import FiresteelAutomation
import FiresteelHTTPServer

/// Starts the server of actions beside the app, for scripts and agents.
///
/// - Parameters:
///   - asked: The requested port, if any.
///   - taken: The app's port.
///   - secret: The token of its callers.
/// - Returns: The server, and a remark if its port isn't the default one.
/// - Throws: ``CommandError`` if no port is free.
func startActionServer(
    of runtime: FeatureRuntime, asked: UInt16?, beside taken: UInt16, secret: Secret
) async throws -> (result: AutomationServer, remark: String?) {
    let automation = Automation(runtime, presenters: OutputPresenter.all)
    return try await PortChoice(asked: asked, first: 8082, avoiding: taken).start { port in
        guard let configuration = AutomationServerConfiguration(port: port, token: secret.text) else {
            throw CommandError("The token of actions is invalid. Start with --new-token.")
        }
        do {
            return try await AutomationServer.start(automation, configuration)
        } catch HTTPServerStartError.portTaken {
            throw ServerError.portTaken
        } catch HTTPServerStartError.notPermitted {
            throw ServerError.portNotPermitted
        }
    }
}
