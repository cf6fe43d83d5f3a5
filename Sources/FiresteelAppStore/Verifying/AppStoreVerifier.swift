public import Foundation
import JWTKit

/// Verifies what the App Store signed: transactions and renewal information, wherever they come from.
///
/// ```swift
/// let verifier = try AppStoreVerifier(
///     roots: [RootCertificate(der: appleRootCertificate)], bundleIdentifier: "com.example.notes")
/// let transaction = try await verifier.transaction(jws)
/// ```
///
/// Nothing is asked of the network. In particular a certificate that Apple has revoked is not noticed before it expires.
public struct AppStoreVerifier: Sendable {
    /// Which time certificates must be valid at.
    public enum CertificateTime: Sendable, Hashable {
        /// When the data says that it was signed. What was kept for years can be verified then.
        case signing
        /// Now. What was signed with a certificate that has expired since is refused: fetch it again.
        case now
    }

    /// How long signed data may be, in bytes: 64 KiB, about ten times what the App Store sends.
    public static let largest = 64 << 10

    /// No verifier can be made without roots.
    public struct MissingRootsError: Error, Sendable, Hashable, CustomStringConvertible {
        /// What is wrong, and what to do.
        public var description: String {
            "There is no root certificate to trust. Give the verifier Apple's, which isn't built in."
        }
    }

    private let roots: [RootCertificate]
    /// The app that data must be about.
    public let bundleIdentifier: String
    /// The environments that are accepted.
    public let environments: Set<AppStoreEnvironment>
    private let certificateTime: CertificateTime
    private let tolerance: TimeInterval
    private let now: @Sendable () -> Date

    /// - Parameters:
    ///   - roots: Where chains of certificates must end.
    ///   - bundleIdentifier: The app that data must be about.
    ///   - environments: Where purchases may have been made. Only with money by default, since anybody who tests can buy in
    ///     the sandbox.
    ///   - certificateTime: Which time certificates must be valid at. By default the time of signing.
    ///   - tolerance: How far in the future data may say that it was signed, for clocks that are slow. A day by default.
    ///   - now: What a clock on the wall shows.
    /// - Throws: ``MissingRootsError`` where there are none.
    public init(
        roots: [RootCertificate], bundleIdentifier: String, environments: Set<AppStoreEnvironment> = [.production],
        certificateTime: CertificateTime = .signing, tolerance: Duration = .seconds(86_400),
        now: @escaping @Sendable () -> Date = { Date() }
    ) throws(MissingRootsError) {
        guard !roots.isEmpty else { throw MissingRootsError() }
        self.roots = roots
        self.bundleIdentifier = bundleIdentifier
        self.environments = environments
        self.certificateTime = certificateTime
        self.tolerance = tolerance / .seconds(1)
        self.now = now
    }

    /// Verifies a signed transaction, `signedTransactionInfo` or the `jwsRepresentation` of StoreKit's.
    ///
    /// That it was revoked or has expired is no error: what is returned says so.
    public func transaction(_ text: String) async throws(SignedDataError) -> SignedTransaction {
        let transaction = try SignedTransaction(await verified(text))
        guard transaction.bundleIdentifier == bundleIdentifier else {
            throw .bundle(transaction.bundleIdentifier, expected: bundleIdentifier)
        }
        try accept(transaction.environment)
        return transaction
    }

    /// Verifies signed renewal information, `signedRenewalInfo`.
    ///
    /// It doesn't name the app that it is about: it counts together with a transaction of the same
    /// ``SignedRenewalInfo/originalTransactionIdentifier``.
    public func renewalInfo(_ text: String) async throws(SignedDataError) -> SignedRenewalInfo {
        let renewal = try SignedRenewalInfo(await verified(text))
        try accept(renewal.environment)
        return renewal
    }

    private func accept(_ environment: AppStoreEnvironment) throws(SignedDataError) {
        guard environments.contains(environment) else { throw .environment(environment.rawValue) }
    }

    /// Reads signed data and verifies certificates and signature.
    private func verified(_ text: String) async throws(SignedDataError) -> PayloadFields {
        let parts = try SignedDataParts(text)
        let fields = PayloadFields(parts.payload)
        let now = now()
        // What the data says of itself, until the signature proves it below.
        let signed = try fields.neededDate("signedDate")
        guard signed.timeIntervalSince(now) <= tolerance else { throw .signedInFuture(signed) }
        let chain = try CertificateChain(parts)
        try await chain.verify(roots: roots, at: certificateTime == .now ? now : signed)
        try await Self.verifySignature(text, chain.leafPEM)
        return fields
    }

    private static func verifySignature(_ text: String, _ certificate: String) async throws(SignedDataError) {
        let key: ES256PublicKey
        do {
            key = try ES256PublicKey(certificate: certificate)
        } catch {
            throw .key
        }
        do {
            let keys = await JWTKeyCollection().add(ecdsa: key)
            _ = try await keys.verify(text, as: AnyPayload.self)
        } catch {
            throw .signature
        }
    }

    /// What is signed is read here, and not by whoever verifies the signature.
    private struct AnyPayload: JWTPayload {
        func verify(using algorithm: some JWTAlgorithm) async throws {}
    }
}
