import FiresteelBase
import FiresteelFlags
import FiresteelGzip
import FiresteelInsight

@testable import FiresteelServer
@testable import FiresteelStore

#if canImport(Darwin)
import Darwin
#elseif canImport(Glibc)
import Glibc
#endif

/// Reads bytes as what programs send to the server about their runs.
///
/// The first byte selects the form: `s` a segment, `r` a report, `b` a batch, `g` bytes in the format of gzip, `t` a text
/// that is repeated, any other byte a JSON value. A message is stored or refused for a named reason, whether it is compressed
/// or not. What looks like a secret is replaced, and reading the result again changes nothing. The time is linear.
@_cdecl("LLVMFuzzerTestOneInput")
public func fuzzIngest(_ start: UnsafePointer<UInt8>?, _ count: Int) -> CInt {
    guard let start, count > 1 else { return 0 }
    let bytes = Array(UnsafeBufferPointer(start: start, count: count))
    let input = Array(bytes.dropFirst())
    let began = processTime()
    let size =
        switch bytes[0] {
        case UInt8(ascii: "s"): checkMessage(.segment, input)
        case UInt8(ascii: "r"): checkMessage(.report, input)
        case UInt8(ascii: "b"): checkBatch(input)
        case UInt8(ascii: "g"): checkInflating(input)
        case UInt8(ascii: "t"): checkRepeatedText(input)
        default: checkValue(input)
        }
    let nanoseconds = processTime() - began
    // Of an instrumented build: several readings of each byte.
    precondition(
        nanoseconds <= 200_000_000 + Double(size) * 20_000, "\(size) bytes of “\(bytes[0])” take \(nanoseconds) ns")
    return 0
}

/// The CPU time of this process, in nanoseconds: messages are read on another thread.
private func processTime() -> Double {
    var time = timespec()
    clock_gettime(CLOCK_PROCESS_CPUTIME_ID, &time)
    return Double(time.tv_sec) * 1e9 + Double(time.tv_nsec)
}

// MARK: Messages

/// Sends a message, compressed and as it is, and checks what is stored of it.
private func checkMessage(_ kind: InsightMessage.Kind, _ body: [UInt8]) -> Int {
    // The address names the run and the number, so they are those of the message wherever it has any.
    let members = (try? JSONValue(json: body))?.objectValue ?? [:]
    let run = members["run"]?.stringValue ?? "run"
    let number = members[kind == .segment ? "segment" : "number"]?.intValue ?? 1
    let request = IngestRequest(kind, run: run, number: number, body: body)
    let outcome = request.send()
    checkCompression(of: request, outcome)

    let sent = MessageReader.Sent(
        scope: InsightScope(program: "documents", environment: "development"), run: run, kind: kind, number: number,
        body: body, correction: nil)
    guard let message = try? MessageReader.message(sent) else {
        precondition(outcome != .stored, "A message is stored that can't be read")
        return body.count
    }
    precondition(
        outcome == .stored || !(1...InsightMessage.maximumNumber).contains(number), "A message is refused: \(outcome)")
    precondition(message.redactions > 0 || message.body == body, "A message without a secret is changed")
    do {
        switch kind {
        case .segment:
            let segment = try RunSegment(json: message.body)
            precondition(segment.number == number && segment.run == run, "Another message is stored")
        case .report: check(try InsightReport(json: message.body))
        }
    } catch {
        preconditionFailure("What is stored can't be read: \(error)")
    }
    return body.count
}

/// Checks that a report has the same fingerprint after it was written, whatever numbers its message has.
private func check(_ report: InsightReport) {
    let fingerprint = ReportFingerprint(report)
    precondition(fingerprint.text.hasPrefix("\(ReportFingerprint.version):"), "A fingerprint without a version")
    precondition(!report.title.isEmpty, "A report without a title")
    let bytes = report.json
    guard bytes.count <= ReportLimits.bytes else { return }
    do {
        let written = try InsightReport(json: bytes)
        precondition(ReportFingerprint(written) == fingerprint, "Another fingerprint")
    } catch {
        preconditionFailure("A report that was read and written can't be read: \(error)")
    }
    // The digits of a hexadecimal number are also letters.
    guard let message = report.failure?.message, !message.contains("x") else { return }
    var other = report
    other.failure?.message = String(message.map { $0.isASCII && $0.isNumber ? "7" : $0 })
    precondition(ReportFingerprint(other) == fingerprint, "Another number makes another fingerprint: \(message)")
}

/// Sends a batch, with the digests that its items should have instead of “-”, and texts instead of objects as bodies.
private func checkBatch(_ input: [UInt8]) -> Int {
    var body = input
    if case .object(var members)? = try? JSONValue(json: input), case .array(let items)? = members["items"] {
        members["items"] = .array(items.map(completed))
        body = Array(JSONValue.object(members).json().utf8)
    }
    let request = IngestRequest(batch: body)
    let outcome = request.send()
    checkCompression(of: request, outcome)
    if case .results(let results) = outcome {
        let items = (try? JSONValue(json: body))?.objectValue?["items"]?.arrayValue ?? []
        precondition(results.count == items.count, "\(results.count) results of \(items.count) items")
        for result in results {
            let error = result.objectValue?["error"]?.objectValue ?? [:]
            IngestRequest.check(
                result.objectValue?["status"]?.intValue ?? 0, error["code"]?.stringValue ?? "",
                error["message"]?.stringValue ?? "", error)
        }
    }
    return body.count
}

/// Returns an item of a batch with what a mutation can't compute.
private func completed(_ item: JSONValue) -> JSONValue {
    guard case .object(var members) = item else { return item }
    if let body = members["body"], body.objectValue != nil { members["body"] = .string(body.json()) }
    if members["sha256"] == "-", let body = members["body"]?.stringValue {
        members["sha256"] = .string(IngestRequest.digest(Array(body.utf8)).map(hexadecimal).joined())
    }
    return .object(members)
}

private func hexadecimal(_ byte: UInt8) -> String { (byte < 16 ? "0" : "") + String(byte, radix: 16) }

/// Checks that a request is stored if and only if it is when it is compressed.
///
/// Of several reasons to refuse it, any is named.
private func checkCompression(of request: IngestRequest, _ outcome: IngestRequest.Outcome) {
    guard let compressed = request.compressed else { return }
    let other = compressed.send()
    precondition((other == .stored) == (outcome == .stored), "\(outcome) as it is, \(other) with gzip")
}

// MARK: Parts

/// Inflates bytes, with limits on both sides of their size.
private func checkInflating(_ input: [UInt8]) -> Int {
    let limit = 1 << 20
    guard let bytes = try? Gzip.inflated(input, limit: limit) else { return input.count + limit }
    precondition(bytes.count <= limit, "\(bytes.count) bytes are beyond the limit")
    let again = try? Gzip.inflated(Gzip.compressed(bytes), limit: bytes.count)
    precondition(again == bytes, "Other bytes after compressing")
    guard !bytes.isEmpty else { return input.count }
    do {
        _ = try Gzip.inflated(input, limit: bytes.count - 1)
        preconditionFailure("\(bytes.count) bytes are within a smaller limit")
    } catch {
        precondition(error == .tooLarge, "\(error) instead of the limit")
    }
    return input.count + bytes.count
}

/// Checks a text, repeated so that what isn't linear takes long.
///
/// The first byte says how often, up to 64 KiB.
private func checkRepeatedText(_ input: [UInt8]) -> Int {
    let times = min(1 << (Int(input[0]) % 17), max(1, 65_536 / input.count))
    let text = String(repeating: String(decoding: input.dropFirst(), as: UTF8.self), count: times)
    for keepsLength in [false, true] {
        guard let other = SecretText.replaced(text, keepsLength: keepsLength) else { continue }
        precondition(other != text, "Nothing is replaced")
        precondition(SecretText.replaced(other, keepsLength: keepsLength) == nil, "Replaced twice: \(other)")
        precondition(!keepsLength || other.utf8.count <= text.utf8.count, "A longer text: \(other)")
    }
    return text.utf8.count
}

/// Checks that replacing the secrets of a value changes nothing the second time, and doesn't lengthen it if it must not.
private func checkValue(_ input: [UInt8]) -> Int {
    guard let value: JSONValue = try? JSONDocument(input, maximumBytes: 1 << 20, maximumDepth: 64).value(0) else {
        return input.count
    }
    for keepsLength in [false, true] {
        var once = value
        let count = SecretText.replace(in: &once, keepsLength: keepsLength)
        precondition((count == 0) == (once == value), "\(count) texts are replaced")
        var twice = once
        let again = SecretText.replace(in: &twice, keepsLength: keepsLength)
        precondition(again == 0 && twice == once, "Replaced twice: \(once.json()), \(twice.json())")
        precondition(
            !keepsLength || once.json().utf8.count <= value.json().utf8.count, "A longer value: \(once.json())")
    }
    return input.count
}
