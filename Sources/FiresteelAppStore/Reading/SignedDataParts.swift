import FiresteelFlags
import Foundation

/// Signed data (a JSON Web Signature in compact form, RFC 7515), parsed and not verified: its contents must not be
/// trusted.
///
/// Parsing is strict, so that no other parser can read different contents: base64url in its only canonical form, JSON
/// without duplicate names, and no header field that would change the signed contents.
struct SignedDataParts: Sendable, Hashable {
    /// The complete text.
    let text: String
    /// The fields of the header.
    let header: [String: JSONValue]
    /// The fields of the payload.
    let payload: [String: JSONValue]
    /// The certificates in DER: the one that signs, the one that issued it, and the root.
    let certificates: [[UInt8]]

    init(_ text: String) throws(SignedDataError) {
        let bytes = text.utf8
        guard bytes.count <= AppStoreVerifier.largest else { throw .tooLarge(bytes: bytes.count) }
        let parts = bytes.split(separator: UInt8(ascii: "."), omittingEmptySubsequences: false)
        guard parts.count == 3 else { throw .parts(parts.count) }
        header = try Self.object(.header, parts[0])
        guard case .string(let algorithm)? = header["alg"] else { throw Self.missing("alg") }
        guard algorithm == "ES256" else { throw .algorithm(algorithm) }
        // Other fields may be ignored, but these change the meaning.
        for name in ["b64", "crit"] where header[name] != nil {
            throw .field(.header, name: name, "isn't understood")
        }
        certificates = try Self.certificates(header["x5c"])
        payload = try Self.object(.payload, parts[1])
        guard let signature = Self.base64URL(parts[2]) else { throw .notBase64URL(.signature) }
        // Two numbers of 32 bytes, as RFC 7518 requires for this algorithm.
        guard signature.count == 64 else { throw .signature }
        self.text = text
    }

    private static func missing(_ name: String) -> SignedDataError {
        .field(.header, name: name, "is missing or has another type")
    }

    private static func object(
        _ part: SignedDataError.Part, _ text: Substring.UTF8View
    ) throws(SignedDataError) -> [String: JSONValue] {
        guard let bytes = base64URL(text) else { throw .notBase64URL(part) }
        do {
            let value = try JSONValue(json: bytes, limits: JSONLimits(bytes: AppStoreVerifier.largest, depth: 16))
            guard case .object(let fields) = value else { throw SignedDataError.notJSON(part, "it is another value.") }
            return fields
        } catch let error as SignedDataError {
            throw error
        } catch {
            throw .notJSON(part, "\(error)")
        }
    }

    private static func certificates(_ field: JSONValue?) throws(SignedDataError) -> [[UInt8]] {
        guard case .array(let values)? = field else { throw missing("x5c") }
        guard values.count == 3 else { throw .certificates(values.count) }
        var certificates: [[UInt8]] = []
        for (position, value) in values.enumerated() {
            guard case .string(let text) = value else { throw .certificate(position, "it isn't a string") }
            guard let bytes = base64(text) else { throw .certificate(position, "it isn't base64") }
            certificates.append(bytes)
        }
        return certificates
    }

    /// Returns the bytes of padded base64, or `nil` for a non-canonical form.
    private static func base64(_ text: String) -> [UInt8]? {
        guard let data = Data(base64Encoded: text), data.base64EncodedString() == text else { return nil }
        return Array(data)
    }

    /// Returns the bytes of unpadded base64url, or `nil` for a non-canonical form.
    private static func base64URL(_ text: Substring.UTF8View) -> [UInt8]? {
        var plain: [UInt8] = []
        plain.reserveCapacity(text.count + 3)
        for byte in text {
            switch byte {
            case UInt8(ascii: "-"): plain.append(UInt8(ascii: "+"))
            case UInt8(ascii: "_"): plain.append(UInt8(ascii: "/"))
            case UInt8(ascii: "+"), UInt8(ascii: "/"), UInt8(ascii: "="): return nil
            default: plain.append(byte)
            }
        }
        plain += Array(repeating: UInt8(ascii: "="), count: (4 - plain.count % 4) % 4)
        return base64(String(decoding: plain, as: UTF8.self))
    }
}

extension SignedDataParts {
    /// Parses certificates and all fields without verifying them, for fuzzing.
    func readUnverified() {
        _ = try? CertificateChain(self).leafPEM
        _ = try? SignedTransaction(PayloadFields(payload))
        _ = try? SignedRenewalInfo(PayloadFields(payload))
    }
}
