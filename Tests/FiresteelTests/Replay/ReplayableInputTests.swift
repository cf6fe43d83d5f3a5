import Firesteel
import FiresteelBase
import FiresteelTesting
import FiresteelTimeline
import Foundation
import TestSupport
import Testing

@Suite("Inputs retained for replay")
struct ReplayableInputTests {
    @Test("The retained coding decodes to an equal input")
    func roundTrip() async throws {
        var random = SplitMix64(seed: 21)
        try await withTestRuntime(Market.self) { test in
            for _ in 0..<200 {
                let input = Order.random(using: &random)
                await Market.Orders.place.perform(input)
                let json = try #require(test.performs.last?.keptInput?.json)
                #expect(try Order(replaying: JSONValue(json: Array(json.utf8))) == input)
                test.clock.advance(by: .milliseconds(1))
            }
        }
    }

    @Test("Only inputs of replayable types are retained, and only of actions whose inputs are recorded")
    func others() async throws {
        try await withTestRuntime(Market.self) { test in
            await Market.Orders.describe.perform(Described(text: "described"))
            await Market.Orders.silent.perform(Order(number: 1))
            #expect(test.performs.map(\.keptInput) == [nil, nil])
        }
    }

    @Test(
        "An input above the limit of its type isn't retained, and the step says so",
        arguments: [
            (0, "replayable"), (1_000, "replayable"), (1_020, "too-large"), (10_000_000, "too-large"),
        ])
    func limits(length: Int, word: String) async throws {
        try await withTestRuntime(Market.self) { test in
            await Market.Orders.write.perform(Text(text: String(repeating: "x", count: length)))
            #expect(test.performs.first?.keptInput?.identifier == word)
        }
    }

    @Test("No type retains more than 4,096 bytes", arguments: [(4_080, "replayable"), (4_100, "too-large")])
    func maximum(length: Int, word: String) async throws {
        try await withTestRuntime(Market.self) { test in
            await Market.Orders.writeLong.perform(LongText(text: String(repeating: "ü", count: length / 2)))
            #expect(test.performs.first?.keptInput?.identifier == word)
            let shown = TimelineTextExport().document(of: try #require(test.runtime.timeline).run)
            #expect(shown.components(separatedBy: "eplayable").count == 2 && !shown.contains("üü"))
        }
    }

    @Test("An input without JSON isn't retained", arguments: [Double.nan, .infinity])
    func notEncodable(price: Double) async throws {
        try await withTestRuntime(Market.self) { test in
            await Market.Orders.place.perform(Order(price: price))
            #expect(test.performs.first?.keptInput == .notEncodable)
        }
    }

    @Test("A dictionary whose keys would be elements isn't retained where keys are hidden")
    func dictionaries() async throws {
        try await withTestRuntime(Market.self) { test in
            await Market.Orders.tag.perform(Tagged(values: [.account: "planted"]))
            #expect(test.performs.first?.keptInput == .notEncodable)
        }
    }

    @Test("Containers without values count", arguments: [(3, "replayable"), (100_000, "too-large")])
    func containers(count: Int, word: String) async throws {
        try await withTestRuntime(Market.self) { test in
            await Market.Orders.nest.perform(Nest(count: count))
            #expect(test.performs.first?.keptInput?.identifier == word)
        }
    }

    @Test("Hidden values are placeholders at any depth, and so are keys that aren't encoded")
    func hidden() async throws {
        try await withTestRuntime(Market.self) { test in
            await Market.Orders.pay.perform(
                Payment(
                    name: "Ada", token: "planted", cards: [Card(number: "planted", year: 30)],
                    password: Secret("planted")))
            let json = try #require(test.performs.first?.keptInput?.json)
            #expect(
                json == """
                    {"name":"Ada","token":{"$hidden":"String"},"cards":[{"number":{"$hidden":"String"},"year":30}],\
                    "password":{"$hidden":true}}
                    """)
        }
    }

    @Test("Whether a hidden value is nil isn't retained")
    func hiddenOptional() async throws {
        try await withTestRuntime(Market.self) { test in
            await Market.Orders.redeem.perform(Voucher(code: nil, gift: nil))
            await Market.Orders.redeem.perform(Voucher(code: 7, gift: Card(number: "planted", year: 30)))
            let coding = #"{"code":{"$hidden":"Int?"},"gift":{"$hidden":"Card?"}}"#
            #expect(test.performs.map(\.keptInput) == [.json(coding), .json(coding)])
        }
    }

    @Test("Erasing a person erases the retained inputs of that person's sessions")
    func erasing() async throws {
        let folder = try TemporaryFolder()
        let test = try TestRuntime(Market.self) { $0.storage = .folder(folder.path) }
        for (name, note) in [("ada", "note-of-ada"), ("bob", "note-of-bob")] {
            let session = test.runtime.session(name, principal: Principal(name))
            await Market.Orders.place.perform(Order(note: note), options: PerformOptions(session: session))
        }
        #expect(try folder.contents().contains(text: "note-of-ada"))
        try test.runtime.eraseTimeline(of: Principal("ada"))
        #expect(try !folder.contents().contains(text: "note-of-ada"))
        #expect(try folder.contents().contains(text: "note-of-bob"))
        try test.runtime.eraseTimeline()
        #expect(try !folder.contents().contains(text: "note-of-bob"))
    }
}

extension TemporaryFolder {
    /// Everything that is in it, one file after the other.
    fileprivate func contents() throws -> Data {
        let names = try FileManager.default.subpathsOfDirectory(atPath: path)
        return try names.reduce(into: Data()) { $0 += try Data(contentsOf: URL(fileURLWithPath: path + "/" + $1)) }
    }
}

extension Data {
    fileprivate func contains(text: String) -> Bool { range(of: Data(text.utf8)) != nil }
}

private enum Market: FeatureGroup {
    static let subfeatures = features(Orders.self)

    enum Orders: Feature {
        static let place = action(Succeed<Order>.self)
        static let describe = action(Describe.self)
        static let silent = action(Silent.self)
        static let write = action(Succeed<Text>.self)
        static let writeLong = action(Succeed<LongText>.self)
        static let pay = action(Succeed<Payment>.self)
        static let tag = action(Succeed<Tagged>.self)
        static let nest = action(Succeed<Nest>.self)
        static let redeem = action(Succeed<Voucher>.self)
        static let actions = declare(place, describe, silent, write, writeLong, pay, tag, nest, redeem)
    }

    enum Succeed<Input: ReplayableInput>: Action {
        static var identifier: String { "\(Input.self)" }

        static func perform(_ context: ActionContext<Input>, presenter: NoPresenter) async throws -> ActionOutcome {
            .success
        }
    }

    enum Describe: Action {
        static func perform(_ context: ActionContext<Described>, presenter: NoPresenter) async throws -> ActionOutcome {
            .success
        }
    }

    enum Silent: Action {
        static let timelineRecording = TimelineRecording.withoutInput

        static func perform(_ context: ActionContext<Order>, presenter: NoPresenter) async throws -> ActionOutcome {
            .success
        }
    }
}

private struct Tagged: ReplayableInput {
    enum Field: String, Codable { case account }

    static let hiddenKeys = ["account"]
    let values: [Field: String]
}

/// Containers in containers, which encode nothing.
private struct Nest: ReplayableInput {
    let count: Int

    init(count: Int) { self.count = count }
    init(from decoder: any Decoder) throws { count = 0 }

    func encode(to encoder: any Encoder) throws {
        var container = encoder.unkeyedContainer()
        for _ in 0..<count { container = container.nestedUnkeyedContainer() }
    }
}

private struct Described: TimelineDescribable, Codable {
    let text: String

    func describe(to summary: inout InputSummary) { summary.add(text) }
}

private struct Text: ReplayableInput {
    let text: String
}

private struct LongText: ReplayableInput {
    static let replayLimit = 1_000_000
    let text: String
}

private struct Card: Codable {
    let number: String
    let year: Int
}

private struct Voucher: ReplayableInput {
    static let hiddenKeys = ["code", "gift"]
    let code: Int?
    let gift: Card?
}

private struct Payment: ReplayableInput {
    static let hiddenKeys = ["token", "number", "password"]
    let name: String
    let token: String
    let cards: [Card]
    @Secret var password: String

    private enum CodingKeys: String, CodingKey { case name, token, cards, password }

    init(name: String, token: String, cards: [Card], password: Secret<String>) {
        self.name = name
        self.token = token
        self.cards = cards
        _password = password
    }

    init(from decoder: any Decoder) throws {
        let container = try decoder.container(keyedBy: CodingKeys.self)
        name = try container.decode(String.self, forKey: .name)
        token = try container.decode(String.self, forKey: .token)
        cards = try container.decode([Card].self, forKey: .cards)
        _password = Secret(try container.decode(String.self, forKey: .password))
    }

    func encode(to encoder: any Encoder) throws {
        var container = encoder.container(keyedBy: CodingKeys.self)
        try container.encode(name, forKey: .name)
        try container.encode(token, forKey: .token)
        try container.encode(cards, forKey: .cards)
    }
}

private struct Order: ReplayableInput, Equatable {
    enum Kind: Codable, Equatable {
        case usual
        case express(days: Int, UInt8)
    }

    static let replayLimit = 4_096
    var number = 0
    var price = 1.5
    var share: Float = 0.25
    var note = ""
    var isGift = false
    var kind = Kind.usual
    var due: Date?
    var place: URL?
    var data = Data()
    var amount = Decimal(0)
    var tags: [String?] = []
    var counts: [String: [Int64]] = [:]

    static func random(using random: inout SplitMix64) -> Order {
        func text() -> String {
            let characters: [Character] = ["a", "\"", "\\", "\n", "ü", "\u{1E}", "\u{202E}", "👩‍🚀", "}"]
            return String(
                (0..<Int.random(in: 0...20, using: &random)).map { _ in characters.randomElement(using: &random) ?? "x"
                })
        }
        var order = Order()
        order.number = Int.random(in: .min ... .max, using: &random)
        order.price = Double.random(in: -1e9...1e9, using: &random)
        order.share = Float.random(in: -1...1, using: &random)
        order.note = text()
        order.isGift = Bool.random(using: &random)
        order.kind = Bool.random(using: &random) ? .usual : .express(days: 3, .random(in: 0...255, using: &random))
        if Bool.random(using: &random) {
            order.due = Date(
                timeIntervalSinceReferenceDate: Double(Int.random(in: 0...1 << 40, using: &random)) / 1_024)
        }
        if Bool.random(using: &random) { order.place = URL(string: "https://example.com/a?b=%20") }
        order.data = Data(text().utf8)
        order.amount = Decimal(Int.random(in: -100_000...100_000, using: &random)) / 100
        order.tags = (0..<Int.random(in: 0...5, using: &random)).map { $0 == 2 ? nil : text() }
        for _ in 0..<Int.random(in: 0...3, using: &random) { order.counts[text()] = [1, -2] }
        return order
    }
}
