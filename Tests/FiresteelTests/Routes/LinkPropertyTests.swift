import Firesteel
import FiresteelTesting
import Foundation
import TestSupport
import Testing

/// A link leads back to the action it was made for, with an equal input; what can't be written is refused when it is
/// made.
@Suite("Links are reversible, whatever they contain")
struct LinkPropertyTests {
    /// Texts that break links: parts with a meaning in one, parts that look like it, and missing ones.
    private static let hostile = [
        "/", "%", "?", "#", "+", " ", "..", ".", "", "&", "=", ":", "@", ";", "%2F", "%25", "%00", "\0", "\n", "\u{7F}",
        "\\",
        "é", "e\u{301}", "\u{301}", "🧑‍🚀", "日本", "\u{FFFD}", "\u{FEFF}", "\u{202E}", "[", "]", "$(x)", "*", "**", "a",
        "Z", "9",
        "-", "_", "~", "v", ".json", "new", "null", "true", "\u{10FFFF}",
    ]

    private static func text(_ random: inout SplitMix64) -> String {
        (0..<Int.random(in: 0...4, using: &random)).map { _ in hostile.randomElement(using: &random) ?? "" }.joined()
    }

    private static let bases: [LinkBase] = [
        .app("documents"), .app("other"), .universal("example.com"), .universal("localhost:81", isSecure: false),
        .universal("bücher.example"),
    ]

    /// Whether there was a link; if so, it has to lead back.
    private func check<Bound: ActionDefinition>(
        _ runtime: FeatureRuntime, _ binding: ActionBinding<Routed, Bound>, _ input: Bound.Input, in base: LinkBase
    ) throws -> Bool where Bound.Input: Codable & Equatable {
        let link: String
        do throws(LinkError) {
            link = try runtime.link(to: binding, for: input, in: base)
        } catch {
            guard case .refused = error else { throw error }
            return false
        }
        #expect(link.utf8.allSatisfy { $0 > 0x20 && $0 < 0x7F }, "\(link)")
        let match = try runtime.route(link)
        #expect(match.action.action == Bound.identifier, "\(link)")
        let made = try match.input.make(Bound.Input.self)
        #expect(made == input, "\(link)")
        // Byte for byte, and not only as Swift compares texts; sorted, since dictionaries are in any order.
        #expect(made.map { "\($0)".utf8.sorted() } == "\(input)".utf8.sorted(), "\(link)")
        return true
    }

    @Test("A text in the path, as part of a component, and in the query", arguments: 0..<400 as Range<UInt64>)
    func texts(seed: UInt64) throws {
        var random = SplitMix64(seed: seed)
        let patterns = ["t/$(x)", "$(x)", "v$(x).json", "t", "t/**(rest)", "**(rest)", "é$(x)", ".$(x)", "$(x)/new"]
        let pattern = patterns[Int(seed) % patterns.count]
        let runtime = try Routed.runtime(
            Route(pattern, to: Routed.text), Route("t/new", to: Routed.go), Route("new", to: Routed.stay))
        let input = Self.text(&random)
        let base = try #require(Self.bases.randomElement(using: &random))
        let isWritten = try check(runtime, Routed.text, input, in: base)
        // Where it must have a place, and not only may.
        if pattern == "t" { #expect(isWritten) }
        if pattern == "t/$(x)" { #expect(isWritten == !["", ".", "..", "new"].contains(input)) }
        if pattern == "v$(x).json" { #expect(isWritten == !input.isEmpty) }
    }

    @Test("Several texts, in the path and in the query", arguments: 0..<300 as Range<UInt64>)
    func lists(seed: UInt64) throws {
        var random = SplitMix64(seed: seed)
        let patterns = ["t", "t/$(x)", "t/**(rest)", "**(rest)"]
        let pattern = patterns[Int(seed) % patterns.count]
        let runtime = try Routed.runtime(Route(pattern, to: Routed.texts), Route("t/new", to: Routed.go))
        let input = (0..<Int.random(in: 0...3, using: &random)).map { _ in Self.text(&random) }
        let isWritten = try check(
            runtime, Routed.texts, input, in: Self.bases.randomElement(using: &random) ?? .app("d"))
        if pattern == "t" { #expect(isWritten) }
        if pattern == "t/**(rest)" {
            #expect(isWritten == (!input.contains { ["", ".", ".."].contains($0) } && input != ["new"]))
        }
    }

    @Test("Inputs of every kind of value", arguments: 0..<400 as Range<UInt64>)
    func everything(seed: UInt64) throws {
        var random = SplitMix64(seed: seed)
        func maybe<Value>(_ value: @autoclosure () -> Value) -> Value? { Bool.random(using: &random) ? value() : nil }
        let input = Everything(
            title: Self.text(&random), count: Int(truncatingIfNeeded: random.next()),
            ratio: Double(bitPattern: random.next()),
            half: Float(bitPattern: UInt32(truncatingIfNeeded: random.next())),
            isDraft: Bool.random(using: &random), kind: maybe(.list) ?? .note,
            at: maybe(Date(timeIntervalSinceReferenceDate: Double.random(in: -5e9...5e9, using: &random))),
            page: maybe(URL(string: "https://example.com/a%20b?c=\(random.next())#d")) ?? nil,
            identifier: maybe(UUID()),
            tags: (0..<Int.random(in: 0...3, using: &random)).map { _ in Self.text(&random) },
            numbers: [Int64(truncatingIfNeeded: random.next())], place: maybe(.init(line: 3, column: maybe(7))),
            extra: [Self.text(&random): Self.text(&random), "k": "v"], price: maybe(Decimal(string: "-0.10")) ?? nil,
            data: maybe(Data(Self.text(&random).utf8)), wide: random.next(), note: maybe(Self.text(&random)))
        let patterns = ["all", "all/$(title)", "n/$(count)/$(place.line)", "r/$(note)/**(title)"]
        let runtime = try Routed.runtime(Route(patterns[Int(seed) % patterns.count], to: Routed.all))
        let isWritten = try check(runtime, Routed.all, input, in: .universal("example.com"))
        if seed % 4 == 0 {
            let isName = input.extra.keys.allSatisfy { !$0.isEmpty && !$0.utf8.contains(UInt8(ascii: ".")) }
            #expect(
                isWritten == (isName && input.ratio.isFinite && input.half.isFinite))
        }
    }

    @Test("A date is read back to the last bit", arguments: 0..<300 as Range<UInt64>)
    func dates(seed: UInt64) throws {
        var random = SplitMix64(seed: seed)
        let range = [5e9, 1e3, 1, 6e10][Int(seed % 4)]
        let seconds = Double.random(in: -range...range, using: &random)
        let runtime = try Routed.runtime(Route("all", to: Routed.all))
        var input = Everything(title: "")
        input.at = Date(timeIntervalSinceReferenceDate: seconds)
        let isWritten = try check(runtime, Routed.all, input, in: .app("d"))
        #expect(isWritten || abs(seconds) < 2)
    }
}
