/** A tree of stacks as boxes, callers above; the width is the total weight. */
import { baseName } from '../../wording/names.ts';
import { formatNumber } from '../../wording/numbers.ts';
import { markup } from '../markup.ts';
import type { Drawing } from './drawn.ts';
import { colourClass, inner, legend, margin, px, shortened, svg } from './svg.ts';

const level = 18;
const letter = 6.6;
/** Deeper levels are only in the table: nobody reads a drawing of hundreds of levels. */
const maxLevels = 30;
/** px; narrower boxes are only in the table. */
const least = 0.6;

export const flame: Drawing = (answer, { label }) => {
  const { columns, rows, whole } = answer;
  const at = (name: string) => columns.findIndex(column => column.name === name);
  const [idAt, parentAt, totalAt, nameAt, moduleAt] = ['node', 'parent', 'total', 'function', 'module'].map(
    at,
  ) as [number, number, number, number, number];
  if (idAt < 0 || parentAt < 0 || totalAt < 0 || nameAt < 0) return null;
  const number = (row: number, column: number) => Number(rows[row]?.[column] ?? 0);
  const byId = new Map(rows.map((row, index) => [row[idAt], index]));
  const roots: number[] = [];
  const children = new Map<number, number[]>();
  rows.forEach((row, index) => {
    const parent = byId.get(row[parentAt] ?? null);
    if (row[parentAt] === null || parent === undefined || parent === index) roots.push(index);
    else children.set(parent, [...(children.get(parent) ?? []), index]);
  });
  const sum = roots.reduce((total, row) => total + number(row, totalAt), 0);
  const all = Math.max(sum, whole?.amount ?? 0);
  if (!(all > 0)) return null;
  const modules = [...new Set(rows.map(row => String(row[moduleAt] ?? '')))];
  const boxes: { row: number; x: number; depth: number; wide: number }[] = [];
  // An explicit stack, because trees may be thousands of levels deep.
  const open = placed(roots, 0, 0);
  for (let next = open.pop(); next; next = open.pop()) {
    const wide = (number(next.row, totalAt) / all) * inner;
    if (wide < least || next.depth >= maxLevels) continue;
    boxes.push({ ...next, wide });
    open.push(...placed(children.get(next.row) ?? [], next.x, next.depth + 1));
  }
  function placed(list: readonly number[], from: number, depth: number) {
    let x = from;
    return [...list]
      .sort((a, b) => number(b, totalAt) - number(a, totalAt))
      .map(row => {
        const box = { row, x, depth };
        x += (number(row, totalAt) / all) * inner;
        return box;
      });
  }
  const deepest = Math.max(...boxes.map(({ depth }) => depth));
  const bodies = boxes.map(({ row, x, depth, wide }) => {
    const name = String(rows[row]?.[nameAt] ?? '');
    const module = String(rows[row]?.[moduleAt] ?? '');
    const shown = shortened(name, wide - 6, letter);
    const share = formatNumber((number(row, totalAt) / all) * 100);
    const text = `${name} ${baseName(module)} · ${formatNumber(number(row, totalAt))} ${whole?.unit ?? ''} · ${share} %`;
    const [left, top] = [margin.left + x, 4 + depth * level];
    return markup`<g class="box" data-x="${px(x)}" data-w="${px(wide)}" data-d="${depth}"><rect class="${colourClass(modules.indexOf(module))}" x="${px(left)}" y="${top}" width="${px(Math.max(wide - 0.5, 0.3))}" height="${level - 1}"><title>${text}</title></rect>${shown !== '' && markup`<text class="name" x="${px(left + 3)}" y="${top + 12}">${shown}</text>`}</g>`;
  });
  return {
    picture: markup`<div class="flame">${svg(8 + (deepest + 1) * level, `${label}: a flame graph`, bodies)}</div>`,
    legend: legend(modules.slice(0, 8).map(module => baseName(module) || 'no module')),
  };
};
