public import Foundation
import JWTKit

/// Verifies transactions and renewal information signed by the App Store, from any source.
///
/// ```swift
/// let verifier = try AppStoreVerifier(
///     roots: [RootCertificate(der: appleRootCertificate)], bundleIdentifier: "com.example.notes")
/// let transaction = try await verifier.transaction(jws)
/// ```
///
/// The verifier makes no network requests. In particular, a revoked certificate is accepted until it expires.
public struct AppStoreVerifier: Sendable {
    /// The time at which certificates must be valid.
    public enum CertificateTime: Sendable, Hashable {
        /// The signing time of the data. Data stored for years can be verified with this.
        case signing
        /// Now. Data signed with a certificate that has expired since is rejected, and must be fetched again.
        case now
    }

    /// The maximum size of signed data in bytes: 64 KiB, about ten times the size that the App Store sends.
    public static let largest = 64 << 10

    /// An error of creating a verifier without root certificates.
    public struct MissingRootsError: Error, Sendable, Hashable, CustomStringConvertible {
        /// The reason and what to do about it.
        public var description: String {
            "There is no trusted root certificate. Pass Apple's root certificate, which isn't included."
        }
    }

    private let roots: [RootCertificate]
    /// The required app of the data.
    public let bundleIdentifier: String
    /// The accepted environments.
    public let environments: Set<AppStoreEnvironment>
    private let certificateTime: CertificateTime
    private let tolerance: TimeInterval
    private let now: @Sendable () -> Date

    /// Creates a verifier.
    ///
    /// - Parameters:
    ///   - roots: The trusted root certificates.
    ///   - bundleIdentifier: The app of the data.
    ///   - environments: The accepted environments. Only production by default, because every tester can buy in the
    ///     sandbox.
    ///   - certificateTime: The time at which certificates must be valid. By default the signing time.
    ///   - tolerance: The accepted difference of a signing time in the future, for slow clocks. One day by default.
    ///   - now: Returns the current time.
    /// - Throws: ``MissingRootsError`` if there are no roots.
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

    /// Verifies a signed transaction: `signedTransactionInfo`, or the `jwsRepresentation` of StoreKit.
    ///
    /// A revoked or expired transaction is valid and has the respective fields.
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
    /// It doesn't contain the app's identifier: use it together with a transaction of the same
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
        // This time is verified by the signature below.
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

    /// The payload is parsed here, and not by the library that verifies the signature.
    private struct AnyPayload: JWTPayload {
        func verify(using algorithm: some JWTAlgorithm) async throws {}
    }
}
