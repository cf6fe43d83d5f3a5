/// The text of a flag file.
struct FlagFileText {
    var export = true
    var editor = "classic"
    var readingSpeed = 230
    /// The percentage of users with the wide editor, or `nil` if everyone has the `editor` layout.
    var widePercent: Int?

    var text: String {
        let targeting = widePercent.map { share in
            #", "targeting": { "fractional": [["classic", \#(100 - share)], ["wide", \#(share)]] }"#
        }
        return """
            {
              "flags": {
                "Documents/DocumentExport": {
                  "state": "ENABLED", "variants": { "on": true, "off": false }, "defaultVariant": "\(export ? "on" : "off")"
                },
                "editor": {
                  "state": "ENABLED", "variants": { "classic": "classic", "wide": "wide" },
                  "defaultVariant": "\(editor)"\(targeting ?? "")
                },
                "readingSpeed": {
                  "state": "ENABLED", "variants": { "only": \(readingSpeed) }, "defaultVariant": "only"
                }
              }
            }
            """
    }
}
