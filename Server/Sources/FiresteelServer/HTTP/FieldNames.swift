import HTTPTypes

extension HTTPField.Name {
    /// Creates the name of a field that is written in the source.
    init(known name: String) {
        guard let name = HTTPField.Name(name) else { preconditionFailure("“\(name)” is no name of a field.") }
        self = name
    }
}
