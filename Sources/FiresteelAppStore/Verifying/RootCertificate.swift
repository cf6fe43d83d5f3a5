import Foundation
import SwiftASN1
import X509

/// A trusted root certificate.
///
/// None is included: download "Apple Root CA - G3" from Apple's public key infrastructure page, verify its fingerprint
/// there, and store it in your program.
public struct RootCertificate: Sendable, Hashable {
    let certificate: Certificate
    /// The encoded certificate.
    public let der: [UInt8]

    /// Creates a certificate in DER.
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

    /// Creates a certificate in PEM, between `-----BEGIN CERTIFICATE-----` and `-----END CERTIFICATE-----`.
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
