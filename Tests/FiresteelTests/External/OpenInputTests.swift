import Foundation
import Testing

@testable import Firesteel

@Suite("The form of an input with keys of any name")
struct OpenInputTests {
    private func fieldList(_ shape: InputDescription) -> [String] {
        shape.fields.map { "\($0.path.joined(separator: ".")): \($0.type)\($0.isOptional ? "?" : "")" }
    }

    @Test("A type that walks all keys is JSON and no empty form")
    func walks() {
        let shape = InputDescription.read(Bag.self)
        #expect(shape.kind == .json && fieldList(shape) == [": json"])
        #expect(shape.fields.map(\.template) == ["{}"])
        #expect(shape.problem == "A Bag has keys with any name, so it is entered as JSON.")
    }

    @Test("The named values of such a type are in the template")
    func named() {
        let shape = InputDescription.read(LabeledBag.self)
        #expect(shape.kind == .json && shape.fields.map(\.template) == [#"{"label": "", "pages": 0}"#])
    }

    @Test("Within a structure it is a field of JSON, and the others stay as they are")
    func within() {
        let shape = InputDescription.read(Bookshelf.self)
        #expect(shape.kind == .fields && shape.problem == nil)
        #expect(fieldList(shape) == ["title: text", "bag: json", "labeled: json", "spare: json?", "last: bool"])
        #expect(shape.fields.map(\.template) == [nil, "{}", #"{"label": "", "pages": 0}"#, nil, nil])
    }

    @Test("A structure without its own type is a JSON field, including nested ones")
    func nested() {
        #expect(fieldList(InputDescription.read(Nested.self)) == ["name: text", "extras: json"])
        #expect(fieldList(InputDescription.read(OnlyNested.self)) == ["extras: json"])
    }

    @Test("An optional one of several cases may still be left out")
    func cases() {
        #expect(fieldList(InputDescription.read(Sized.self)) == ["name: text", "size: json?"])
        #expect(InputDescription.read(Size.self).fields.map(\.template) == [nil])
    }

    @Test("A type that encodes as a dictionary is JSON, as the dictionary is, without a message")
    func wraps() {
        let shape = InputDescription.read(Wrapper.self)
        #expect(shape.kind == .json && shape.fields.map(\.template) == ["{}"])
        #expect(InputDescription.read([String: Int].self).problem == nil)
    }

    @Test("The entered JSON is the decoded input")
    func takes() throws {
        let bag = try JSONInput(Data(#"{"label": "A", "pages": 1, "b": "2"}"#.utf8)).decode(LabeledBag.self)
        #expect(bag.label == "A" && bag.pages == 1 && bag.rest == ["b": "2"])
    }
}

private struct Key: CodingKey {
    let stringValue: String
    var intValue: Int? { nil }
    init(stringValue: String) { self.stringValue = stringValue }
    init?(intValue: Int) { nil }
}

/// Accepts any keys.
private struct Bag: Decodable {
    let rest: [String: String]

    init(from decoder: any Decoder) throws {
        let container = try decoder.container(keyedBy: Key.self)
        var rest: [String: String] = [:]
        for key in container.allKeys { rest[key.stringValue] = try container.decode(String.self, forKey: key) }
        self.rest = rest
    }
}

/// Takes two keys by name, and whatever others there are.
private struct LabeledBag: Decodable {
    let label: String
    let pages: Int
    let rest: [String: String]

    init(from decoder: any Decoder) throws {
        let container = try decoder.container(keyedBy: Key.self)
        label = try container.decode(String.self, forKey: Key(stringValue: "label"))
        pages = try container.decode(Int.self, forKey: Key(stringValue: "pages"))
        var rest: [String: String] = [:]
        for key in container.allKeys where key.stringValue != "label" && key.stringValue != "pages" {
            rest[key.stringValue] = try container.decode(String.self, forKey: key)
        }
        self.rest = rest
    }
}

private struct Bookshelf: Decodable {
    let title: String
    let bag: Bag
    let labeled: LabeledBag
    let spare: Bag?
    let last: Bool
}

private struct Nested: Decodable {
    let name: String

    init(from decoder: any Decoder) throws {
        let container = try decoder.container(keyedBy: Key.self)
        let extras = try container.nestedContainer(keyedBy: Key.self, forKey: Key(stringValue: "extras"))
        let first = try extras.nestedContainer(keyedBy: Key.self, forKey: Key(stringValue: "first"))
        name = try container.decode(String.self, forKey: Key(stringValue: "name"))
        for key in extras.allKeys + first.allKeys { _ = key.stringValue }
    }
}

private struct OnlyNested: Decodable {
    init(from decoder: any Decoder) throws {
        let container = try decoder.container(keyedBy: Key.self)
        let extras = try container.nestedContainer(keyedBy: Key.self, forKey: Key(stringValue: "extras"))
        for key in extras.allKeys { _ = try extras.decode(String.self, forKey: key) }
    }
}

private enum Size: Decodable {
    case pages(Int)
    case words(Int)
}

private struct Sized: Decodable {
    let name: String
    let size: Size?
}

private struct Wrapper: Decodable {
    let values: [String: Int]

    init(from decoder: any Decoder) throws {
        values = try decoder.singleValueContainer().decode([String: Int].self)
    }
}
