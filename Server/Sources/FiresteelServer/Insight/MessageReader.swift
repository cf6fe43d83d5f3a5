import Crypto
import FiresteelBase
import FiresteelFlags
import FiresteelGzip
import FiresteelHTTPServer
import FiresteelInsight
import FiresteelStore
import Foundation
import HTTPTypes

/// Checks the messages of programs before they are stored.
enum MessageReader {
    /// A message as it was sent, without compression.
    struct Sent: Sendable {
        let scope: InsightScope
        let run: String
        let kind: InsightMessage.Kind
        let number: Int
        let body: [UInt8]
        let correction: Int64?
    }

    /// Returns the number in a path.
    static func number(_ text: String) throws(HTTPProblem) -> Int {
        guard let number = Int(text), (1...InsightMessage.maximumNumber).contains(number), "\(number)" == text else {
            throw .badRequest("The number of a message is from 1 to \(InsightMessage.maximumNumber).")
        }
        return number
    }

    /// Whether a text is the identifier of a run: 1 to 64 letters, digits, periods, hyphens and underscores.
    static func isRun(_ text: String) -> Bool {
        (1...64).contains(text.utf8.count)
            && text.utf8.allSatisfy { byte in
                (0x30...0x39).contains(byte) || (0x41...0x5A).contains(byte) || (0x61...0x7A).contains(byte)
                    || byte == 0x2D || byte == 0x2E || byte == 0x5F
            }
    }

    /// Throws unless a text is the identifier of a run.
    static func check(run: String) throws(HTTPProblem) {
        guard isRun(run) else { throw invalid("run", "“run” isn't the identifier of a run.") }
    }

    /// Checks a message, and replaces apparent secrets.
    static func message(_ sent: Sent) throws(HTTPProblem) -> InsightMessage {
        try check(run: sent.run)
        var body = sent.body
        var redactions = 0
        do {
            switch sent.kind {
            case .segment:
                let value = try JSONValue(message: body, maximumBytes: SegmentLimits.bytes)
                let segment = try RunSegment(value)
                try check(run: segment.run, number: segment.number, of: sent)
                for (index, person) in segment.people.enumerated() {
                    try check(person.pseudonym, at: "people[\(index)].person")
                }
                redactions = try redact(value, of: &body, maximumBytes: SegmentLimits.bytes, hidesByName: false) {
                    restore(segment.people.map(\.pseudonym), in: &$0)
                } check: {
                    _ = try RunSegment($0)
                }
            case .report:
                let value = try JSONValue(message: body, maximumBytes: ReportLimits.bytes)
                let report = try InsightReport(value)
                try check(run: report.run, number: report.number, of: sent)
                try check(report.person ?? "", at: "person")
                redactions = try redact(value, of: &body, maximumBytes: ReportLimits.bytes) {
                    if let person = report.person { $0["person"] = .string(person) }
                } check: {
                    _ = try InsightReport($0)
                }
            }
        } catch let error as InsightMessageError {
            throw refusal(of: error)
        } catch let error as HTTPProblem {
            throw error
        } catch {
            throw .badRequest("The message can't be read.")
        }
        return InsightMessage(
            scope: sent.scope, run: sent.run, kind: sent.kind, number: Int64(sent.number),
            digest: Array(SHA256.hash(data: sent.body)), body: body, redactions: redactions,
            correction: sent.correction)
    }

    /// Replaces apparent secrets in a message, and returns their number.
    ///
    /// - Parameters:
    ///   - value: The message, which can be read.
    ///   - body: Its bytes, which are replaced if something was found.
    ///   - maximumBytes: The limit of the bytes.
    ///   - restore: Restores pseudonyms, which are checked separately, and identify what is erased.
    ///   - check: Throws unless a message can be read.
    private static func redact(
        _ value: JSONValue, of body: inout [UInt8], maximumBytes: Int, hidesByName: Bool = true,
        restore: (inout [String: JSONValue]) -> Void, check: (JSONValue) throws -> Void
    ) throws(HTTPProblem) -> Int {
        // A replacement may be longer than what it replaces, and the text at its limit.
        for keepsLength in [false, true] {
            var text = value
            let redactions = SecretText.replace(in: &text, keepsLength: keepsLength, hidesByName: hidesByName)
            guard redactions > 0, case .object(var members) = text else { return 0 }
            restore(&members)
            let redacted = JSONValue.object(members)
            let bytes = Array(redacted.json().utf8)
            if bytes.count <= maximumBytes, (try? check(redacted)) != nil {
                body = bytes
                return redactions
            }
        }
        throw invalid("", "The message has texts that look like secrets, and can't be read without them.")
    }

    private static func restore(_ pseudonyms: [String], in segment: inout [String: JSONValue]) {
        guard case .array(var people)? = segment["people"], people.count == pseudonyms.count else { return }
        for (index, pseudonym) in pseudonyms.enumerated() {
            guard case .object(var person) = people[index], person["person"] != nil else { continue }
            person["person"] = .string(pseudonym)
            people[index] = .object(person)
        }
        segment["people"] = .array(people)
    }

    private static func check(run: String, number: Int, of sent: Sent) throws(HTTPProblem) {
        guard run == sent.run else { throw invalid("run", "“run” isn't that of the address.") }
        guard number == sent.number else {
            throw invalid(sent.kind == .segment ? "segment" : "number", "The number isn't that of the address.")
        }
    }

    /// Throws unless a text is a pseudonym: up to 128 visible characters of ASCII, without what addresses have.
    private static func check(_ person: String, at member: String) throws(HTTPProblem) {
        let isValid =
            person.utf8.count <= 128
            && person.utf8.allSatisfy { (0x21...0x7E).contains($0) && $0 != 0x22 && $0 != 0x40 && $0 != 0x5C }
        guard isValid else {
            throw invalid(
                member, "“\(member)” isn't a pseudonym: it has an at sign, spaces, or more than 128 characters.")
        }
    }

    private static func invalid(_ member: String, _ message: String) -> HTTPProblem {
        HTTPProblem(status: .badRequest, code: "invalid", message: message, details: ["member": .string(member)])
    }

    private static func refusal(of error: InsightMessageError) -> HTTPProblem {
        guard let limit = error.limit else { return invalid(error.member, "\(error)") }
        return HTTPProblem(
            status: .contentTooLarge, code: "too-large", message: "\(error)",
            details: ["limit": .string(limit.rawValue), "member": .string(error.member)])
    }

    // MARK: Header fields

    /// Returns the body of a request without compression.
    ///
    /// - Parameters:
    ///   - request: The request.
    ///   - wire: The limit of compressed bytes.
    ///   - inflated: The limit of bytes without compression.
    static func body(of request: APIRequest, wire: Int, inflated: Int) throws(HTTPProblem) -> [UInt8] {
        let isCompressed = request.fields[.contentEncoding]?.lowercased() == "gzip"
        let limit = isCompressed ? wire : inflated
        guard request.body.count <= limit else { throw tooLarge(isCompressed ? "wire" : "inflated", limit) }
        guard isCompressed else { return request.body }
        do {
            return try Gzip.inflated(request.body, limit: inflated)
        } catch {
            switch error {
            case .tooLarge: throw tooLarge("inflated", inflated)
            case .damaged: throw .badRequest("The body isn't gzip, or isn't complete.")
            }
        }
    }

    private static func tooLarge(_ limit: String, _ bytes: Int) -> HTTPProblem {
        HTTPProblem(
            status: .contentTooLarge, code: "too-large", message: "The message has more than \(bytes) bytes.",
            details: ["limit": .string(limit), "maximum": .int(bytes)])
    }

    /// Throws unless a request has the digest of its body as it was sent (RFC 9530).
    static func checkDigest(of request: APIRequest) throws(HTTPProblem) {
        guard let given = request.fields[.contentDigest] else {
            throw HTTPProblem(
                status: .badRequest, code: "wrong-digest",
                message: "“Content-Digest” is missing. Send the SHA-256 of the body: sha-256=:…:")
        }
        let digest = Data(SHA256.hash(data: request.body)).base64EncodedString()
        guard given.split(separator: ",").contains(where: { $0.filter { $0 != " " } == "sha-256=:\(digest):" }) else {
            throw HTTPProblem(
                status: .badRequest, code: "wrong-digest",
                message: "The body isn't the one that “Content-Digest” describes. Send it again.")
        }
    }

    /// Returns how far the clock of the server is ahead of the sender's, in milliseconds, if the request says its time.
    ///
    /// A difference of less than a minute is taken as that of the network.
    static func correction(of request: APIRequest, now: Int64) -> Int64? {
        guard let text = request.fields[.date], let time = HTTPDate.milliseconds(text) else { return nil }
        let difference = now - time
        return abs(difference) < 60_000 ? 0 : difference
    }
}

/// Times in header fields (RFC 9110, 5.6.7).
enum HTTPDate {
    private static let months = ["Jan", "Feb", "Mar", "Apr", "May", "Jun", "Jul", "Aug", "Sep", "Oct", "Nov", "Dec"]

    /// Returns a time in milliseconds since 1970, or `nil` for a text of another form than `Sun, 06 Nov 1994 08:49:37 GMT`.
    static func milliseconds(_ text: String) -> Int64? {
        let parts = text.split(whereSeparator: { $0 == " " || $0 == ":" })
        guard parts.count == 8, parts[7] == "GMT", let day = Int64(parts[1]), (1...31).contains(day),
            let month = months.firstIndex(of: String(parts[2])), let year = Int64(parts[3]),
            (1970...9999).contains(year),
            let hour = Int64(parts[4]), (0...23).contains(hour), let minute = Int64(parts[5]),
            (0...59).contains(minute),
            let second = Int64(parts[6]), (0...60).contains(second)
        else { return nil }
        // Days since 1970, with years that begin in March (H. Hinnant, “chrono-compatible low-level date algorithms”).
        let shifted = month < 2 ? year - 1 : year
        let era = shifted / 400
        let ofEra = shifted % 400
        let ofYear = (153 * ((Int64(month) + 10) % 12) + 2) / 5 + day - 1
        let days = era * 146_097 + ofEra * 365 + ofEra / 4 - ofEra / 100 + ofYear - 719_468
        return ((days * 24 + hour) * 60 + minute) * 60_000 + second * 1_000
    }
}
