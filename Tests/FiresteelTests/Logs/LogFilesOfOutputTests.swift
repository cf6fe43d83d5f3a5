import Firesteel
import Foundation
import TestSupport
import Testing

@Suite("The files of an output")
struct LogFilesOfOutputTests {
    private let folder: TemporaryFolder

    init() throws {
        folder = try TemporaryFolder()
    }

    @Test("Erasing removes every file, and the next line begins a new one")
    func erase() throws {
        let output = FileLogOutput(folder: folder.path, rotation: .init(size: 1_024))
        for number in 0..<60 { output.write(.numbered(number)) }
        try output.erase()
        #expect(try folder.names == [])
        output.write(.numbered(60))
        #expect(try folder.lines("log.log").map { $0.suffix(7) } == ["Line 60"])
    }

    @Test("Erasing reports the files that remain")
    func eraseFails() throws {
        try FileManager.default.createDirectory(
            atPath: folder.path + "/log.log/inside", withIntermediateDirectories: true)
        let output = FileLogOutput(folder: folder.path)
        #expect(throws: LogFileError.self) { try output.erase() }
    }

    @Test("If the folder can't be listed, erasing and listing the files throw")
    func notListed() throws {
        try Data().write(to: URL(filePath: folder.path + "/blocked"))
        let output = FileLogOutput(folder: folder.path + "/blocked")
        let fault = LogFileError.cannotList(path: folder.path + "/blocked/", code: ENOTDIR)
        #expect(throws: fault) { try output.erase() }
        #expect(throws: fault) { try output.files }
        #expect(fault.description.contains("Not a directory"))
    }

    @Test("Where there is no folder there are no files, and nothing to erase")
    func nothingThere() throws {
        let output = FileLogOutput(folder: folder.path + "/none")
        try output.erase()
        #expect(try output.files.isEmpty)
    }
}
