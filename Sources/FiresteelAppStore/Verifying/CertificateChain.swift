import Foundation
import SwiftASN1
import X509

/// The three certificates of signed data.
struct CertificateChain {
    /// The extension that marks a certificate for signing App Store data.
    static let signsReceipts = "1.2.840.113635.100.6.11.1"
    /// The extension that marks the authority that issues such certificates.
    static let issuesForDevelopers = "1.2.840.113635.100.6.2.1"

    private static let policies: any ChainPolicies = FixedTimePolicies()

    private let certificates: [Certificate]
    private let der: [[UInt8]]

    init(_ parts: SignedDataParts) throws(SignedDataError) {
        var certificates: [Certificate] = []
        for (position, bytes) in parts.certificates.enumerated() {
            do {
                certificates.append(try Certificate(derEncoded: bytes))
            } catch {
                throw .certificate(position, "it isn't a certificate: \(error)")
            }
        }
        self.certificates = certificates
        der = parts.certificates
    }

    /// The certificate that signs, in PEM.
    var leafPEM: String {
        PEMDocument(type: "CERTIFICATE", derBytes: der[0]).pemString
    }

    /// Verifies the chain for a time, up to a trusted root.
    ///
    /// Simple properties are checked first; swift-certificates verifies the rest, signatures included.
    func verify(roots: [RootCertificate], at time: Date) async throws(SignedDataError) {
        // The whole root is compared, because its name and key alone could be forged.
        guard let root = roots.first(where: { $0.der == der[2] }) else { throw .untrustedRoot }
        for (position, certificate) in certificates.enumerated()
        where time < certificate.notValidBefore || time > certificate.notValidAfter {
            throw .certificateNotValid(position, at: time)
        }
        for position in 0..<2 where certificates[position].issuer != certificates[position + 1].subject {
            throw .chainOrder(position)
        }
        for (position, mark) in [(0, Self.signsReceipts), (1, Self.issuesForDevelopers)]
        where !certificates[position].extensions.contains(where: { $0.oid.description == mark }) {
            throw .unmarked(position, identifier: mark)
        }
        var verifier = Verifier(rootCertificates: CertificateStore([root.certificate])) {
            Self.policies.policy(at: time)
        }
        let result = await verifier.validate(
            leaf: certificates[0], intermediates: CertificateStore([certificates[1]]))
        switch result {
        case .validCertificate(let chain):
            // A shorter path to the root isn't accepted.
            guard Array(chain) == certificates else { throw .chain("its order differs.") }
        case .couldNotValidate(let failures):
            let words = failures.map { "\($0.policyFailureReason)" }
            throw .chain(words.isEmpty ? "no signature leads to the root." : words.joined(separator: "; "))
        }
    }
}

private protocol ChainPolicies: Sendable {
    func policy(at time: Date) -> RFC5280Policy
}

private struct FixedTimePolicies: ChainPolicies {
    /// Returns the policy for a fixed time.
    ///
    /// swift-certificates deprecates this initializer for one that isn't public. Deprecated here as well, and
    /// called through the protocol, it causes no warning.
    @available(*, deprecated, message: "Call it through ChainPolicies.")
    func policy(at time: Date) -> RFC5280Policy { RFC5280Policy(validationTime: time) }
}
