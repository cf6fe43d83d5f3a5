import Crypto
import FiresteelAppStore
import FiresteelFlags
import Foundation
import SwiftASN1
import Testing
import X509

@Suite("Data with another signer is rejected, and the error has the reason")
struct ForgeryTests {
    private let chain: TestChain

    init() throws { chain = try TestChain() }

    private func error(_ text: String, _ verifier: AppStoreVerifier? = nil) async -> SignedDataError? {
        do {
            _ = try await (verifier ?? chain.verifier()).transaction(text)
            return nil
        } catch {
            return error as? SignedDataError
        }
    }

    // MARK: The algorithm

    @Test("Without a signature, as the algorithm “none” has it")
    func none() async throws {
        for name in ["none", "None", "NONE", ""] {
            let signed = try chain.sign(Payloads.transaction(), header: ["alg": .string(name), "x5c": chain.x5c])
            #expect(await error(signed) == .algorithm(name))
            let unsigned = signed.split(separator: ".").prefix(2).joined(separator: ".") + "."
            #expect(await error(unsigned) == .algorithm(name))
        }
        let signed = try chain.sign(Payloads.transaction())
        let stripped = signed.split(separator: ".").prefix(2).joined(separator: ".") + "."
        #expect(await error(stripped) == .signature)
    }

    @Test("With the public key as the secret of HS256")
    func symmetric() async throws {
        let header = JSONValue.object(["alg": "HS256", "x5c": try chain.x5c]).json()
        let payload = JSONValue.object(Payloads.transaction()).json()
        let signed = "\(TestChain.base64URL(Array(header.utf8))).\(TestChain.base64URL(Array(payload.utf8)))"
        let secret = SymmetricKey(data: Data(chain.key.publicKey.pemRepresentation.utf8))
        let code = HMAC<SHA256>.authenticationCode(for: Data(signed.utf8), using: secret)
        #expect(await error("\(signed).\(TestChain.base64URL(Array(code)))") == .algorithm("HS256"))
        // The same under the name of the right algorithm.
        let renamed = try chain.sign(Payloads.transaction()).split(separator: ".").prefix(2).joined(separator: ".")
        let other = HMAC<SHA256>.authenticationCode(for: Data(renamed.utf8), using: secret)
        #expect(await error("\(renamed).\(TestChain.base64URL(Array(other)))") == .signature)
        #expect(await error("\(renamed).\(TestChain.base64URL(Array(other) + Array(other)))") == .signature)
    }

    @Test("With a key of another curve")
    func curve() async throws {
        var faults = TestChain.Faults()
        faults.hasLargeKey = true
        let large = try TestChain(faults)
        #expect(await error(try large.sign(Payloads.transaction()), try large.verifier()) == .key)
        let header = JSONValue.object(["alg": "ES384", "x5c": try large.x5c]).json()
        #expect(
            await error(try large.sign(text: "{}", header: header), try large.verifier()) == .algorithm("ES384"))
    }

    @Test("With header fields that would change the signed data")
    func criticalFields() async throws {
        for name in ["crit", "b64"] {
            let header = ["alg": "ES256", "x5c": try chain.x5c, name: JSONValue.array(["exp"])]
            let text = try chain.sign(Payloads.transaction(), header: header)
            #expect(await error(text) == .field(.header, name: name, "isn't understood"))
        }
        // Keys and addresses of keys in the header are not used.
        let header: [String: JSONValue] = [
            "alg": "ES256", "x5c": try chain.x5c, "kid": "other", "jku": "https://example.com/keys",
            "jwk": ["kty": "EC"],
        ]
        #expect(await error(try chain.sign(Payloads.transaction(), header: header)) == nil)
    }

    // MARK: The chain

    @Test("By a chain to an untrusted root with the name of a trusted one")
    func otherRoot() async throws {
        let other = try TestChain()
        #expect(await error(try other.sign(Payloads.transaction())) == .untrustedRoot)
        // With the trusted root instead.
        guard case .array(var certificates) = try other.x5c, case .array(let ours) = try chain.x5c else { return }
        certificates[2] = ours[2]
        let text = try other.sign(Payloads.transaction(), header: ["alg": "ES256", "x5c": .array(certificates)])
        guard case .chain? = await error(text) else {
            Issue.record("The chain of another root passed.")
            return
        }
        // And with the trusted one in the middle as well.
        certificates[1] = ours[1]
        let mixed = try other.sign(Payloads.transaction(), header: ["alg": "ES256", "x5c": .array(certificates)])
        guard case .chain? = await error(mixed) else {
            Issue.record("A certificate of another authority passed.")
            return
        }
    }

    @Test("By certificates in another order")
    func swapped() async throws {
        guard case .array(let certificates) = try chain.x5c else { return }
        func swapped(_ order: [Int]) async throws -> SignedDataError? {
            let x5c = JSONValue.array(order.map { certificates[$0] })
            return await error(try chain.sign(Payloads.transaction(), header: ["alg": "ES256", "x5c": x5c]))
        }
        #expect(try await swapped([1, 0, 2]) == .chainOrder(0))
        #expect(try await swapped([0, 2, 1]) == .untrustedRoot)
        #expect(try await swapped([2, 1, 0]) == .untrustedRoot)
        #expect(try await swapped([0, 0, 2]) == .chainOrder(0))
        #expect(try await swapped([0, 2, 2]) == .chainOrder(0))
        #expect(try await swapped([2, 2, 2]) == .unmarked(0, identifier: "1.2.840.113635.100.6.11.1"))
        #expect(try await swapped([0, 1, 2]) == nil)
    }

    @Test("By more or fewer certificates than three", arguments: [0, 1, 2, 4, 5])
    func count(_ count: Int) async throws {
        guard case .array(let certificates) = try chain.x5c else { return }
        let x5c = JSONValue.array(Array((certificates + certificates).prefix(count)))
        let text = try chain.sign(Payloads.transaction(), header: ["alg": "ES256", "x5c": x5c])
        #expect(await error(text) == .certificates(count))
    }

    @Test("By a certificate that wasn't valid when it signed")
    func expired() async throws {
        let now = TestChain.now
        var faults = TestChain.Faults()
        faults.leafValidity = now.addingTimeInterval(-100)...now.addingTimeInterval(-1)
        var other = try TestChain(faults)
        #expect(
            await error(try other.sign(Payloads.transaction()), try other.verifier())
                == .certificateNotValid(0, at: now))
        faults.leafValidity = now.addingTimeInterval(1)...now.addingTimeInterval(100)
        other = try TestChain(faults)
        #expect(
            await error(try other.sign(Payloads.transaction()), try other.verifier())
                == .certificateNotValid(0, at: now))
        faults = TestChain.Faults()
        faults.intermediateValidity = now.addingTimeInterval(-100)...now.addingTimeInterval(-1)
        other = try TestChain(faults)
        #expect(
            await error(try other.sign(Payloads.transaction()), try other.verifier())
                == .certificateNotValid(1, at: now))
    }

    @Test("By certificates of the same root for another purpose")
    func unmarked() async throws {
        var faults = TestChain.Faults()
        faults.leafMarks = []
        var other = try TestChain(faults)
        #expect(
            await error(try other.sign(Payloads.transaction()), try other.verifier())
                == .unmarked(0, identifier: "1.2.840.113635.100.6.11.1"))
        faults = TestChain.Faults()
        faults.intermediateMarks = [[1, 2, 840, 113635, 100, 6, 2, 2]]
        other = try TestChain(faults)
        #expect(
            await error(try other.sign(Payloads.transaction()), try other.verifier())
                == .unmarked(1, identifier: "1.2.840.113635.100.6.2.1"))
        // The marks of both in the wrong positions.
        (faults.leafMarks, faults.intermediateMarks) = (faults.intermediateMarks, faults.leafMarks)
        other = try TestChain(faults)
        #expect(
            await error(try other.sign(Payloads.transaction()), try other.verifier())
                == .unmarked(0, identifier: "1.2.840.113635.100.6.11.1"))
    }

    @Test("By a certificate of an unauthorized issuer, or of one that only has the issuer's name")
    func issuers() async throws {
        var faults = TestChain.Faults()
        faults.isAuthority = false
        var other = try TestChain(faults)
        guard case .chain? = await error(try other.sign(Payloads.transaction()), try other.verifier()) else {
            Issue.record("A certificate that isn't an authority's issued another.")
            return
        }
        faults = TestChain.Faults()
        faults.leafIssuer = P256.Signing.PrivateKey()
        other = try TestChain(faults)
        guard case .chain? = await error(try other.sign(Payloads.transaction()), try other.verifier()) else {
            Issue.record("A certificate with a forged signature passed.")
            return
        }
    }

    @Test("With certificates that can't be read")
    func unreadable() async throws {
        guard case .array(let certificates) = try chain.x5c, case .string(let leaf) = certificates[0] else { return }
        func error(_ first: JSONValue) async throws -> SignedDataError? {
            let x5c = JSONValue.array([first] + certificates.dropFirst())
            return await self.error(try chain.sign(Payloads.transaction(), header: ["alg": "ES256", "x5c": x5c]))
        }
        let url = leaf.replacing("+", with: "-").replacing("/", with: "_").replacing("=", with: "")
        for text in ["%%%", leaf + "\n", " " + leaf, leaf + "=", String(leaf.dropLast()), url + "-"] {
            #expect(try await error(.string(text)) == .certificate(0, "it isn't base64"))
        }
        for value in [.null, 7, ["x"], true] as [JSONValue] {
            #expect(try await error(value) == .certificate(0, "it isn't a string"))
        }
        let halved = Data(Array(try TestChain.der(chain.leaf).prefix(100))).base64EncodedString()
        for text in ["", "AAAA", halved] {
            guard case .certificate(0, _)? = try await error(.string(text)) else {
                Issue.record("“\(text)” passed as a certificate.")
                return
            }
        }
        for x5c in [.null, "x", [:], 3] as [JSONValue] {
            #expect(
                await self.error(try chain.sign(Payloads.transaction(), header: ["alg": "ES256", "x5c": x5c]))
                    == .field(.header, name: "x5c", "is missing or has another type"))
        }
    }
}
