// swift-format-ignore-file: AllPublicDeclarationsHaveDocumentation

import Foundation

// What Foundation has on Apple's systems and not elsewhere. The frameworks that are imported beside it hand it on.

public typealias NSUserActivityPersistentIdentifier = String

public let NSUserActivityTypeBrowsingWeb = "NSUserActivityTypeBrowsingWeb"

open class NSUserActivity: NSObject {
    public init(activityType: String) { declared() }
    open var activityType: String { declared() }
    open var title: String?
    open var userInfo: [AnyHashable: Any]?
    open var requiredUserInfoKeys: Set<String>?
    open var webpageURL: URL?
    open var keywords: Set<String> {
        get { declared() }
        set { declared() }
    }
    open var isEligibleForHandoff: Bool {
        get { declared() }
        set { declared() }
    }
    open var isEligibleForSearch: Bool {
        get { declared() }
        set { declared() }
    }
    open var isEligibleForPublicIndexing: Bool {
        get { declared() }
        set { declared() }
    }
    @available(macOS, unavailable)
    @available(tvOS, unavailable)
    open var isEligibleForPrediction: Bool {
        get { declared() }
        set { declared() }
    }
    @available(tvOS, unavailable)
    open var persistentIdentifier: NSUserActivityPersistentIdentifier?
    open func becomeCurrent() { declared() }
    open func resignCurrent() { declared() }
    open func invalidate() { declared() }
    @available(tvOS, unavailable)
    open class func deleteSavedUserActivities(
        withPersistentIdentifiers persistentIdentifiers: [NSUserActivityPersistentIdentifier],
        completionHandler handler: @escaping @Sendable () -> Void
    ) { declared() }
    @available(tvOS, unavailable)
    open class func deleteAllSavedUserActivities(completionHandler handler: @escaping @Sendable () -> Void) {
        declared()
    }
}
