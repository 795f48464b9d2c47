/** A report as Markdown, and its pictures as files beside it. */
import { inMarkdown } from '../../analyzers/findings/embed.ts';
import type { StoredAnswer } from '../../analyzers/findings/finding.ts';
import { headingOf, headingText, isNumeric } from '../pictures/columns.ts';
import { count as counted, formatDuration, formatInteger } from '../wording/numbers.ts';
import { formatClock, formatDate } from '../wording/time.ts';
import { visible } from '../wording/visible.ts';
import { cellText, maxShown, shownColumns } from './cells.ts';
import { draw } from './drawings/draw.ts';
import type { ReportModel } from './model.ts';
import { aboutTexts, askedText, fingerprintsText, markText, momentsOf } from './words.ts';

export interface MarkdownReport {
  readonly text: string;
  /** Files beside the text, by name: standalone SVG. */
  readonly pictures: ReadonlyMap<string, string>;
}

/** @param style for the pictures, which no page styles */
export function reportMarkdown(model: ReportModel, style: string): MarkdownReport {
  const { document, zone } = model;
  const pictures = new Map<string, string>();
  const lines = [
    `# ${plain(document.summary.title || 'Findings')}`,
    '',
    `*${plain(aboutTexts(model).join(' · '))}*`,
    '',
    quotedNote(document.summary.text),
  ];
  document.findings.forEach((finding, at) => {
    const tags = finding.tags.map(tag => ` \`${plain(tag).replaceAll('`', '')}\``).join('');
    lines.push('', `## ${at + 1} · ${plain(finding.title)}${tags}`, '', quotedNote(finding.text));
    if (finding.marks.length > 0)
      lines.push('', `About ${plain(finding.marks.map(mark => markText(mark, model)).join(', '))}.`);
    for (const evidence of finding.evidence) {
      const drawn = draw(evidence, evidence.answer, model, momentsOf(finding));
      if (drawn) {
        const name = `finding-${finding.id}-${evidence.id}.svg`;
        const svg = /<svg[\s\S]*<\/svg>/.exec(drawn.picture.text)?.[0] ?? '';
        pictures.set(name, svg.replace('>', `><style>${style}</style>`));
        lines.push('', `![${plain(evidence.question)}](${name})`);
      } else lines.push('', ...tableLines(evidence.answer, zone));
      for (const note of evidence.answer.notes) lines.push('', `${plain(note.text)}`);
      if (evidence.check !== null && evidence.check.result !== 'same')
        lines.push(
          '',
          `**Stale:** ${plain(evidence.check.difference?.summary ?? '')} ${plain(evidence.check.reasons.join(' '))}`,
        );
      lines.push('', `*${plain(askedText(evidence, model))}; ${plain(fingerprintsText(evidence))}*`);
    }
  });
  lines.push('', '## Method', '', `${counted(model.captures.length, 'capture')}; times are ${zone}.`, '');
  lines.push('| capture | format | from | spans | rows | skipped | clock |', '|---|---|---|--:|--:|--:|---|');
  for (const { name, format, start, end, rows, skipped, clock } of model.captures) {
    const from =
      start === null ? 'on its own clock' : `${formatDate(start, zone)} ${formatClock(start, zone)}`;
    const spans = start === null || end === null ? '' : formatDuration(Number(end - start));
    const cells = [name, format, from, spans, formatInteger(rows), formatInteger(skipped), clock];
    lines.push(`| ${cells.map(plain).join(' | ')} |`);
  }
  lines.push('', '### What was not understood', '');
  if (model.problems.length === 0) lines.push('Nothing: every line was understood.');
  for (const { capture, message, count } of model.problems)
    lines.push(`- ${plain(capture)}: ${plain(message)} (${formatInteger(count)})`);
  if (model.replaced !== null) {
    lines.push('', '### What was replaced', '');
    for (const { kind, standIn, count } of model.replaced)
      lines.push(`- ${plain(kind)}: \`${standIn}\`, ${formatInteger(count)} times`);
  }
  return { text: `${lines.join('\n').replace(/\n{3,}/g, '\n\n')}\n\n${inMarkdown(document)}`, pictures };
}

function tableLines(answer: StoredAnswer, zone: string): string[] {
  const columns = shownColumns(answer.columns);
  const rows = answer.rows.slice(0, maxShown);
  const left = answer.total - rows.length;
  return [
    `| ${columns.map(({ column }) => plain(headingText(headingOf(column)))).join(' | ')} |`,
    `|${columns.map(({ column }) => (isNumeric(column) ? '--:' : '---')).join('|')}|`,
    ...rows.map(
      row =>
        `| ${columns.map(({ column, at }) => plain(cellText(row[at] ?? null, column, zone))).join(' | ')} |`,
    ),
    ...(left > 0
      ? ['', `*${formatInteger(left)} more of ${counted(answer.total, 'row')} are in the workspace.*`]
      : []),
  ];
}

/** A text of a capture on one line, without markup. */
export const plain = (text: string): string =>
  visible(text)
    .replace(/\s+/g, ' ')
    .replace(/[\\`*_[\]<>|~#!&]/g, each =>
      each === '<' ? '&lt;' : each === '>' ? '&gt;' : each === '&' ? '&amp;' : `\\${each}`,
    )
    // Viewers turn text that looks like a link into one.
    .replace(/\b(https?|javascript|data|vbscript|file|mailto):/gi, '$1&#58;')
    .replace(/\bwww\./gi, 'www&#46;');

/** A person's Markdown: HTML in it, and links other than web and mail, stay text. */
export function quotedNote(text: string): string {
  return visible(text)
    .replace(/&/g, '&amp;')
    .replace(/<(?!https?:\/\/[^\s<>]{1,500}>)/g, '&lt;')
    .replace(/!\[/g, '!\\[')
    .replace(/\]\(\s*(?!https?:\/\/|mailto:)/gi, ']\\(')
    .replace(/^(\s{0,3}\[[^\]\n]{1,200}\]):/gm, '$1\\:');
}
