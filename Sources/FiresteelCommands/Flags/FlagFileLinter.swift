import FiresteelFlags
import FlagAccessors

/// Finds errors and warnings in a flag file.
struct FlagFileLinter {
    private(set) var findings: [LintFinding] = []
    private(set) var format: FormatArgument?
    private let text: SourceText
    /// The day by which flags expire.
    let today: FlagDate

    init(_ path: String, _ bytes: [UInt8], format specified: FormatArgument?, today: FlagDate) {
        self.today = today
        text = SourceText(bytes)
        let file: FlagFileInput
        do throws(JSONError) {
            file = try FlagFileInput(path, bytes, format: specified)
        } catch {
            findings = [
                LintFinding(
                    severity: .error, line: error.line, column: error.column, path: "$", flag: nil,
                    message: error.message)
            ]
            return
        }
        format = file.format
        guard let members = file.root.members else {
            error(at: file.root.offset, "$", nil, "A flag file must be an object.")
            return
        }
        switch file.format {
        case .flagd: lintDefinitions(file)
        case .justTweak: lintTweaks(members)
        case .toggles: lintToggles(file.root)
        case .values: lintValues(members)
        }
        findings.sort { ($0.line, $0.column, $0.message) < ($1.line, $1.column, $1.message) }
    }

    mutating func error(at offset: Int, _ path: String, _ flag: String?, _ message: String) {
        add(.error, at: offset, path, flag, message)
    }

    mutating func warn(at offset: Int, _ path: String, _ flag: String?, _ message: String) {
        add(.warning, at: offset, path, flag, message)
    }

    mutating func add(_ finding: LintFinding) { findings.append(finding) }

    private mutating func add(
        _ severity: LintFinding.Severity, at offset: Int, _ path: String, _ flag: String?, _ message: String
    ) {
        let location = text.location(of: offset)
        findings.append(
            LintFinding(
                severity: severity, line: location.line, column: location.column, path: path, flag: flag,
                message: message))
    }

    /// Warns of unknown names, and suggests similar ones.
    mutating func checkNames(
        of members: [PlacedValue.PlacedMember], known: [String], _ path: String, _ flag: String?, _ what: String
    ) {
        for member in members where !known.contains(member.name) {
            let nearest = known.filter {
                $0.lowercased() == member.name.lowercased() || isOneEditApart($0, member.name)
            }
            let hint = nearest.first.map { " Did you mean “\($0)”?" } ?? ""
            warn(
                at: member.offset, LintPath.member(member.name, of: path), flag,
                "“\(member.name)” is unknown in \(what).\(hint)")
        }
    }

    /// Returns whether two names differ by one inserted, removed, replaced or transposed letter.
    private func isOneEditApart(_ first: String, _ second: String) -> Bool {
        let (a, b) = (Array(first.lowercased()), Array(second.lowercased()))
        guard abs(a.count - b.count) <= 1 else { return false }
        let start = zip(a, b).prefix { $0 == $1 }.count
        let (restA, restB) = (a[start...], b[start...])
        if restA.dropFirst().elementsEqual(restB.dropFirst()) || restA.dropFirst().elementsEqual(restB)
            || restA.elementsEqual(restB.dropFirst())
        {
            return true
        }
        return restA.count >= 2 && restB.count >= 2 && restA.first == restB.dropFirst().first
            && restA.dropFirst().first == restB.first && restA.dropFirst(2).elementsEqual(restB.dropFirst(2))
    }
}
