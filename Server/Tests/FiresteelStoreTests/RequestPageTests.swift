import FiresteelBase
import FiresteelDatabase
import FiresteelStore
import Testing

@Suite("Pages of requests", .timeLimit(.minutes(3)))
struct RequestPageTests {
    /// Stores requests whose times and states repeat, and returns their identifiers in the order of a list.
    private func fill(_ store: StoreFixture, _ count: Int, body: String = "[]") async throws -> [String] {
        let states: [ChangeRequest.State] = [.pending, .done, .failed, .pending, .withdrawn]
        let rows = (0..<count).map { (id: "r\($0 * 7 % count)", state: states[$0 % states.count], time: Int64($0 / 3)) }
        try await store.database.write { database in
            for row in rows {
                _ = try database.execute(
                    """
                    INSERT INTO requests
                    (id, program, kind, state, change_kind, created, author, author_name, source, reason, environments, body,
                     fingerprint, decided_by, decided_by_name, comment)
                    VALUES (?, 'documents', 'approval', ?, 'edit', ?, 'mara', 'Mara', 'dashboard', '', '', ?, '', '', '', '')
                    """, [.text(row.id), .text(row.state.rawValue), .int(row.time), .text(body)])
            }
        }
        return rows.sorted {
            let (one, other) = ($0.state == .pending ? 0 : 1, $1.state == .pending ? 0 : 1)
            return (one, $1.time, $0.id) < (other, $0.time, $1.id)
        }.map(\.id)
    }

    private func all(_ store: StoreFixture, limit: Int) async throws -> (ids: [String], pages: [RequestPage]) {
        var (pages, after): ([RequestPage], RequestPosition?) = ([], nil)
        repeat {
            let position = after
            let page = try await store.database.read {
                try RequestTable($0).page(of: store.program, after: position, limit: limit)
            }
            pages.append(page)
            // Positions survive being texts.
            after = page.next.flatMap { RequestPosition($0.text) }
            #expect(after == page.next)
        } while after != nil && pages.count < 2_000
        return (pages.flatMap { $0.entries.map(\.request.id) }, pages)
    }

    @Test(
        "Pages of any size have each request once, the pending ones first, then the newest",
        arguments: StoreFixture.databases)
    func order(_ dialect: DatabaseDialect) async throws {
        try await StoreFixture.with(dialect) { store in
            let expected = try await fill(store, 101)
            for limit in [1, 7, 40, 41, 100, 101, 200] {
                #expect(try await all(store, limit: limit).ids == expected, "\(limit)")
            }
            let counts = try await store.database.read { try RequestTable($0).pendingCounts(of: store.program) }
            #expect(counts == [.approval: 41])
        }
    }

    @Test("A page of many large requests has a limited size", arguments: StoreFixture.databases)
    func size(_ dialect: DatabaseDialect) async throws {
        try await StoreFixture.with(dialect) { store in
            let name = String(repeating: "x", count: 100_000)
            let body = "[{\"base\":0,\"create\":{\"name\":\"\(name)\"},\"kind\":\"segment\",\"name\":\"s\"}]"
            let expected = try await fill(store, 50, body: body)
            let (ids, pages) = try await all(store, limit: 200)
            #expect(ids == expected)
            #expect(pages.count == 3)
            #expect(pages.allSatisfy { $0.entries.count * body.utf8.count <= RequestTable.maximumPage })
            #expect(pages.allSatisfy { $0.entries.allSatisfy { !$0.isShortened && $0.request.edits.count == 1 } })
            let huge = "[" + String(repeating: " ", count: RequestTable.maximumListed) + "]"
            _ = try await store.database.write {
                try $0.execute("UPDATE requests SET body = ? WHERE id <> 'r1'", [.text(huge)])
            }
            let (_, few) = try await all(store, limit: 200)
            #expect(few.count == 1)
            #expect(few[0].entries.filter { !$0.isShortened }.map(\.request.id) == ["r1"])
        }
    }

    @Test("Pending requests of an item are found, on pages of any size", arguments: StoreFixture.databases)
    func item(_ dialect: DatabaseDialect) async throws {
        try await StoreFixture.with(dialect) { store in
            _ = try await fill(store, 20)
            func edits(_ name: String, _ people: String = "") -> String {
                #"[{"base":0,"create":{"people":["\#(people)"]},"kind":"segment","name":"\#(name)"}]"#
            }
            let variant =
                #"[{"base":0,"create":{"variants":[{"name":"a_b","value":1}]},"kind":"flag","name":"other"}]"#
            let large = String(repeating: "x", count: RequestTable.maximumListed)
            // All but the last are pending.
            let bodies = [
                ("r0", edits("a_b")), ("r1", edits("aXb")), ("r5", edits("A_B")), ("r2", edits("a_b", large)),
                ("r6", variant), ("r4", "[{\"name\":\"a_b\""), ("r3", edits("a_b")),
            ]
            try await store.database.write { database in
                _ = try database.execute("UPDATE requests SET state = 'done'", [])
                for (id, body) in bodies {
                    _ = try database.execute(
                        "UPDATE requests SET body = ?, state = ? WHERE id = ?",
                        [.text(body), .text(id == "r3" ? "done" : "pending"), .text(id)])
                }
            }
            for limit in [1, 2, 50] {
                var (found, damaged, after): (Set<String>, [String], RequestPosition?) = ([], [], nil)
                repeat {
                    let position = after
                    let page = try await store.database.read {
                        try RequestTable($0).page(
                            of: store.program, matching: RequestFilter(isPending: true, item: "a_b"), after: position,
                            limit: limit)
                    }
                    found.formUnion(page.entries.map(\.request.id))
                    damaged += page.damaged
                    after = page.next
                } while after != nil
                #expect(found == ["r0", "r2"] && damaged == ["r4"], "\(limit)")
            }
            let all = try await store.database.read {
                try RequestTable($0).page(
                    of: store.program, matching: RequestFilter(isPending: true), limit: 50)
            }
            #expect(all.entries.count + all.damaged.count == 6 && all.next == nil)
        }
    }

    @Test("A request that can't be read doesn't hide the others", arguments: StoreFixture.databases)
    func damaged(_ dialect: DatabaseDialect) async throws {
        try await StoreFixture.with(dialect) { store in
            var expected = try await fill(store, 12)
            for (column, value, id) in [("body", "{", "r3"), ("kind", "?", "r4"), ("source", "?", "r5")] {
                _ = try await store.database.write {
                    try $0.execute("UPDATE requests SET \(column) = ? WHERE id = ?", [.text(value), .text(id)])
                }
            }
            expected.removeAll { ["r3", "r4", "r5"].contains($0) }
            for limit in [1, 5, 50] {
                let (ids, pages) = try await all(store, limit: limit)
                #expect(ids == expected)
                #expect(Set(pages.flatMap(\.damaged)) == ["r3", "r4", "r5"])
            }
        }
    }
}
