// SPDX-License-Identifier: MIT

public import MortiseGraph

extension Graph {
    /// Draws the graph as a page for browsers.
    ///
    /// The page is one file, and fetches nothing. It shows the definitions by container, or by module
    /// if there is one container only, with the findings in place. It can be searched, and tells of
    /// each definition what it needs, who needs it and what holds it alive.
    ///
    /// - Parameters:
    ///   - title: The title of the page.
    ///   - builds: What was made, and how long it took, if that is to be shown.
    /// - Returns: The text of the file. Equal graphs give equal texts.
    /// - Complexity: That of the layout: O(*n* + *e*) for each of few rounds, for *n* definitions and
    ///   *e* dependencies, and where dependencies pass layers. The findings cost what
    ///   `findings(rules:)` costs.
    public func html(
        title: String = "Dependency graph",
        builds: BuildTimes = BuildTimes()
    ) -> String {
        let data = PageData(self, title: title, builds).json.rendered().inScript
        return """
            <!DOCTYPE html>
            <html lang="en">
            <head>
            <meta charset="utf-8">
            <meta http-equiv="Content-Security-Policy" content="default-src 'none'; \
            style-src 'unsafe-inline'; script-src 'unsafe-inline'">
            <meta name="viewport" content="width=device-width, initial-scale=1">
            <title>\(title.shown.inHTML)</title>
            <style>
            \(PageStyle.text)</style>
            </head>
            <body>
            \(PageBody.text)<script type="application/json" id="data">\(data)</script>
            <script>
            \(PageScript.text)</script>
            </body>
            </html>

            """
    }
}
