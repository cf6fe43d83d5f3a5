// swift-format-ignore-file: AllPublicDeclarationsHaveDocumentation

@_exported import Foundation
@_exported import FoundationAdditions

public enum CNEntityType: Int, Sendable {
    case contacts
}

public enum CNAuthorizationStatus: Int, Sendable {
    case notDetermined, restricted, denied, authorized
    @available(iOS 18, visionOS 2, watchOS 11, *)
    @available(macOS, unavailable)
    case limited
}

@available(tvOS, unavailable)
open class CNContactStore: NSObject {
    open class func authorizationStatus(for entityType: CNEntityType) -> CNAuthorizationStatus { declared() }
    public override init() { declared() }
    open func requestAccess(for entityType: CNEntityType) async throws -> Bool { declared() }
}
