/** Findings and checks as text for people, and as JSON for programs. */

import { iso } from '../../workspace/time.ts';
import type { CheckReport, Difference, Findings } from '../contract.ts';
import { printable, tableLines } from './table.ts';

/** Lines of a table of findings, below the summary if there is one. */
export function findingLines({ summary, findings }: Findings, width: number | null): string[] {
  const rows = findings.map(({ id, tags, title, evidence, links }) => {
    const stale = evidence.filter(({ check }) => check !== null && check.result !== 'same').length;
    return [
      id,
      tags.join(', '),
      title,
      evidence.map(each => `${each.id} ${each.question}`).join(', '),
      stale === 0 ? '' : `${stale} of ${evidence.length} stale`,
      links.join(', '),
    ];
  });
  const sheet = {
    names: [],
    rows: rows.length,
    cell: (row: number, column: number) => rows[row]?.[column] ?? null,
  };
  const headings = [
    { name: 'id', kind: 'integer', isAsStored: true } as const,
    ...['tags', 'title', 'evidence', 'checked', 'links'].map(name => ({ name, kind: 'text' as const })),
  ];
  const head = [summary.title, summary.text].filter(text => text !== '').flatMap(text => text.split('\n'));
  return [
    ...head.map(printable),
    ...(head.length > 0 ? [''] : []),
    ...(rows.length > 0 ? tableLines(headings, sheet, width) : ['No findings.']),
  ];
}

/** The result of a check, one line per evidence. */
export function checkLines({ evidence, same, stale, failed }: CheckReport): string[] {
  const lines = evidence
    .filter(({ result }) => result !== 'same')
    .flatMap(({ finding, title, evidence: id, question, result, reasons, difference }) => [
      `${result}: finding ${finding} “${title}”, evidence ${id} (${question})`,
      ...reasons.map(reason => `  ${reason}`),
      ...(difference ? differenceLines(difference).map(line => `  ${line}`) : []),
    ]);
  return [...lines, `${same} the same, ${stale} stale, ${failed} without an answer.`].map(printable);
}

function differenceLines({ summary, rows, added, gone: removed, changed }: Difference): string[] {
  const listed = rows.map(({ kind, name, cells }) => {
    const changes = cells.map(({ column, before, now }) => `${column} ${before} → ${now}`).join(', ');
    return `  ${kind}: ${name}${changes && `: ${changes}`}`;
  });
  const more = added + removed + changed - rows.length;
  return [summary, ...listed, ...(more > 0 ? [`  … and ${more} more`] : [])];
}

/** JSON of a value, with times in ISO 8601. */
export function inJson(value: unknown): string {
  const json = JSON.stringify(value, (_, each: unknown) => (typeof each === 'bigint' ? iso(each) : each), 2);
  return `${json}\n`;
}
