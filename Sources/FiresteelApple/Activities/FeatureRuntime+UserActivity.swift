// Available with `NSUserActivity`: on all Apple platforms.
#if canImport(UniformTypeIdentifiers)
public import Firesteel
import Foundation
public import UniformTypeIdentifiers

extension FeatureRuntime {
    /// Continues an activity from the system: one of ``UserActivityPublisher``, or a universal link.
    ///
    /// - Parameters:
    ///   - activity: The activity that the scene or `onContinueUserActivity` received.
    ///   - type: The type of the publisher.
    ///   - router: Provides the presenter.
    ///   - session: The session to perform in, unless the router returns another one.
    /// - Returns: The outcome of the perform, or `nil` if the activity doesn't belong to the runtime.
    /// - Throws: `ExternalActionError` if the action wasn't performed, `DecodingError` if the activity can't be read.
    @MainActor
    @discardableResult
    public func continueActivity(
        _ activity: NSUserActivity, type: String, presentedBy router: any PresentationRouter,
        in session: ActionSession? = nil
    ) async throws -> ActionOutcome? {
        if activity.activityType == type, let payload = activity.userInfo?[NSUserActivity.payloadKey] as? Data {
            let published = try JSONDecoder().decode(PublishedActivity.self, from: payload)
            return try await continueActivity(published, presentedBy: router, in: session)
        }
        if activity.activityType == NSUserActivityTypeBrowsingWeb, let page = activity.webpageURL {
            return try await open(page.absoluteString, presentedBy: router, in: session)
        }
        return nil
    }
}
#endif
