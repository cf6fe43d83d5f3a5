// swift-format-ignore-file: AllPublicDeclarationsHaveDocumentation

@_exported import Foundation
@_exported import FoundationAdditions

public protocol IntentResult: Sendable {}

public struct IntentResultContainer<Value, OpenedIntent, SnippetView, Dialog>: IntentResult {}

extension IntentResult where Self == IntentResultContainer<Never, Never, Never, Never> {
    public static func result() -> IntentResultContainer<Never, Never, Never, Never> { declared() }
}

public protocol AppIntent: Sendable {
    associatedtype PerformResult: IntentResult
    static var title: LocalizedStringResource { get }
    init()
    func perform() async throws -> PerformResult
}

extension AppIntent {
    public typealias Parameter<Value: _IntentValue> = IntentParameter<Value>
}

public protocol _IntentValue {}

extension String: _IntentValue {}

@propertyWrapper
public final class IntentParameter<Value: _IntentValue>: @unchecked Sendable {
    public init(title: LocalizedStringResource) where Value == String { declared() }
    public var wrappedValue: Value {
        get { declared() }
        set { declared() }
    }
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
