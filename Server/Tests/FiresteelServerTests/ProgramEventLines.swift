import FiresteelBase
import FiresteelHTTP
import Foundation
import HTTPTypes

/// The lines of a program's event stream.
struct ProgramEventLines {
    private var pieces: HTTPBody.Iterator
    private var text = ""

    init(_ body: HTTPBody) { pieces = body.makeAsyncIterator() }

    /// Returns the next line that isn't empty, or `nil` at the end of the stream.
    mutating func next() async throws -> JSONValue? {
        while true {
            while let end = text.firstIndex(of: "\n") {
                let line = text[..<end]
                text = String(text[text.index(after: end)...])
                if !line.isEmpty { return try JSONValue(json: line.utf8) }
            }
            guard let piece = try await pieces.next() else { return nil }
            text += String(decoding: piece, as: UTF8.self)
        }
    }

    /// Returns the first line whose number of a kind, such as that of the last change, is above another.
    mutating func next(_ member: String, above known: Int) async throws -> JSONValue? {
        while let line = try await next() {
            if line[member]?.intValue ?? -1 > known { return line }
        }
        return nil
    }
}

extension ServerFixture {
    /// Follows the events of the program with a token or the cookie of a session, as a page does.
    func follow(token: String? = nil, cookie: String? = nil) async throws -> ProgramEventLines {
        let url = try Self.url("\(base.absoluteString)/api/v1/programs/documents/events")
        var request = HTTPRequestMessage(.get, url)
        if let token { request.fields[.authorization] = "Bearer \(token)" }
        if let cookie {
            request.fields[.cookie] = cookie
            request.fields[.ownPage] = "1"
        }
        return ProgramEventLines(try await URLSessionTransport().stream(request).body)
    }
}
