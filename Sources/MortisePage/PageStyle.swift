// SPDX-License-Identifier: MIT

/// The page's style sheet.
enum PageStyle {
    static let text = #"""
        :root { color-scheme: light dark; --paper: #fafaf8; --card: #fff; --ink: #22252a;
         --soft: #6a7078; --rule: #dcdcd6; --edge: #a2a8b0; --pick: #1f6feb; --area: #f1f1ec;
         --bad: #c4262e; --warn: #a86400; --U: #7a828c; --H: #0b7a75; --S: #2f5fb3; --E: #5a3fb0;
         --W: #7b6bb0; --R: #b0562a; --D: #9a3f7c; --I: #5d7a1f; --C: #8a6d1a; --Q: #c4262e; }
        @media (prefers-color-scheme: dark) { :root { --paper: #16181c; --card: #1f2227;
         --ink: #e6e7ea; --soft: #9aa1ab; --rule: #34383f; --edge: #5d6570; --pick: #6ea8ff;
         --area: #1a1d22; --bad: #ff7b80; --warn: #e5a54b; --U: #9aa3ae; --H: #4fbdb6;
         --S: #7fa6ee; --E: #a992f2; --W: #b9acea; --R: #e5915f; --D: #de8cc2; --I: #a6c463;
         --C: #d3b357; --Q: #ff7b80; } }
        * { box-sizing: border-box; }
        html, body { height: 100%; margin: 0; }
        body { display: flex; flex-direction: column; background: var(--paper); color: var(--ink);
         font: 14px/1.45 system-ui, "Segoe UI", "Helvetica Neue", Arial, sans-serif; }
        header { display: flex; flex-wrap: wrap; align-items: center; gap: 6px 14px;
         padding: 8px 14px; border-bottom: 1px solid var(--rule); }
        h1 { font-size: 16px; margin: 0; font-weight: 600; overflow-wrap: anywhere; }
        #counts { color: var(--soft); flex: 1 1 auto; }
        input, button { font: inherit; color: inherit; background: var(--card);
         border: 1px solid var(--rule); border-radius: 6px; padding: 4px 9px; }
        input { flex: 0 1 240px; min-width: 0; }
        .zoom { display: inline-flex; gap: 4px; }
        :focus-visible { outline: 2px solid var(--pick); outline-offset: 1px; }
        main { flex: 1; display: flex; min-height: 0; }
        #stage { flex: 1; min-width: 0; position: relative; overflow: hidden; cursor: grab;
         touch-action: none; }
        #stage svg { width: 100%; height: 100%; display: block; }
        #panel { width: 340px; overflow: auto; padding: 12px 16px 30px; background: var(--card);
         border-left: 1px solid var(--rule); }
        #panel h2 { font-size: 15px; margin: 2px 0 6px; overflow-wrap: anywhere; }
        #panel h3 { font-size: 12px; margin: 16px 0 4px; color: var(--soft); font-weight: 600; }
        #panel p { margin: 2px 0; overflow-wrap: anywhere; }
        #panel ul { list-style: none; margin: 0; padding: 0; }
        #panel li button { border: 0; background: none; padding: 2px 4px; margin-left: -4px;
         text-align: left; overflow-wrap: anywhere; cursor: pointer; }
        #panel li button:hover { color: var(--pick); }
        #panel small { color: var(--soft); }
        #panel pre { white-space: pre-wrap; overflow-wrap: anywhere; margin: 4px 0 10px;
         font-size: 12px; padding: 8px; border-left: 3px solid var(--warn);
         background: var(--paper); }
        #panel pre.error { border-color: var(--bad); }
        .legend { display: grid; grid-template-columns: 1fr 1fr; gap: 2px 8px; font-size: 13px; }
        .legend b { display: inline-block; width: 18px; text-align: center; }
        .area rect { fill: var(--area); stroke: var(--rule); }
        .area.scope rect, .area.overlay rect { stroke-dasharray: 6 4; stroke: var(--edge); }
        .area text { fill: var(--soft); font-size: 12px; }
        .node rect { fill: var(--card); stroke: var(--k); stroke-width: 1.2; }
        .node .bar { fill: var(--k); stroke: none; }
        .node text { fill: var(--ink); font-size: 13px; }
        .node .sub { fill: var(--soft); font-size: 11px; }
        .node .letter { fill: var(--card); font-size: 12px; font-weight: 700; text-anchor: middle; }
        .node { cursor: pointer; outline: none; }
        .H rect { stroke-dasharray: 5 3; } .W rect { stroke-dasharray: 2 3; }
        .Q rect.box { stroke-dasharray: 3 3; } .S rect.box, .E rect.box { stroke-width: 2; }
        .node.pick rect.box, .node:focus-visible rect.box { stroke: var(--pick);
         stroke-width: 3; stroke-dasharray: none; }
        .mark { fill: var(--warn); stroke: var(--card); } .mark.error { fill: var(--bad); }
        .node .bang { fill: var(--card); font-size: 11px; font-weight: 700; text-anchor: middle; }
        .edge { fill: none; stroke: var(--edge); stroke-width: 1.1; }
        .edge.property { stroke-dasharray: 6 4; } .edge.provider { stroke-dasharray: 2 3; }
        .edge.up { stroke: var(--warn); }
        .edge.hot { stroke: var(--pick); stroke-width: 2; }
        .picked .edge:not(.hot) { opacity: .16; } .picked .node:not(.near) { opacity: .35; }
        .node.off { opacity: .15; }
        #head path { fill: var(--edge); } #hothead path { fill: var(--pick); }
        @media (max-width: 720px) { main { flex-direction: column; }
         #panel { width: auto; flex: 0 0 45%; border-left: 0; border-top: 1px solid var(--rule); }
         input { flex: 1 1 120px; } #counts { flex-basis: auto; font-size: 12px; } }
        @media print { :root { --paper: #fff; --card: #fff; --ink: #000; --soft: #444; }
         header input, .zoom { display: none; } html, body { height: auto; }
         main { display: block; } #stage { height: 75vh; } #panel { width: auto; border: 0; } }

        """#
}
