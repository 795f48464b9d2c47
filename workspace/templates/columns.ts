/** Decides which columns vary: masked messages of one structure are rows of a table whose columns are their slots. */
import type { Evidence } from './evidence.ts';
import { isSlot, keyOf } from './fold.ts';
import { type Group, grouped, type Row } from './group.ts';
import { mask, type Token } from './tokens.ts';

/** Rows of equal structure, split by columns with too few distinct values to be variable. */
export function* byColumns(rows: readonly Row[], evidence: Evidence): Generator<void, Group[]> {
  const groups: Group[][] = [];
  for (const alike of grouped(rows, row => row.folded.map(keyOf).join('\0'))) {
    yield;
    groups.push(split(alike, evidence));
  }
  return groups.flat();
}

function split(rows: readonly Row[], evidence: Evidence): Group[] {
  const texts = rows[0]!.folded.map((token, column) => {
    if (!isSlot(token)) return keyOf(token);
    return common(new Map(rows.map(row => [row.folded[column]!.text, row.folded[column]!])), evidence);
  });
  const open = texts.flatMap((text, column) => (text === null ? [column] : []));
  // Columns that each vary a little are variable together if their combinations are many.
  const combination = (row: Row): string => open.map(column => row.folded[column]!.text).join('\0');
  const parts = grouped(rows, combination);
  const group = (part: readonly Row[], open: (column: number) => string): Group => {
    const found = texts.map((text, column) => text ?? open(column));
    const keys = found.map((text, column) => (part[0]!.folded[column]!.kind === 'value' ? mask : text));
    return { texts: found, keys, rows: part };
  };
  if (open.length > 1 && parts.length >= evidence.slot) return [group(rows, () => mask)];
  return parts.map(part => group(part, column => part[0]!.folded[column]!.text));
}

/** The common text of a column; null if it has too few distinct values to be variable. */
function common(values: ReadonlyMap<string, Token>, evidence: Evidence): string | null {
  const texts = [...values.keys()];
  if (texts.length === 1) return texts[0]!;
  const shape = commonShape(texts);
  if (shape !== null) return isInternet(texts) ? null : shape;
  for (const token of values.values()) if (token.kind === 'value') return mask;
  return new Set(texts.map(shapeOf)).size >= evidence.slot ? mask : null;
}

/** The common form of the texts, with numbers masked; null if they differ. */
export function commonShape(texts: readonly string[]): string | null {
  const shape = shapeOf(texts[0]!);
  return shape.includes(mask) && texts.every(text => shapeOf(text) === shape) ? shape : null;
}

/** `org.apache.hadoop.<*>` if all texts begin alike, else a mask. */
export function commonStart(texts: readonly string[]): string {
  let start = texts[0]!;
  for (const text of texts) while (!text.startsWith(start)) start = start.slice(0, -1);
  const [packages] = /^(?:[A-Za-z_][\w-]*\.){2,}/.exec(start) ?? [''];
  return packages + mask;
}

function shapeOf(text: string): string {
  return text.replace(/[0-9]+/g, mask).replace(/<\*>(?:[-_.]?<\*>)+/g, mask);
}

/** IPv4 and IPv6 are words of different meaning, not two values. */
function isInternet(texts: readonly string[]): boolean {
  return texts.length === 2 && texts.every(text => /^[A-Za-z]+[46]$/.test(text));
}
