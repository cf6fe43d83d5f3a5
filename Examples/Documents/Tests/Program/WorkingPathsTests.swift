import Foundation
import TestSupport
import Testing

@testable import Documents

@Suite("Paths of Documents") struct WorkingPathsTests {
    private let runs: TemporaryFolder

    init() throws { runs = try TemporaryFolder() }

    private func paths(_ folder: String) throws -> WorkingPaths {
        try WorkingPaths(folder: folder, runs: runs.path, flags: runs.path + "/flags.json")
    }

    @Test("Each folder of documents has a separate file of recent activities; other files are shared")
    func folders() throws {
        let (one, two, inner) = (try paths("/one/notes"), try paths("/two/notes"), try paths("/one/notes/inner"))
        #expect(Set([one, two, inner].map(\.activities)).count == 3)
        for paths in [one, two, inner] {
            #expect(paths.activities.hasPrefix(runs.path + "/"))
            #expect(paths.choices == one.choices && paths.purchases == one.purchases && paths.runs == one.runs)
        }
    }

    @Test(
        "Different paths of a folder are equal",
        arguments: ["/one/notes/", "/one/./notes", "/one/two/../notes", "/one//notes"])
    func sameFolder(path: String) throws {
        let (same, usual) = (try paths(path), try paths("/one/notes"))
        #expect(same.documents == usual.documents && same.activities == usual.activities)
    }

    @Test("The working folder is the one that the environment names, else one of the checkout or the system")
    func workingFolder() {
        let named = runs.path + "/demo"
        let resolved = URL(fileURLWithPath: named).resolvingSymlinksInPath().path
        #expect(WorkingPaths.working(["FIRESTEEL_DEMO": named]) == resolved)
        #expect(WorkingPaths.working(["FIRESTEEL_DEMO": named + "/../demo/"]) == resolved)
        #expect(WorkingPaths.working(["FIRESTEEL_DEMO": ""]) == WorkingPaths.working([:]))
        #expect(WorkingPaths.working([:]).contains("documents-demo"))
    }

    @Test("A working folder is private to its owner, also one that others could open before")
    func privateFolder() throws {
        let path = runs.path + "/new/demo"
        try PrivateFolder.make(path)
        #expect(try mode(path) == 0o700)
        try FileManager.default.setAttributes([.posixPermissions: 0o755], ofItemAtPath: path)
        try PrivateFolder.make(path)
        #expect(try mode(path) == 0o700)
    }

    @Test("A working folder of another user, or a link to one's own, isn't used")
    func foreignFolder() throws {
        let path = runs.path + "/demo"
        try FileManager.default.createSymbolicLink(atPath: path, withDestinationPath: runs.path)
        #expect(throws: CommandError.self) { try PrivateFolder.make(path) }
        try runs.write("a file", to: "file")
        #expect(throws: CommandError.self) { try PrivateFolder.make(runs.path + "/file") }
        #if os(Linux)
        // Root's, for one who isn't root.
        let error = #expect(throws: CommandError.self) { try withOtherOwner { try PrivateFolder.make($0) } }
        #expect(error?.description.contains("belongs to another user") == true)
        #expect(throws: CommandError.self) { try withOtherOwner { try PrivateFolder.check($0) } }
        #endif
    }

    @Test("A folder of runs that others can write to isn't used")
    func sharedRuns() throws {
        try FileManager.default.setAttributes([.posixPermissions: 0o777], ofItemAtPath: runs.path)
        let error = #expect(throws: CommandError.self) { try paths("/one") }
        #expect(error?.description.contains("other users can write to it") == true)
        try FileManager.default.setAttributes([.posixPermissions: 0o700], ofItemAtPath: runs.path)
        _ = try paths("/one")
    }

    private func mode(_ path: String) throws -> Int? {
        try FileManager.default.attributesOfItem(atPath: path)[.posixPermissions] as? Int
    }

    #if os(Linux)
    /// Calls a closure with a folder of another user: one that root gave away, or else root's.
    private func withOtherOwner(_ body: (String) throws -> Void) throws {
        guard geteuid() == 0 else { return try body("/proc") }
        let folder = try TemporaryFolder()
        try FileManager.default.setAttributes([.ownerAccountID: 65_534], ofItemAtPath: folder.path)
        try body(folder.path)
    }
    #endif

    @Test("A document created in one folder is listed there in the next run, and not in another folder")
    func continued() async throws {
        let (one, two) = (try TemporaryFolder(), try TemporaryFolder())
        #expect(try await titles(in: one, making: "Plan") == ["Plan"])
        #expect(try await titles(in: two) == [])
        #expect(try await titles(in: one) == ["Plan"])
    }

    /// Runs the program with a folder, and returns the titles of the recent activities.
    private func titles(in folder: TemporaryFolder, making name: String? = nil) async throws -> [String] {
        let program = try await DocumentsProcess(folder: folder, runs: runs)
        let (tab, stream) = try await program.client.openTab()
        if let name {
            _ = try await tab.perform("create", ["name": name])
            // It is stored before the pages are notified.
            _ = try await stream.next("folder")
        }
        let answer = try await program.client.post("/api/tabs/\(tab.id)/recent", ["query": ""]).json()
        stream.close()
        program.terminate()
        #expect(try await program.waitForEnd() == 0)
        return (answer["documents"] as? [[String: Any]] ?? []).compactMap { $0["title"] as? String }
    }
}
