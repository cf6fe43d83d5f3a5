import Foundation

/// The modules of a page as one script.
///
/// Each module becomes a function that returns its exports, and is called when the first module needs them, so that modules
/// that are imported by `import("…")` run when they were to be loaded. Static imports have no cycles, and are one line:
/// `import { … } from "…";` or `import * as … from "…";`. Exports are declarations, or `export { … };`.
struct ScriptBundle {
    /// The script.
    let text: String

    /// The form of the text.
    enum Form {
        /// A script in a file of HTML, without comments and indentation.
        case inline
        /// A file, with its lines as they are.
        case file
    }

    private struct Module {
        var lines: [String] = []
        var imports: [(names: String, path: String)] = []
        /// The paths of modules that it imports when it runs.
        var later: [String] = []
        var exports: [String] = []
    }

    /// Combines a module with all that it imports.
    /// - Parameters:
    ///   - entry: The path of the module.
    ///   - form: The form of the text.
    ///   - read: Returns the text of the module at a path.
    /// - Throws: ``HTMLExportError``, or the error of `read`.
    init(_ entry: String, _ form: Form = .inline, read: (String) throws -> String) throws {
        var numbers: [String: Int] = [:]
        var active: Set<String> = []
        var waiting = [entry]
        var text = "const once$ = (create) => { let made; return () => made ??= create(); };\n"
        func number(_ path: String) -> Int {
            let number = numbers[path] ?? numbers.count
            numbers[path] = number
            return number
        }
        var done: Set<String> = []
        func add(_ path: String) throws {
            guard !active.contains(path) else { throw Self.error(path, "It imports itself.") }
            guard done.insert(path).inserted else { return }
            active.insert(path)
            let module = try Self.module(try read(path), at: path, form) { number($0) }
            for imported in module.imports { try add(imported.path) }
            active.remove(path)
            waiting += module.later
            text += "const module$\(number(path)) = once$(() => {\n"
            for (names, path) in module.imports { text += "const \(names) = module$\(number(path))();\n" }
            for line in module.lines { text += line + "\n" }
            text += "return { \(module.exports.joined(separator: ", ")) };\n});\n"
        }
        while let path = waiting.popLast() { try add(path) }
        text += "module$\(number(entry))();\n"
        if form == .inline, text.contains("</") || text.contains("<!--") {
            throw Self.error(entry, "It contains “</” or “<!--”, which would end the script.")
        }
        self.text = text
    }

    private static func module(
        _ text: String, at path: String, _ form: Form, _ number: (String) -> Int
    ) throws -> Module {
        var module = Module()
        let lines = form == .inline ? plainLines(text) : text.split(separator: "\n", omittingEmptySubsequences: false)
        for line in lines {
            // Code in a text may have lines that begin with these words as well.
            if line.hasPrefix("import "), line.hasSuffix(";") {
                let parts = line.split(separator: "\"")
                guard parts.count == 3, let end = parts[0].range(of: " from "),
                    line.hasPrefix("import {") || line.hasPrefix("import * as ")
                else {
                    throw error(path, "It has an import that can't be bundled: \(line)")
                }
                let names = parts[0][..<end.lowerBound].dropFirst("import ".count)
                module.imports.append(
                    (
                        names.hasPrefix("*")
                            ? String(names.dropFirst("* as ".count)) : String(names.replacing(" as ", with: ": ")),
                        resolved(String(parts[1]), from: path)
                    ))
            } else if line == "import {" || line == "import{" {
                throw error(path, "It has an import that can't be bundled: \(line)")
            } else if line.hasPrefix("export {") {
                let names = line.dropFirst("export {".count).prefix { $0 != "}" }.split(separator: ",")
                module.exports += names.map { $0.trimmingCharacters(in: .whitespaces) }
            } else if line.hasPrefix("export ") {
                let declaration = line.dropFirst("export ".count)
                let words = declaration.split { !($0.isLetter || $0.isNumber || $0 == "_" || $0 == "$") }
                let keyword = words.first == "async" ? words.dropFirst().first : words.first
                // Of several declarations in a line, only the first would be exported.
                guard declaration.firstMatch(of: #/^const \w+ = [^({\["'`]*, \w+ =/#) == nil else {
                    throw error(path, "It exports several names in a line, which can't be bundled: \(line)")
                }
                guard let keyword, ["function", "class", "const"].contains(keyword),
                    let name = words.drop(while: { $0 != keyword }).dropFirst().first
                else { throw error(path, "It has an export that can't be bundled: \(line)") }
                module.exports.append(String(name))
                module.lines.append(String(declaration))
            } else if !line.contains("import(") {
                module.lines.append(String(line))
            } else {
                module.lines.append(
                    String(line).replacing(/import\("([^"]+)"\)/) { found in
                        let imported = resolved(String(found.1), from: path)
                        module.later.append(imported)
                        return "Promise.resolve().then(module$\(number(imported)))"
                    })
            }
        }
        return module
    }

    /// Returns the lines of a text without comments and indentation.
    private static func plainLines(_ text: String) -> [Substring] {
        var lines: [Substring] = []
        var isInComment = false
        for line in text.split(separator: "\n") {
            let line = line.drop { $0 == " " }
            if isInComment || line.hasPrefix("/*") {
                isInComment = !line.contains("*/")
                guard !isInComment, let end = line.range(of: "*/") else { continue }
                let rest = line[end.upperBound...].drop { $0 == " " }
                if !rest.isEmpty { lines.append(rest) }
            } else if !line.hasPrefix("//") {
                lines.append(line)
            }
        }
        return lines
    }

    private static func error(_ path: String, _ reason: String) -> HTMLExportError {
        HTMLExportError("Can't create the page from the module \(path): \(reason)")
    }

    private static func resolved(_ path: String, from module: String) -> String {
        var parts = path.hasPrefix("/") ? [] : module.split(separator: "/").dropLast()
        for part in path.split(separator: "/") where part != "." {
            // Above the root is the root, as in an address.
            if part == ".." { _ = parts.popLast() } else { parts.append(part) }
        }
        return parts.joined(separator: "/")
    }
}
