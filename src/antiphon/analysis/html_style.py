"""How a page to keep looks: light always, on paper as on a screen, with whatever typefaces are there."""

from typing import Final

STYLE: Final = """\
:root { color-scheme: light; --ink: #191d1c; --ink-2: #363d3b; --ink-3: #59615f; --rule: #d9dcd7;
  --rule-strong: #a9b0ac; --accent: #0d6656; --danger: #a8281f; --paper: #fbfbf9;
  --serif: "Source Serif 4", "Source Serif Pro", Georgia, serif;
  --sans: Inter, system-ui, sans-serif; --mono: "JetBrains Mono", ui-monospace, monospace; }
* { box-sizing: border-box; }
body { max-width: 44rem; margin: 0 auto; padding: 3rem 1.5rem; background: var(--paper); color: var(--ink-2);
  font: 15px/1.55 var(--sans); overflow-wrap: anywhere; }
h1, h2, .question, .choice b { color: var(--ink); font-family: var(--serif); font-weight: 600; }
h1 { margin: 1.2rem 0; font-size: 1.65rem; line-height: 1.35; font-weight: 400; white-space: pre-wrap; }
h2 { margin: 1.8rem 0 .5rem; font-size: 1.1rem; }
h3 { margin: 1.4rem 0 .3rem; font-size: .95rem; color: var(--ink); }
h3 small, .quiet { color: var(--ink-3); font-weight: 400; font-size: .8rem; }
.brand { display: flex; justify-content: space-between; gap: 1rem; color: var(--ink-3); font-size: .8rem; }
.brand b { font: 600 1rem var(--serif); }
.turn { padding-top: 1.6rem; margin-top: 2.2rem; border-top: 1px solid var(--rule-strong); }
.question { margin: .4rem 0 0; font-weight: 400; font-size: 1.25rem; line-height: 1.4; white-space: pre-wrap; }
.voice { padding-inline-start: .9rem; border-inline-start: 2px solid var(--voice, var(--rule-strong)); }
.md > :first-child { margin-top: 0; } .md > :last-child { margin-bottom: 0; }
.md h1, .md h2, .md h3, .md h4, .md h5, .md h6 { margin: 1rem 0 .3rem; font: 600 1rem var(--sans); }
.md pre { padding: .7rem .9rem; overflow-x: auto; border: 1px solid var(--rule); white-space: pre-wrap; }
.md code, pre, .hash { font-family: var(--mono); font-size: .82em; }
.md blockquote { margin-inline: 0; padding-inline-start: .9rem; border-inline-start: 2px solid var(--rule); }
a { color: var(--accent); } .picture { color: var(--ink-3); font-style: italic; } img { display: none; }
figure { margin: 0.8em 0; } img.shown { display: block; max-width: 100%; height: auto; }
table { width: 100%; border-collapse: collapse; font-size: .85rem; }
th, td { padding: .4rem .5rem; border-bottom: 1px solid var(--rule); text-align: start; vertical-align: top; }
th { border-bottom-color: var(--rule-strong); color: var(--ink); }
.claims td:first-child { font-family: var(--serif); font-size: .95rem; }
.claims :is(th, td) + :is(th, td) { text-align: center; }
.contradicts { background: #363d3b; color: #fff; font-weight: 600; } .silent, .absent { color: var(--ink-3); }
.absent { background: repeating-linear-gradient(-45deg, transparent 0 5px, var(--rule) 5px 6px); }
.heard { padding: .7rem 0; margin: 0; list-style: none;
  border-block: 1px solid var(--rule); border-top: 2px solid var(--ink); }
.heard .first { font-weight: 600; } .heard .voices { display: flex; flex-wrap: wrap; gap: 0 1.2rem; }
.heard .missing, .failed { color: var(--danger); }
.mark { display: inline-block; width: .75em; height: .75em; margin-inline-end: .4em;
  background: var(--voice, var(--ink-3)); }
.cite, .stale { color: var(--ink-3); font-size: .8em; } .own { border-bottom: 1px dotted #875803; }
.choice { padding: 1rem 1.2rem; margin-top: 1.6rem; border: 1px solid var(--ink); break-inside: avoid; }
.choice b { display: flex; justify-content: space-between; gap: 1.5rem; font-size: 1.2rem; }
dl { display: grid; grid-template-columns: max-content 1fr; gap: .2rem 1.2rem; margin: .6rem 0 0; font-size: .85rem; }
dt { color: var(--ink-3); } dd { margin: 0; }
footer { margin-top: 2.5rem; color: var(--ink-3); font-size: .72rem; }
@media print { body { max-width: none; padding: 0; background: none; font-size: 11pt; } @page { margin: 18mm; } }
"""
