import Crypto
import DatabaseTestSupport
import FiresteelFlags
import Foundation
import HTTPTypes
import Testing

@testable import FiresteelServer

@Suite("Breached passwords", .timeLimit(.minutes(3)))
struct BreachedPasswordTests {
    private static let breached = "dwimmerlaik-7"
    private static let lowest = String(repeating: "0", count: 40)
    private static let highest = String(repeating: "F", count: 40)

    private static func hash(_ password: String) -> String {
        Insecure.SHA1.hash(data: Array(password.utf8)).map { byte in
            String(byte >> 4, radix: 16, uppercase: true) + String(byte & 0xF, radix: 16, uppercase: true)
        }.joined()
    }

    /// Returns passwords and their hashes, in the order of these.
    private static func members(_ count: Int) -> [(password: String, hash: String)] {
        (0..<count).map { ("password \($0)", hash("password \($0)")) }.sorted { $0.1 < $1.1 }
    }

    private static func write(_ text: String, to path: String) throws {
        try Data(text.utf8).write(to: URL(filePath: path), options: .atomic)
    }

    /// Returns the error of opening a file with a text.
    private static func error(_ text: String) async throws -> BreachedPasswordsError? {
        try await withFolder { folder in
            let path = "\(folder)/list.txt"
            try write(text, to: path)
            return error(ofPath: path)
        }
    }

    private static func error(ofPath path: String) -> BreachedPasswordsError? {
        do throws(BreachedPasswordsError) {
            _ = try BreachedPasswords(path: path)
            return nil
        } catch {
            return error
        }
    }

    // MARK: Lists

    @Test(
        "Each password of a list is found, from the first line to the last, and no other one",
        arguments: ["\n", "\r\n"], [true, false])
    func lists(lineEnd: String, hasCounts: Bool) async throws {
        try await withFolder { folder in
            let path = "\(folder)/list.txt"
            for count in [1, 2, 3, 4, 150] {
                let members = Self.members(count)
                let lines = members.enumerated().map { index, member in
                    hasCounts ? "\(member.hash):\(index * index * 12_345)" : member.hash
                }
                for text in [lines.joined(separator: lineEnd), lines.map { $0 + lineEnd }.joined()] {
                    try Self.write(text, to: path)
                    let list = try BreachedPasswords(path: path)
                    for member in members {
                        #expect(try await list.contains(member.password), "\(member.password) of \(count)")
                    }
                    for number in 0..<50 {
                        #expect(try await !list.contains("another \(number)"), "\(number) of \(count)")
                    }
                }
            }
        }
    }

    @Test("Hashes are those of the published list, with digits of either case")
    func published() async throws {
        try await withFolder { folder in
            let path = "\(folder)/list.txt"
            for line in [
                "5BAA61E4C9B93F3F0682250B6CF8331B7EE68FD8:10434004", "5baa61e4c9b93f3f0682250b6cf8331b7ee68fd8:3",
                "5baA61e4c9B93f3f0682250b6cf8331b7ee68FD8",
            ] {
                try Self.write("\(Self.lowest):1\r\n\(line)\r\n\(Self.highest):2\r\n", to: path)
                let list = try BreachedPasswords(path: path)
                #expect(try await list.contains("password"))
                #expect(try await !list.contains("Password"))
            }
        }
    }

    @Test("Many lookups at the same time have the same results")
    func concurrent() async throws {
        try await withFolder { folder in
            let path = "\(folder)/list.txt"
            let members = Self.members(1_000)
            try Self.write(members.map { "\($0.hash):1\n" }.joined(), to: path)
            let list = try BreachedPasswords(path: path)
            try await withThrowingTaskGroup(of: Bool.self) { group in
                for number in 0..<30 {
                    group.addTask {
                        try await list.contains(number.isMultiple(of: 2) ? members[number].password : "none")
                    }
                }
                var found = 0
                for try await isFound in group where isFound { found += 1 }
                #expect(found == 15)
            }
        }
    }

    @Test("A file that isn't such a list is refused at the start, with the line")
    func notLists() async throws {
        let hashes = Self.members(300).map(\.hash)
        let path = "/nonexistent/list.txt"
        let missing = Self.error(ofPath: path)
        #expect(missing == .unreadable(path: path, reason: "No such file or directory"))
        #expect(
            "\(try #require(missing))"
                == "Can't read the breached passwords in \(path): No such file or directory. Check that the file exists and that the server's user may read it."
        )
        try await withFolder { folder in
            #expect(Self.error(ofPath: folder) == .unreadable(path: folder, reason: "it isn't a regular file"))
        }
        guard case .empty? = try await Self.error("") else {
            Issue.record("An empty file is accepted.")
            return
        }
        let malformed: [(String, Int)] = [
            ("\n", 1), ("password\nletmein\n", 1), ("\(hashes[0].prefix(32)):1\n", 1), ("\(hashes[0]):\n", 1),
            ("\(hashes[0]):1x\n", 1), ("\(hashes[0]) 1\n", 1), ("\(hashes[0])\0\n", 1), ("\u{FEFF}\(hashes[0])\n", 1),
            ("\(hashes[0])\n\n\(hashes[1])\n", 2), ("\(hashes[0]):1\n\(hashes[1])G:1\n", 2),
            ("\(hashes[0]):1\n" + String(repeating: "A", count: 1_000_000), 2),
        ]
        for (text, line) in malformed {
            guard case .malformed(_, let found)? = try await Self.error(text) else {
                Issue.record("“\(text.prefix(100))” is accepted.")
                continue
            }
            #expect(found == line, "“\(text.prefix(100))”")
        }
        // A list that is ordered by count.
        guard case .unordered(_, 2)? = try await Self.error("\(hashes[1]):9\n\(hashes[0]):8\n") else {
            Issue.record("A list in another order is accepted.")
            return
        }
        // Downloads that were interrupted.
        let lines = hashes.joined(separator: "\n")
        for text in [String(lines.dropLast(3)), "\(lines)\n\n", "\(lines)\n\(Self.lowest)"] {
            guard case .incomplete? = try await Self.error(text) else {
                Issue.record("A list that ends with “\(text.suffix(42))” is accepted.")
                continue
            }
        }
    }

    @Test(
        "A lookup that reads a damaged line has an error instead of a result",
        // Other characters, lines that are too short and too long, and a hash in another place than its own.
        arguments: [(0x58, 40), (0, 40), (0x30, 20), (0x41, 10_000), (0x30, 40)])
    func damage(by character: UInt8, count: Int) async throws {
        try await withFolder { folder in
            let path = "\(folder)/list.txt"
            let members = Self.members(1_000)
            var lines = members.map { "\($0.hash)\n" }
            let line = String(decoding: repeatElement(character, count: count), as: UTF8.self)
            // Wherever the middle is, the second step or an earlier one reads one of these lines.
            for index in 600..<900 { lines[index] = "\(line)\n" }
            try Self.write(lines.joined(), to: path)
            let list = try BreachedPasswords(path: path)
            let last = members[999].password
            await #expect(throws: BreachedPasswordsError.damaged(path: path)) { try await list.contains(last) }
        }
    }

    @Test("A file that is replaced is used without a restart, and one that is missing or empty is an error")
    func replaced() async throws {
        try await withFolder { folder in
            let path = "\(folder)/list.txt"
            try Self.write("\(Self.hash("first"))\n", to: path)
            let list = try BreachedPasswords(path: path)
            #expect(try await list.contains("first"))
            try Self.write("\(Self.hash("second"))\n", to: path)
            #expect(try await !list.contains("first"))
            #expect(try await list.contains("second"))
            try Self.write("", to: path)
            await #expect(throws: BreachedPasswordsError.empty(path: path)) { try await list.contains("second") }
            try FileManager.default.removeItem(atPath: path)
            await #expect(throws: BreachedPasswordsError.self) { try await list.contains("second") }
            try Self.write("\(Self.hash("third"))\n", to: path)
            #expect(try await list.contains("third"))
        }
    }

    // MARK: The server

    @Test("A breached password can't be set: by the first account, an invitation, a change or a link")
    func everywhere() async throws {
        try await withFolder { folder in
            let path = "\(folder)/list.txt"
            try Self.write("\(Self.lowest):9\r\n\(Self.hash(Self.breached)):2\r\n", to: path)
            let list = try BreachedPasswords(path: path)
            try await ServerFixture.with(configure: { $0.breachedPasswords = list }) { fixture in
                func expectRefusal(_ answer: ServerFixture.Answer) {
                    #expect(answer.status == 422 && answer.code == "invalid")
                    let message = answer.json["error"]?["message"]?.stringValue
                    #expect(message?.hasPrefix("This password is known from a data breach.") == true)
                }
                func create(_ path: String, _ code: JSONValue, _ email: JSONValue, _ password: String) async throws
                    -> ServerFixture.Answer
                {
                    try await fixture.send(
                        .post, path,
                        body: ["code": code, "email": email, "name": "Ines", "password": .string(password)],
                        fields: fixture.ownFields)
                }
                let first = JSONValue.string(try await fixture.server.newFirstAccountCode() ?? "")
                let firstPath = "/api/v1/first-account"
                expectRefusal(try await create(firstPath, first, "ines@example.com", Self.breached))
                let created = try await create(firstPath, first, "ines@example.com", ServerFixture.password)
                #expect(created.status == 201)

                let invited = try await fixture.send(
                    .post, "/api/v1/programs/documents/invitations", cookie: created.session,
                    body: ["email": "tomas@example.com", "role": "editor"])
                let invitation = invited.json["code"] ?? .null
                let invitations = "/api/v1/invitations"
                expectRefusal(try await create(invitations, invitation, "tomas@example.com", Self.breached))
                let accepted = try await create(invitations, invitation, "tomas@example.com", ServerFixture.password)
                #expect(accepted.status == 201)

                func change(_ password: String) async throws -> ServerFixture.Answer {
                    try await fixture.send(
                        .put, "/api/v1/session/password", cookie: accepted.session,
                        body: ["current": .string(ServerFixture.password), "password": .string(password)])
                }
                expectRefusal(try await change(Self.breached))
                #expect(try await fixture.signIn("tomas@example.com").status == 200)

                let account = try await fixture.account("tomas@example.com")
                let reset = try await fixture.send(
                    .post, "/api/v1/accounts/\(account)/password-reset", cookie: created.session)
                let code = reset.json["code"] ?? .null
                func choose(_ password: String) async throws -> ServerFixture.Answer {
                    try await fixture.send(
                        .post, "/api/v1/password-resets", body: ["code": code, "password": .string(password)],
                        fields: fixture.ownFields)
                }
                expectRefusal(try await choose(Self.breached))
                // The link can still be used.
                #expect(try await choose("staple a battery to it").status == 204)
            }
        }
    }

    @Test("While the list can't be read, passwords can't be set and everything else works")
    func unreadable() async throws {
        try await withFolder { folder in
            let path = "\(folder)/list.txt"
            try Self.write("\(Self.hash(Self.breached)):2\n", to: path)
            let list = try BreachedPasswords(path: path)
            try await ServerFixture.with(configure: { $0.breachedPasswords = list }) { fixture in
                let cookie = try await fixture.signInFirst()
                func change() async throws -> ServerFixture.Answer {
                    try await fixture.send(
                        .put, "/api/v1/session/password", cookie: cookie,
                        body: ["current": .string(ServerFixture.password), "password": "staple a battery to it"])
                }
                for text in [nil, "", "damaged"] as [String?] {
                    if let text {
                        try Self.write(text, to: path)
                    } else {
                        try FileManager.default.removeItem(atPath: path)
                    }
                    let refused = try await change()
                    #expect(refused.status == 503 && refused.code == "unavailable", "\(refused.json)")
                    #expect(refused.fields[.retryAfter] == "60")
                    // The path is of no concern to people.
                    #expect(refused.json["error"]?["message"]?.stringValue?.contains(folder) == false)
                }
                #expect(try await fixture.signIn().status == 200)
                try Self.write("\(Self.hash(Self.breached)):2\n", to: path)
                #expect(try await change().status == 204)
                #expect(try await fixture.signIn("ines@example.com", "staple a battery to it").status == 200)
            }
        }
    }
}
