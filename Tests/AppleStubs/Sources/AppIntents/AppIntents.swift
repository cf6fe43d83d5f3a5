// swift-format-ignore-file: AllPublicDeclarationsHaveDocumentation

@_exported import Foundation
@_exported import FoundationAdditions

public protocol IntentResult: Sendable {}

public protocol AppIntent: Sendable {
    associatedtype PerformResult: IntentResult
    func perform() async throws -> PerformResult
}

public struct IntentDonationIdentifier: Hashable, Sendable {}

public struct EntityIdentifier: Hashable, Sendable {}

public struct IntentDonationMatchingPredicate: Sendable {
    public static func intentType(
        _ intentType: any AppIntent.Type, entityIdentifier: EntityIdentifier? = nil
    ) -> IntentDonationMatchingPredicate { declared() }
    public static func donationIdentifier(_ identifier: IntentDonationIdentifier) -> IntentDonationMatchingPredicate {
        declared()
    }
}

public struct IntentDonationManager: Sendable {
    public static let shared = IntentDonationManager()
    @discardableResult
    public func donate(intent: some AppIntent) async throws -> IntentDonationIdentifier { declared() }
    @discardableResult
    public func deleteDonations(
        matching predicate: IntentDonationMatchingPredicate
    ) async throws -> [IntentDonationIdentifier] { declared() }
}
