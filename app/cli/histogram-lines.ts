import type { Sheet } from '../engine/sheet.ts';
import { type Heading, tableLines } from './table.ts';

/** Characters of a bar, as DTrace draws them. */
const barWidth = 40;

/** Histograms as DTrace and BPF tools print them: one line per bucket, with a bar of its share. */
export function histogramLines(headings: readonly Heading[], sheet: Sheet, width: number | null): string[] {
  if (sheet.rows === 0) return tableLines(headings, sheet, width);
  const at = (row: number, name: string) => sheet.cell(row, sheet.names.indexOf(name));
  const lines: string[] = [];
  let title = '';
  const labels = Array.from({ length: sheet.rows }, (_, row) => bounds(at(row, 'low'), at(row, 'high')));
  const margin = Math.max(...labels.map(label => label.length));
  for (let row = 0; row < sheet.rows; row++) {
    const unit = at(row, 'unit');
    const name = [at(row, 'histogram'), unit === null ? null : `(${unit})`, at(row, 'time')]
      .filter(each => each !== null && each !== '')
      .join(' ');
    const head = `${at(row, 'capture')} ${name}`;
    if (head !== title) lines.push(...(title === '' ? [] : ['']), name);
    title = head;
    const bar = '@'.repeat(Math.round((Number(at(row, 'percent')) / 100) * barWidth));
    lines.push(`${labels[row]!.padStart(margin)} |${bar.padEnd(barWidth)}| ${at(row, 'count')}`);
  }
  return lines;
}

type Cell = ReturnType<Sheet['cell']>;

function bounds(low: Cell, high: Cell): string {
  if (low === null) return `< ${high}`;
  return high === null ? `>= ${low}` : `[${low}, ${high})`;
}
