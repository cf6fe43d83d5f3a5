import Foundation
import SwiftASN1
import X509

/// A root that chains of certificates may end at.
///
/// None is built in: take "Apple Root CA - G3" from Apple's public key infrastructure page, check its fingerprint there, and
/// keep it with your program.
public struct RootCertificate: Sendable, Hashable {
    /// Why something isn't a root certificate.
    public struct RootCertificateError: Error, Sendable, Hashable, CustomStringConvertible {
        /// What is wrong.
        public let description: String
    }

    let certificate: Certificate
    /// The certificate as it is signed.
    public let der: [UInt8]

    /// A certificate in DER.
    ///
    /// - Throws: ``RootCertificateError``.
    public init(der: some Sequence<UInt8>) throws(RootCertificateError) {
        let bytes = Array(der)
        do {
            certificate = try Certificate(derEncoded: bytes)
        } catch {
            throw RootCertificateError(description: "The root certificate can't be read: \(error)")
        }
        self.der = bytes
    }

    /// A certificate in PEM, between `-----BEGIN CERTIFICATE-----` and `-----END CERTIFICATE-----`.
    ///
    /// - Throws: ``RootCertificateError``.
    public init(pem: String) throws(RootCertificateError) {
        let bytes: [UInt8]
        do {
            bytes = try PEMDocument(pemString: pem).derBytes
        } catch {
            throw RootCertificateError(description: "The root certificate can't be read: \(error)")
        }
        try self.init(der: bytes)
    }
}
