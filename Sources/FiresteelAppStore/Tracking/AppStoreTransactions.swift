public import Firesteel
public import FiresteelPurchases
public import Foundation
import Synchronization

/// Tracks purchases by signed transactions, on any system: on a server or in a build for Linux.
///
/// ```swift
/// let transactions = AppStoreTransactions(verifier, account: user.id)
/// let refused = await transactions.add(jwsOfTransactions, renewals: jwsOfRenewals)
/// let purchases = Purchases([transactions])
/// ```
///
/// Each transaction is verified, and rejected ones grant nothing. Of several versions of a transaction the one signed
/// last applies, so their order doesn't matter. The status of products is unknown until ``add(_:renewals:)`` was
/// called with valid data or with none.
public final class AppStoreTransactions: PurchaseTracker {
    /// A rejected item.
    public struct Rejection: Sendable, Hashable, CustomStringConvertible {
        /// The kind of an item.
        public enum Kind: String, Sendable, Hashable {
            /// A signed transaction.
            case transaction
            /// Signed renewal information.
            case renewal
        }

        /// The kind.
        public let kind: Kind
        /// The position among the items of its kind, from 0.
        public let position: Int
        /// The error.
        public let error: SignedDataError

        /// The item and the error, such as "transaction 2: It is signed with “none”, but only ES256 is accepted".
        public var description: String { "\(kind.rawValue) \(position): \(error)" }
    }

    fileprivate struct State {
        /// The number of removals of all transactions.
        var generation = 0
        var isKnown = false
        var transactions: [String: SignedTransaction] = [:]
        var renewals: [String: SignedRenewalInfo] = [:]
    }

    /// The name in lists and reasons.
    public let name: String
    private let verifier: AppStoreVerifier
    private let account: UUID?
    private let state = Mutex(State())
    private let subscribers = Broadcaster<RequirementChange>(.immediate)

    /// Creates a shop.
    ///
    /// - Parameters:
    ///   - verifier: The verifier.
    ///   - account: The required `appAccountToken` of transactions, which prevents the use of transactions of other
    ///     users. `nil` for any.
    ///   - name: The name in lists and reasons.
    public init(_ verifier: AppStoreVerifier, account: UUID? = nil, name: String = "App Store") {
        self.verifier = verifier
        self.account = account
        self.name = name
    }

    /// Verifies signed data and adds the valid items, as one change.
    ///
    /// - Parameters:
    ///   - transactions: Signed transactions, each a JWS in compact form, in any order.
    ///   - renewals: Signed renewal information.
    /// - Returns: The rejected items, with their errors.
    @discardableResult
    public func add(_ transactions: [String], renewals: [String] = []) async -> [Rejection] {
        let generation = state.withLock { $0.generation }
        var refusals: [Rejection] = []
        var taken: [SignedTransaction] = []
        var takenRenewals: [SignedRenewalInfo] = []
        for (position, text) in transactions.enumerated() {
            do throws(SignedDataError) {
                let transaction = try await verifier.transaction(text)
                if let account, transaction.appAccountToken != account {
                    throw .account(transaction.appAccountToken)
                }
                taken.append(transaction)
            } catch {
                refusals.append(Rejection(kind: .transaction, position: position, error: error))
            }
        }
        for (position, text) in renewals.enumerated() {
            do throws(SignedDataError) {
                takenRenewals.append(try await verifier.renewalInfo(text))
            } catch {
                refusals.append(Rejection(kind: .renewal, position: position, error: error))
            }
        }
        let isAnswer = !taken.isEmpty || transactions.isEmpty
        let isNews = state.withLock { state in
            // Verified for a user who has signed out since.
            guard state.generation == generation else { return false }
            let before = (state.isKnown, state.transactions, state.renewals)
            state.isKnown = state.isKnown || isAnswer
            for transaction in taken { state.add(transaction) }
            for renewal in takenRenewals { state.add(renewal) }
            return before != (state.isKnown, state.transactions, state.renewals)
        }
        if isNews { subscribers.send(.all) }
        return refusals
    }

    /// Removes all transactions, as when the user signs out.
    ///
    /// The status of products is then unknown.
    public func removeAll() {
        state.withLock { $0 = State(generation: $0.generation + 1) }
        subscribers.send(.all)
    }

    /// The accepted transactions, in the order of purchase.
    public var transactions: [SignedTransaction] {
        state.withLock { $0.transactions.values.sorted { ($0.purchaseDate, $0.id) < ($1.purchaseDate, $1.id) } }
    }

    /// Returns the latest renewal information of a subscription, by its `originalTransactionId`.
    public func renewal(of originalTransactionIdentifier: String) -> SignedRenewalInfo? {
        state.withLock { $0.renewals[originalTransactionIdentifier] }
    }

    /// Returns the entitlements of a product.
    public func snapshot(of product: String) -> PurchaseSnapshot {
        state.withLock { state in
            guard state.isKnown else { return .unknown }
            let own = state.transactions.values.filter { $0.productIdentifier == product }
            return .known(own.sorted { ($0.purchaseDate, $0.id) < ($1.purchaseDate, $1.id) }.map(state.entitlement))
        }
    }

    /// Calls the handler after each change until the subscription is cancelled or released.
    public func subscribe(_ handler: @escaping @Sendable (RequirementChange) -> Void) -> Subscription {
        subscribers.subscribe(handler)
    }
}

extension AppStoreTransactions.State {
    fileprivate mutating func add(_ transaction: SignedTransaction) {
        if let known = transactions[transaction.id] {
            if known.signedDate > transaction.signedDate { return }
            // Of two versions signed at the same time, the one that grants less applies.
            if known.signedDate == transaction.signedDate, known.revocationDate != nil || known.isUpgraded { return }
        }
        transactions[transaction.id] = transaction
    }

    fileprivate mutating func add(_ renewal: SignedRenewalInfo) {
        let subscription = renewal.originalTransactionIdentifier
        if let known = renewals[subscription], known.signedDate > renewal.signedDate { return }
        renewals[subscription] = renewal
    }

    /// Returns the entitlement of a transaction, with the grace period of its subscription if it is the latest.
    ///
    /// The grace period doesn't apply to earlier transactions: it would grant refunded ones.
    fileprivate func entitlement(_ transaction: SignedTransaction) -> Entitlement {
        var entitlement = transaction.entitlement
        guard let renewal = renewals[transaction.originalTransactionIdentifier],
            renewal.environment == transaction.environment,
            renewal.productIdentifier == transaction.productIdentifier,
            !transactions.values.contains(where: { other in
                other.originalTransactionIdentifier == transaction.originalTransactionIdentifier
                    && (other.purchaseDate, other.id) > (transaction.purchaseDate, transaction.id)
            })
        else { return entitlement }
        entitlement.graceEnds = renewal.gracePeriodExpiresDate
        return entitlement
    }
}
