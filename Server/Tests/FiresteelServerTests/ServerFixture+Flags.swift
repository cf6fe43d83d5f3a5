import FiresteelFlags
import HTTPTypes

extension ServerFixture {
    /// Returns a Bool flag with the variants “on” and “off”, and further members.
    static func boolFlag(_ members: [String: JSONValue] = [:]) -> JSONValue {
        let flag: [String: JSONValue] = [
            "type": "boolean", "variants": [["name": "on", "value": true], ["name": "off", "value": false]],
        ]
        return .object(flag.merging(members) { $1 })
    }

    /// Returns the edits that create a Bool flag and its targeting in an environment, on for everyone by default.
    static func edits(
        creating flag: String, _ members: [String: JSONValue] = [:], in environment: String = "development",
        targeting: JSONValue = ["isOn": true, "otherwise": ["variant": "on"]]
    ) -> [JSONValue] {
        [
            ["kind": "flag", "name": .string(flag), "create": boolFlag(members)],
            ["kind": "targeting", "name": .string(flag), "environment": .string(environment), "create": targeting],
        ]
    }

    /// Proposes edits as a person who is signed in.
    func propose(
        _ id: String, _ edits: [JSONValue], reason: String = "New", cookie: String
    ) async throws -> Answer {
        try await send(
            .post, "/api/v1/programs/documents/changes", cookie: cookie,
            body: ["id": .string(id), "reason": .string(reason), "edits": .array(edits)])
    }
}
