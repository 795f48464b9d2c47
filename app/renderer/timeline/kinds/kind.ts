/**
 * A kind of track: a file here and a line in `kinds.ts`. It says what is asked, and makes of the answer a picture; asking, labels,
 * legends, folding, heights, menus and the values under the cursor are the same for all (`../track-row.tsx`).
 */
import type { Refers } from '../../../../analyzers/contract.ts';
import type { RowTable } from '../../../../parsers/tables.ts';
import type { AnswerHead, CaptureInfo, Scope } from '../../../contract.ts';
import type { TimeScale } from '../../lib/time-scale.ts';
import type { RowCells } from '../../meaning/references.ts';
import type { IntervalAbout } from '../../state/chosen-interval.ts';
import type { Colours } from '../../state/colours.ts';
import type { Interval } from '../../state/scope.ts';
import type { Session } from '../../state/session.ts';
import type { Store } from '../../state/store.ts';
import type { Table } from '../../state/table.ts';
import type { Entry } from '../../widgets/row-menu.tsx';
import type { MeasuredSeries } from '../default-tracks.ts';

export interface TrackKind<P extends object = object> {
  readonly id: string;
  /** It needs rows of one of these tables. */
  readonly needs: readonly RowTable[];
  /** px of a track that nobody has resized; its picture may want more. */
  readonly height: number;
  /** Nothing is drawn, nor said, where its answer has no rows. */
  readonly isOptional?: boolean;
  /** Rows of an answer that are read at most. */
  readonly most: number;
  /** Its parameters, as a file may have them; null where they cannot be understood. */
  read(params: Readonly<Record<string, unknown>>): P | null;
  titleOf(params: P): string;
  /** The tracks to begin with. */
  proposed?(evidence: Evidence): readonly Proposal<P>[];
  /**
   * True if a track with parameters `params` already draws what one with `wanted` would. Default: true if
   * their parameters are the same.
   */
  draws?(params: P, wanted: P): boolean;
  /** What a track is about, where that is one thing. */
  about?(params: P): MeantCell | null;
  /** Tracks that can be added whatever a person looks for. */
  readonly offered?: readonly P[];
  /** The track that shows what a cell of a row refers to; null where this cell, or row, has none. */
  readonly of?: { readonly [R in Refers]?: (value: string | number, row: RowCells) => P | null };
  /** Null where it has nothing to ask. */
  question(params: P, view: Asked): TrackQuestion | null;
  /** Of what the window knows by itself. */
  readonly local?: LocalTrack;
  /** Made once per answer. */
  picture(answer: TrackAnswer, params: P): TrackPicture;
}

/** A track of what a person did, which the engine is not asked about. */
export interface LocalTrack {
  store(session: Session): Store<unknown>;
  picture(value: unknown): TrackPicture;
  /** In the menu of the track: what can be done with each thing it draws. */
  entries(session: Session): readonly Entry[];
}

export interface BusyThread {
  readonly tid: number;
  readonly process: string | null;
}

/** What the tracks to begin with are chosen by. */
export interface Evidence {
  /** Rows of each table. */
  readonly rows: Readonly<Record<string, number>>;
  readonly series: readonly MeasuredSeries[];
  /** Those that were busiest in scope, the busiest first. */
  readonly threads: readonly BusyThread[];
  /** What a person marked. */
  readonly marks: number;
  /** Findings with a mark on time. */
  readonly findings: number;
  formatOf(capture: number): string;
}

export interface Proposal<P extends object> {
  /** The same whenever it is proposed. */
  readonly id: string;
  readonly params: P;
}

/** What the timeline shows. */
export interface Asked {
  /** Of the window, with the time that the timeline shows. */
  readonly scope: Scope;
  /** px */
  readonly width: number;
  /** Rows of each table. */
  readonly rows: Readonly<Record<string, number>>;
}

export interface TrackQuestion {
  readonly question: string;
  readonly params: Readonly<Record<string, string | number | boolean>>;
  readonly scope: Scope;
}

export interface TrackAnswer {
  readonly table: Table;
  readonly head: AnswerHead;
  readonly scope: Scope;
  readonly captures: readonly CaptureInfo[];
  readonly colours: Colours;
  captureName(id: number): string;
  /** Keys that are not drawn. */
  readonly hidden: ReadonlySet<string>;
}

/** One of the things a track tells apart. */
export interface TrackKey {
  /** Id of the key, where it differs from its name. */
  readonly id?: string;
  readonly name: string;
  /** What it is, where that differs from its name, and what else is known of it. */
  readonly about?: string;
  /** CSS */
  readonly colour: string;
  /** What can be done with it, in the menu of its legend. */
  readonly row?: MeantCell;
}

/** A row of a single cell. */
export interface MeantCell {
  readonly refers: Refers;
  readonly value: string | number;
  readonly cell?: RowCells;
}

/** A part of a track with a name of its own; all are equally high, the first on top. */
export interface Lane {
  readonly name: string;
  readonly row?: MeantCell;
  /** Its value at a moment, in words; empty: none. */
  at(moment: bigint): string;
}

/** What is under the pointer. */
export interface Hit {
  /** What it is, in words, said beside the pointer; empty: the legend says it. */
  readonly text: string;
  /** The key that it is of, as the track calls it: the menu has what can be done with that. */
  readonly key?: string;
  /** Where it lies in time, to be shown whole. */
  readonly interval: Interval;
  /** What the inspector tells of it after a click. */
  readonly about?: IntervalAbout;
  /** What it refers to besides. */
  readonly row?: MeantCell;
  /** What else can be done with it. */
  entries?(session: Session): readonly Entry[];
}

export interface Surface {
  readonly context: CanvasRenderingContext2D;
  readonly scale: TimeScale;
  /** px */
  readonly width: number;
  readonly height: number;
  /** Device pixels per px: edges between pixels are blurred. */
  readonly ratio: number;
  /** {@link TrackPicture.colours}, resolved. */
  readonly colours: readonly string[];
  readonly muted: string;
  readonly background: string;
}

export interface TrackPicture {
  /** Nothing in scope has a value. */
  readonly isEmpty: boolean;
  /** In place of the track's title, where what is beside it says the rest. */
  readonly title?: string;
  /** Beside its title: the unit, of how much. */
  readonly about: string;
  /** For the legend; none where one thing is drawn, that the title names. */
  readonly keys: readonly TrackKey[];
  /** CSS colours that it draws with, the keys' first. */
  readonly colours: readonly string[];
  /** In place of its title. */
  readonly lanes?: readonly Lane[];
  /** px it needs at least, where it is not folded. */
  readonly least?: number;
  /** The largest value, in words; empty where there is none for all. */
  readonly peak: string;
  /** What is drawn; null where the picture does not depend on the range that was asked for. */
  readonly extent: Interval | null;
  draw(surface: Surface): void;
  /** Values in words. */
  at(moment: bigint): { readonly whole: string; readonly keys: readonly string[] };
  /** Over a stretch of time, in words: `mean 1.2`, `42 events`. */
  over?(interval: Interval): string;
  hit?(x: number, y: number, surface: Pick<Surface, 'scale' | 'height'>): Hit | null;
}

/** Pixels that a bucket takes: finer than this the eye sees noise. Rounded, so that dragging the window's edge does not ask at every pixel. */
export const bucketsFor = (width: number, bucketWidth: number): number =>
  Math.max(50, Math.round(width / bucketWidth / 50) * 50);

/**
 * The same for a question that takes whole buckets of a power of two: half of these at least. Large captures answer them from
 * summaries, and a range that moves keeps its buckets.
 */
export const alignedBuckets = (
  width: number,
  bucketWidth: number,
): { readonly buckets: number; readonly aligned: true } => ({
  buckets: 2 * bucketsFor(width, bucketWidth),
  aligned: true,
});

/** From the first to the last of intervals; null without any. */
export function extentOf(time: BigInt64Array, duration: Float64Array): Interval | null {
  let extent: Interval | null = null;
  for (let row = 0; row < time.length; row++) {
    const from = time[row]!;
    const to = from + BigInt(Math.round(duration[row]! || 0));
    if (extent && from >= extent.from && to <= extent.to) continue;
    extent = {
      from: extent && extent.from < from ? extent.from : from,
      to: extent && extent.to > to ? extent.to : to,
    };
  }
  return extent;
}

export const nothingDrawn: TrackPicture = {
  isEmpty: true,
  about: '',
  keys: [],
  colours: [],
  peak: '',
  extent: null,
  draw: () => undefined,
  at: () => ({ whole: '', keys: [] }),
};
