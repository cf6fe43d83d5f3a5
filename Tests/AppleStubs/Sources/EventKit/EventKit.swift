// swift-format-ignore-file: AllPublicDeclarationsHaveDocumentation

@_exported import Foundation
@_exported import FoundationAdditions

public enum EKEntityType: UInt, Sendable {
    case event, reminder
}

public enum EKAuthorizationStatus: Int, Sendable {
    case notDetermined, restricted, denied, fullAccess, writeOnly
}

@available(tvOS, unavailable)
open class EKEventStore: NSObject {
    open class func authorizationStatus(for entityType: EKEntityType) -> EKAuthorizationStatus { declared() }
    public override init() { declared() }
    open func requestFullAccessToEvents() async throws -> Bool { declared() }
    @available(watchOS, unavailable)
    open func requestWriteOnlyAccessToEvents() async throws -> Bool { declared() }
    open func requestFullAccessToReminders() async throws -> Bool { declared() }
}
