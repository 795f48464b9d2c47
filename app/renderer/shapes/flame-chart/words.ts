/** Texts for boxes of a flame chart. */
import { count as counted, formatDuration } from '../../../wording/numbers.ts';
import { digitsFor, formatClock, type Zone } from '../../../wording/time.ts';
import type { Interval } from '../../lib/interval.ts';
import { type BoxLayout, moduleOf, nameOf } from './boxes.ts';

export function rangeText({ from, to }: Interval, zone: Zone): string {
  const digits = Math.max(3, digitsFor(Number(to - from) / 1000));
  return `From ${formatClock(from, zone, digits)} to ${formatClock(to, zone, digits)}: ${formatDuration(Number(to - from))}.`;
}

/** `ExecutorRun · postgres · 4.02 ms from 04:22:04.015 · 3 samples` */
export function boxText(layout: BoxLayout, row: number, zone: Zone): string {
  const { band, time, duration, covered, count } = layout.cast;
  const module = moduleOf(layout, row);
  const type = module === null ? 'slice' : 'sample';
  return [
    nameOf(layout, row),
    ...(module === null ? [] : [module]),
    `${formatDuration(duration[row]!)} from ${formatClock(time[row]!, zone, 6)}`,
    counted(count[row]!, type),
    ...(covered[row]! < 99.5 ? [`${Math.round(covered[row]!)} % of it, merged with shorter ones`] : []),
    band.values[band.index[row]!] ?? '',
  ].join(' · ');
}
