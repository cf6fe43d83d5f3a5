import Foundation
import Testing

@testable import Firesteel

@Suite("The form of an input, found out by decoding its type from nothing")
struct InputDescriptionTests {
    private func shape<Input>(_ type: Input.Type) -> InputDescription { InputDescription.read(type) }

    private func fieldList(_ shape: InputDescription) -> [String] {
        shape.fields.map { "\($0.path.joined(separator: ".")): \($0.type)\($0.isOptional ? "?" : "")" }
    }

    @Test("Each property is a field with its type, in order, and optional ones may be left out")
    func fields() throws {
        let shape = shape(AllKinds.self)
        #expect(shape.kind == .fields && shape.type == "AllKinds" && shape.problem == nil)
        #expect(
            fieldList(shape) == [
                "title: text", "count: integer", "small: integer", "ratio: number", "price: number", "isDraft: bool",
                "due: date", "link: text", "id: text", "data: text", "note: text?", "limit: integer?", "until: date?",
                "flag: bool?", "tags: json", "counts: json", "owner.name: text", "owner.age: integer?",
                "second.name: text?", "second.age: integer?",
            ])
        #expect(shape.fields.first { $0.path == ["tags"] }?.template == "[]")
        #expect(shape.fields.first { $0.path == ["counts"] }?.template == "{}")
    }

    @Test("A type with cases is a choice, each case as it is decoded from")
    func choices() throws {
        let shape = shape(Choices.self)
        #expect(fieldList(shape) == ["style: choice", "size: choice", "mode: choice", "other: choice?"])
        #expect(shape.fields[0].choices == [#""plain""#, #""bold""#])
        #expect(shape.fields[1].choices == ["1", "2"])
        for (field, choices) in zip(["style", "size", "mode"], shape.fields.compactMap(\.choices)) {
            for choice in choices {
                var all = ["style": #""plain""#, "size": "1", "mode": shape.fields[2].choices?.first ?? ""]
                all[field] = choice
                let json = "{" + all.map { "\"\($0)\": \($1)" }.joined(separator: ", ") + "}"
                #expect(throws: Never.self) { _ = try JSONInput(Data(json.utf8)).decode(Choices.self) }
            }
        }
    }

    @Test("An input that is one value has one field")
    func single() {
        #expect(fieldList(shape(Int.self)) == [": integer"] && shape(Int.self).kind == .value)
        #expect(fieldList(shape(String.self)) == [": text"])
        #expect(fieldList(shape(Style.self)) == [": choice"])
        #expect(fieldList(shape(Width.self)) == [": integer"])
        #expect(fieldList(shape(Date?.self)) == [": date?"])
    }

    @Test("No input, or one without values, has no form")
    func nothing() {
        #expect(shape(NoInput.self) == InputDescription(kind: .none))
        #expect(shape(Nothing.self).kind == .none)
    }

    @Test("An input that can't be decoded is impossible, with the reason")
    func impossible() {
        let shape = shape(Sheet.self)
        #expect(shape.kind == .impossible)
        #expect(shape.problem == "A Sheet can't be created externally: it must be Decodable.")
    }

    @Test("A list or a dictionary is JSON", arguments: [("[]", 0), ("{}", 1)])
    func collections(template: String, number: Int) {
        let shape = number == 0 ? shape([Int].self) : shape([String: Int].self)
        #expect(shape.kind == .json && shape.fields.map(\.template) == [template])
    }

    @Test("A text that its type checks is tried in several ways")
    func checked() {
        #expect(fieldList(shape(Invitation.self)) == ["email: text", "color: text", "rank: integer"])
    }

    @Test("A type that rejects all placeholders is entered as JSON, with its known fields")
    func refused() {
        let shape = shape(Sealed.self)
        #expect(shape.kind == .json)
        #expect(shape.fields.map(\.template) == [#"{"name": "", "secret": ""}"#])
        #expect(shape.problem?.contains("secret") == true)
        #expect(fieldList(self.shape(HalfSealed.self)) == ["name: text", "secret: json?", "last: bool"])
    }

    @Test("The types of values are as in Swift, by name, without those that aren't reached or that differ")
    func types() {
        let all = InputDescription.types(in: AllKinds.self)
        let names = ["title", "id", "note", "tags", "counts", "second", "age"]
        #expect(
            names.map { all[$0] } == ["String", "UUID", "String?", "[String]", "[String: Int]", "Person?", "Int?"])
        #expect(InputDescription.types(in: Sealed.self) == ["name": "String", "secret": "Password"])
        #expect(InputDescription.types(in: Parcel.self) == ["owner": "Person", "age": "Int?"])
    }

    @Test("A recursive type ends")
    func recursive() {
        #expect(fieldList(shape(Node.self)) == ["name: text", "next: json?", "children: json"])
        #expect(shape(Inevitable.self).kind == .json)
    }

    @Test("A type that has more fields than a form, or never stops decoding, is JSON")
    func bounded() {
        #expect(shape(Endless.self).kind == .json)
        #expect(shape(Insatiable.self).kind == .json)
        #expect(shape(Endless.self).problem?.contains("too many") == true)
    }

    @Test("Words and ranges that a type declares are those of its fields, also where it is nested")
    func declared() {
        let fields = shape(Order.self).fields
        #expect(fields.map(\.words) == ["How many", "", "The street"])
        #expect(fields.map(\.minimum) == [1, 0, nil] && fields.map(\.maximum) == [9, 255, nil])
    }

    @Test("An optional text that its type checks can be left out")
    func checkedOptional() {
        #expect(fieldList(shape(Versioned.self)) == ["name: text", "version: text?"])
    }

    @Test("Custom decoding is followed: nested containers, explicit keys, nil, super")
    func custom() {
        #expect(
            fieldList(shape(Custom.self)) == ["first: text?", "inner.depth: integer", "list: json", "super.base: bool"])
        #expect(shape(Throwing.self).kind == .json)
        #expect(fieldList(shape(EitherOr.self)) == [": text"])
    }
}

// MARK: - Inputs

private struct Person: Decodable {
    let name: String
    let age: Int?
}

private struct Parcel: Decodable {
    let name: Int
    let owner: Person
}

private struct AllKinds: Decodable {
    let title: String
    let count: Int
    let small: UInt8
    let ratio: Double
    let price: Decimal
    let isDraft: Bool
    let due: Date
    let link: URL
    let id: UUID
    let data: Data
    let note: String?
    let limit: Int?
    let until: Date?
    let flag: Bool?
    let tags: [String]
    let counts: [String: Int]
    let owner: Person
    let second: Person?
}

private enum Style: String, CaseIterable, Codable { case plain, bold }
private enum Size: Int, CaseIterable, Decodable { case one = 1, two }
private enum Mode: CaseIterable, Codable { case light, dark }

private struct Choices: Decodable {
    let style: Style
    let size: Size
    let mode: Mode
    let other: Style?
}

private struct Width: RawRepresentable, Decodable {
    let rawValue: Int
}

private struct Nothing: Decodable {}

private struct Email: Decodable {
    let text: String

    init(from decoder: any Decoder) throws {
        let container = try decoder.singleValueContainer()
        text = try container.decode(String.self)
        guard text.contains("@") else {
            throw DecodingError.dataCorruptedError(in: container, debugDescription: "An address has an @.")
        }
    }
}

private struct Color: RawRepresentable, Decodable {
    let rawValue: String

    init?(rawValue: String) {
        guard rawValue.hasPrefix("#") else { return nil }
        self.rawValue = rawValue
    }
}

private struct Rank: RawRepresentable, Decodable {
    let rawValue: Int

    init?(rawValue: Int) {
        guard rawValue > 0 else { return nil }
        self.rawValue = rawValue
    }
}

private struct Invitation: Decodable {
    let email: Email
    let color: Color
    let rank: Rank
}

private enum Password: String, Decodable { case swordfish }

private struct Sealed: Decodable {
    let name: String
    let secret: Password
    let last: Bool
}

private struct HalfSealed: Decodable {
    let name: String
    let secret: Password?
    let last: Bool
}

private final class Node: Decodable {
    let name: String
    let next: Node?
    let children: [Node]
}

private final class Inevitable: Decodable {
    let other: Inevitable
}

private struct AnyKey: CodingKey {
    let stringValue: String
    var intValue: Int? { nil }
    init(stringValue: String) { self.stringValue = stringValue }
    init?(intValue: Int) { nil }
}

/// Decodes key after key.
private struct Endless: Decodable {
    init(from decoder: any Decoder) throws {
        let container = try decoder.container(keyedBy: AnyKey.self)
        var number = 0
        while true {
            _ = try container.decode(String.self, forKey: AnyKey(stringValue: "\(number)"))
            number += 1
        }
    }
}

/// Decodes the same key repeatedly.
private struct Insatiable: Decodable {
    init(from decoder: any Decoder) throws {
        let container = try decoder.container(keyedBy: AnyKey.self)
        while try container.decode(String.self, forKey: AnyKey(stringValue: "more")) != "enough" {}
    }
}

private struct Custom: Decodable {
    private enum Keys: String, CodingKey { case first, inner, list }
    private enum Inner: String, CodingKey { case depth }
    private enum Base: String, CodingKey { case base }

    init(from decoder: any Decoder) throws {
        let container = try decoder.container(keyedBy: Keys.self)
        if container.contains(.first), try !container.decodeNil(forKey: .first) {
            _ = try container.decode(String.self, forKey: .first)
        }
        let inner = try container.nestedContainer(keyedBy: Inner.self, forKey: .inner)
        _ = try inner.decode(Int.self, forKey: .depth)
        var list = try container.nestedUnkeyedContainer(forKey: .list)
        while !list.isAtEnd { _ = try list.decode(Int.self) }
        _ = try container.superDecoder().container(keyedBy: Base.self).decode(Bool.self, forKey: .base)
    }
}

private struct Sheet {}

private struct StoppedError: Error {}

private struct Throwing: Decodable {
    init(from decoder: any Decoder) throws { throw StoppedError() }
}

/// Takes a number or a text, whichever comes.
private struct EitherOr: Decodable {
    init(from decoder: any Decoder) throws {
        let container = try decoder.singleValueContainer()
        if (try? container.decode([Int].self))?.isEmpty != false { _ = try container.decode(String.self) }
    }
}

private struct Order: Decodable, DescribedInput {
    struct Address: Decodable, DescribedInput {
        let street: String
        static let inputFields = [FieldDescription("street", "The street")]
    }

    let count: Int
    let level: UInt8
    let address: Address

    static let inputFields = [FieldDescription("count", "How many", in: 1...9), FieldDescription("other", "None")]
}

private struct Versioned: Decodable {
    private enum Key: String, CodingKey { case name, version }

    init(from decoder: any Decoder) throws {
        let container = try decoder.container(keyedBy: Key.self)
        _ = try container.decode(String.self, forKey: .name)
        let version = try container.decodeIfPresent(String.self, forKey: .version)
        guard version == nil || version?.isEmpty == false else { throw StoppedError() }
    }
}
