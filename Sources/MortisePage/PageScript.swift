// SPDX-License-Identifier: MIT

/// The page's script: it draws the data, and answers what is asked of it.
enum PageScript {
    static let text = #"""
        "use strict";
        const data = JSON.parse(document.getElementById("data").textContent);
        const $ = id => document.getElementById(id), N = data.nodes, E = data.edges;
        const svg = $("graph"), panel = $("panel"), NS = "http://www.w3.org/2000/svg";
        const needs = N.map(() => []), users = N.map(() => []), marks = N.map(() => []);
        E.forEach((e, i) => { needs[e[0]].push(i); users[e[1]].push(i); });
        data.findings.forEach(f => f.nodes.forEach(n => marks[n].push(f)));
        const KINDS = { U: "unique", H: "shared", S: "singleton", E: "eager singleton",
          W: "weak singleton", R: "scoped", D: "decorator", I: "input", C: "collection",
          "?": "missing" };
        const look = k => k === "?" ? "Q" : k;
        function draw(name, parent, attributes, text) {
          const element = document.createElementNS(NS, name);
          for (const key in attributes) element.setAttribute(key, attributes[key]);
          if (text !== undefined) element.textContent = text;
          return parent.appendChild(element);
        }
        function put(name, parent, text, kind) {
          const element = document.createElement(name);
          if (text !== undefined) element.textContent = text;
          if (kind) element.className = kind;
          return parent.appendChild(element);
        }
        const ruler = document.createElement("canvas").getContext("2d");
        const family = getComputedStyle(document.body).fontFamily;
        /** A text that is no wider than it may be in a font of the page, cut if need be. */
        const cut = (text, width, size) => {
          ruler.font = size + "px " + family;
          const fits = text => ruler.measureText(text).width <= width;
          if (fits(text)) return text;
          const letters = Array.from(text);
          let least = 0, most = letters.length;
          while (least < most) {
            const middle = (least + most + 1) >> 1;
            if (fits(letters.slice(0, middle).join("") + "…")) least = middle;
            else most = middle - 1;
          }
          return letters.slice(0, least).join("") + "…";
        };
        const defs = draw("defs", svg, {});
        for (const id of ["head", "hothead"])
          draw("path", draw("marker", defs, { id, viewBox: "0 0 8 8", refX: 7, refY: 4,
            markerWidth: 7, markerHeight: 7, orient: "auto", markerUnits: "userSpaceOnUse" }),
            { d: "M0 0L8 4L0 8z" });
        const world = draw("g", svg, {});
        for (const [name, kind, x, y, width, height] of data.areas) {
          const g = draw("g", world, { class: "area " + kind });
          draw("rect", g, { x, y, width, height, rx: 10 });
          draw("text", g, { x: x + 14, y: y + 19 }, kind + " " + name);
        }
        const lines = E.map(e => {
          const p = e.slice(4);
          let d = "M" + p[0] + " " + p[1];
          if (!p.length) {
            const [x, y, w, h] = N[e[0]].place, r = x + w;
            d = `M${r} ${y + 12}c26 -8 26 26 0 18`;
          }
          for (let i = 2; i < p.length; i += 2) {
            const m = (p[i - 1] + p[i + 1]) / 2;
            d += `C${p[i - 2]} ${m} ${p[i]} ${m} ${p[i]} ${p[i + 1]}`;
          }
          return draw("path", world, { d, class: "edge " + e[2] + (e[3] ? " up" : ""),
            "marker-end": "url(#head)" });
        });
        const boxes = N.map((n, i) => {
          const [x, y, w, h] = n.place;
          const g = draw("g", world, { class: "node " + look(n.kind), tabindex: i ? -1 : 0,
            role: "button", transform: `translate(${x} ${y})`,
            style: `--k:var(--${look(n.kind)})`,
            "aria-label": n.name + ", " + n.life + (marks[i].length ? ", has findings" : "") });
          draw("title", g, {}, n.type + "\n" + n.life + (n.site ? "\n" + n.site : ""));
          draw("rect", g, { class: "box", width: w, height: h, rx: 5 });
          draw("rect", g, { class: "bar", width: 22, height: h, rx: 4 });
          draw("text", g, { class: "letter", x: 11, y: 26 }, n.kind);
          draw("text", g, { x: 30, y: 18 }, cut(n.name, w - 36, 13));
          draw("text", g, { class: "sub", x: 30, y: 33 }, cut(n.line, w - 36, 11));
          if (marks[i].length) {
            const bad = marks[i].some(f => f.severity === "error");
            draw("circle", g, { class: "mark" + (bad ? " error" : ""), cx: w - 2, cy: 2, r: 8 });
            draw("text", g, { class: "bang", x: w - 2, y: 6 }, "!");
          }
          g.addEventListener("click", () => { if (!moved) choose(i); });
          return g;
        });
        let view = { x: 0, y: 0, k: 1 }, moved = false, picked = -1;
        const show = () => world.setAttribute("transform",
          `translate(${view.x} ${view.y}) scale(${view.k})`);
        function fit(least) {
          const s = $("stage").getBoundingClientRect(), [w, h] = data.size;
          const all = Math.min((s.width - 32) / w, (s.height - 32) / h, 1.3);
          view.k = Math.max(all, least || 0);
          view.x = Math.max(16, (s.width - w * view.k) / 2);
          view.y = Math.max(16, (s.height - h * view.k) / 2);
          show();
        }
        // On paper there is all of it.
        addEventListener("beforeprint", () => {
          svg.setAttribute("viewBox", `-8 -8 ${data.size[0] + 16} ${data.size[1] + 16}`);
          world.removeAttribute("transform"); });
        addEventListener("afterprint", () => { svg.removeAttribute("viewBox"); show(); });
        function zoom(by, cx, cy) {
          const s = $("stage").getBoundingClientRect();
          if (cx === undefined) { cx = s.width / 2; cy = s.height / 2; }
          const k = Math.min(4, Math.max(.02, view.k * by));
          view.x = cx - (cx - view.x) * k / view.k; view.y = cy - (cy - view.y) * k / view.k;
          view.k = k; show();
        }
        function reveal(i) {
          const s = $("stage").getBoundingClientRect(), [x, y, w, h] = N[i].place;
          if (view.k < .5) view.k = .8;
          const left = view.x + x * view.k, top = view.y + y * view.k;
          if (left < 10 || left + w * view.k > s.width - 10)
            view.x = s.width / 2 - (x + w / 2) * view.k;
          if (top < 10 || top + h * view.k > s.height - 10)
            view.y = s.height / 2 - (y + h / 2) * view.k;
          show();
        }
        const stage = $("stage");
        let grip = null;
        stage.addEventListener("pointerdown", e => {
          grip = { x: e.clientX - view.x, y: e.clientY - view.y, a: e.clientX, b: e.clientY };
          moved = false; });
        addEventListener("pointermove", e => { if (!grip) return;
          if (Math.abs(e.clientX - grip.a) + Math.abs(e.clientY - grip.b) > 4) moved = true;
          if (moved) { view.x = e.clientX - grip.x; view.y = e.clientY - grip.y; show(); } });
        addEventListener("pointerup", () => { grip = null; });
        stage.addEventListener("wheel", e => { e.preventDefault();
          const s = stage.getBoundingClientRect();
          zoom(Math.exp(-e.deltaY / 500), e.clientX - s.left, e.clientY - s.top);
        }, { passive: false });
        $("in").onclick = () => zoom(1.3); $("out").onclick = () => zoom(1 / 1.3);
        $("fit").onclick = () => fit();

        function list(title, nodes, word) {
          if (!nodes.length) return;
          put("h3", panel, title);
          const ul = put("ul", panel);
          nodes.slice(0, 200).forEach((n, place) => {
            const b = put("button", put("li", ul), N[n].name);
            if (word) put("small", b, " " + word(place, n));
            b.onclick = () => choose(n, true);
          });
          if (nodes.length > 200) put("p", panel, `and ${nodes.length - 200} more`);
        }
        /** A time as people write it: two digits are right. */
        function spelled(ns) {
          for (const [size, unit] of [[1e9, "s"], [1e6, "ms"], [1e3, "µs"]])
            if (ns >= size) return Number((ns / size).toPrecision(2)) + " " + unit;
          return ns + " ns";
        }
        /** How often something was made, and how long that took. */
        function making([count, all, longest]) {
          if (!count) return "was not made";
          if (count === 1) return "was made once, in " + spelled(all);
          return `was made ${count} times, in ${spelled(all)}, once in ${spelled(longest)}`;
        }
        function report(findings) {
          for (const f of findings) put("pre", panel, f.text, f.severity);
        }
        /** The shortest way from a definition that no other needs. */
        function way(to) {
          const before = new Map([[to, -1]]), queue = [to];
          for (const n of queue) {
            if (!users[n].some(e => E[e][0] !== n)) {
              const found = [];
              for (let at = n; at >= 0; at = before.get(at)) found.push(at);
              return found;
            }
            for (const e of users[n])
              if (!before.has(E[e][0])) { before.set(E[e][0], n); queue.push(E[e][0]); }
          }
          return [];
        }
        const kept = n => "SEWR".includes(N[n].kind);
        function holders(of) {
          const seen = new Set([of]), queue = [of], found = [];
          for (const n of queue)
            for (const e of users[n]) {
              const user = E[e][0];
              if (E[e][2] === "provider" || seen.has(user)) continue;
              seen.add(user);
              if (kept(user)) found.push(user); else queue.push(user);
            }
          return found;
        }
        function captives(of) {
          const seen = new Set([of]), queue = [of], found = [];
          for (const n of queue)
            for (const e of needs[n]) {
              const to = E[e][1];
              if (E[e][2] === "provider" || seen.has(to)) continue;
              seen.add(to);
              if ("RHWI".includes(N[to].kind)) found.push(to);
              if (!"SER".includes(N[to].kind)) queue.push(to);
            }
          return found;
        }
        function overview() {
          panel.replaceChildren();
          const legend = put("div", panel, undefined, "legend");
          for (const k in KINDS) {
            if (!N.some(n => n.kind === k)) continue;
            const row = put("div", legend), letter = put("b", row, k);
            letter.style.color = `var(--${look(k)})`;
            row.append(" " + KINDS[k]);
          }
          put("p", panel, "Dashed arrows are properties, dotted ones providers.").style.color = "var(--soft)";
          const count = N.map((_, n) => new Set(users[n].map(e => E[e][0])).size);
          list("The most needed", N.map((_, n) => n).filter(n => count[n] > 1)
            .sort((a, b) => count[b] - count[a] || a - b).slice(0, 10),
            (_, n) => "by " + count[n]);
          list("What others pass through", N.map((_, n) => n).filter(n => N[n].only > 1 && users[n].length)
            .sort((a, b) => N[b].only - N[a].only || a - b).slice(0, 10),
            (_, n) => "by " + N[n].only);
          list("The longest chain", chain());
          list("What took longest", N.map((_, n) => n).filter(n => N[n].made && N[n].made[0])
            .sort((a, b) => N[b].made[1] - N[a].made[1] || a - b).slice(0, 10),
            (_, n) => spelled(N[n].made[1]));
          if (data.findings.length) put("h3", panel, "Findings");
          report(data.findings);
        }
        function chain() {
          const depth = N.map(() => 0), next = N.map(() => -1), missing = N.map(() => 0);
          E.forEach(e => { if (!e[3] && e[0] !== e[1]) missing[e[0]]++; });
          const ready = N.map((_, n) => n).filter(n => !missing[n]);
          for (const n of ready)
            for (const i of users[n]) {
              const e = E[i];
              if (e[3] || e[0] === e[1]) continue;
              if (depth[n] + 1 > depth[e[0]]) { depth[e[0]] = depth[n] + 1; next[e[0]] = n; }
              if (!--missing[e[0]]) ready.push(e[0]);
            }
          let at = depth.indexOf(depth.reduce((a, b) => Math.max(a, b), 0));
          const found = [];
          for (; at >= 0; at = next[at]) found.push(at);
          return found.length > 1 ? found : [];
        }
        function choose(i, moves) {
          clear();
          picked = i;
          world.classList.add("picked");
          boxes[i].classList.add("pick", "near");
          for (const e of needs[i].concat(users[i])) {
            lines[e].classList.add("hot");
            lines[e].setAttribute("marker-end", "url(#hothead)");
            boxes[E[e][0]].classList.add("near"); boxes[E[e][1]].classList.add("near");
          }
          boxes.forEach((b, n) => b.setAttribute("tabindex", n === i ? 0 : -1));
          if (moves) { reveal(i); boxes[i].focus({ preventScroll: true }); }
          const n = N[i];
          panel.replaceChildren();
          put("button", panel, "← Overview").onclick = () => { clear(); overview(); };
          put("h2", panel, n.name);
          put("p", panel, n.type);
          put("p", panel, n.life + (n.site ? ", " + n.site : ""));
          if (data.containers.length > 1) put("p", panel, "in " + data.containers[n.container]);
          for (const remark of n.remarks) put("p", panel, remark);
          if (n.made) put("p", panel, making(n.made));
          report(marks[i]);
          list("Needs", needs[i].map(e => E[e][1]),
            place => E[needs[i][place]][2] === "needs" ? "" : E[needs[i][place]][2]);
          list("Needed by", [...new Set(users[i].map(e => E[e][0]))]);
          const path = way(i);
          if (path.length > 1) list("Path from the roots", path);
          const held = holders(i);
          list(kept(i) ? "Also held by" : "Held alive by", held);
          if (!held.length) put("p", panel,
            kept(i) ? "Its container or scope keeps it." : "Held by whoever asks for it.");
          if (n.kind === "U" || n.kind === "H") {
            const caught = captives(i);
            if (caught.length) list("As a singleton it would hold, although these end sooner",
              caught, (_, c) => N[c].life);
            else put("p", panel, "As a singleton it would hold nothing that ends sooner.");
          }
          panel.scrollTop = 0;
        }
        function clear() {
          picked = -1;
          world.classList.remove("picked");
          svg.querySelectorAll(".pick,.near").forEach(b => b.classList.remove("pick", "near"));
          svg.querySelectorAll(".hot").forEach(l => { l.classList.remove("hot");
            l.setAttribute("marker-end", "url(#head)"); });
        }
        function find() {
          const words = $("search").value.trim().toLowerCase();
          clear();
          const found = [];
          N.forEach((n, i) => {
            const is = !words || (n.type + " " + n.name + " " + n.site).toLowerCase()
              .includes(words);
            boxes[i].classList.toggle("off", !is);
            if (is) found.push(i);
          });
          if (!words) return overview();
          panel.replaceChildren();
          put("p", panel, found.length ? "" : "Nothing is called that.");
          list(found.length + " found", found, (_, n) => N[n].life);
        }
        $("search").addEventListener("input", find);
        $("search").addEventListener("keydown", e => {
          if (e.key === "Enter") { const b = panel.querySelector("li button"); if (b) b.click(); }
        });
        function walk(key) {
          const from = boxes.indexOf(document.activeElement);
          if (from < 0) return false;
          const [x, y, w] = N[from].place;
          const up = key === "ArrowUp", down = key === "ArrowDown", right = key === "ArrowRight";
          const near = up ? users[from].map(e => E[e][0])
            : down ? needs[from].map(e => E[e][1]) : N.map((_, n) => n);
          let best = -1, least = Infinity;
          for (const n of near) {
            const [a, b, c] = N[n].place, dx = a + c / 2 - x - w / 2, dy = b - y;
            if (n === from || !up && !down && (right ? dx <= 0 : dx >= 0)) continue;
            const far = Math.abs(dx) + Math.abs(dy) * (up || down ? 1 : 6);
            if (far < least) { least = far; best = n; }
          }
          if (best >= 0) choose(best, true);
          return true;
        }
        addEventListener("keydown", e => {
          if (e.target === $("search") && e.key !== "Escape") return;
          if (e.key === "/") { $("search").focus(); e.preventDefault(); }
          else if (e.key === "Escape") { $("search").value = ""; find(); }
          else if (e.key === "+") zoom(1.3); else if (e.key === "-") zoom(1 / 1.3);
          else if (e.key === "0") fit();
          else if (e.key.startsWith("Arrow") && walk(e.key)) e.preventDefault();
          else if (e.key === "Enter" || e.key === " ") {
            const at = boxes.indexOf(document.activeElement);
            if (at >= 0) { choose(at, true); e.preventDefault(); }
          }
        });
        $("title").textContent = data.title;
        $("counts").textContent = `${N.filter(n => n.kind !== "?").length} definitions, ` +
          `${data.findings.length} findings`;
        overview(); fit(.55);

        """#
}
