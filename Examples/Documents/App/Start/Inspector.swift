import Firesteel
import FiresteelInspector
import Foundation

/// Starts the inspector beside the app.
///
/// - Parameters:
///   - asked: the port that was asked for, if any.
///   - taken: the app's port.
///   - router: shows what is performed there.
///   - reports: the folder that debug reports are made in.
///   - tokenFile: where its token is kept for the next start.
///   - isAsked: whether the inspector was asked for by name, which lets it start in a release build as well.
/// - Returns: the inspector, and a remark where its port isn't the usual one.
/// - Throws: ``CommandError`` where no port was free, and `InspectorError`.
func startInspector(
    of runtime: FeatureRuntime, asked: UInt16?, beside taken: UInt16, router: any PresentationRouter,
    reports: String, tokenFile: String, isAsked: Bool
) async throws -> (result: Inspector, remark: String?) {
    try await PortChoice(asked: asked, first: 8081, avoiding: taken).start { port in
        do {
            let configuration = InspectorConfiguration(
                port: port, tokenFile: URL(fileURLWithPath: tokenFile), allowsReleaseBuilds: isAsked,
                presentationRouter: router,
                reporter: Reporter(runtime: runtime, folder: URL(fileURLWithPath: reports)))
            return try await Inspector.start(runtime, configuration)
        } catch InspectorError.portTaken {
            throw ServerError.portTaken
        } catch InspectorError.notPermitted {
            throw ServerError.portNotPermitted
        }
    }
}
