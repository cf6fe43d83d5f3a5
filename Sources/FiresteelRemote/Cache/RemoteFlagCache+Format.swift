import FiresteelBase
import FiresteelFlags

extension RemoteFlagCache {
    private static let magic = "firesteel-flags 1 "

    static func encode(_ entry: Entry) -> [UInt8] {
        var head: [String: JSONValue] = ["source": .string(entry.source), "updated": .double(entry.updated)]
        head["etag"] = entry.validator.etag.map { .string($0) }
        head["lastModified"] = entry.validator.lastModified.map { .string($0) }
        if let context = entry.context {
            var members: [String: JSONValue] = ["attributes": .object(context.attributes)]
            members["targetingKey"] = context.targetingKey.map { .string($0) }
            head["context"] = .object(members)
        }
        let rest = Array(JSONValue.object(head).json().utf8) + [UInt8(ascii: "\n")] + entry.body
        return Array("\(magic)\(String(FNV1a.hash(rest), radix: 16))\n".utf8) + rest
    }

    static func decode(_ bytes: [UInt8]) throws -> Entry {
        guard let end = bytes.firstIndex(of: UInt8(ascii: "\n")) else {
            throw DamageError(description: "its head is truncated.")
        }
        let first = String(decoding: bytes[..<end], as: UTF8.self)
        guard first.hasPrefix(magic) else { throw DamageError(description: "it is in another format.") }
        let rest = Array(bytes[(end + 1)...])
        guard first.dropFirst(magic.count) == String(FNV1a.hash(rest), radix: 16) else {
            throw DamageError(description: "its checksum is wrong.")
        }
        guard let headEnd = rest.firstIndex(of: UInt8(ascii: "\n")),
            case .object(let head) = try JSONValue(json: rest[..<headEnd]), case .string(let source)? = head["source"],
            case .double(let updated)? = head["updated"]
        else { throw DamageError(description: "its head is incomplete.") }
        var validator = Validator()
        if case .string(let etag)? = head["etag"] { validator.etag = etag }
        if case .string(let date)? = head["lastModified"] { validator.lastModified = date }
        return Entry(
            source: source, updated: updated, validator: validator, context: context(head["context"]),
            body: Array(rest[(headEnd + 1)...]))
    }

    private static func context(_ value: JSONValue?) -> EvaluationContext? {
        guard case .object(let members)? = value, case .object(let attributes)? = members["attributes"] else {
            return nil
        }
        var context = EvaluationContext(attributes: attributes)
        if case .string(let key)? = members["targetingKey"] { context.targetingKey = key }
        return context
    }
}
