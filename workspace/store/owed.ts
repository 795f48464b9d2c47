/**
 * What an import owes a capture after its rows are stored. Each pass that follows the rows is a row of the table `owed`,
 * committed with the capture and deleted when the pass has been made: at the end of the import, or, if the process was
 * killed before, after the workspace is opened again (`Workspace.complete`).
 */
import type { RowTable } from '../../parsers/tables.ts';
import type { Query } from '../query.ts';
import { text } from './schema.ts';

interface Pass {
  /** What progress calls it. */
  readonly doing: string;
  /** Follows a list of captures: "states not made". */
  readonly missing: string;
  /** Tables whose rows are incomplete or unnamed without it; all, if absent. */
  readonly of?: readonly RowTable[];
}

/**
 * In the order in which they are made, but templates, which are made together with states. Zones come first, because a
 * log with a known zone can give others a start.
 */
export const passes = {
  zones: { doing: 'looking for zones', missing: 'zone not looked for' },
  starts: { doing: 'looking for starts', missing: 'start not looked for' },
  fits: { doing: 'comparing clocks', missing: 'clock not fitted' },
  drift: { doing: 'setting drifts', missing: 'drift not set' },
  orphans: { doing: 'removing former rows', missing: 'former rows not removed', of: [] },
  symbols: { doing: 'naming functions', missing: 'functions not named', of: ['sample', 'event', 'state'] },
  templates: { doing: 'making states and templates', missing: 'templates not made', of: ['event'] },
  states: { doing: 'making states and templates', missing: 'states not made', of: ['state', 'sample'] },
  views: { doing: 'making views', missing: 'views not made', of: [] },
} as const satisfies Readonly<Record<string, Pass>>;

export type PassId = keyof typeof passes;

export interface Owed {
  readonly capture: number;
  readonly pass: PassId;
  /** What the pass needs to know of the import; `drift`: ns per second in 10⁹, `symbols`: JSON of the folders. */
  readonly detail: string | null;
}

export interface OwedBy {
  readonly rows: Readonly<Record<string, number>>;
  readonly symbols: readonly string[];
  /** The drift of the capture that it replaces; null if it replaces none. */
  readonly drift: number | null;
}

/** What a capture with these rows owes. */
export function owedBy(capture: number, { rows, symbols, drift }: OwedBy): readonly Owed[] {
  const owes = (pass: PassId, detail: string | null = null): Owed => ({ capture, pass, detail });
  return [
    owes('zones'),
    owes('starts'),
    owes('fits'),
    ...(drift === null ? [] : [owes('orphans')]),
    ...(drift ? [owes('drift', String(drift))] : []),
    ...(rows.sample || rows.event ? [owes('symbols', JSON.stringify(symbols))] : []),
    ...(rows.event ? [owes('templates'), owes('states'), owes('views')] : []),
  ];
}

/** A changed clock can change which captures are pieces of one recording, and so their states. */
export const statesOwed = (
  captures: readonly { readonly id: number; readonly rows: Readonly<Record<string, number>> }[],
): readonly Owed[] =>
  captures.flatMap(({ id, rows }) => (rows.event ? { capture: id, pass: 'states', detail: null } : []));

export const insertOwed = (owed: readonly Owed[]): string =>
  `INSERT INTO owed VALUES ${owed
    .map(
      ({ capture, pass, detail }) =>
        `(${capture}, ${text(pass)}, ${detail === null ? 'NULL' : text(detail)})`,
    )
    .join(', ')}`;

/** Statement that says a pass was made, for all captures that owed it. */
export const paid = (pass: PassId, captures: readonly number[]): string =>
  `DELETE FROM owed WHERE pass = ${text(pass)} AND capture IN (${captures.join(', ')})`;

export async function readOwed(query: Pick<Query, 'columns'>): Promise<readonly Owed[]> {
  const rows = await query.columns('SELECT capture, pass, detail FROM owed ORDER BY rowid');
  const passesOf = rows.texts('pass');
  const details = rows.texts('detail');
  return Array.from(rows.ints('capture'), (capture, row) => ({
    capture,
    pass: passesOf[row] as PassId,
    detail: details[row] ?? null,
  }));
}

/** What each capture owes; captures that owe nothing are absent. */
export function byCapture(owed: readonly Owed[]): ReadonlyMap<number, readonly Owed[]> {
  const found = new Map<number, Owed[]>();
  for (const each of owed) {
    const known = found.get(each.capture);
    if (known) known.push(each);
    else found.set(each.capture, [each]);
  }
  return found;
}

/** What a capture lacks, as a predicate: "states not made, templates not made"; null if nothing. */
export function lacking(owed: readonly Owed[], tables?: readonly string[]): string | null {
  const found = (Object.keys(passes) as PassId[]).filter(id => {
    const { of }: Pass = passes[id];
    const matters = !tables || !of || tables.some(table => of.some(each => each === table));
    return matters && owed.some(({ pass }) => pass === id);
  });
  // The last passes take longest, and are missed most.
  return found.length === 0
    ? null
    : found
        .reverse()
        .map(id => passes[id].missing)
        .join(', ');
}
