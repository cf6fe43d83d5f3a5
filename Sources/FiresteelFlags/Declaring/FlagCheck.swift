/// The values that a flag can have.
enum FlagCheck {
    /// Those of the declared type.
    case declaration(FlagDeclaration)
    /// Those of one kind; with `nil`, all but null.
    case type(FlagType?)

    @inline(__always) func accepts(_ value: JSONValue) -> Bool {
        switch self {
        case .declaration(let declaration): declaration.accepts(value)
        case .type(let type): Self.accepts(value, as: type)
        }
    }

    static func accepts(_ value: JSONValue, as type: FlagType?) -> Bool {
        switch (type, value) {
        case (_, .null): false
        case (nil, _), (.bool, .bool), (.int, .int), (.double, .double), (.double, .int), (.string, .string),
            (.array, .array), (.object, .object):
            true
        case (.int, .double(let number)): Int(exactly: number) != nil
        default: false
        }
    }

    /// Returns the error of a value that isn't accepted.
    func mismatch(_ value: JSONValue) -> FlagError {
        let expected =
            switch self {
            case .declaration(let declaration): declaration.valueTypeName
            case .type(let type): type?.rawValue ?? "value"
            }
        return FlagError(
            .typeMismatch,
            "\(value.short()) is not of type \(expected). The value isn't used; correct it in the provider.")
    }
}
