// Where there is `NSUserActivity`: on all of Apple's systems.
#if canImport(UniformTypeIdentifiers)
public import Firesteel
import Foundation
public import UniformTypeIdentifiers

extension FeatureRuntime {
    /// Continues what the system hands over: an activity of ``UserActivityPublisher``, or a page of a universal link.
    ///
    /// - Parameters:
    ///   - activity: As the scene, or `onContinueUserActivity`, got it.
    ///   - type: The type that the publisher was made with.
    ///   - router: Gives the presenter.
    ///   - session: Where it is performed, unless the router names another.
    /// - Returns: How the perform ended, `nil` for an activity that isn't the runtime's.
    /// - Throws: `ExternalActionError` where it was not performed, `DecodingError` where the activity can't be read.
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
