import Firesteel
import Foundation
import Testing

@Suite("Inputs are decoded from a link's path and query")
struct RouteInputTests {
    /// Returns the input that is read from a link.
    private func input<Input: Decodable>(
        _ type: Input.Type, _ link: String, _ route: Route
    ) throws -> Input {
        try Routed.runtime(route).route(link).input.decode(type)
    }

    private let everything = Route("all/$(title)/$(place.line)", to: Routed.all)

    @Test("Every kind of value, by name, and values within values by both names with a dot between")
    func values() throws {
        let link =
            "documents://all/A%20title/12?count=-3&ratio=2.5e-3&half=1.5&isDraft=true&kind=a%20list%2Fof%20things"
            + "&at=2026-03-01T10:20:30.25%2B01:00&page=https%3A%2F%2Fexample.com%2F%3Fa%3D1&identifier="
            + "6F9619FF-8B86-D011-B42D-00CF4FC964FF&tags=one&tags=&tags=t%26o&numbers=1&numbers=-9223372036854775808"
            + "&place.column=255&extra.a=1&extra.b=&price=12.50&data=AP8%3D&wide=18446744073709551615&note="
        let read = try input(Everything.self, link, everything)
        #expect(
            read
                == Everything(
                    title: "A title", count: -3, ratio: 0.0025, half: 1.5, isDraft: true, kind: .list,
                    at: Date(timeIntervalSince1970: 1_772_356_830.25), page: URL(string: "https://example.com/?a=1"),
                    identifier: UUID(uuidString: "6F9619FF-8B86-D011-B42D-00CF4FC964FF"), tags: ["one", "", "t&o"],
                    numbers: [1, .min], place: .init(line: 12, column: 255), extra: ["a": "1", "b": ""],
                    price: Decimal(string: "12.5"), data: Data([0, 255]), wide: .max, note: ""))
    }

    @Test("An optional's value may be missing, and a missing array is empty")
    func missingOptionals() throws {
        struct Sparse: Codable, Equatable {
            var a: Int?
            var b: Everything.Place?
            var c: [String]
            var d: [Int]?
        }
        let read = try Routed.runtime(Route("sparse", to: Routed.go)).route("documents://sparse").input.decode(
            Sparse.self)
        #expect(read == Sparse(a: nil, b: nil, c: [], d: nil))
    }

    @Test(
        "A missing or invalid value is reported by its name",
        arguments: [
            ("?x=1", ExternalInputError.Kind.missing, "count"),
            ("?count=abc", .invalid, "count"), ("?count=1.0", .invalid, "count"), ("?count=", .invalid, "count"),
            ("?count=99999999999999999999", .invalid, "count"), ("?count=1&count=2", .invalid, "count"),
            ("?count=1&ratio=nan", .invalid, "ratio"), ("?count=1&ratio=1e999", .invalid, "ratio"),
            ("?count=1&ratio=1&isDraft=yes", .invalid, "isDraft"),
            ("?count=1&ratio=1&isDraft=0&kind=unheard", .invalid, "kind"),
            ("?count=1&ratio=1&isDraft=1&kind=note&at=yesterday", .invalid, "at"),
            ("?count=1&ratio=1&isDraft=1&kind=note&at=2026-13-01", .invalid, "at"),
            ("?count=1&ratio=1&isDraft=1&kind=note&place.column=1", .missing, "place.line"),
            ("?count=1&ratio=1&isDraft=1&kind=note&place.line=1&place.column=256", .invalid, "place.column"),
            ("?count=1&ratio=1&isDraft=1&kind=note&numbers=1&numbers=x", .invalid, "numbers.1"),
        ])
    func faults(query: String, kind: ExternalInputError.Kind, parameter: String) throws {
        struct Needs: Codable {
            var count: Int
            var ratio: Double
            var isDraft: Bool
            var kind: Everything.Kind
            var at: Date?
            var place: Everything.Place?
            var numbers: [Int]
        }
        let match = try Routed.runtime(Route("needs", to: Routed.go)).route("documents://needs" + query)
        do {
            _ = try match.input.decode(Needs.self)
            Issue.record("\(query) was read")
        } catch {
            let fault = ExternalInputError(error)
            #expect(fault.kind == kind && fault.parameter == parameter, "\(fault)")
            #expect(fault.description.contains(parameter))
        }
    }

    @Test("An input that is a single value is the pattern's only parameter, else the query's only value")
    func single() throws {
        #expect(try input(Int.self, "documents://number/12?utm=3", Route("number/$(n)", to: Routed.number)) == 12)
        #expect(try input(Int.self, "documents://number?whatever=12", Route("number", to: Routed.number)) == 12)
        #expect(
            try input([String].self, "documents://a/b%2Fc/d", Route("a/**(rest)", to: Routed.texts)) == ["b/c", "d"])
        #expect(try input([String].self, "documents://a?x=1&x=2", Route("a", to: Routed.texts)) == ["1", "2"])
        #expect(try input([String].self, "documents://a", Route("a", to: Routed.texts)) == [])
        #expect(try input(String.self, "documents://a/b/c", Route("a/**(rest)", to: Routed.text)) == "b/c")
        #expect(try input(Int?.self, "documents://number", Route("number", to: Routed.number)) == nil)
        #expect(try input(Everything.Kind.self, "documents://note", Route("$(kind)", to: Routed.text)) == .note)
    }

    @Test("An input that is a single value is reported by its name in the link")
    @MainActor
    func singleFaults() async throws {
        let runtime = try Routed.runtime(
            Route("number/$(n)", to: Routed.number), Route("number", to: Routed.number),
            Route("kind/$(kind)", to: Routed.text) { try $0.decode("kind", as: Everything.Kind.self).rawValue })
        for (link, parameter) in [
            ("number/x", "n"), ("number?page=x", "page"), ("number", "value"), ("number?a=1&b=2", ""),
            ("kind/x", "kind"),
        ] {
            let error = await #expect(throws: ExternalActionError.self) {
                try await runtime.open("documents://" + link, presentedBy: NoPresentation())
            }
            guard case .input(let fault) = error else {
                Issue.record("\(link): \(error.map { "\($0)" } ?? "it was opened")")
                continue
            }
            #expect(fault.parameter == parameter, "\(fault)")
        }
    }

    @Test("An input has the name of its route")
    func routeName() throws {
        struct Named: Decodable {
            let name: String?
            let inner: Inner

            struct Inner: Decodable {
                let name: String?
                init(from decoder: any Decoder) throws { name = decoder.routeName }
            }

            enum Key: CodingKey { case inner }

            init(from decoder: any Decoder) throws {
                name = decoder.routeName
                inner = try decoder.container(keyedBy: Key.self).decode(Inner.self, forKey: .inner)
            }
        }
        let runtime = try Routed.runtime(Route("a", to: Routed.go, name: "share"), Route("b", to: Routed.go))
        let shared = try runtime.route("documents://a").input.decode(Named.self)
        #expect(shared.name == "share" && shared.inner.name == "share")
        #expect(try runtime.route("documents://b").input.decode(Named.self).name == nil)
        #expect(try JSONDecoder().decode(Named.self, from: Data(#"{"inner": {}}"#.utf8)).name == nil)
    }

    @Test("Deeply nested values are rejected, and not traversed")
    func depth() throws {
        final class Chain: Codable {
            var next: Chain?
            var end: Int?
        }
        let runtime = try Routed.runtime(Route("chain", to: Routed.go))
        let shallow = String(repeating: "next.", count: 10) + "end"
        _ = try runtime.route("documents://chain?\(shallow)=1").input.decode(Chain.self)
        let deep = String(repeating: "next.", count: 10_000) + "end"
        #expect(throws: DecodingError.self) {
            try runtime.route("documents://chain?\(deep)=1").input.decode(Chain.self)
        }
    }

    @Test("An array of structures can't be in a link, which is an error")
    func arraysOfStructures() throws {
        let runtime = try Routed.runtime(Route("a", to: Routed.go))
        #expect(throws: DecodingError.self) {
            try runtime.route("documents://a?x=1").input.decode([String: [Everything.Place]].self)
        }
    }

    @Test(
        "A date is a day or a time, with any fractional digits and any offset",
        arguments: [
            ("2001-01-01", 0.0), ("2001-01-01T00:00:01Z", 1), ("2001-01-01T01:00:00.5%2B01:00", 0.5),
            ("2001-01-01T00:00:00.000000001Z", 1e-9), ("2000-12-31T23:59:59.75Z", -0.25),
        ])
    func dates(text: String, seconds: Double) throws {
        let read = try input(Date.self, "documents://d?at=\(text)", Route("d", to: Routed.go))
        #expect(read == Date(timeIntervalSinceReferenceDate: seconds))
    }

    @Test("A number of any width is read to its bounds")
    func widths() throws {
        struct Wide: Codable, Equatable {
            var a: Int8 = .min
            var b: UInt16 = .max
            var c: Int128 = .min
            var d: UInt128 = .max
            var e: Int32 = .max
            var f: [Int128] = [.max]
        }
        let match = try Routed.runtime(Route("w", to: Routed.go)).route(
            "documents://w?a=-128&b=65535&c=\(Int128.min)&d=\(UInt128.max)&e=2147483647&f=\(Int128.max)")
        #expect(try match.input.decode(Wide.self) == Wide())
    }
}
