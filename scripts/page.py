#!/usr/bin/env python3
"""Opens pages that `graph.html()` wrote in Chromium, and uses them: search, clicks, keys.

    scripts/page.py page.html …

Fails when a page does not draw, says an error, or does not answer, and when there is no Chromium.
"""

import pathlib
import re
import shutil
import subprocess
import sys
import tempfile

TEST = """<script>
const bad = [], is = (ok, what) => { if (!ok) bad.push(what); };
addEventListener("error", e => bad.push("error: " + e.message));
const press = key => document.activeElement.dispatchEvent(
  new KeyboardEvent("keydown", { key, bubbles: true, cancelable: true }));
const time = Math.round(performance.now());
try {
  is(document.querySelectorAll(".node").length === N.length, "a box for every node");
  is(document.querySelectorAll(".edge").length === E.length, "an arrow for every edge");
  for (const edge of document.querySelectorAll(".edge"))
    is(!/NaN|undefined/.test(edge.getAttribute("d")), "an arrow without a place");
  boxes[0].dispatchEvent(new MouseEvent("click", { bubbles: true }));
  is(panel.querySelector("h2").textContent === N[0].name, "a click shows a definition");
  press("/");
  is(document.activeElement.id === "search", "/ goes to the search");
  $("search").value = N[N.length - 1].type; $("search").dispatchEvent(new Event("input"));
  is(panel.querySelectorAll("li").length > 0, "the search finds a definition by its type");
  press("Enter");
  is(document.activeElement.classList.contains("node"), "Enter goes to what was found");
  press("ArrowLeft"); press("ArrowUp");
  is(document.activeElement.classList.contains("pick"), "an arrow key goes to a definition");
  press("Escape");
  is(!document.querySelector(".pick"), "Escape clears");
  for (const i of N.keys()) if (i % 97 === 0) choose(i);
  const timed = N.findIndex(n => n.made && n.made[0]);
  if (timed >= 0) {
    overview(); is(panel.textContent.includes("What took longest"), "what took longest is listed");
    choose(timed); is(/was made 2 times, in 4.5 ms, once in 3 ms/.test(panel.textContent), "how long it took");
  }
  dispatchEvent(new Event("beforeprint"));
  is(svg.getAttribute("viewBox") && !world.hasAttribute("transform"), "all of it is printed");
  dispatchEvent(new Event("afterprint"));
  is(!svg.hasAttribute("viewBox") && world.hasAttribute("transform"), "after that it is as before");
  is(document.scripts.length === 3, "no script but the page's own and this");
  is(!document.querySelector("img,iframe,link"), "nothing is fetched");
} catch (error) { bad.push("error: " + error.message); }
const done = document.createElement("output");
done.id = "verdict"; done.textContent = JSON.stringify([time, bad]);
document.body.append(done);
</script></body>"""


def mistakes(browser, text):
    """Uses a page, and returns after how many milliseconds it was drawn, and what is wrong with it."""
    with tempfile.TemporaryDirectory() as folder:
        page = pathlib.Path(folder, "page.html")
        page.write_text(TEST.join(text.rsplit("</body>", 1)))
        done = subprocess.run(
            [browser, "--headless", "--no-sandbox", "--disable-gpu", "--enable-logging=stderr",
             "--window-size=1300,850", "--dump-dom", page.as_uri()],
            capture_output=True, text=True, timeout=120)
    errors = [line for line in done.stderr.splitlines() if "CONSOLE" in line]
    found = re.search(r'<output id="verdict">\[(\d+),\[(.*?)\]\]</output>', done.stdout)
    if not found:
        return None, ["it did not run to its end", *errors]
    return found[1], [*filter(None, [found[2]]), *errors]


def main():
    pages = [pathlib.Path(name) for name in sys.argv[1:]]
    if not pages:
        sys.exit(__doc__)
    browser = next(filter(None, map(shutil.which, ["chromium", "chromium-browser", "google-chrome"])), None)
    if not browser:
        sys.exit("page: there is no Chromium in PATH, so nothing was checked; install it, such as "
                 "`apt-get install chromium`")
    is_bad = False
    for page in pages:
        text = page.read_text()
        time, wrong = mistakes(browser, text)
        is_bad |= bool(wrong)
        for line in wrong:
            print(f"page: {page.name}: {line}")
        print(f"page: {page.name}: {len(text.encode()) // 1000} KB, drawn within {time} ms; searched, clicked, typed")
    sys.exit(is_bad)


main()
