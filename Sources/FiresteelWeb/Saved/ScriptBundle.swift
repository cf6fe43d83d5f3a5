import Foundation

/// The modules of a page as one script, for a page that is one file.
///
/// Each module becomes a function that returns its exports, after the modules that it imports. Comments and indentation
/// are omitted. The modules have no cycles, import by `import { … } from "…";` on one line, and export declarations.
struct ScriptBundle {
    /// The script.
    let text: String

    private struct Module {
        var lines: [Substring] = []
        var imports: [(names: Substring, path: String)] = []
        var exports: [Substring] = []
    }

    /// Combines a module with all that it imports.
    /// - Parameters:
    ///   - entry: The path of the module.
    ///   - read: Returns the text of the module at a path.
    /// - Throws: ``SavedPageError``, or the error of `read`.
    init(_ entry: String, read: (String) throws -> String) throws {
        var numbers: [String: Int] = [:]
        var active: Set<String> = []
        var text = ""
        func add(_ path: String) throws {
            guard numbers[path] == nil else { return }
            guard active.insert(path).inserted else { throw SavedPageError.script(path, "It imports itself.") }
            let module = try Self.module(try read(path), at: path)
            for imported in module.imports { try add(imported.path) }
            numbers[path] = numbers.count
            text += "const m\(numbers.count - 1) = (() => {\n"
            for (names, path) in module.imports {
                let renamed = names.split(separator: ",").map { $0.replacing(" as ", with: ": ") }
                text += "const {\(renamed.joined(separator: ","))} = m\(numbers[path] ?? 0);\n"
            }
            for line in module.lines { text += line + "\n" }
            text += "return { \(module.exports.joined(separator: ", ")) };\n})();\n"
        }
        try add(entry)
        guard !text.contains("</"), !text.contains("<!--") else {
            throw SavedPageError.script(entry, "It contains “</” or “<!--”, which would end the script.")
        }
        self.text = text
    }

    private static func module(_ text: String, at path: String) throws -> Module {
        var module = Module()
        var isInComment = false
        for line in text.split(separator: "\n") {
            let line = line.drop { $0 == " " }
            if isInComment || line.hasPrefix("/*") {
                isInComment = !line.contains("*/")
                guard !isInComment, let end = line.range(of: "*/") else { continue }
                let rest = line[end.upperBound...].drop { $0 == " " }
                if !rest.isEmpty { module.lines.append(rest) }
            } else if line.hasPrefix("//") {
                continue
            } else if line.hasPrefix("import ") {
                let parts = line.split(separator: "\"")
                guard line.hasPrefix("import {"), parts.count == 3, let end = parts[0].firstIndex(of: "}") else {
                    throw SavedPageError.script(path, "It has an import that can't be bundled: \(line)")
                }
                let names = parts[0][..<end].dropFirst("import {".count)
                module.imports.append((names, Self.resolved(String(parts[1]), from: path)))
            } else if line.hasPrefix("export ") {
                let declaration = line.dropFirst("export ".count)
                let words = declaration.split { !($0.isLetter || $0.isNumber || $0 == "_" || $0 == "$") }
                let keyword = words.first == "async" ? words.dropFirst().first : words.first
                guard let keyword, ["function", "class", "const"].contains(keyword),
                    let name = words.drop(while: { $0 != keyword }).dropFirst().first
                else { throw SavedPageError.script(path, "It has an export that can't be bundled: \(line)") }
                module.exports.append(name)
                module.lines.append(declaration)
            } else {
                module.lines.append(line)
            }
        }
        return module
    }

    private static func resolved(_ path: String, from module: String) -> String {
        var parts = module.split(separator: "/").dropLast()
        for part in path.split(separator: "/") where part != "." {
            if part == ".." { parts.removeLast() } else { parts.append(part) }
        }
        return parts.joined(separator: "/")
    }
}
