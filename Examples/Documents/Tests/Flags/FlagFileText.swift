/// A file of flags, as people write one.
struct FlagFileText {
    var export = true
    var editor = "classic"
    var readingSpeed = 230
    /// The share of people who write in the wide editor, in percent; `nil`: everybody writes as `editor` says.
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
