/** Wakeups as arrows from the lane of the waker, or the waker's name if it has no lane. */
import type { Table } from '../../state/table.ts';
import type { Surface } from '../kinds/kind.ts';
import type { ThreadTrack } from '../thread-track.ts';
import { type LaneBox, wordsFont } from './intervals.ts';
import { placing } from './pixels.ts';

/** Maximum number of arrows; with more, none is drawn until the user zooms in. */
const maxArrows = 60;
/** Minimum width of a wait to show how it ended, px. */
const minWaitWidth = 8;
const minNamed = 90;

export const nameOf = (process: string | undefined, tid: number): string =>
  [process ?? '', Number.isNaN(tid) ? '' : tid].join(' ').trim();

export function drawWakeups(
  table: Table,
  threads: readonly ThreadTrack[],
  origin: bigint,
  surface: Surface,
  boxes: readonly LaneBox[],
): void {
  const [state, reason, waker] = [table.texts('state'), table.texts('reason'), table.texts('waker')];
  const [tid, time, duration] = [table.numbers('waker_tid'), table.times('time'), table.numbers('duration')];
  const place = placing(origin, surface.scale);
  const laneOf = new Map(threads.map((thread, lane) => [thread.tid, lane]));
  const waits: { lane: number; row: number; left: number; right: number }[] = [];
  for (const [lane, { rows }] of threads.entries())
    for (const row of rows) {
      if (state.values[state.index[row]!] !== 'waiting') continue;
      const since = Number(time[row]! - origin);
      const [left, right] = [place(since), place(since + duration[row]!)];
      if (right < 0 || left > surface.width || right - left < minWaitWidth) continue;
      waits.push({ lane, row, left, right });
    }
  const { context, muted } = surface;
  context.font = wordsFont;
  context.textBaseline = 'middle';
  context.strokeStyle = muted;
  context.fillStyle = muted;
  context.lineWidth = 1;
  const woken = waits.filter(({ row, right }) => waker.index[row]! >= 0 && right <= surface.width);
  if (woken.length <= maxArrows)
    for (const { lane, row, right } of woken) {
      const from = laneOf.get(tid[row]!);
      if (from === undefined || from === lane) continue;
      arrow(context, right, middle(boxes[from]!), edgeTowards(boxes[lane]!, boxes[from]!), surface.ratio);
    }
  for (const { row, lane, left, right } of waits) {
    const [begin, end] = [Math.max(0, left), Math.min(surface.width, right)];
    if (end - begin < minNamed) continue;
    const by = right <= surface.width ? nameOf(waker.values[waker.index[row]!], tid[row]!) : '';
    const words = [reason.values[reason.index[row]!] ?? '', by && `woken by ${by}`]
      .filter(Boolean)
      .join(' · ');
    const { top, height } = boxes[lane]!;
    context.save();
    context.beginPath();
    context.rect(begin + 4, top, end - begin - 8, height);
    context.clip();
    context.fillText(words, begin + 6, top + height / 2 - 1);
    context.restore();
  }
}

const middle = ({ top, height }: LaneBox): number => top + height / 2;

/** The edge at which an arrow from another lane reaches this one. */
const edgeTowards = (lane: LaneBox, from: LaneBox): number =>
  from.top < lane.top ? lane.top : lane.top + lane.height;

function arrow(context: CanvasRenderingContext2D, at: number, from: number, to: number, ratio: number): void {
  const x = (Math.round(at * ratio) + 0.5) / ratio;
  const direction = Math.sign(to - from) || 1;
  context.beginPath();
  context.moveTo(x, from);
  context.lineTo(x, to);
  context.stroke();
  context.beginPath();
  context.moveTo(x, to);
  context.lineTo(x - 3, to - 5 * direction);
  context.lineTo(x + 3, to - 5 * direction);
  context.fill();
}
