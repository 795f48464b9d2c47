/** Tables of planted faults, as JSON and Markdown. */
import { writeFileSync } from 'node:fs';
import type { Plant } from './plant.ts';
import { rooms } from './tests.ts';

/**
 * What became of a plant: found by a test, or because a run did not end; refused by the compiler, though no test
 * found it; `unset` if the tree has no such lines.
 */
export type Result = 'found' | 'time' | 'types' | 'survived' | 'unset';

export interface Row {
  readonly plant: Plant;
  readonly result: Result;
  readonly by: string;
  readonly seconds: number;
}

export const relativeTo = (root: string, text: string): string => text.replaceAll(`${root}/`, '');

export function writeTable(path: string, rows: readonly Row[]): void {
  writeFileSync(`${path}.json`, `${JSON.stringify(rows, null, 1)}\n`);
  writeFileSync(`${path}.md`, markdown(rows));
}

const code = (lines: readonly string[]): string =>
  `\`${lines
    .map(line => line.trim())
    .join(' ')
    .replaceAll('`', "'")
    .replaceAll('|', '\\|')}\``;

export function markdown(rows: readonly Row[]): string {
  const counts = Object.keys(rooms).map(room => {
    const own = rows.filter(({ plant }) => plant.room === room);
    const of = (...results: Result[]) => own.filter(({ result }) => results.includes(result)).length;
    return `| ${room} | ${own.length} | ${of('found', 'time')} | ${of('types')} | ${of('survived')} | ${of('unset')} |`;
  });
  const lines = rows.map(({ plant: { id, file, line, operator, original, planted }, result, by }) => {
    const cell = by.replaceAll('|', '\\|').replaceAll('\n', ' ');
    return `| ${id} | ${file}:${line} | ${operator} | ${code(original)} | ${code(planted)} | ${result} | ${cell} |`;
  });
  return `${[
    '| room | planted | found | by types only | survived | not in this tree |',
    '|---|---|---|---|---|---|',
    ...counts,
    '',
    '| | line | fault | original | planted | result | by |',
    '|---|---|---|---|---|---|---|',
    ...lines,
  ].join('\n')}\n`;
}
