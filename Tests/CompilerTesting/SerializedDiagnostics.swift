/// Reads the file in which the compiler reports what it printed, for programs.
///
/// It is a bitstream whose blocks and records are clang's, `clang/Frontend/SerializedDiagnostics.h`. Unlike the printed
/// text it has the changes that the compiler offers.
enum SerializedDiagnostics {
    /// The numbers of blocks and records that are read; there are more.
    private static let diagnosticBlock = 9
    private static let diagnosticRecord = 2
    private static let fileNameRecord = 6
    private static let editRecord = 7

    /// The diagnostics of a file; of an empty one, none.
    static func read(_ bytes: [UInt8]) throws -> [Diagnostic] {
        guard !bytes.isEmpty else { return [] }
        guard bytes.starts(with: "DIAG".utf8) else { throw Bitstream.ReadError() }
        var paths: [Int: String] = [:]
        return try Bitstream.blocks(in: bytes.dropFirst(4)).filter { $0.kind == diagnosticBlock }
            .compactMap { try diagnostic(in: $0, &paths) }
    }

    /// - Parameter paths: The files by their numbers; each is defined at its first use.
    private static func diagnostic(in block: Bitstream.Block, _ paths: inout [Int: String]) throws -> Diagnostic? {
        var found: Diagnostic?
        for record in block.records {
            let fields = record.fields
            switch record.kind {
            case fileNameRecord:
                guard let number = fields.first else { throw Bitstream.ReadError() }
                paths[number] = record.text
            case diagnosticRecord:
                // Severity, file, line, column, and what isn't used.
                guard fields.count >= 4 else { throw Bitstream.ReadError() }
                found = Diagnostic(
                    severity: severity(fields[0]), message: record.text, path: paths[fields[1]] ?? "",
                    line: fields[2], column: fields[3])
            case editRecord:
                // File, line, column and offset, of the beginning and then of the end.
                guard fields.count >= 8, fields[3] <= fields[7] else { throw Bitstream.ReadError() }
                found?.edits.append(Diagnostic.Edit(range: fields[3]..<fields[7], text: record.text))
            default:
                continue
            }
        }
        found?.notes = try block.blocks.filter { $0.kind == diagnosticBlock }
            .compactMap { try diagnostic(in: $0, &paths) }
        return found
    }

    private static func severity(_ number: Int) -> Diagnostic.Severity {
        switch number {
        case 1: .note
        case 2: .warning
        case 3, 4: .error
        default: .remark
        }
    }
}
