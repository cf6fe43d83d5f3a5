/// The fixed parts of the exported page.
package enum HTMLPage {
    /// The style sheet of exported pages, for light and dark appearance, print and narrow screens.
    package static let style = """
        :root { color-scheme: light dark; --ink: #1d1f24; --soft: #5c6370; --line: #d9dce3; --ground: #ffffff; --bad: #a3291f }
        @media (prefers-color-scheme: dark) {
          :root { --ink: #e6e8ec; --soft: #a0a7b4; --line: #363b45; --ground: #16181d; --bad: #ff9a8f }
        }
        body { margin: 0 auto; max-width: 76rem; padding: 1.5rem 1rem; background: var(--ground); color: var(--ink);
          font: 15px/1.5 system-ui, sans-serif }
        dl { display: grid; grid-template-columns: max-content 1fr; gap: 0 1rem; color: var(--soft) }
        dd { margin: 0; overflow-wrap: anywhere }
        input { box-sizing: border-box; width: 100%; max-width: 30rem; margin: 0 0 1rem; padding: .5rem; font: inherit;
          color: inherit; background: transparent; border: 1px solid var(--soft); border-radius: 6px }
        table { width: 100%; border-collapse: collapse; font-variant-numeric: tabular-nums }
        th, td { padding: .35rem .6rem .35rem 0; border-bottom: 1px solid var(--line); text-align: left;
          vertical-align: top; overflow-wrap: anywhere }
        th { position: sticky; top: 0; background: var(--ground) }
        .log td { color: var(--soft) }
        .bad td, .bad.log td { color: var(--bad) }
        @media (max-width: 40rem) {
          thead { display: none }
          tr { display: block; padding: .5rem 0; border-bottom: 1px solid var(--line) }
          td { display: inline; border: 0; padding: 0 .5rem 0 0 }
        }
        @media print { input { display: none } }
        """

    static func head(title: String) -> String {
        """
        <!doctype html>
        <html lang="en">
        <head>
        <meta charset="utf-8">
        <meta name="viewport" content="width=device-width, initial-scale=1">
        <meta http-equiv="Content-Security-Policy" \
        content="default-src 'none'; style-src 'unsafe-inline'; script-src 'unsafe-inline'">
        <title>\(title)</title>
        <style>
        \(style)
        </style>
        </head>
        <body>

        """
    }

    static let tableHead = """
        <h2>Timeline</h2>
        <p><input id="filter" type="search" placeholder="Filter" aria-label="Filter"></p>
        <table>
        <thead><tr><th>Time</th><th>Session</th><th>Event</th><th>Input or message</th><th>Outcome</th><th>Duration</th></tr></thead>
        <tbody id="rows">

        """

    static let tail = """
        <script>
        const rows = [...document.querySelectorAll('#rows tr')];
        document.getElementById('filter').addEventListener('input', event => {
          const text = event.target.value.toLowerCase();
          for (const row of rows) row.hidden = !row.textContent.toLowerCase().includes(text);
        });
        </script>
        </body>
        </html>

        """
}
