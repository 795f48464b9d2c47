import type { Refers } from '../../../../analyzers/contract.ts';
import { valueKey } from '../../lib/value-key.ts';
import type { RowCells } from '../../state/paged-answer.ts';
import type { Track } from '../../state/tracks.ts';
import { cpus } from './cpus.ts';
import { diskIo } from './disk-io.ts';
import { findings } from './findings.ts';
import { hits } from './hits.ts';
import type { Evidence, TrackKind } from './kind.ts';
import { levels } from './levels.ts';
import { marks } from './marks.ts';
import { metrics } from './metrics.ts';
import { overview } from './overview.ts';
import { samples } from './samples.ts';
import { slices } from './slices.ts';
import { templates } from './templates.ts';
import { threadStates } from './thread-states.ts';

/** All kinds of tracks, in their default order on the timeline. */
const kinds = [
  overview,
  findings,
  marks,
  samples,
  metrics,
  diskIo,
  threadStates,
  cpus,
  slices,
  levels,
  templates,
  hits,
] as readonly TrackKind[];

export const trackKinds: readonly TrackKind[] = kinds;

const byId = new Map(kinds.map(kind => [kind.id, kind]));

export const kindOf = (id: string): TrackKind | undefined => byId.get(id);

export const kindRank = (id: string): number => kinds.findIndex(kind => kind.id === id);

export const isAvailable = ({ needs }: TrackKind, rows: Readonly<Record<string, number>>): boolean =>
  needs.length === 0 || needs.some(table => rows[table]);

/** A track that could be added. */
export interface Candidate {
  readonly kind: TrackKind;
  readonly params: object;
  readonly title: string;
}

/** Tracks that the picker always offers. */
export const offeredTracks = (rows: Readonly<Record<string, number>>): readonly Candidate[] =>
  kinds
    .filter(kind => isAvailable(kind, rows))
    .flatMap(kind => (kind.offered ?? []).map(params => ({ kind, params, title: kind.titleOf(params) })));

/** The tracks that show what a cell of a row refers to. */
export function tracksOf(
  refers: Refers,
  value: string | number,
  row: RowCells,
  rows: Readonly<Record<string, number>>,
): readonly Candidate[] {
  return kinds.flatMap(kind => {
    const params = isAvailable(kind, rows) ? kind.paramsOf?.[refers]?.(value, row) : null;
    return params ? [{ kind, params, title: kind.titleOf(params) }] : [];
  });
}

/** The existing track that draws the same as a candidate, if any. */
export function drawing({ kind, params }: Candidate, tracks: readonly Track[]): Track | undefined {
  const draws = kind.draws ?? ((a: object, b: object) => valueKey(a) === valueKey(b));
  return tracks.find(track => {
    const trackParams =
      track.kind === kind.id ? kind.read(track.params as Readonly<Record<string, unknown>>) : null;
    return trackParams !== null && draws(trackParams, params);
  });
}

/** The proposed tracks. */
export function proposedTracks(evidence: Evidence): readonly Track[] {
  return kinds.flatMap(kind =>
    (isAvailable(kind, evidence.rows) ? (kind.proposed?.(evidence) ?? []) : []).map(({ id, params }) => ({
      id,
      kind: kind.id,
      params,
    })),
  );
}
