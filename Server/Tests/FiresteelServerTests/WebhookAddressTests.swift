import Foundation
import Testing

@testable import FiresteelServer
@testable import FiresteelStore

@Suite("Addresses of webhooks")
struct WebhookAddressTests {
    private static func policy(loopback: Bool = false, _ networks: [String] = []) -> AddressPolicy {
        var policy = AddressPolicy()
        policy.allowsLoopback = loopback
        policy.networks = networks.compactMap { IPNetwork($0) }
        return policy
    }

    @Test("All networks of the rules are networks")
    func rules() {
        #expect(AddressPolicy.refused.count == 16 && AddressPolicy.exceptions.count == 4)
        #expect(AddressPolicy.global.count == 1 && AddressPolicy.loopback.count == 2)
    }

    @Test(
        "Addresses that aren't public are refused",
        arguments: [
            "0.0.0.0", "10.0.0.1", "10.255.255.255", "100.64.0.1", "100.100.100.200", "127.0.0.1", "127.255.255.254",
            "168.63.129.16", "169.254.169.254", "172.16.0.1", "172.31.255.255", "192.0.0.192", "192.0.2.1",
            "192.88.99.1", "192.168.1.1", "198.18.0.1", "198.19.255.255", "198.51.100.1", "203.0.113.1", "224.0.0.1",
            "239.255.255.255", "240.0.0.1", "255.255.255.255", "::", "::1", "::127.0.0.1", "::ffff:127.0.0.1",
            "::ffff:169.254.169.254", "::ffff:10.0.0.1", "64:ff9b::a9fe:a9fe", "64:ff9b::7f00:1", "64:ff9b:1::1",
            "100::1", "2001::1", "2001:db8::1", "2002:7f00:1::", "2002:a9fe:a9fe::1", "3fff::1", "5f00::1", "fc00::1",
            "fd00:ec2::254", "fe80::1", "fec0::1", "ff02::1",
        ])
    func refused(_ text: String) throws {
        #expect(!Self.policy().permits(try #require(IPAddress(text))))
    }

    @Test(
        "Public addresses are allowed",
        arguments: [
            "1.1.1.1", "8.8.8.8", "9.255.255.255", "11.0.0.1", "100.63.255.255", "100.128.0.1", "126.0.0.1",
            "128.0.0.1", "169.253.0.1", "172.15.255.255", "172.32.0.1", "192.167.255.255", "192.169.0.1",
            "223.255.255.255", "2606:4700::1111", "2a00:1450::1", "::ffff:1.1.1.1", "64:ff9b::101:101",
        ])
    func permitted(_ text: String) throws {
        #expect(Self.policy().permits(try #require(IPAddress(text))))
    }

    @Test("Options add this machine, and networks that they name")
    func options() throws {
        func isPermitted(_ text: String, by policy: AddressPolicy) throws -> Bool {
            policy.permits(try #require(IPAddress(text)))
        }
        let loopback = Self.policy(loopback: true)
        for text in ["127.0.0.1", "::1", "::ffff:127.0.0.1"] { #expect(try isPermitted(text, by: loopback)) }
        for text in ["10.0.0.1", "169.254.169.254"] { #expect(try !isPermitted(text, by: loopback)) }
        let network = Self.policy(["10.1.0.0/16", "fd12::/16", "192.168.7.7"])
        for text in ["10.1.255.255", "::ffff:10.1.0.1", "fd12::1", "192.168.7.7"] {
            #expect(try isPermitted(text, by: network))
        }
        for text in ["10.2.0.0", "fd13::1", "127.0.0.1", "192.168.7.8"] {
            #expect(try !isPermitted(text, by: network))
        }
        for text in ["10.0.0.0/33", "10.0.0.0/", "10.0.0/8", "example.com", "fd00::/129", "", "10.0.0.0/-1"] {
            #expect(IPNetwork(text) == nil, "\(text)")
        }
    }

    private static let unusable: [(String, WebhookAddressError)] = [
        ("http://example.com/", WebhookAddressError.scheme), ("ftp://example.com/", .scheme),
        ("http://127.0.0.1/", .scheme), ("http://localhost:8080/", .scheme), ("https://localhost/", .refused),
        ("https://LOCALHOST/", .refused), ("https://a.localhost/", .refused), ("https://127.0.0.1/", .refused),
        ("https://[::1]/", .refused), ("https://[::ffff:127.0.0.1]/", .refused), ("https://10.0.0.1/", .refused),
        ("https://169.254.169.254/latest/meta-data", .refused), ("https://user@example.com/", .parts),
        ("https://user:password@example.com/", .parts), ("https://example.com/#a", .parts),
        ("https:///path", .malformed), ("example.com", .malformed), ("", .malformed),
        ("https://exa mple.com/", .malformed), ("https://bücher.example/", .malformed),
        ("https://exam%70le.com/\u{0}", .malformed), ("https://example.com/a\r\nHost: x", .malformed),
        ("file:///etc/passwd", .malformed), ("unix://run/socket", .scheme),
    ]

    @Test("A webhook's address is public and uses https", arguments: unusable)
    func malformed(_ text: String, _ error: WebhookAddressError) {
        #expect(throws: error) { try Self.policy().target(text) }
    }

    @Test("An address is stored as it was written, and its host is compared in lowercase")
    func target() throws {
        let target = try Self.policy().target(" https://Hooks.Example.com:8443/a?b=c ")
        #expect(target.text == "https://Hooks.Example.com:8443/a?b=c" && target.host == "hooks.example.com")
        #expect(try Self.policy(loopback: true).target("http://127.0.0.1:9/x").host == "127.0.0.1")
        #expect(try Self.policy(loopback: true).target("http://[::1]:9/x").host == "::1")
        #expect(throws: WebhookAddressError.scheme) { try Self.policy(loopback: true).target("http://example.com/") }
        #expect(try Self.policy(["10.0.0.0/8"]).target("https://10.0.0.1/").host == "10.0.0.1")
    }

    @Test(
        "A name that leads to any address that isn't public is refused when a message is sent",
        arguments: [
            ["127.0.0.1"], ["8.8.8.8", "10.0.0.1"], ["::1"], ["::ffff:169.254.169.254"], ["no address"],
        ])
    func resolved(_ addresses: [String]) async throws {
        var options = WebhookOptions()
        options.resolve = { _ in addresses }
        let outcome = await WebhookClient(options: options, agent: "test").send(
            try Self.message(), to: "https://rebind.example.com/")
        #expect(outcome.status == nil && outcome.answer == WebhookAddressError.refused.description)
        for address in addresses { #expect(!outcome.answer.contains(address)) }
    }

    @Test(
        "Numbers that the system's resolver reads as an address are refused as that address",
        arguments: ["127.1", "2130706433", "0x7f000001", "0177.0.0.1"])
    func numbers(_ host: String) async throws {
        let outcome = await WebhookClient(options: WebhookOptions(), agent: "test").send(
            try Self.message(), to: "https://\(host)/")
        #expect(outcome.status == nil && outcome.answer == WebhookAddressError.refused.description)
    }

    @Test("A name without addresses has a reason")
    func unknown() async throws {
        var options = WebhookOptions()
        options.resolve = { _ in nil }
        let outcome = await WebhookClient(options: options, agent: "test").send(
            try Self.message(), to: "https://nowhere.example.com/")
        #expect(outcome.status == nil && outcome.answer.contains("can't be resolved"))
    }

    @Test("The pause that a receiver requests is seconds or a date")
    func retryAfter() {
        let now = Date(timeIntervalSince1970: 1_700_000_000)
        #expect(RetryAfter.milliseconds("120", now: now) == 120_000)
        #expect(RetryAfter.milliseconds("Tue, 14 Nov 2023 22:14:20 GMT", now: now) == 60_000)
        #expect(RetryAfter.milliseconds("Tue, 14 Nov 2000 22:14:20 GMT", now: now) == 0)
        for text in ["-1", "soon", "1e9", String(repeating: "9", count: 50), ""] {
            #expect(RetryAfter.milliseconds(text, now: now) == nil, "\(text)")
        }
    }

    @Test("The first 200 characters of a response are stored, without control characters")
    func shown() {
        #expect(WebhookClient.shown("a\u{0}b\r\n\u{1B}[31mc") == "a b   [31mc")
        #expect(WebhookClient.shown(String(repeating: "é", count: 500)).count == 200)
    }

    private static func message() throws -> WebhookMessage {
        let webhook = Webhook(
            id: "1", program: "documents", name: "Chat", address: "", events: [.test], environments: nil,
            state: .enabled, secret: WebhookSecret(), previousSecret: nil, previousUntil: 0, created: 0, createdBy: "")
        return try WebhookMessage(
            ClaimedDelivery(
                id: "1", webhook: webhook, event: "msg_1", type: "test", environments: [], time: 0, page: "/",
                data: "{}", attempts: 1, holder: "1"), origin: nil, now: 0)
    }
}
