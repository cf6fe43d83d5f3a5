// swift-format-ignore-file: AllPublicDeclarationsHaveDocumentation

@_exported import Foundation
@_exported import FoundationAdditions

public enum VerificationResult<SignedType> {
    case unverified(SignedType, VerificationError)
    case verified(SignedType)

    public enum VerificationError: Error {
        case revokedCertificate, invalidCertificateChain, invalidDeviceVerification, invalidEncoding, invalidSignature,
            missingRequiredProperties
    }
}

extension VerificationResult {
    public var unsafePayloadValue: SignedType { declared() }
}

extension VerificationResult: Sendable where SignedType: Sendable {}

public struct Transaction: Identifiable, Sendable {
    public let id: UInt64
    public let productID: String
    public let purchaseDate: Date
    public let expirationDate: Date?
    public let revocationDate: Date?
    public let isUpgraded: Bool
    public let purchasedQuantity: Int
    public var subscriptionStatus: Product.SubscriptionInfo.Status? { get async { declared() } }

    public struct Transactions: AsyncSequence, Sendable {
        public typealias Element = VerificationResult<Transaction>
        public struct AsyncIterator: AsyncIteratorProtocol {
            public mutating func next() async -> VerificationResult<Transaction>? { declared() }
        }
        public func makeAsyncIterator() -> AsyncIterator { declared() }
    }

    public static var all: Transactions { declared() }
    public static var currentEntitlements: Transactions { declared() }
    public static var updates: Transactions { declared() }
}

public struct Product: Identifiable, Sendable {
    public let id: String
    public let price: Decimal
    public let priceFormatStyle: Decimal.FormatStyle.Currency
    public static func products<Identifiers>(for identifiers: Identifiers) async throws -> [Product]
    where Identifiers: Collection, Identifiers.Element == String { declared() }

    public struct SubscriptionInfo: Sendable {
        public struct Status: Sendable {
            public let renewalInfo: VerificationResult<RenewalInfo>
        }
        public struct RenewalInfo: Sendable {
            public let gracePeriodExpirationDate: Date?
        }
    }
}
