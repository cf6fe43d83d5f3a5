import FiresteelBase
import Foundation
import Testing

@testable import FiresteelWeb

@Suite("Pages that are one file")
struct SavedPageTests {
    @Test(
        "SHA-256 of the standard's examples",
        arguments: [
            ("", "47DEQpj8HBSa+/TImW+5JCeuQeRkm5NMpJWZG3hSuFU="),
            ("abc", "ungWv48Bz+pBQUDeXa4iI7ADYaOWF3qctBD/YfIAFa0="),
            (
                "abcdbcdecdefdefgefghfghighijhijkijkljklmklmnlmnomnopnopq",
                "JI1qYdIGOLjlwCaTDD5gOaM85Flk/yFn9uzt1BnbBsE="
            ),
        ])
    func hash(_ example: (text: String, base64: String)) {
        #expect(Data(SHA256.hash(Array(example.text.utf8))).base64EncodedString() == example.base64)
    }

    @Test("The policy has the hash of each script and style")
    func policy() throws {
        let page = try SavedPage()
        let text = page.head(title: "<T>") + page.tail
        #expect(text.contains("<title>&lt;T&gt;</title>"))
        for (begin, end) in [
            ("<script>", "</script>"), ("<script type=\"module\">", "</script>"), ("<style>", "</style>"),
        ] {
            let start = try #require(text.range(of: begin))
            let finish = try #require(text[start.upperBound...].range(of: end))
            let hash = Data(SHA256.hash(Array(text[start.upperBound..<finish.lowerBound].utf8))).base64EncodedString()
            #expect(text.contains("'sha256-\(hash)'"), "\(begin)")
        }
    }

    @Test("Modules follow those that they import, with separate names")
    func bundle() throws {
        let files = [
            "a/main.js":
                "import { two as second } from \"../b/two.js\";\n// A comment\nconst x = 1;\n  export const one = x + second;\n",
            "b/two.js":
                "/** Text\n * more */\nimport { three } from \"./three.js\";\nconst x = 2;\nexport function two() { return three; }\n",
            "b/three.js": "export class three {\n  x = 3; }\n",
        ]
        let text = try ScriptBundle("a/main.js") { try #require(files[$0]) }.text
        #expect(
            text == """
                const once$ = (create) => { let made; return () => made ??= create(); };
                const module$0 = once$(() => {
                class three {
                x = 3; }
                return { three };
                });
                const module$1 = once$(() => {
                const { three } = module$0();
                const x = 2;
                function two() { return three; }
                return { two };
                });
                const module$2 = once$(() => {
                const { two: second } = module$1();
                const x = 1;
                const one = x + second;
                return { one };
                });
                module$2();

                """)
    }

    @Test("A file keeps its lines, has modules that are imported later, and code in texts")
    func file() throws {
        let files = [
            "app.js":
                "import * as kit from \"/kit/a.js\";\n// A comment\nconst page = () => import(\"./pages/one.js\");\n",
            "pages/one.js":
                "import { a } from \"../kit/a.js\";\n  const text = `\nimport Firesteel\n  x`;\nexport { a };\n",
            "kit/a.js": "export const a = 1;",
        ]
        let bundles = try WebPages.bundles(of: ["app.js"]) { try #require(files[$0]) }
        let text = try #require(bundles["app.js"])
        #expect(text.contains("const kit = module$1();\n// A comment"))
        #expect(text.contains("const page = () => Promise.resolve().then(module$0);"))
        #expect(text.contains("  const text = `\nimport Firesteel\n  x`;"))
        #expect(text.contains("return { a };") && text.hasSuffix("module$2();\n"))
    }

    @Test(
        "Modules that can't be bundled are errors",
        arguments: [
            "import \"./b.js\";", "import x from \"./b.js\";", "export default 1;", "export let x = 1;",
            "export const x = 1, y = 2;",
            "import { a } from \"./a.js\";", "const x = \"</script>\";",
        ])
    func unsupported(_ text: String) {
        #expect(throws: HTMLExportError.self) { try ScriptBundle("a.js") { _ in text + "\n" } }
    }
}
