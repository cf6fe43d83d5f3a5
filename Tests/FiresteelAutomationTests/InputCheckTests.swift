import Firesteel
import FiresteelBase
import Testing

@testable import FiresteelAutomation

@Suite("The input of a caller is checked against the one description of it")
struct InputCheckTests {
    private static let book = #""title": "A", "pages": 1, "cover": "linen""#

    @Test("The schema has types, ranges, choices, required members and descriptions")
    func schema() throws {
        let schema = InputDescription.read(Book.self).schema.objectValue ?? [:]
        #expect(schema["required"] == ["title", "pages", "cover"] && schema["additionalProperties"] == false)
        let members = schema["properties"]?.objectValue ?? [:]
        #expect(
            members["pages"] == ["type": "integer", "minimum": 1, "maximum": 9_999, "description": "Its length"])
        #expect(members["cover"] == ["enum": ["paper", "linen"]])
        #expect(
            members["author"] == [
                "type": "object", "additionalProperties": false,
                "properties": ["name": ["type": "string"], "born": ["type": "integer"]],
            ])
        #expect(InputDescription.read(NoInput.self).schema.objectValue?["properties"] == [:])
        #expect(
            InputDescription.read(UInt8.self).schema.objectValue?["properties"]
                == ["value": ["type": "integer", "minimum": 0, "maximum": 255]])
    }

    @Test(
        "What doesn't match is refused with the parameter",
        arguments: [
            (#"{"pages": 1, "cover": "linen"}"#, "title"), (#"{"title": 1, "pages": 1, "cover": "linen"}"#, "title"),
            (#"{"title": "A", "pages": 0, "cover": "linen"}"#, "pages"),
            (#"{"title": "A", "pages": 1.5, "cover": "linen"}"#, "pages"),
            (#"{"title": "A", "pages": 1, "cover": "silk"}"#, "cover"), ("{\(book), \"other\": 1}", "other"),
            ("{\(book), \"isRead\": null}", "isRead"), ("{\(book), \"author\": {\"age\": 1}}", "author.age"),
            ("{\(book), \"author\": 1}", "author"), ("[]", ""),
        ])
    func refused(json: String, parameter: String) throws {
        let value = try JSONValue(json: Array(json.utf8))
        let error = #expect(throws: ExternalInputError.self) {
            try InputCheck(input: .read(Book.self)).json(of: value)
        }
        #expect(error?.parameter == parameter)
    }

    @Test("An input that isn't an object is the member value of one, and arbitrary members stay")
    func wrapped() throws {
        #expect(try InputCheck(input: .read(Int.self)).json(of: ["value": 3]) == "3")
        #expect(try InputCheck(input: .read([String].self)).json(of: ["value": ["a"]]) == #"["a"]"#)
        #expect(try InputCheck(input: .read([String: Int].self)).json(of: ["any": 1]) == #"{"any":1}"#)
    }
}
