import FiresteelBase
package import FiresteelStore

extension Edit: Decodable {
    /// Reads an edit of a request.
    package init(from decoder: any Decoder) throws {
        try self.init(json: decoder.singleValueContainer().decode(JSONValue.self))
    }
}
