import FiresteelReports
import Foundation
import TestSupport
import Testing

@Suite("Writing archives", .enabled(if: ZipReader.isThere, "unzip and python3 read what was written"))
struct ZipWriterTests {
    private let folder: TemporaryFolder
    private var path: String { folder.url.appending(path: "a.zip").path }

    init() throws { folder = try TemporaryFolder() }

    @Test("Other programs read names, times and contents as they were written")
    func roundTrip() throws {
        let archive = try ZipWriter(path: path)
        let date = try #require(ISO8601DateFormatter().date(from: "2026-11-21T09:27:12Z"))
        try archive.add("plain.txt", Data("hello".utf8), modified: date)
        try archive.add("folder/日本 é.txt", modified: date) { write in
            for number in 0..<10_000 { try write("line \(number)\n") }
        }
        try archive.add("empty", Data(), modified: date)
        try archive.finish()
        let entries = try ZipReader.entries(folder.url.appending(path: "a.zip"))
        #expect(entries.map(\.name) == ["plain.txt", "folder/日本 é.txt", "empty"])
        #expect(entries[0].text == "hello")
        #expect(entries[1].text == (0..<10_000).map { "line \($0)\n" }.joined())
        #expect(entries[1].isUTF8)
        #expect(entries[1].isDeflated)
        #expect(entries[2].text.isEmpty)
        let local = Calendar.current.dateComponents([.year, .month, .day, .hour, .minute, .second], from: date)
        #expect(entries[0].modified == [local.year, local.month, local.day, local.hour, local.minute, local.second])
        let size = try #require(FileManager.default.attributesOfItem(atPath: path)[.size] as? Int)
        #expect(size < 60_000)
    }

    @Test(
        "A name that isn't valid, or leads elsewhere, is rejected",
        arguments: ["", "/etc/passwd", "../up", "a/../b", "a//b", "a/", "./a", "a\\b", "C:a", "a\u{0}b", "a\nb"])
    func names(name: String) throws {
        let archive = try ZipWriter(path: path)
        #expect(throws: ZipError.name(name)) { try archive.add(name, Data()) }
        // The archive isn't harmed by it.
        try archive.add("fine", Data())
        try archive.finish()
    }

    @Test("A name is used once, and a finished archive can't be extended")
    func order() throws {
        let archive = try ZipWriter(path: path)
        try archive.add("a", Data())
        #expect(throws: ZipError.duplicate("a")) { try archive.add("a", Data()) }
        try archive.finish()
        #expect(throws: ZipError.finished) { try archive.add("b", Data()) }
        #expect(throws: ZipError.finished) { try archive.finish() }
    }

    @Test("An error of the contents is rethrown, and the archive stays unfinished")
    func thrown() throws {
        struct RefusedError: Error {}
        let archive = try ZipWriter(path: path)
        #expect(throws: RefusedError.self) {
            try archive.add("a") { write in
                try write("begun")
                throw RefusedError()
            }
        }
        #expect(throws: ZipError.finished) { try archive.finish() }
    }

    @Test("A missing folder and a full disk are reported with the system's message")
    func failures() throws {
        #expect(throws: ZipError.self) { try ZipWriter(path: folder.url.path + "/none/a.zip") }
        #if os(Linux)
        let error = #expect(throws: ZipError.self) {
            let archive = try ZipWriter(path: "/dev/full")
            for number in 0..<100 { try archive.add("\(number)", Data((0..<10_000).map { _ in .random(in: 0...255) })) }
            try archive.finish()
        }
        #expect("\(error as Any)".contains("/dev/full"))
        #endif
    }
}
