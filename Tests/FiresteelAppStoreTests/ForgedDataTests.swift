import FiresteelAppStore
import FiresteelFlags
import Foundation
import Testing

@Suite("Signed data that is modified, too large or contradictory is rejected, and the error has the reason")
struct ForgedDataTests {
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

    @Test("With anything changed after it was signed", arguments: 0..<40)
    func tampered(seed: Int) async throws {
        var parts = try chain.sign(Payloads.transaction()).split(separator: ".").map(String.init)
        // One character of each part in turn, at positions all over it.
        for part in parts.indices {
            let original = parts[part]
            var characters = Array(original)
            let position = (seed * 7_919 + 13) % characters.count
            characters[position] = characters[position] == "A" ? "B" : "A"
            parts[part] = String(characters)
            #expect(await error(parts.joined(separator: ".")) != nil, "part \(part), position \(position)")
            parts[part] = original
        }
        #expect(await error(parts.joined(separator: ".")) == nil)
    }

    @Test("With another payload, header or signature than it was signed with")
    func exchanged() async throws {
        let one = try chain.sign(Payloads.transaction()).split(separator: ".")
        let two = try chain.sign(
            Payloads.transaction(["productId": "com.example.other"]),
            header: [
                "alg": "ES256", "x5c": chain.x5c, "typ": "JWT",
            ]
        ).split(separator: ".")
        #expect(await error("\(one[0]).\(two[1]).\(one[2])") == .signature)
        #expect(await error("\(two[0]).\(one[1]).\(one[2])") == .signature)
        #expect(await error("\(one[0]).\(one[1]).\(two[2])") == .signature)
        let zeros = TestChain.base64URL(Array(repeating: 0, count: 64))
        #expect(await error("\(one[0]).\(one[1]).\(zeros)") == .signature)
    }

    @Test("Cut off, at any position, or with more than three parts")
    func truncated() async throws {
        let text = try chain.sign(Payloads.transaction())
        for length in stride(from: 0, to: text.utf8.count, by: 37) {
            #expect(await error(String(text.prefix(length))) != nil)
        }
        #expect(await error("") == .parts(1))
        #expect(await error("a.b") == .parts(2))
        #expect(await error(text + ".") == .parts(4))
        #expect(await error(text + "=") == .notBase64URL(.signature))
        #expect(await error(text + "\n") == .notBase64URL(.signature))
        #expect(await error("." + text.split(separator: ".").dropFirst().joined(separator: ".")) != nil)
    }

    @Test("Larger than anything that is signed")
    func huge() async throws {
        let text = try chain.sign(Payloads.transaction(["filler": .string(String(repeating: "x", count: 60_000))]))
        #expect(await error(text) == .tooLarge(bytes: text.utf8.count))
        let dots = String(repeating: ".", count: 65_536)
        #expect(await error(dots) == .parts(65_537))
        #expect(await error(dots + ".") == .tooLarge(bytes: 65_537))
        let deep = String(repeating: "[", count: 20_000)
        guard
            case .notJSON(.payload, _)? = await error(
                try chain.sign(text: deep, header: JSONValue.object(["alg": "ES256", "x5c": chain.x5c]).json()))
        else {
            Issue.record("Arrays without end passed.")
            return
        }
    }

    @Test("With a field twice, in the header or in the payload")
    func doubled() async throws {
        let payload = JSONValue.object(Payloads.transaction()).json()
        let header = JSONValue.object(["alg": "ES256", "x5c": try chain.x5c]).json()
        let twice = payload.dropLast() + #","productId":"com.example.other"}"#
        guard case .notJSON(.payload, _)? = await error(try chain.sign(text: String(twice), header: header)) else {
            Issue.record("A payload with a doubled field passed.")
            return
        }
        let twoAlgorithms = header.dropLast() + #","alg":"none"}"#
        guard case .notJSON(.header, _)? = await error(try chain.sign(text: payload, header: String(twoAlgorithms)))
        else {
            Issue.record("A header with a doubled field passed.")
            return
        }
    }

    @Test("About another app, of the future, or about nothing")
    func others() async throws {
        let bundle = try chain.sign(Payloads.transaction(["bundleId": "com.example.other"]))
        #expect(await error(bundle) == .bundle("com.example.other", expected: "com.example.notes"))
        let tomorrow = TestChain.now.addingTimeInterval(86_401)
        let future = try chain.sign(Payloads.transaction(["signedDate": Payloads.milliseconds(tomorrow)]))
        #expect(await error(future) == .signedInFuture(tomorrow))
        for text in ["", "[]", "1", "nonsense", "{", "\u{FEFF}{}"] {
            let header = JSONValue.object(["alg": "ES256", "x5c": try chain.x5c]).json()
            guard case .notJSON(.payload, _)? = await error(try chain.sign(text: text, header: header)) else {
                Issue.record("“\(text)” passed as a payload.")
                return
            }
        }
        // Renewal information isn't a transaction.
        #expect(await error(try chain.sign(Payloads.renewal())) != nil)
    }

    @Test(
        "With fields that are missing, of another kind, or out of range",
        arguments: [
            ("transactionId", nil), ("transactionId", 7), ("transactionId", ""), ("originalTransactionId", nil),
            ("bundleId", nil), ("bundleId", ["com.example.notes"]), ("productId", nil),
            ("productId", .string(String(repeating: "x", count: 1_025))), ("type", nil), ("type", "Free"),
            ("quantity", 0), ("quantity", -1), ("quantity", 1_000_001), ("quantity", 1.5), ("quantity", "1"),
            ("quantity", true), ("quantity", 1e300), ("purchaseDate", nil), ("purchaseDate", "2026-01-01"),
            ("purchaseDate", -1), ("purchaseDate", 253_402_300_800_000), ("purchaseDate", 1e18),
            ("signedDate", nil), ("signedDate", -1), ("signedDate", .int(.max)), ("expiresDate", .int(.min)),
            ("expiresDate", false), ("revocationDate", "yes"), ("revocationReason", -1), ("isUpgraded", 1),
            ("isUpgraded", "true"), ("appAccountToken", "me"), ("environment", nil), ("environment", "production"),
            ("environment", "Prod"), ("price", -1), ("price", .int(.max)),
        ] as [(String, JSONValue?)])
    func fields(name: String, value: JSONValue?) async throws {
        var payload = Payloads.transaction()
        payload[name] = value
        guard case .field(.payload, name, _)? = await error(try chain.sign(payload)) else {
            Issue.record("\(name) may be \(value?.json() ?? "missing").")
            return
        }
    }

    @Test("A subscription that never expires is rejected, and renewal information says whether it renews")
    func subscriptions() async throws {
        guard
            case .field(.payload, "expiresDate", _)? = await error(
                try chain.sign(Payloads.subscription(["expiresDate": .some(.null)])))
        else {
            Issue.record("A subscription without end passed.")
            return
        }
        for value in [.null, 2, true, "1"] as [JSONValue] {
            await #expect(throws: SignedDataError.self) {
                try await chain.verifier().renewalInfo(chain.sign(Payloads.renewal(["autoRenewStatus": value])))
            }
        }
    }

    @Test("Every error has a message, without data that may be long")
    func words() async throws {
        let errors: [SignedDataError] = [
            .tooLarge(bytes: 1), .parts(2), .notBase64URL(.header), .notJSON(.payload, "x"), .algorithm("none"),
            .field(.payload, name: "type", "is missing"), .certificates(1), .certificate(0, "x"), .untrustedRoot,
            .chainOrder(0), .certificateNotValid(0, at: TestChain.now), .unmarked(0, identifier: "1"), .chain("x"),
            .key, .signature, .bundle("a", expected: "b"), .environment("Xcode"), .signedInFuture(TestChain.now),
            .account(nil), .account(Payloads.account),
        ]
        #expect(Set(errors.map(\.description)).count == errors.count)
    }
}
