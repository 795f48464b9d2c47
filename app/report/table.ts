import type { StoredAnswer } from '../../analyzers/findings/finding.ts';
import { headingOf, headingText, isNumeric } from '../pictures/columns.ts';
import { count as counted, formatInteger } from '../wording/numbers.ts';
import { cellText, maxShown, shownColumns } from './cells.ts';
import { joined, type Markup, markup, type Piece } from './markup.ts';

/** Texts up to this length are not wrapped, characters. */
const maxUnwrapped = 32;

/** The rows of an answer: the first ones at once, the others after a click. */
export function answerTable(answer: StoredAnswer, zone: string, most = 200): Markup {
  const columns = shownColumns(answer.columns);
  const depthAt = answer.columns.findIndex(({ name }) => name === 'depth');
  const shown = answer.rows.slice(0, most);
  const rows = shown.map((row, number) => {
    const depth = depthAt < 0 ? 0 : Math.min(Number(row[depthAt] ?? 0), 12);
    const cells = columns.map(({ column, at }, index) => {
      const text = cellText(row[at] ?? null, column, zone);
      const value = row[at];
      const sort = typeof value === 'number' || typeof value === 'bigint' ? String(value) : null;
      const classes = [
        isNumeric(column) ? 'number' : column.kind === 'code' ? 'code' : column.kind === 'time' ? 'time' : '',
        text.length <= maxUnwrapped ? 'short' : '',
        index === 0 && depth > 0 ? `depth-${depth}` : '',
      ];
      const name = classes.filter(each => each !== '').join(' ');
      return markup`<td${name !== '' && markup` class="${name}"`}${sort !== null && markup` data-sort="${sort}"`}>${text}</td>`;
    });
    return markup`<tr${number >= maxShown && markup` class="more"`}>${cells}</tr>\n`;
  });
  const left = answer.total - shown.length;
  return joined([
    table(
      columns.map(({ column }) => ({ title: headingText(headingOf(column)), isNumber: isNumeric(column) })),
      rows,
    ),
    left > 0 &&
      markup`<p class="hint">${formatInteger(left)} more of ${counted(answer.total, 'row')} are in the workspace.</p>`,
  ]);
}

interface Heading {
  readonly title: string;
  readonly isNumber: boolean;
}

export function table(headings: readonly Heading[], rows: readonly Piece[]): Markup {
  const head = headings.map(
    ({ title, isNumber }) => markup`<th scope="col"${isNumber && markup` class="number"`}>${title}</th>`,
  );
  return markup`<div class="table" tabindex="0" role="group" aria-label="Table"><table><thead><tr>${head}</tr></thead><tbody>
${rows}</tbody></table></div>`;
}

/** A table of texts, without sorting. */
export const plainTable = (headings: readonly Heading[], rows: readonly (readonly Piece[])[]): Markup =>
  table(
    headings,
    rows.map(
      row =>
        markup`<tr>${row.map((cell, at) => markup`<td${classOf(headings[at], cell)}>${cell}</td>`)}</tr>\n`,
    ),
  );

function classOf(heading: Heading | undefined, cell: Piece): Markup | null {
  if (heading?.isNumber) return markup` class="number"`;
  return typeof cell === 'string' && cell.length <= maxUnwrapped ? markup` class="short"` : null;
}
