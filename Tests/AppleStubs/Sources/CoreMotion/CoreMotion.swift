// swift-format-ignore-file: AllPublicDeclarationsHaveDocumentation

@_exported import Foundation
@_exported import FoundationAdditions

public enum CMAuthorizationStatus: Int, Sendable {
    case notDetermined, restricted, denied, authorized
}

open class CMMotionActivity: NSObject {}

public typealias CMMotionActivityQueryHandler = ([CMMotionActivity]?, (any Error)?) -> Void

@available(macOS, unavailable)
@available(tvOS, unavailable)
@available(visionOS, unavailable)
open class CMMotionActivityManager: NSObject {
    open class func isActivityAvailable() -> Bool { declared() }
    open class func authorizationStatus() -> CMAuthorizationStatus { declared() }
    public override init() { declared() }
    open func queryActivityStarting(
        from start: Date, to end: Date, to queue: OperationQueue,
        withHandler handler: @escaping CMMotionActivityQueryHandler
    ) { declared() }
}
