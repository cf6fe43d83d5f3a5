import Firesteel
import FiresteelFlags
import FiresteelTesting
import FiresteelTimeline
import Foundation
import Testing

@testable import FiresteelInspector

@Suite("Overridden flags", .timeLimit(.minutes(5)))
struct FlagOverrideTests {
    private func message(_ response: RawClient.Response) throws -> String {
        try response.json(PageData.Failure.self).error.message
    }

    @Test(
        "A value of the flag's type applies immediately, and is an override",
        arguments: [
            ("editor.autosave", "false"), ("editor.fade", "0.25"),
            ("editor.formats", #"["html","pdf"]"#), ("editor.greeting", #""""#), ("editor.greeting", #""Grüße \n""#),
            ("editor.toolbar", #""classic""#), ("editor.width", "9007199254740993"), ("editor.width", "-1"),
            ("FlaggedApp/Exporting", "false"),
        ])
    func set(key: String, value: String) async throws {
        try await withFlags { bench in
            let detail: PageData.FlagDetail = try await bench.set(key, value).json()
            #expect(detail.flag.override == value && detail.flag.reason == "OVERRIDE")
            #expect(detail.flag.value == value && detail.flag.provider == "Overrides" && detail.more.problem == nil)
            #expect(detail.more.answers.first?.won == true)
            #expect(try await bench.detail(key) == detail)
            #expect(bench.stack.overrides?.keys == [key])
        }
    }

    @Test(
        "A value that the flag doesn't accept changes nothing, and the reason is reported",
        arguments: [
            ("editor.autosave", "1", "Bool"), ("editor.autosave", "null", ""), ("editor.width", "7.5", "Int"),
            ("editor.width", #""80""#, "Int"), ("editor.toolbar", #""none""#, "classic"),
            ("editor.formats", "[1]", ""), ("editor.greeting", "welcome", "Line 1, column 1"),
            ("editor.width", "08", "Line 1, column"), ("editor.width", "1 2", "Line 1, column 3"),
            ("editor.width", "", "Line 1"),
        ])
    func refuse(key: String, value: String, words: String) async throws {
        try await withFlags { bench in
            let response = try await bench.set(key, value)
            #expect(response.status == 400)
            let said = try message(response)
            #expect(!said.isEmpty && (words.isEmpty || said.contains(words)), "\(said)")
            #expect(bench.stack.overrides?.keys == [])
        }
    }

    @Test("An override is removed, and the next provider decides")
    func restore() async throws {
        try await withFlags { bench in
            _ = try await bench.set("editor.toolbar", #""classic""#)
            let detail: PageData.FlagDetail = try await bench.set("editor.toolbar", nil).json()
            #expect(detail.flag.override == nil && detail.flag.value == #""wide""# && detail.flag.provider == "Server")
        }
    }

    @Test("All overrides are removed together, and restored from the response")
    func restoreAll() async throws {
        try await withFlags { bench in
            _ = try await bench.set("editor.width", "80")
            _ = try await bench.set("editor.autosave", "false")
            let restored: PageData.FlagsRestored = try await bench.client.send("DELETE", "/api/flags/overrides").json()
            #expect(restored.removed == ["editor.width": "80", "editor.autosave": "false"])
            #expect(restored.flags.overrides?.count == 0)
            let flags: PageData.Flags = try await bench.post(
                "flags/overrides", PageData.FlagOverrideChanges(values: restored.removed)
            ).json()
            #expect(flags.overrides?.count == 2)
            #expect(flags.flags.first { $0.key == "editor.width" }?.value == "80")
        }
    }

    @Test("Where one of several can't be set, none is")
    func allOrNothing() async throws {
        try await withFlags { bench in
            _ = try await bench.set("editor.width", "80")
            let changes = [
                "editor.autosave": "false", "editor.width": "90", "left.over": "false", "editor.zoom": "1", "z": "null",
            ]
            let response = try await bench.post("flags/overrides", PageData.FlagOverrideChanges(values: changes))
            #expect(response.status == 400)
            #expect(try message(response).contains("No override was set. z:"))
            #expect(bench.stack.overrides?.keys == ["editor.width"])
            #expect(try await bench.detail("editor.width").flag.value == "80")
        }
    }

    @Test("An undeclared flag can't be overridden, and its remaining override can be removed")
    func undeclared() async throws {
        try await withFlags { bench in
            for key in ["no.such", "left.over"] { #expect(try await bench.set(key, "true").status == 404) }
            try bench.stack.setOverride(false, for: "left.over")
            #expect(try await bench.detail("left.over").flag.override == "false")
            let stray: PageData.FlagDetail = try await bench.set("left.over", nil).json()
            #expect(stray.flag.value == "true" && stray.flag.override == nil && !stray.flag.declared)
        }
    }

    @Test("An override that can't be stored is reported with the value")
    func fullDisk() async throws {
        try await withFlags(overrides: FullDisk()) { bench in
            let detail: PageData.FlagDetail = try await bench.set("editor.width", "80").json()
            #expect(detail.flag.value == "80" && detail.more.problem == "The disk is full.")
            let response = try await bench.client.send("DELETE", "/api/flags/overrides")
            #expect(response.status == 200)
            #expect(try response.json(PageData.FlagsRestored.self).removed == ["editor.width": "80"])
        }
    }

    @Test("A stack without overrides is reported")
    func noOverrides() async throws {
        try await withFlags(overrides: nil) { bench in
            let flags: PageData.Flags = try await bench.client.get("flags")
            #expect(flags.overrides == nil && flags.providers.map(\.name) == ["Server"])
            let response = try await bench.set("editor.width", "80")
            #expect(response.status == 400)
            #expect(try message(response).contains("the stack has no overrides"))
            #expect(try await bench.client.send("DELETE", "/api/flags/overrides").status == 400)
        }
    }

    @Test("The flag of a feature's constraint is switched from the feature, which changes immediately")
    func featureControl() async throws {
        try await withFlags { bench in
            func switchFlag(_ on: Bool?, _ flag: String? = nil) async throws -> RawClient.Response {
                try await bench.post(
                    "features/control",
                    PageData.ControlChange(path: "FlaggedApp/Exporting", kind: "flag", flag: flag, on: on))
            }
            var feature: PageData.Feature = try await switchFlag(false).json()
            #expect(feature.availability.state == "unavailable")
            let remedy = feature.availability.reasons.first?.remedy
            #expect(remedy?.kind == "flag" && remedy?.flag == "FlaggedApp/Exporting")
            #expect(feature.conditions.first?.flag == "FlaggedApp/Exporting")
            #expect(feature.conditions.first?.control == PageData.Control(kind: "flag", on: false, overridden: true))
            #expect(Exporting.export.request() == nil)
            feature = try await switchFlag(nil, "FlaggedApp/Exporting").json()
            #expect(feature.availability.state == "available")
            #expect(feature.conditions.first?.control == PageData.Control(kind: "flag", on: true, overridden: false))
            #expect(try await switchFlag(true, "editor.autosave").status == 400)
            #expect(bench.stack.overrides?.keys == [])
        }
    }

    @Test("Keys, values and lists have bounds")
    func bounds() async throws {
        try await withFlags { bench in
            let long = String(repeating: "k", count: FlagEndpoint.longestText + 1)
            #expect(try await bench.set(long, "true").status == 400)
            let deep =
                String(repeating: "[", count: FlagText.deepest + 1)
                + String(repeating: "]", count: FlagText.deepest + 1)
            let tooDeep = try message(try await bench.set("editor.formats", deep))
            #expect(tooDeep.contains("deep"))
            let many = (0...FlagEndpoint.maximumChanges).map { ("k\($0)", "1") }
            let changes = PageData.FlagOverrideChanges(values: Dictionary(uniqueKeysWithValues: many))
            let tooMany = try message(try await bench.post("flags/overrides", changes))
            #expect(tooMany.contains("at most"))
            let question = PageData.FlagQuestion(key: "editor.width", targetingKey: long)
            #expect(try await bench.post("flags/explain", question).status == 400)
            #expect(bench.stack.overrides?.keys == [])
        }
    }
}
