public import FiresteelFlags

extension EditableFlag {
    /// A value of a flag, with its name.
    public struct Variant: Sendable, Hashable {
        /// The name, unique in the flag.
        public var name: String
        /// The value, of the flag's type.
        public var value: JSONValue
        /// The members that this version doesn't know; written unchanged.
        package var unknownMembers: [String: JSONValue]

        /// Creates a variant.
        public init(_ name: String, _ value: JSONValue) {
            self.name = name
            self.value = value
            unknownMembers = [:]
        }

        init?(_ value: JSONValue, _ path: LogicPath, _ reader: inout DocumentReader) {
            guard var object = reader.object(value, path, "A variant") else { return nil }
            let name = reader.requiredText("name", in: &object, "The variant")
            let value = object.take("value")
            if value == nil { reader.report(path, "The variant has no “value”.") }
            guard let name, let value else { return nil }
            self.init(name, value)
            unknownMembers = object.rest
        }

        /// The variant as JSON.
        package var json: JSONValue {
            var members = unknownMembers
            members["name"] = .string(name)
            members["value"] = value
            return .object(members)
        }
    }
}
