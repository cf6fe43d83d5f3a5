// Available with `NSUserActivity`: on all Apple platforms.
#if canImport(UniformTypeIdentifiers)
public import Firesteel
import Foundation
import Synchronization
import UniformTypeIdentifiers
#if canImport(CoreSpotlight) && !os(tvOS) && !os(watchOS)
import CoreSpotlight
#endif

/// Publishes activities as `NSUserActivity`, for Handoff, search and suggestions.
///
/// The program's property list must contain the type in `NSUserActivityTypes`. Activities are continued by
/// `FeatureRuntime.continueActivity(_:type:presentedBy:in:)`.
///
/// The system removes erased activities asynchronously. It has no notion of features: erasing those of one feature
/// erases all. On tvOS only current activities are available.
public final class UserActivityPublisher: ActivityPublisher {
    /// The type of the activities, such as "com.example.notes.activity".
    public let type: String
    private let current = Mutex<[PublishedActivity.ID: NSUserActivity]>([:])

    /// Creates a publisher.
    ///
    /// - Parameter type: The type of the activities, in reverse domain notation.
    public init(type: String) {
        self.type = type
    }

    /// "NSUserActivity".
    public var name: String { "NSUserActivity" }

    /// Makes an activity current.
    public func publish(_ activity: PublishedActivity) throws {
        let payload = try JSONEncoder().encode(activity)
        current.withLock { current in
            current[activity.id]?.invalidate()
            let made = NSUserActivity(activityType: type)
            made.describe(activity, payload: payload)
            made.becomeCurrent()
            current[activity.id] = made
        }
    }

    /// Resigns an activity.
    public func resign(_ activity: PublishedActivity) throws {
        current.withLock { $0.removeValue(forKey: activity.id)?.resignCurrent() }
    }

    /// Erases activities.
    public func remove(_ selection: ActivitySelection) throws {
        guard case .activity(let id) = selection else {
            current.withLock { $0 = [:] }
            #if !os(tvOS)
            NSUserActivity.deleteAllSavedUserActivities {}
            #endif
            return
        }
        current.withLock { $0[id] = nil }
        #if !os(tvOS)
        NSUserActivity.deleteSavedUserActivities(withPersistentIdentifiers: [id]) {}
        #endif
    }
}

extension NSUserActivity {
    /// The key of the encoded activity.
    static let payloadKey = "firesteel.activity"

    fileprivate func describe(_ activity: PublishedActivity, payload: Data) {
        title = activity.title
        keywords = activity.keywords
        userInfo = [Self.payloadKey: payload]
        requiredUserInfoKeys = [Self.payloadKey]
        webpageURL = activity.link.flatMap(URL.init(string:)).flatMap { $0.isWebPage ? $0 : nil }
        isEligibleForHandoff = activity.eligibility.contains(.handoff)
        isEligibleForSearch = activity.eligibility.contains(.search)
        isEligibleForPublicIndexing = activity.eligibility.contains(.publicIndex)
        #if !os(tvOS)
        persistentIdentifier = activity.id
        #endif
        #if !os(macOS) && !os(tvOS)
        isEligibleForPrediction = activity.eligibility.contains(.prediction)
        #endif
        #if canImport(CoreSpotlight) && !os(tvOS) && !os(watchOS)
        let attributes = CSSearchableItemAttributeSet(contentType: .item)
        attributes.contentDescription = activity.subtitle
        contentAttributeSet = attributes
        #endif
    }
}

extension URL {
    /// Whether the system accepts it as a web page URL; other schemes would end the program.
    fileprivate var isWebPage: Bool { scheme == "https" || scheme == "http" }
}
#endif
