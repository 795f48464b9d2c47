/** A report as one self-contained page, in which no quoted text can run. */
import { inHtml } from '../../analyzers/findings/embed.ts';
import type { Evidence, Finding } from '../../analyzers/findings/finding.ts';
import { count as counted, formatDuration, formatInteger } from '../wording/numbers.ts';
import { formatClock, formatDate } from '../wording/time.ts';
import { draw } from './drawings/draw.ts';
import type { Range } from './drawings/drawn.ts';
import { joined, Markup, markup } from './markup.ts';
import type { ReportModel } from './model.ts';
import { noteMarkup } from './notes.ts';
import { script } from './script.ts';
import { style } from './style.ts';
import { answerTable, plainTable } from './table.ts';
import { aboutTexts, askedText, fingerprintsText, markText, momentsOf } from './words.ts';

/** @param hashOf base64 SHA-256 of a text, for the page's content security policy */
export function reportHtml(model: ReportModel, hashOf: (text: string) => string): string {
  const { document } = model;
  const title = document.summary.title || 'Findings';
  const policy = `default-src 'none'; img-src data:; style-src 'sha256-${hashOf(style)}'; script-src 'sha256-${hashOf(script)}'; base-uri 'none'; form-action 'none'`;
  const page = markup`<!DOCTYPE html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta http-equiv="Content-Security-Policy" content="${new Markup(policy)}">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="generator" content="Aftertrace ${document.program}">
<title>${title}</title>
<style>${new Markup(style)}</style>
</head>
<body>
<main>
<header>
<p class="about"><span>${joined(aboutTexts(model), ' · ')}</span><button type="button" class="small only-script" id="theme">Light or dark</button></p>
<h1>${title}</h1>
${document.summary.text !== '' && noteMarkup(document.summary.text)}
</header>
${document.findings.map((finding, at) => findingMarkup(model, finding, at + 1))}
${methodMarkup(model)}
</main>
${new Markup(inHtml(document))}
<script>${new Markup(script)}</script>
</body>
</html>
`;
  return page.text;
}

function findingMarkup(model: ReportModel, finding: Finding, number: number): Markup {
  const moments = momentsOf(finding);
  const numbers = new Map(model.document.findings.map(({ id }, at) => [id, at + 1]));
  const links = finding.links.flatMap(id => (numbers.has(id) ? [{ id, number: numbers.get(id)! }] : []));
  return markup`<section id="finding-${finding.id}" aria-labelledby="title-${finding.id}">
<h2 id="title-${finding.id}">${number} · ${finding.title}${finding.tags.map(tag => markup` <span class="tag${['cause', 'symptom'].includes(tag) ? ` ${tag}` : ''}">${tag}</span>`)}</h2>
${finding.text !== '' && noteMarkup(finding.text)}
${
  finding.marks.length > 0 &&
  markup`<p class="hint">About ${joined(
    finding.marks.map(mark => markText(mark, model)),
    ', ',
  )}.</p>`
}
${finding.evidence.map(each => evidenceMarkup(model, each, moments))}
${
  links.length > 0 &&
  markup`<p class="hint">See ${joined(
    links.map(link => markup`<a href="#finding-${link.id}">finding ${link.number}</a>`),
    ', ',
  )}.</p>`
}
</section>
`;
}

function evidenceMarkup(model: ReportModel, evidence: Evidence, moments: readonly Range[]): Markup {
  const drawn = draw(evidence, evidence.answer, model, moments);
  const { check, now } = evidence;
  const isStale = check !== null && check.result !== 'same';
  // If there is a drawing, its table is folded.
  const rows = answerTable(evidence.answer, model.zone);
  return markup`<figure>
${drawn && markup`<div class="picture" tabindex="0" role="group" aria-label="${evidence.question}: the picture">${drawn.picture}</div>${drawn.legend}`}
${drawn ? markup`<details><summary class="hint">The values, ${counted(evidence.answer.rows.length, 'row')}</summary>${rows}</details>` : rows}
${evidence.answer.notes.map(({ text }) => markup`<p class="hint">${text}</p>`)}
${isStale && markup`<p><span class="tag stale">stale</span> ${check.difference?.summary ?? ''} ${check.reasons.join(' ')}</p>`}
${isStale && now && markup`<details><summary class="hint">The answer as it is now</summary>${answerTable(now, model.zone)}</details>`}
<figcaption>${askedText(evidence, model)}<br>${fingerprintsText(evidence)}</figcaption>
</figure>
`;
}

function methodMarkup(model: ReportModel): Markup {
  const { captures, problems, replaced, zone, document } = model;
  const skipped = captures.filter(each => each.skipped > 0);
  const clocks = captures.map(({ name, format, start, end, clock, skipped, unit, rows }) => [
    markup`${name}<span class="under">${clock}</span>`,
    format,
    start === null ? 'on its own clock' : `${formatDate(start, zone)} ${formatClock(start, zone)}`,
    start === null || end === null ? '' : formatDuration(Number(end - start)),
    formatInteger(rows),
    skipped === 0 ? '0' : `${formatInteger(skipped)} ${unit}`,
  ]);
  return markup`<section aria-labelledby="method">
<h2 id="method">Method</h2>
<p>${counted(captures.length, 'capture')} read; ${skipped.length === 0 ? 'nothing was skipped' : `in ${counted(skipped.length, 'of them', 'of them')} something was skipped`}. Times are ${zone}. Evidence was asked with Aftertrace ${document.program}; each answer is as it was when it was kept, with its question, its scope and what tells the captures again.</p>
<h3>Captures and their clocks</h3>
${plainTable(
  [
    { title: 'capture, and what tells its time', isNumber: false },
    { title: 'format', isNumber: false },
    { title: 'from', isNumber: false },
    { title: 'spans', isNumber: true },
    { title: 'rows', isNumber: true },
    { title: 'skipped', isNumber: true },
  ],
  clocks,
)}
<h3>What was not understood</h3>
${
  problems.length === 0
    ? markup`<p>Nothing: every line was understood.</p>`
    : plainTable(
        [
          { title: 'capture', isNumber: false },
          { title: 'how bad', isNumber: false },
          { title: 'what', isNumber: false },
          { title: 'times', isNumber: true },
        ],
        problems.map(({ capture, severity, message, count }) => [
          capture,
          severity,
          message,
          formatInteger(count),
        ]),
      )
}
${
  replaced !== null &&
  markup`<h3>What was replaced</h3>
${
  replaced.length === 0
    ? markup`<p>Nothing matched the rules.</p>`
    : plainTable(
        [
          { title: 'kind', isNumber: false },
          { title: 'stands for it', isNumber: false },
          { title: 'times', isNumber: true },
        ],
        replaced.map(({ kind, standIn, count }) => [kind, standIn, formatInteger(count)]),
      )
}`
}
</section>
`;
}
