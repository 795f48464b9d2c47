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
  /** The initial tracks. */
  proposed?(evidence: Evidence): readonly Proposal<P>[];
  /**
   * True if a track with parameters `params` already draws what one with `wanted` would. Default: true if
   * their parameters are the same.
   */
  draws?(params: P, wanted: P): boolean;
  /** The single thing that the track is about, if there is one; else null. */
  about?(params: P): MeantCell | null;
  /** Tracks that can be added whatever a person looks for. */
  readonly offered?: readonly P[];
  /** The track that shows what a cell of a row refers to; null where this cell, or row, has none. */
  readonly of?: { readonly [R in Refers]?: (value: string | number, row: RowCells) => P | null };
  /** Null where it has nothing to ask. */
  question(params: P, view: Asked): TrackQuestion | null;
  /** For tracks whose content the window has itself, without asking the engine. */
  readonly local?: LocalTrack;
  /** Made once per answer. */
  picture(answer: TrackAnswer, params: P): TrackPicture;
}

/** A track of data that a person made in the window; the engine is not asked. */
export interface LocalTrack {
  store(session: Session): Store<unknown>;
  picture(value: unknown): TrackPicture;
  /** Menu entries of each thing that the track draws. */
  entries(session: Session): readonly Entry[];
}

export interface BusyThread {
  readonly tid: number;
  readonly process: string | null;
}

/** Facts from which the initial tracks are chosen. */
export interface Evidence {
  /** Number of rows by table. */
  readonly rows: Readonly<Record<string, number>>;
  readonly series: readonly MeasuredSeries[];
  /** The busiest threads in scope, the busiest first. */
  readonly threads: readonly BusyThread[];
  /** Number of marks that a person made. */
  readonly marks: number;
  /** Number of findings with a mark on time. */
  readonly findings: number;
  formatOf(capture: number): string;
}

export interface Proposal<P extends object> {
  /** The same whenever it is proposed. */
  readonly id: string;
  readonly params: P;
}

/** What a track may ask by: the scope, the width and the tables that have rows. */
export interface Asked {
  /** The scope of the window, with the visible interval of the timeline. */
  readonly scope: Scope;
  /** px */
  readonly width: number;
  /** Number of rows by table. */
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
  /** Description of the key, where its name does not say everything. */
  readonly about?: string;
  /** CSS */
  readonly colour: string;
  /** The thing that the menu of the key in the legend acts on. */
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
  /** The value of the lane at a moment, in words; empty: none. */
  at(moment: bigint): string;
}

/** The thing under the pointer. */
export interface Hit {
  /** Text shown beside the pointer; empty where the legend already says it. */
  readonly text: string;
  /** The key it belongs to, by {@link TrackKey.id} or name; the menu has the entries of that key. */
  readonly key?: string;
  /** Its interval, to be shown whole. */
  readonly interval: Interval;
  /** What the inspector shows about it after a click. */
  readonly about?: IntervalAbout;
  /** Another thing it refers to. */
  readonly row?: MeantCell;
  /** Further menu entries. */
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
  /** The drawn interval; null where the picture does not depend on the range that was asked for. */
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
