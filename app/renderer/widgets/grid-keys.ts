/** Where a key takes the active row; null where the key is none of the grid's. */
export function rowAfter(key: string, active: number, rows: number, page: number): number | null {
  const clamp = (row: number) => Math.max(0, Math.min(rows - 1, row));
  switch (key) {
    case 'ArrowDown':
      return clamp(active + 1);
    case 'ArrowUp':
      return clamp(active - 1);
    case 'PageDown':
      return clamp(active + page);
    case 'PageUp':
      return clamp(active - page);
    case 'Home':
      return clamp(0);
    case 'End':
      return clamp(rows - 1);
    default:
      return null;
  }
}

/** The keys of tables and trees, and what they do. */
export const gridKeys: readonly (readonly [keys: string, what: string])[] = [
  ['↑ ↓ PgUp PgDn Home End', 'walk the rows'],
  ['→ ←', 'open and close in a tree; choose the cell in a table'],
  ['*', 'open the heaviest path'],
  ['Enter', 'the first of what can be done with the row'],
  ['/', 'find here'],
  ['Shift+↑ ↓ PgUp PgDn Home End', 'choose several rows'],
  ['Ctrl+A', 'choose all rows'],
  ['Ctrl+C', 'copy the row, or all that are chosen'],
  ['Shift+F10', 'what else can be done with the row'],
  ['Alt+← →', 'on a header: make the column narrower, wider'],
];
