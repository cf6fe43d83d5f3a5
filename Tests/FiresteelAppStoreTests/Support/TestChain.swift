import Crypto
import FiresteelAppStore
import FiresteelFlags
import Foundation
import SwiftASN1
import X509

/// A chain of certificates of the tests' own, as the App Store's is built, and what signs with it.
struct TestChain {
    /// The differences of a chain from a correct one.
    struct Faults {
        /// The validity of the signing certificate.
        var leafValidity = TestChain.validity
        /// The validity of the certificate that issued it.
        var intermediateValidity = TestChain.validity
        /// The extensions that mark them.
        var leafMarks: [ASN1ObjectIdentifier] = [[1, 2, 840, 113635, 100, 6, 11, 1]]
        var intermediateMarks: [ASN1ObjectIdentifier] = [[1, 2, 840, 113635, 100, 6, 2, 1]]
        /// Whether the certificate in the middle may issue others.
        var isAuthority = true
        /// Whether the key that signs is one of P-384.
        var hasLargeKey = false
        /// The key that signs the signing certificate, instead of the one in the middle.
        var leafIssuer: P256.Signing.PrivateKey?
    }

    /// A year around the tests' now.
    static let validity = date("2025-07-01T00:00:00Z")...date("2026-07-01T00:00:00Z")
    static let now = date("2026-01-01T00:00:00Z")

    let root: Certificate
    let intermediate: Certificate
    let leaf: Certificate
    let key: P256.Signing.PrivateKey
    let largeKey = P384.Signing.PrivateKey()

    init(_ faults: Faults = Faults()) throws {
        let rootKey = P256.Signing.PrivateKey()
        let intermediateKey = P256.Signing.PrivateKey()
        key = P256.Signing.PrivateKey()
        let rootName = try DistinguishedName { CommonName("Test Root") }
        let intermediateName = try DistinguishedName { CommonName("Test Authority") }
        root = try Certificate(
            version: .v3, serialNumber: .init(), publicKey: .init(rootKey.publicKey),
            notValidBefore: Self.date("2020-01-01T00:00:00Z"), notValidAfter: Self.date("2040-01-01T00:00:00Z"),
            issuer: rootName, subject: rootName, signatureAlgorithm: .ecdsaWithSHA256,
            extensions: try Self.authority(true, []), issuerPrivateKey: .init(rootKey))
        intermediate = try Certificate(
            version: .v3, serialNumber: .init(), publicKey: .init(intermediateKey.publicKey),
            notValidBefore: faults.intermediateValidity.lowerBound,
            notValidAfter: faults.intermediateValidity.upperBound, issuer: rootName, subject: intermediateName,
            signatureAlgorithm: .ecdsaWithSHA256,
            extensions: try Self.authority(faults.isAuthority, faults.intermediateMarks),
            issuerPrivateKey: .init(rootKey))
        leaf = try Certificate(
            version: .v3, serialNumber: .init(),
            publicKey: faults.hasLargeKey ? .init(largeKey.publicKey) : .init(key.publicKey),
            notValidBefore: faults.leafValidity.lowerBound, notValidAfter: faults.leafValidity.upperBound,
            issuer: intermediateName, subject: try DistinguishedName { CommonName("Test Signer") },
            signatureAlgorithm: .ecdsaWithSHA256,
            extensions: try Certificate.Extensions(
                Certificate.Extensions {
                    Critical(BasicConstraints.notCertificateAuthority)
                    Critical(KeyUsage(digitalSignature: true))
                } + faults.leafMarks.map(Self.mark)),
            issuerPrivateKey: .init(faults.leafIssuer ?? intermediateKey))
    }

    private static func authority(
        _ isAuthority: Bool, _ marks: [ASN1ObjectIdentifier]
    ) throws -> Certificate.Extensions {
        try Certificate.Extensions(
            Certificate.Extensions {
                Critical(
                    isAuthority
                        ? BasicConstraints.isCertificateAuthority(maxPathLength: nil)
                        : BasicConstraints.notCertificateAuthority)
                Critical(KeyUsage(keyCertSign: true, cRLSign: true))
            } + marks.map(mark))
    }

    /// An extension that has nothing but its identifier.
    private static func mark(_ identifier: ASN1ObjectIdentifier) -> Certificate.Extension {
        Certificate.Extension(oid: identifier, critical: false, value: [5, 0])
    }

    static func date(_ text: String) -> Date {
        (try? Date(text, strategy: .iso8601)) ?? .distantPast
    }

    // MARK: Signing

    static func der(_ certificate: Certificate) throws -> [UInt8] {
        var serializer = DER.Serializer()
        try serializer.serialize(certificate)
        return serializer.serializedBytes
    }

    var trusted: RootCertificate {
        get throws { try RootCertificate(der: Self.der(root)) }
    }

    /// The certificates as in a header.
    var x5c: JSONValue {
        get throws {
            .array(
                try [leaf, intermediate, root].map { .string(Data(try Self.der($0)).base64EncodedString()) })
        }
    }

    /// Signs fields, with a header like the App Store's or another one.
    func sign(_ payload: [String: JSONValue], header: [String: JSONValue]? = nil) throws -> String {
        let header = try header ?? ["alg": "ES256", "x5c": x5c]
        return try sign(text: JSONValue.object(payload).json(), header: JSONValue.object(header).json())
    }

    /// Signs texts that need not be JSON.
    func sign(text payload: String, header: String) throws -> String {
        let signed = "\(Self.base64URL(Array(header.utf8))).\(Self.base64URL(Array(payload.utf8)))"
        let signature = try key.signature(for: Data(signed.utf8))
        return "\(signed).\(Self.base64URL(Array(signature.rawRepresentation)))"
    }

    static func base64URL(_ bytes: [UInt8]) -> String {
        Data(bytes).base64EncodedString().replacing("+", with: "-").replacing("/", with: "_").replacing("=", with: "")
    }

    // MARK: Verifying

    func verifier(
        environments: Set<AppStoreEnvironment> = [.production],
        certificateTime: AppStoreVerifier.CertificateTime = .signing, now: Date = TestChain.now
    ) throws -> AppStoreVerifier {
        try AppStoreVerifier(
            roots: [trusted], bundleIdentifier: "com.example.notes", environments: environments,
            certificateTime: certificateTime, now: { now })
    }
}
