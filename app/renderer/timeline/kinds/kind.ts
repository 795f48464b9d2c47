/**
 * A kind of track: a file here and a line in `kinds.ts`. It defines the question and turns the answer into a picture; asking, labels,
 * legends, folding, heights, menus and the values under the cursor are the same for all (`../track-row.tsx`).
 */
import type { Refers } from '../../../../analyzers/contract.ts';
import type { RowTable } from '../../../../parsers/tables.ts';
import type { AnswerHead, CaptureInfo, Scope } from '../../../contract.ts';
import type { Interval } from '../../lib/interval.ts';
import type { Entry } from '../../lib/menu-entry.ts';
import type { TimeScale } from '../../lib/time-scale.ts';
import type { IntervalAbout } from '../../state/chosen-interval.ts';
import type { Colours } from '../../state/colours.ts';
import type { RowCells } from '../../state/paged-answer.ts';
import type { Session } from '../../state/session.ts';
import type { Store } from '../../state/store.ts';
import type { Table } from '../../state/table.ts';
import type { MeasuredSeries } from '../default-tracks.ts';

export interface TrackKind<P extends object = object> {
  readonly id: string;
  /** It needs rows of one of these tables. */
  readonly needs: readonly RowTable[];
  /** Default height, px; the picture may require more. */
  readonly height: number;
  /** The track is hidden if its answer has no rows. */
  readonly isOptional?: boolean;
  /** A range between two values shows the line from one to the other. */
  readonly isContinuous?: boolean;
  /** Maximum number of rows read. */
  readonly maxRows: number;
  /** Validates parameters from a file; null if they are invalid. */
  read(params: Readonly<Record<string, unknown>>): P | null;
  titleOf(params: P): string;
  /** The initial tracks. */
  proposed?(evidence: Evidence): readonly Proposal<P>[];
  /**
   * True if a track with parameters `params` already draws what one with `wanted` would. Default: true if
   * their parameters are the same.
   */
  draws?(params: P, wanted: P): boolean;
  /** The single thing that the track shows; null if it shows several. */
  about?(params: P): MeantCell | null;
  /** Tracks that the picker always offers. */
  readonly offered?: readonly P[];
  /** The track for what a cell refers to; null if there is none for this cell or row. */
  readonly paramsOf?: { readonly [R in Refers]?: (value: string | number, row: RowCells) => P | null };
  /** Null if there is nothing to ask. */
  question(params: P, view: Asked): TrackQuestion | null;
  /** Set for tracks of data that the window has itself, without a question. */
  readonly local?: LocalTrack;
  /** Made once per answer. */
  picture(answer: TrackAnswer, params: P): TrackPicture;
}

/** A track of data that the user created in the window. */
export interface LocalTrack {
  store(session: Session): Store<unknown>;
  picture(value: unknown): TrackPicture;
  /** Menu entries of each item of the track. */
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
  /** Number of marks of the user. */
  readonly marks: number;
  /** Number of findings with a mark on time. */
  readonly findings: number;
  formatOf(capture: number): string;
}

export interface Proposal<P extends object> {
  /** Stable id of the proposal. */
  readonly id: string;
  readonly params: P;
}

/** Inputs of a track's question: the scope, the width and the tables with rows. */
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

/** An entry of the legend: one of the things that the track distinguishes. */
export interface TrackKey {
  /** Id of the key, if it differs from its name. */
  readonly id?: string;
  readonly name: string;
  /** Description of the key, if its name is not enough. */
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

/** A named part of a track; all are equally high, the first is on top. */
export interface Lane {
  readonly name: string;
  readonly row?: MeantCell;
  /** Text of the value of the lane at a moment; empty: none. */
  at(moment: bigint): string;
}

/** The thing under the pointer. */
export interface Hit {
  /** Text shown beside the pointer; empty if the legend shows it. */
  readonly text: string;
  /** The key it belongs to, by {@link TrackKey.id} or name; the menu has the entries of that key. */
  readonly key?: string;
  /** Its whole interval. */
  readonly interval: Interval;
  /** Subject for the inspector after a click. */
  readonly about?: IntervalAbout;
  /** A further thing it refers to. */
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
  /** True if nothing in scope has a value. */
  readonly isEmpty: boolean;
  /** Replaces the track's title if the text beside it completes it. */
  readonly title?: string;
  /** Text beside the title, such as the unit. */
  readonly about: string;
  /** Entries of the legend; empty if the title names the only thing drawn. */
  readonly keys: readonly TrackKey[];
  /** CSS colours for drawing; those of the keys come first. */
  readonly colours: readonly string[];
  /** Shown in place of the title. */
  readonly lanes?: readonly Lane[];
  /** Minimum height if not folded, px. */
  readonly minHeight?: number;
  /** Text of the largest value; empty if the keys have no common one. */
  readonly peak: string;
  /** The drawn interval; null if the picture does not depend on the requested range. */
  readonly extent: Interval | null;
  draw(surface: Surface): void;
  /** Texts of the values at a moment. */
  at(moment: bigint): { readonly whole: string; readonly keys: readonly string[] };
  /** Text of the values in an interval: `mean 1.2`, `42 events`. */
  over?(interval: Interval): string;
  hit?(x: number, y: number, surface: Pick<Surface, 'scale' | 'height'>): Hit | null;
}

/** Number of buckets for a width; more look like noise. Rounded, so that dragging the window's edge does not ask at every pixel. */
export const bucketsFor = (width: number, bucketWidth: number): number =>
  Math.max(50, Math.round(width / bucketWidth / 50) * 50);

/**
 * The same for questions with aligned buckets, whose width is a power of two: the answer has at least half of the requested
 * number. Large captures answer them from summaries, and buckets stay the same while the range moves.
 */
export const alignedBuckets = (
  width: number,
  bucketWidth: number,
): { readonly buckets: number; readonly aligned: true } => ({
  buckets: 2 * bucketsFor(width, bucketWidth),
  aligned: true,
});

/** The whole intervals of the rows of states, which a zoom does not cut: by them one says how long something lasted. */
export function wholeIntervals(table: Table): {
  readonly time: BigInt64Array;
  readonly duration: Float64Array;
} {
  const [time, duration] = [table.times('time'), table.numbers('duration')];
  const [wholeTime, wholeDuration] = [table.times('whole_time'), table.numbers('whole_duration')];
  return {
    time: time.map((each, row) => (Number.isNaN(wholeDuration[row]) ? each : wholeTime[row]!)),
    duration: duration.map((each, row) => (Number.isNaN(wholeDuration[row]) ? each : wholeDuration[row]!)),
  };
}

/** From the begin of the first interval to the last end; null without intervals. */
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
