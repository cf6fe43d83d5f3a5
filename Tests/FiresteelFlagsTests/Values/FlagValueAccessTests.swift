import FiresteelFlags
import FlagTesting
import Testing

@Suite("Values, types and contexts are made from what files and protocols have")
struct FlagValueAccessTests {
    @Test("A value is read as its type, and numbers as others without loss")
    func accessors() {
        let value: JSONValue = ["bool": true, "int": 3, "double": 2.5, "whole": 4.0, "text": "x", "list": [1, .null]]
        let members = value.objectValue ?? [:]
        #expect(members["bool"]?.boolValue == true)
        #expect(members["int"]?.intValue == 3 && members["int"]?.doubleValue == 3)
        #expect(members["double"]?.doubleValue == 2.5 && members["double"]?.intValue == nil)
        #expect(members["whole"]?.intValue == 4)
        #expect(members["text"]?.stringValue == "x")
        #expect(members["list"]?.arrayValue == [1, .null])
        #expect(members["list"]?.arrayValue?.last?.isNull == true)
        #expect(value.stringValue == nil && value.arrayValue == nil && members["int"]?.boolValue == nil)
        #expect(members["text"]?.objectValue == nil)
    }

    @Test("Types have the names that files and protocols give them")
    func types() {
        for type in FlagType.allCases { #expect(FlagType(name: type.rawValue) == type) }
        let names: [(String, FlagType)] = [
            ("boolean", .bool), ("Boolean", .bool), ("BOOLEAN", .bool), ("integer", .int), ("float", .double),
            ("number", .double), ("NUMBER", .double), ("secure", .string), ("list", .array), ("json", .object),
            ("JSON", .object), ("structure", .object),
        ]
        for (name, type) in names { #expect(FlagType(name: name) == type, "\(name)") }
        #expect(FlagType(name: "date") == nil)
        #expect(FlagType(name: "") == nil)
    }

    @Test("A context is read from a JSON object, and written as one")
    func contexts() throws {
        let text = #"{"targetingKey": "ada", "plan": "premium", "age": 36}"#
        let context = try EvaluationContext(json: Array(text.utf8))
        #expect(context == EvaluationContext(targetingKey: "ada", attributes: ["plan": "premium", "age": 36]))
        #expect(try EvaluationContext(context.flagValue) == context)
        #expect(try EvaluationContext(json: Array("{}".utf8)) == .empty)
        #expect(try EvaluationContext(json: Array(#"{"targetingKey": null, "a": 1}"#.utf8)).targetingKey == nil)
        for wrong in ["[]", "{", #"{"targetingKey": 1}"#, "null"] {
            let error = #expect(throws: FlagError.self) { try EvaluationContext(json: Array(wrong.utf8)) }
            #expect(error?.code == .invalidContext)
        }
    }

    @Test("A flag may have nothing as its default, and a provider's value replaces it")
    func optionals() throws {
        let provider = MemoryProvider("Values", ["limit": 3, "name": "x", "wrong": "y"])
        let stack = FlagStack([provider])
        let limit = Flag<Int?>("limit", default: nil)
        let absent = Flag<Int?>("absent", default: nil)
        let name = Flag<String?>("name", default: "default")
        let isOn = Flag<Bool?>("on", default: nil)
        let wrong = Flag<Int?>("wrong", default: 5)
        try stack.declare([limit, absent, wrong].map(\.declaration) + [name.declaration, isOn.declaration])
        #expect(stack[limit] == 3)
        #expect(stack[absent] == nil)
        #expect(stack[name] == "x")
        #expect(stack[isOn] == nil)
        #expect(stack[wrong] == 5)
        #expect(limit.declaration.type == .int)
        #expect(stack.value(of: absent, in: EvaluationContext(targetingKey: "u")) == nil)
        provider.set(true, for: "on")
        provider.set(nil, for: "limit")
        #expect(stack[isOn] == true)
        #expect(stack[limit] == nil)
        #expect(stack.resolution(of: wrong).error?.code == .typeMismatch)
    }
}
