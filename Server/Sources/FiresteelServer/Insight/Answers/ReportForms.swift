import FiresteelDatabase
import FiresteelFlags
import FiresteelStore

extension ReportHead {
    /// The report without its contents.
    var json: JSONValue {
        [
            "run": .string(run), "number": .int(Int(number)), "time": .int(Int(time)), "received": .int(Int(received)),
            "version": .string(version), "build": .string(build), "system": .string(system), "device": .string(device),
            "person": person.isEmpty ? .null : .string(person), "isPinned": .bool(isPinned), "bytes": .int(Int(bytes)),
            "redactions": .int(Int(redactions)),
        ]
    }

    /// Its place in the order of time.
    var place: ReportTable.Place { ReportTable.Place(time: time, run: run, number: number) }

    private var reference: JSONValue { ["run": .string(run), "number": .int(Int(number))] }

    /// Returns the report with its contents and neighbors.
    func json(_ body: [UInt8], of groups: [String], _ table: ReportTable) throws -> JSONValue {
        guard let report = try? JSONValue(json: body) else { throw StoreError.damaged("The report can't be read.") }
        return [
            "report": report, "received": .int(Int(received)), "redactions": .int(Int(redactions)),
            "newer": try table.next(of: groups, after: place)?.reference ?? .null,
            "older": try table.page(of: groups, before: place, limit: 10).heads.first?.reference ?? .null,
            "place": .int(Int(try table.count(of: groups, from: place))),
            "total": .int(Int(try table.count(of: groups))),
        ]
    }
}

extension ReportTable.Place {
    /// The place as a text that requests contain.
    var cursor: String { "\(time)~\(run)~\(number)" }

    /// Reads a place, or returns `nil` for another text.
    init?(cursor: String) {
        let parts = cursor.split(separator: "~", omittingEmptySubsequences: false)
        guard parts.count == 3, let time = Int64(parts[0]), let number = Int64(parts[2]) else { return nil }
        self.init(time: time, run: String(parts[1]), number: number)
    }
}

extension GroupEvent {
    /// The event with its number.
    func json(_ number: Int64) -> JSONValue {
        [
            "number": .int(Int(number)), "time": .int(Int(time)), "event": .string(kind.rawValue),
            "actor": actor.isEmpty ? .null : ["id": .string(actor), "name": .string(actorName)],
            "details": .object(details),
        ]
    }
}
