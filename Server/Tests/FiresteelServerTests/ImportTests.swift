import DatabaseTestSupport
import FiresteelDatabase
import FiresteelFlags
import FiresteelHTTP
import FiresteelServer
import FiresteelStore
import Foundation
import HTTPTypes
import Testing

@Suite("Imports", .timeLimit(.minutes(3)))
struct ImportTests {
    /// Previews an import into development.
    private func preview(
        _ fixture: ServerFixture, _ cookie: String, _ text: String, _ query: String = ""
    ) async throws -> ServerFixture.Answer {
        try await send(fixture, cookie, text, "preview=1&\(query)")
    }

    private func send(
        _ fixture: ServerFixture, _ cookie: String, _ text: String, _ query: String,
        in environment: String = "development"
    ) async throws -> ServerFixture.Answer {
        let path = "/api/v1/programs/documents/imports?environment=\(environment)&\(query)"
        var request = HTTPRequestMessage(
            .post, try ServerFixture.url("\(fixture.base.absoluteString)\(path)"),
            fields: [
                .cookie: cookie, .origin: fixture.base.absoluteString, .ownPage: "1",
                .contentType: "application/octet-stream",
            ])
        request.body = Array(text.utf8)
        let response = try await URLSessionTransport().send(request, limits: HTTPLimits())
        return ServerFixture.Answer(status: response.status.code, fields: response.fields, body: response.body)
    }

    @Test(
        "The format is detected by the content",
        arguments: [
            (#"{"flags": {}}"#, "flagd"), (#"{"flags": []}"#, "flagd"),
            (#"{"firesteel": 1, "program": "x", "items": []}"#, "firesteel"),
            (#"{"version": 1, "features": [{"name": "a"}]}"#, "unleash"),
            (#"{"version": 2, "features": []}"#, "unleash"),
            (#"{"editor": {"size": {"Value": 3, "Title": "Size"}}}"#, "justtweak"),
            (
                #"<?xml version="1.0"?><plist version="1.0"><dict><key>a</key><dict><key>b</key><dict><key>Value</key><true/></dict></dict></dict></plist>"#,
                "justtweak"
            ),
            (
                #"{"version": "4", "revision": "1", "featureFlags": [], "experiments": [], "rollouts": []}"#,
                "optimizely"
            ),
            (#"{"parameters": {}, "conditions": [], "version": {}}"#, "firebase"),
            (#"{"parameterGroups": {}}"#, "firebase"), (#"{"features": {}}"#, "growthbook"),
            (#"{"items": [{"key": "a", "variations": [], "environments": {}}]}"#, "launchdarkly"),
            (#"{"flags": {"a": {"variations": [true]}}, "segments": {}}"#, "launchdarkly"),
            (#"{"flags": [{"key": "a", "enabled": true}]}"#, "flipt"),
            (#"{"a": {"variations": {"x": 1}, "defaultRule": {"variation": "x"}}}"#, "gofeatureflag"),
        ])
    func formats(_ text: String, _ format: String) async throws {
        try await ServerFixture.with { fixture in
            let cookie = try await fixture.signInFirst()
            let answer = try await preview(fixture, cookie, text)
            #expect(answer.status == 200 && answer.json["format"] == .string(format), "\(answer.json)")
            let named = try await preview(fixture, cookie, text, "format=\(format)")
            #expect(named.json == answer.json)
        }
    }

    @Test("A property list that hides its nesting, or never closes an element, is refused after one pass")
    func hostilePropertyLists() async throws {
        try await ServerFixture.with { fixture in
            let cookie = try await fixture.signInFirst()
            let arrays = String(repeating: "<array>", count: 5_000)
            for text in [
                "<?xml version=\"1.0\"?><plist><!-- \(String(repeating: "</", count: 6_000)) -->\(arrays)",
                "<?xml version=\"1.0\"?><plist><![CDATA[\(String(repeating: "</", count: 6_000))]]>\(arrays)",
                "<?xml version=\"1.0\"?>" + String(repeating: "<x", count: 25_000),
                "<?xml version=\"1.0\"?></plist>\(arrays)",
                "<?xml version=\"1.0\"?><plist><dict><key>a</key><array><real>inf</real></array></dict></plist>",
                "<?xml version=\"1.0\"?><!DOCTYPE plist [<!ENTITY a \"b\">]><plist><dict></dict></plist>",
            ] {
                let answer = try await preview(fixture, cookie, text)
                #expect(answer.status == 422, "\(text.prefix(60))")
                #expect(answer.json["error"]?["message"]?.stringValue?.contains("property list") == true)
            }
        }
    }

    @Test("A file that can't be read is refused with the reason")
    func refused() async throws {
        let deep = String(repeating: "<array>", count: 100_000)
        try await ServerFixture.with { fixture in
            let cookie = try await fixture.signInFirst()
            for (text, query, words) in [
                ("{}", "", "format of the file is unknown"), ("[]", "", "isn't a JSON object"),
                ("{", "", "neither JSON"),
                ("bplist00", "", "plutil"), ("<plist>\(deep)", "", "nested"), ("<plist><dict>", "", "property list"),
                ("{\"flags\": {}}", "format=xml", "no format"), ("{\"flags\": 1}", "format=flagd", "flags"),
                ("{}", "format=optimizely", "version"), ("{\"conditions\": 1}", "format=firebase", "conditions"),
                (#"{"firesteel": 2, "items": []}"#, "", "version 2"),
                (
                    #"{"features": [{"name": "a"}], "featureEnvironments": [{"environment": "x"}, {"environment": "y"}]}"#,
                    "", "environments x, y"
                ),
                (
                    #"{"features": [{"name": "a"}], "featureEnvironments": [{"environment": "x"}]}"#, "source=z",
                    "no environment “z”"
                ),
            ] {
                let answer = try await preview(fixture, cookie, text, query)
                #expect(answer.status == 422, "\(text.prefix(40)) \(query): \(answer.status)")
                let message = answer.json["error"]?["message"]?.stringValue ?? ""
                #expect(message.contains(words), "\(message)")
            }
        }
    }

    @Test("Tweaks of JustTweak become flags with one value, in JSON and as a property list")
    func justTweak() async throws {
        try await ServerFixture.with { fixture in
            let cookie = try await fixture.signInFirst()
            let json = """
                {"editor": {"autosave": {"Title": "Autosave", "Description": "Saves.", "Group": "Editor", "Value": true},
                  "size": {"Value": 12}, "scale": {"Value": 1.5}, "font": {"Value": "Mono"}, "off": {"Value": false},
                  "secret": {"Value": "x", "Encrypted": true}, "list": {"Value": [1]}}}
                """
            let answer = try await preview(fixture, cookie, json)
            let left = answer.json["diagnostics"]?.arrayValue ?? []
            #expect(left.map { $0["name"] } == ["editor.list", "editor.secret"])
            #expect(left.allSatisfy { $0["severity"] == "error" })
            #expect(answer.json["preview"]?["diagnostics"] == [])
            #expect(try await send(fixture, cookie, json, "reason=x").json["result"]?["result"] == "applied")
            let plist = """
                <?xml version="1.0" encoding="UTF-8"?><!DOCTYPE plist PUBLIC "-//Apple//DTD PLIST 1.0//EN" "x">
                <plist version="1.0"><dict><key>editor</key><dict>
                <key>autosave</key><dict><key>Title</key><string>Autosave</string><key>Description</key><string>Saves.</string>
                <key>Group</key><string>Editor</string><key>Value</key><true/></dict>
                <key>size</key><dict><key>Value</key><integer>12</integer></dict>
                <key>scale</key><dict><key>Value</key><real>1.5</real></dict>
                </dict></dict></plist>
                """
            // The same values again.
            let same = try await preview(fixture, cookie, plist)
            #expect(same.status == 200 && same.json["result"]?["result"] == "unchanged", "\(same.json)")
            let token = try await fixture.token(.client)
            let values = try await fixture.send(
                .post, "/ofrep/v1/evaluate/flags", token: token, body: ["context": ["targetingKey": "a"]])
            let found = (values.json["flags"]?.arrayValue ?? []).map { [$0["key"], $0["value"]] }
            #expect(
                found == [
                    ["editor.autosave", true], ["editor.font", "Mono"], ["editor.off", false], ["editor.scale", 1.5],
                    ["editor.size", 12],
                ])
        }
    }

    private static let constraints = """
        [{"contextName": "plan", "operator": "IN", "values": ["pro", "team"]},
         {"contextName": "email", "operator": "STR_ENDS_WITH", "values": ["@example.com"], "inverted": true},
         {"contextName": "age", "operator": "NUM_GTE", "value": "18"},
         {"contextName": "version", "operator": "SEMVER_GT", "value": "3.1.0"}]
        """

    private static let clientFeatures = """
        {"version": 2, "segments": [{"id": 7, "name": "Staff", "constraints": [
            {"contextName": "userId", "operator": "IN", "values": ["ada"]}]}],
         "features": [
          {"name": "all", "type": "release", "enabled": true, "description": "On.", "strategies": [{"name": "default"}]},
          {"name": "none", "type": "kill-switch", "enabled": false, "strategies": [{"name": "default"}]},
          {"name": "bare", "enabled": true, "strategies": []},
          {"name": "rules", "enabled": true, "strategies": [
            {"name": "userWithId", "parameters": {"userIds": "bob, eve"}},
            {"name": "default", "constraints": \(constraints)},
            {"name": "default", "segments": [7]}]},
          {"name": "share", "enabled": true, "strategies": [
            {"name": "flexibleRollout", "parameters": {"rollout": "0", "stickiness": "default", "groupId": "x"}},
            {"name": "flexibleRollout", "constraints": [{"contextName": "plan", "operator": "IN", "values": ["pro"]}],
             "parameters": {"rollout": "30", "stickiness": "default", "groupId": "x"}},
            {"name": "gradualRolloutUserId", "parameters": {"percentage": "20", "groupId": "x"}}]},
          {"name": "child", "enabled": true, "strategies": [], "dependencies": [{"feature": "rules"}],
           "variants": [{"name": "red", "weight": 500, "payload": {"type": "json", "value": "{\\"c\\": 1}"},
             "overrides": [{"contextName": "userId", "values": ["ada"]}]},
            {"name": "blue", "weight": 500, "payload": {"type": "json", "value": "{\\"c\\": 2}"}}]},
          {"name": "host", "enabled": true, "strategies": [{"name": "applicationHostname", "parameters": {"hostNames": "a"}}]},
          {"name": "folded", "enabled": true, "strategies": [{"name": "default", "constraints": [
            {"contextName": "plan", "operator": "STR_CONTAINS", "values": ["P"], "caseInsensitive": true}]}]},
          {"name": "unsegmented", "enabled": true, "strategies": [{"name": "default", "segments": [9]}]}
        ]}
        """

    @Test("Features of Unleash have the same results, and what can't be expressed is left out")
    func unleash() async throws {
        try await ServerFixture.with { fixture in
            let cookie = try await fixture.signInFirst()
            let answer = try await send(fixture, cookie, Self.clientFeatures, "reason=x")
            #expect(answer.json["result"]?["result"] == "applied", "\(answer.json)")
            let messages = answer.json["diagnostics"]?.arrayValue ?? []
            #expect(
                messages.filter { $0["severity"] == "error" }.map { $0["name"] } == ["host", "folded", "unsegmented"])
            let drawn = messages.filter { $0["message"]?.stringValue?.contains("assigned anew") == true }
            #expect(drawn.map { $0["name"] } == ["share", "child.variant"])
            let token = try await fixture.token(.client)
            func values(_ context: JSONValue) async throws -> [String: JSONValue] {
                let answer = try await fixture.send(
                    .post, "/ofrep/v1/evaluate/flags", token: token, body: ["context": context])
                return Dictionary(
                    uniqueKeysWithValues: (answer.json["flags"]?.arrayValue ?? []).map {
                        ($0["key"]?.stringValue ?? "", $0["value"] ?? .null)
                    })
            }
            let plain = try await values(["targetingKey": "u"])
            #expect(plain["all"] == true && plain["none"] == false && plain["bare"] == true)
            #expect(plain["rules"] == false && plain["child"] == false && plain["child.variant"] == .null)
            #expect(try await values(["targetingKey": "eve"])["rules"] == true)
            let staff = try await values(["targetingKey": "ada"])
            #expect(staff["rules"] == true && staff["child"] == true && staff["child.variant"] == ["c": 1])
            let customer: [String: JSONValue] = ["targetingKey": "u", "plan": "pro", "age": "20", "version": "3.2.0"]
            #expect(try await values(.object(customer))["rules"] == true)
            for (name, value): (String, JSONValue) in [
                ("plan", "free"), ("age", 17), ("version", "3.1.0"), ("email", "a@example.com"),
            ] {
                var other = customer
                other[name] = value
                #expect(try await values(.object(other))["rules"] == false, "\(name)")
            }
            // 20 % of all, and 44 % of those with another chance.
            var (all, pro) = (0, 0)
            for number in 0..<300 {
                if try await values(["targetingKey": .string("p-\(number)")])["share"] == true { all += 1 }
                if try await values(["targetingKey": .string("p-\(number)"), "plan": "pro"])["share"] == true {
                    pro += 1
                }
            }
            #expect((35..<90).contains(all) && pro > all, "\(all) \(pro)")
        }
    }

    @Test("An export of Unleash's state is read for one of its environments", arguments: ["development", "production"])
    func unleashState(_ source: String) async throws {
        let text = """
            {"version": 4, "features": [{"name": "search", "type": "release", "variants": []}],
             "featureTags": [{"featureName": "search", "tagType": "simple", "tagValue": "team"}],
             "featureStrategies": [
              {"id": "1", "featureName": "search", "environment": "development", "strategyName": "default", "parameters": {}},
              {"id": "2", "featureName": "search", "environment": "production", "strategyName": "userWithId",
               "parameters": {"userIds": "ada"}}],
             "featureEnvironments": [
              {"featureName": "search", "environment": "development", "enabled": true},
              {"featureName": "search", "environment": "production", "enabled": true}], "segments": []}
            """
        try await ServerFixture.with { fixture in
            let cookie = try await fixture.signInFirst()
            let query = source == "development" ? "reason=x" : "reason=x&source=production"
            #expect(try await send(fixture, cookie, text, query).json["result"]?["result"] == "applied")
            let viewer = try await fixture.token(.admin, role: .viewer)
            let items = try await fixture.send(.get, "/api/v1/programs/documents/flags/search", token: viewer).json[
                "items"]
            #expect(items?[0]?["value"]?["tags"] == ["team"])
            let rules = items?[1]?["value"]?["rules"]?.arrayValue?.count ?? 0
            #expect(rules == (source == "production" ? 1 : 0))
        }
    }

    @Test("A large export of Unleash's state is read in a time that grows with its size")
    func largeUnleashState() async throws {
        let entries = Array(repeating: #"{"featureName": "b", "environment": "x"}"#, count: 30_000)
            .joined(separator: ",")
        let features = Array(repeating: #"{"name": "a"}"#, count: 4_000).joined(separator: ",")
        let text = """
            {"version": 4, "features": [\(features)], "featureStrategies": [\(entries)], "featureEnvironments": [\(entries)]}
            """
        try await ServerFixture.with { fixture in
            let cookie = try await fixture.signInFirst()
            let answer = try await preview(fixture, cookie, text)
            #expect(answer.status == 200)
            #expect(answer.json["diagnostics"]?.arrayValue?.count == 3_999)
            #expect(answer.json["preview"]?["differences"]?.arrayValue?.count == 2)
        }
    }

    @Test("Strategies of Unleash with one identifier don't share the segments of a file")
    func unclearUnleashSegments() async throws {
        let strategy = #"{"id": "1", "featureName": "a", "environment": "x", "strategyName": "default"}"#
        let text = """
            {"version": 4, "features": [{"name": "a"}], "featureStrategies": [\(strategy), \(strategy)],
             "featureStrategySegments": [{"featureStrategyId": "1", "segmentId": 1}],
             "segments": [{"id": 1, "name": "staff", "constraints": []}]}
            """
        try await ServerFixture.with { fixture in
            let cookie = try await fixture.signInFirst()
            let answer = try await preview(fixture, cookie, text)
            #expect(answer.status == 422)
            #expect(answer.json["error"]?["message"]?.stringValue?.contains("identifier “1”") == true)
        }
    }

    @Test("A template and a datafile are imported with their findings, and only the difference again")
    func others() async throws {
        try await ServerFixture.with { fixture in
            let cookie = try await fixture.signInFirst()
            let template = """
                {"conditions": [{"name": "Pro", "condition": {"customSignal": {"customSignalOperator": "STRING_EXACTLY_MATCHES",
                  "customSignalKey": "plan", "targetCustomSignalValues": ["pro"]}}}],
                 "parameters": {"limit": {"valueType": "NUMBER", "defaultValue": {"value": "10"},
                  "conditionalValues": {"Pro": {"value": "50"}}}, "none": {"defaultValue": {"useInAppDefault": true}}}}
                """
            let answer = try await send(fixture, cookie, template, "reason=x")
            #expect(
                answer.json["result"]?["result"] == "applied" && answer.json["format"] == "firebase", "\(answer.json)")
            #expect(answer.json["diagnostics"]?.arrayValue?.map { $0["name"] } == ["limit", "none"])
            let token = try await fixture.token(.client)
            for (plan, limit): (JSONValue, JSONValue) in [("pro", 50), ("free", 10)] {
                let value = try await fixture.send(
                    .post, "/ofrep/v1/evaluate/flags/limit", token: token,
                    body: ["context": ["targetingKey": "a", "plan": plan]])
                #expect(value.json["value"] == limit)
            }
            let changed = template.replacing("\"50\"", with: "\"60\"")
            let difference = try await preview(fixture, cookie, changed).json["preview"]?["differences"]?.arrayValue
            #expect(difference?.map { $0["kind"] } == ["flag"])
            // In a protected environment it is one request, however often it is sent.
            let first = try await send(fixture, cookie, changed, "reason=x", in: "production").json["result"]?[
                "request"]
            let second = try await send(fixture, cookie, changed, "reason=x", in: "production").json["result"]
            #expect(first?["id"] != nil && second?["request"]?["id"] == first?["id"], "\(second ?? .null)")
            // An export is imported as it is.
            let viewer = try await fixture.token(.admin, role: .viewer)
            let export = try await fixture.send(.get, "/api/v1/programs/documents/export", token: viewer)
            let again = try await preview(fixture, cookie, String(decoding: export.body, as: UTF8.self))
            #expect(again.json["result"]?["result"] == "unchanged" && again.json["format"] == "firesteel")
        }
    }
}
