/** The page's only style sheet: light, dark and paper, from a width of 390 px. */
const light = `
  --ink: #1a2230; --muted: #59667a; --page: #ffffff; --surface: #f5f7f9; --border: #dde3ea; --accent: #1f66d0; --shade: #1f66d01c;
  --c0: #3b7dd8; --c1: #c97b36; --c2: #3f9c6a; --c3: #a9559b; --c4: #8a7f17; --c5: #16807c; --c6: #6d62c4; --c7: #b84a5a; --c-other: #8592a3;
  --h0: #e8eef6; --h1: #c2d5ee; --h2: #93b5e1; --h3: #6192d0; --h4: #3a6fb8; --h5: #234f94; --h6: #12306b;
  --cause: #b3261e; --cause-back: #fbe3e1; --symptom: #8a5a00; --symptom-back: #fdf0d5; --out: #45566b; --out-back: #e9eef3;`;
const dark = `
  --ink: #e6ebf2; --muted: #9aa7b8; --page: #12161d; --surface: #1a2029; --border: #2c3542; --accent: #7db0ff; --shade: #7db0ff22;
  --c0: #6ea4f0; --c1: #e29a58; --c2: #67c08f; --c3: #cf86c3; --c4: #c4b64a; --c5: #4fb5b0; --c6: #9d94ea; --c7: #e07f8d; --c-other: #7c8999;
  --h0: #1c2633; --h1: #23405f; --h2: #2d5c8c; --h3: #3f7dba; --h4: #5f9fdc; --h5: #93c1ef; --h6: #d3e6fb;
  --cause: #ffb4ab; --cause-back: #5a1d1a; --symptom: #ffd591; --symptom-back: #4d3608; --out: #b7c4d4; --out-back: #2a3442;`;

const classes = [0, 1, 2, 3, 4, 5, 6, 7].map(at => `.c${at} { fill: var(--c${at}); }`).join(' ');
const heats = [0, 1, 2, 3, 4, 5, 6].map(at => `.h${at} { fill: var(--h${at}); }`).join(' ');
const strokes = [0, 1, 2, 3, 4, 5, 6, 7].map(at => `.line.c${at} { stroke: var(--c${at}); }`).join(' ');
const depths = Array.from(
  { length: 12 },
  (_, at) => `.depth-${at + 1} { padding-left: ${10 + 14 * (at + 1)}px; }`,
).join(' ');

export const style = `
:root { color-scheme: light dark; ${light} }
@media (prefers-color-scheme: dark) { :root:not([data-theme="light"]) { ${dark} } }
:root[data-theme="dark"] { color-scheme: dark; ${dark} }
:root[data-theme="light"] { color-scheme: light; }
* { box-sizing: border-box; }
body { margin: 0; background: var(--page); color: var(--ink); font: 15px/1.55 Inter, system-ui, "Segoe UI", Roboto, sans-serif; font-variant-ligatures: none; }
main { max-width: 824px; margin: 0 auto; padding: 40px 20px 72px; }
header p.about { display: flex; gap: 10px; align-items: start; justify-content: space-between; max-width: none; margin: 0; color: var(--muted); font-size: 12.5px; }
h1 { margin: 6px 0 12px; font-size: 30px; line-height: 1.2; letter-spacing: -0.01em; text-wrap: balance; }
h2 { margin: 44px 0 8px; font-size: 19px; line-height: 1.3; }
h3 { margin: 24px 0 6px; font-size: 15px; }
p { margin: 8px 0; max-width: 68ch; }
p.heading { margin-top: 16px; font-weight: 650; }
a { color: var(--accent); }
code, pre, .code { font-family: "JetBrains Mono", ui-monospace, "SFMono-Regular", Consolas, monospace; font-size: 0.88em; }
pre { overflow-x: auto; padding: 10px 12px; border: 1px solid var(--border); border-radius: 8px; background: var(--surface); }
.tag { display: inline-block; margin-left: 6px; padding: 1px 8px; border-radius: 6px; background: var(--out-back); color: var(--out); font-size: 11.5px; font-weight: 600; vertical-align: 2px; }
.tag.cause { background: var(--cause-back); color: var(--cause); }
.tag.symptom, .tag.stale { background: var(--symptom-back); color: var(--symptom); }
figure { margin: 14px 0; padding: 12px; border: 1px solid var(--border); border-radius: 10px; background: var(--surface); }
figure > svg, figure .flame > svg { display: block; width: 100%; height: auto; }
figcaption { margin-top: 8px; color: var(--muted); font-size: 12px; overflow-wrap: anywhere; }
.picture { overflow-x: auto; }
.tick, .title, .bucket, .count, .name { font: 10.5px Inter, system-ui, sans-serif; fill: var(--muted); }
.tick { text-anchor: middle; } .bucket { text-anchor: end; } .name { font-family: "JetBrains Mono", ui-monospace, monospace; fill: var(--ink); pointer-events: none; }
.grid { stroke: var(--border); } .shade { fill: var(--shade); } .outline { fill: none; stroke: var(--accent); }
.line { fill: none !important; stroke: var(--c-other); stroke-width: 1.5; stroke-linejoin: round; }
${classes} .c-other { fill: var(--c-other); } ${heats} ${strokes}
.flame rect, .boxes rect { fill-opacity: 0.55; } .failed { fill: var(--cause); } .point { fill: var(--c0); fill-opacity: 0.6; } .flame .box { cursor: pointer; } .flame rect:hover { fill-opacity: 0.85; }
.legend { display: flex; flex-wrap: wrap; gap: 2px 16px; margin: 8px 0 0; padding: 0; color: var(--muted); font-size: 12px; list-style: none; }
.key { width: 10px; height: 10px; margin-right: 5px; vertical-align: -1px; } .keys { width: 70px; height: 10px; margin: 0 4px; vertical-align: -1px; }
.scale, .hint { color: var(--muted); font-size: 12px; margin: 6px 0 0; }
.table { overflow-x: auto; margin: 10px 0 0; } td { min-width: 22ch; } td.short, td.number, td.time { min-width: 0; } .under { display: block; color: var(--muted); font-size: 12px; }
table { border-collapse: collapse; font-size: 13px; line-height: 1.35; font-variant-numeric: tabular-nums; }
th, td { padding: 4px 14px 4px 8px; border-bottom: 1px solid var(--border); text-align: left; vertical-align: top; max-width: 46ch; overflow-wrap: anywhere; }
th { color: var(--muted); font-size: 11.5px; font-weight: 600; white-space: nowrap; }
th.number, td.number { text-align: right; } td.number, td.time, td.short { white-space: nowrap; }
td.time { font-family: "JetBrains Mono", ui-monospace, monospace; font-size: 12px; }
${depths}
th button { padding: 0; border: 0; background: none; color: inherit; font: inherit; cursor: pointer; }
th button:hover, th[aria-sort] button { color: var(--accent); }
button.small { flex: none; padding: 2px 10px; border: 1px solid var(--border); border-radius: 6px; background: var(--page); color: var(--ink); font: 12px Inter, system-ui, sans-serif; cursor: pointer; }
.js tr.more { display: none; } .js .is-whole tr.more { display: table-row; }
.then-now { display: grid; grid-template-columns: 1fr 1fr; gap: 16px; }
.only-script { display: none; } .js .only-script { display: inline-block; }
:focus-visible { outline: 2px solid var(--accent); outline-offset: 2px; }
@media (max-width: 640px) {
  main { padding: 22px 14px 48px; } h1 { font-size: 23px; } h2 { margin-top: 32px; font-size: 17px; }
  figure { padding: 8px; } .picture > svg, .flame > svg { min-width: 560px; } .then-now { grid-template-columns: 1fr; }
}
@media print {
  :root { color-scheme: light; ${light} }
  main { max-width: none; padding: 0; } body { font-size: 10.5pt; }
  h2, h3, h2 ~ p { break-after: avoid; } figure, tr, p { break-inside: avoid; } button.small { display: none !important; }
  @page { margin: 16mm 14mm; }
  .picture, .table { overflow: visible; } td { min-width: 0; } table { width: 100%; font-size: 8.5pt; } td.time { font-size: 7.5pt; } th { white-space: normal; overflow-wrap: normal; } th, td { padding: 3px 6px; }
}
`;
