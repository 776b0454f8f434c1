// SPDX-License-Identifier: MIT

/// The page without its data.
enum PageBody {
    static let text = #"""
        <header>
        <h1 id="title"></h1>
        <span id="counts"></span>
        <input id="search" type="search" placeholder="Search ( / )" aria-label="Search definitions"
         autocomplete="off" spellcheck="false">
        <span class="zoom"><button id="in" aria-label="Zoom in">+</button><button id="out"
         aria-label="Zoom out">−</button><button id="fit">Fit</button></span>
        </header>
        <main>
        <div id="stage"><svg id="graph" role="group" aria-label="Dependency graph"></svg></div>
        <aside id="panel" aria-live="polite"></aside>
        </main>
        <noscript>This page draws with a script, which is in the file. Please allow it.</noscript>

        """#
}
