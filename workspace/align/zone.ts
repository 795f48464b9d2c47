/**
 * Determines the zone of wall clocks that state none, from other captures of the same machine: a wall clock
 * with a zone states it for the whole machine; a capture of the same minutes in UTC shows the offset of the
 * wall clock. The result is a guess, and can be overruled.
 */

import { offsetName } from '../../parsers/kit/civil.ts';
import { settleZone, zoneAssumed, zoneOf } from '../clocks/clock.ts';
import { type CaptureRecord, span } from '../store/captures.ts';
import { isSameFolder } from './folder.ts';

const second = 1_000_000_000n;
const quarter = 900n * second;

/** UTC offsets of zones in this century, in quarters of an hour. */
const offsets: readonly bigint[] = [
  ...Array.from({ length: 27 }, (_, hour) => BigInt(hour - 12) * 4n),
  ...[-38, -18, -14, 14, 18, 22, 23, 26, 35, 38, 42, 51].map(BigInt),
];

/** Share of the shorter of two captures that must lie within the other for both to be of the same minutes. */
const minShared = 0.8;
/** Captures of one recording begin or end within this time of each other, ns. */
const together = 60e9;

/** Statements that set the zone of wall clocks to the one that other captures suggest. */
export function zoneAlignments(captures: readonly CaptureRecord[]): string[] {
  const certain = captures.filter(capture => !capture.clockGuess && span(capture) !== null);
  return captures.filter(zoneAssumed).flatMap(capture => {
    const siblings = certain.filter(other => isSibling(capture, other));
    const found = zoneBy(capture, siblings);
    return found ? settleZone(capture, found.zone, found.from, found.by.id) : [];
  });
}

/** null if no other capture suggests a zone, or if suggestions differ. */
function zoneBy(capture: CaptureRecord, siblings: readonly CaptureRecord[]): FoundZone | null {
  const [named, timed] = [byName(capture, siblings), byTime(capture, siblings)];
  if (named && timed && named.offset !== timed.offset) return null;
  return named ?? timed;
}

interface FoundZone {
  readonly zone: string;
  /** ns east of UTC at the capture's start. */
  readonly offset: bigint;
  readonly from: 'same-machine' | 'same-time';
  readonly by: CaptureRecord;
}

/** True if both have the same host name, or, if either has none, the same folder. */
function isSibling(a: CaptureRecord, b: CaptureRecord): boolean {
  if (a.host !== null && b.host !== null) return a.host === b.host;
  return isSameFolder(a, b);
}

/** The zone that wall clocks of the machine state. */
function byName(capture: CaptureRecord, siblings: readonly CaptureRecord[]): FoundZone | null {
  const named = siblings.filter(({ clock }) => clock.domain === 'local');
  const [first] = named;
  const zone = first?.clock.zone;
  if (!first || !zone || named.some(({ clock }) => clock.zone !== zone)) return null;
  const wall = Number((capture.clock.zero + (capture.firstTs ?? 0n)) / second);
  const offset = BigInt(wall - zoneOf(zone).toUtc(wall)) * second;
  return { zone, offset, from: 'same-machine', by: first };
}

/** The offset to captures of the same minutes; null unless exactly one offset fits all of them. */
function byTime(capture: CaptureRecord, siblings: readonly CaptureRecord[]): FoundZone | null {
  const found = siblings
    .filter(({ clock }) => clock.domain !== 'local')
    .flatMap(other => offsetsTo(capture, other).map(offset => ({ offset, other })));
  const [first] = found;
  if (!first || found.some(({ offset }) => offset !== first.offset)) return null;
  const { offset, other } = first;
  return {
    zone: offset === 0n ? 'UTC' : offsetName(Number(offset / second)),
    offset,
    from: 'same-time',
    by: other,
  };
}

/** The UTC offsets at which the capture's wall clock coincides with another capture. */
function offsetsTo(capture: CaptureRecord, other: CaptureRecord): readonly bigint[] {
  const { zero } = capture.clock;
  const wall = { from: zero + (capture.firstTs ?? 0n), to: zero + (capture.lastTs ?? 0n) };
  const utc = span(other)!;
  const possible = offsets
    .map(quarters => quarters * quarter)
    .filter(offset => shared({ from: wall.from - offset, to: wall.to - offset }, utc) >= minShared);
  if (possible.length < 2) return possible;
  const isTogether = (offset: bigint) => near(wall.from - offset, utc.from) || near(wall.to - offset, utc.to);
  return possible.filter(isTogether);
}

interface Span {
  readonly from: bigint;
  readonly to: bigint;
}

/** Share of the shorter that lies within the other. Doubles are exact enough, to a microsecond. */
function shared(a: Span, b: Span): number {
  const [from, to] = [Math.max(Number(a.from), Number(b.from)), Math.min(Number(a.to), Number(b.to))];
  const shorter = Math.min(Number(a.to - a.from), Number(b.to - b.from));
  return to < from ? 0 : (to - from + 1) / (shorter + 1);
}

const near = (a: bigint, b: bigint): boolean => Math.abs(Number(a - b)) <= together;
