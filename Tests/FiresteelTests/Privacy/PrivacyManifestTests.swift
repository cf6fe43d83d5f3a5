import Foundation
import Testing

@Suite("Privacy manifests")
struct PrivacyManifestTests {
    /// The declarations of each module: by category of system interfaces, the reasons why it uses them.
    ///
    /// That of `FiresteelTimeline` is beside its C sources, since a resource of its own would have it need Foundation.
    private static let declared: [String: [String: Set<String>]] = [
        "CFiresteelTimeline": ["FileTimestamp": ["C617.1"], "SystemBootTime": ["35F9.1"]],
        "FiresteelFlags": ["FileTimestamp": ["C617.1"], "UserDefaults": ["CA92.1"]],
        "Firesteel": ["FileTimestamp": ["C617.1"]],
        "FiresteelInsight": ["FileTimestamp": ["C617.1"]],
        "FiresteelPostHog": ["FileTimestamp": ["C617.1"]],
        "FiresteelReports": ["FileTimestamp": ["C617.1"]],
    ]

    /// The interfaces of a category, as in sources.
    private static let interfaces = [
        "FileTimestamp":
            #"\b([fl]?stat|fstatat|f?getattrlist(at|bulk)?)\(|\.(fileM|contentM|m)odificationDate|\.creationDate"#,
        "SystemBootTime": #"\b(systemUptime|mach_absolute_time|clock_gettime_nsec_np)\b"#,
        "DiskSpace": #"\b(volume\w*Capacity\w*|systemFreeSize|systemSize|f?statv?fs)\b"#,
        "UserDefaults": #"\bUserDefaults\b"#,
        "ActiveKeyboards": #"\bactiveInputModes\b"#,
    ]

    /// Modules of the command line, which no app contains.
    private static let outsideApps: Set = ["FiresteelCommands", "FiresteelCommandLine", "FlagAccessorGenerator"]

    private let root = URL(filePath: #filePath).appending(path: "../../../..").standardizedFileURL

    @Test("Each module's manifest declares what it uses, with the reasons, no tracking and no collected data")
    func declarations() throws {
        #expect(try Set(manifests.map { $0.deletingLastPathComponent().lastPathComponent }) == Set(Self.declared.keys))
        for (module, expected) in Self.declared {
            let manifest = try read(module)
            #expect(manifest["NSPrivacyTracking"] as? Bool == false, "\(module)")
            #expect((manifest["NSPrivacyTrackingDomains"] as? [String])?.isEmpty == true, "\(module)")
            #expect((manifest["NSPrivacyCollectedDataTypes"] as? [Any])?.isEmpty == true, "\(module)")
            #expect(try categories(in: manifest) == expected, "\(module)")
        }
    }

    @Test("Exactly the interfaces that sources use are declared")
    func use() throws {
        var used: [String: Set<String>] = [:]
        for folder in try modules where !Self.outsideApps.contains(folder.lastPathComponent) {
            let found = try categories(usedIn: folder)
            if !found.isEmpty { used[folder.lastPathComponent] = found }
        }
        let timeline = used.removeValue(forKey: "FiresteelTimeline") ?? []
        used["CFiresteelTimeline", default: []].formUnion(timeline)
        #expect(used == Self.declared.mapValues { Set($0.keys) })
    }

    @Test("Every manifest is a resource of its module, so that it reaches the app")
    func resources() throws {
        let package = try String(contentsOf: root.appending(path: "Package.swift"), encoding: .utf8)
        // A declaration of a target, and no dependency on one.
        let targets = package.split(separator: /target\((?=\s*name:)/)
        let names = targets.filter { $0.contains(#".copy("PrivacyInfo.xcprivacy")"#) }
            .compactMap { $0.firstMatch(of: /name: "(\w+)"/).map { String($0.1) } }
        #expect(names.sorted() == Self.declared.keys.sorted())
    }

    // MARK: Manifests

    private var modules: [URL] {
        get throws {
            try FileManager.default.contentsOfDirectory(
                at: root.appending(path: "Sources"), includingPropertiesForKeys: nil)
        }
    }

    private var manifests: [URL] {
        get throws {
            try modules.map { $0.appending(path: "PrivacyInfo.xcprivacy") }
                .filter { FileManager.default.fileExists(atPath: $0.path) }
        }
    }

    private func read(_ module: String) throws -> [String: Any] {
        let file = root.appending(path: "Sources/\(module)/PrivacyInfo.xcprivacy")
        let plist = try PropertyListSerialization.propertyList(from: Data(contentsOf: file), format: nil)
        return try #require(plist as? [String: Any], "\(module)")
    }

    private func categories(in manifest: [String: Any]) throws -> [String: Set<String>] {
        let prefix = "NSPrivacyAccessedAPICategory"
        let entries = try #require(manifest["NSPrivacyAccessedAPITypes"] as? [[String: Any]])
        let pairs = try entries.map { entry in
            let type = try #require(entry["NSPrivacyAccessedAPIType"] as? String)
            let reasons = try #require(entry["NSPrivacyAccessedAPITypeReasons"] as? [String])
            #expect(type.hasPrefix(prefix))
            return (String(type.dropFirst(prefix.count)), Set(reasons))
        }
        #expect(Set(pairs.map(\.0)).count == pairs.count)
        return Dictionary(pairs) { $0.union($1) }
    }

    // MARK: Sources

    /// The categories whose interfaces a module's code names, comments left out.
    private func categories(usedIn folder: URL) throws -> Set<String> {
        let code = try FileManager.default.subpathsOfDirectory(atPath: folder.path)
            .filter { $0.hasSuffix(".swift") || $0.hasSuffix(".c") || $0.hasSuffix(".h") }
            .map { try String(contentsOf: folder.appending(path: $0), encoding: .utf8) }
            .joined(separator: "\n")
        let used = Self.interfaces.filter { _, interface in
            code.range(of: #"(?m)^(?![ \t]*//).*(\#(interface))"#, options: .regularExpression) != nil
        }
        return Set(used.keys)
    }
}
