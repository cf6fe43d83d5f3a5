import FiresteelBase
import FiresteelFlagAuthoring
import FiresteelHTTPServer
import FiresteelStore

/// A file to import, with its target.
struct ImportFile: Sendable {
    var bytes: [UInt8]
    /// The format, or `nil` to detect it by the content.
    var format: ImportFormat?
    /// The environment of the program that gets the file's rules.
    var environment: String
    /// The environment of the file whose rules are read, if it has several.
    var source: String?
    /// Whether items that the file lacks are removed or archived.
    var isExact = false
}

/// A file in memory: JSON, or a property list.
struct ImportDocument {
    let members: [String: JSONValue]
    let format: ImportFormat

    init(_ file: ImportFile) throws(HTTPProblem) {
        if PropertyList.isProbable(file.bytes) {
            do {
                members = try PropertyList.read(file.bytes)
            } catch {
                throw .invalid(error.reason)
            }
            format = file.format ?? .justTweak
        } else {
            let value: JSONValue
            do {
                value = try JSONValue(json: file.bytes, limits: APIRequest.jsonLimits)
            } catch {
                throw .invalid("The file is neither JSON nor a property list: \(error)")
            }
            guard case .object(let members) = value else { throw .invalid("The file isn't a JSON object.") }
            self.members = members
            if let named = file.format {
                format = named
            } else {
                format = try ImportFormat.detect(members)
            }
        }
        try APIRequest.refuseNull(in: .object(members))
    }
}
