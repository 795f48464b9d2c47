/**
 * Fits clocks of captures to other captures that recorded the same: proposes changes, and places captures
 * that have no place in time.
 */

import { type ClockFit, changeClock } from '../../clocks/clock.ts';
import { unhurried } from '../../files/breathe.ts';
import type { Cancel, Query } from '../../query.ts';
import { type CaptureRecord, span } from '../../store/captures.ts';
import { candidates } from './candidates.ts';
import { evidenceOf, rankOf } from './evidence.ts';
import { fitLine, type Line, residuals } from './line.ts';
import { fitRates, hasRates, type Signals, signalsOf } from './rates.ts';

/** Change of the clock of `capture` by which it agrees with that of `by`. */
export interface Fit {
  readonly capture: CaptureRecord;
  readonly by: CaptureRecord;
  /** ns to add at the capture's zero: to its current times, or to its own clock if it is not aligned. */
  readonly shift: bigint;
  /** ns per second, in addition to its current drift; null if it cannot be determined. */
  readonly drift: number | null;
  /** ns per second; null without a drift. */
  readonly driftError: number | null;
  /** Maximum error after the change, ns. */
  readonly error: number;
  /** Moments of one capture that the other could have recorded, and how many of them it has. */
  readonly moments: number;
  readonly hits: number;
  /** Probability that the fit is chance. */
  readonly chance: number;
  /** Data that both captures have: moments, or amounts per interval. */
  readonly evidence: 'moments' | 'counts';
}

const isAligned = ({ clock }: CaptureRecord): boolean => clock.utcOffset !== null;
const hasMoments = ({ rows }: CaptureRecord): boolean => Boolean(rows.state || rows.sample || rows.event);
const hasTimes = (capture: CaptureRecord): boolean =>
  capture.firstTs !== null && (hasMoments(capture) || hasRates(capture));

/** Signals of captures, each read once. */
type KnownSignals = Map<number, Promise<Signals>>;

/** null if common evidence does not determine a fit. */
export async function fitTo(
  query: Query,
  capture: CaptureRecord,
  by: CaptureRecord,
  cancel?: Cancel,
  signals: KnownSignals = new Map(),
): Promise<Fit | null> {
  if (capture.id === by.id || !isAligned(by) || !hasTimes(capture) || !hasTimes(by)) return null;
  const byMoments = await fitMoments(query, capture, by, cancel);
  const line = byMoments ?? (await fitSignals(query, capture, by, signals, cancel));
  if (!line) return null;
  const shift = zeroOf(by) - zeroOf(capture) + BigInt(Math.round(line.offset));
  return {
    capture,
    by,
    shift,
    drift: line.drift === null ? null : Math.round(line.drift * 1e9),
    driftError: line.driftError === null ? null : line.driftError * 1e9,
    error: line.error,
    moments: line.moments,
    hits: line.hits,
    chance: Math.exp(-line.gain),
    evidence: byMoments ? 'moments' : 'counts',
  };
}

async function fitMoments(
  query: Query,
  capture: CaptureRecord,
  by: CaptureRecord,
  cancel?: Cancel,
): Promise<Line | null> {
  if (!hasMoments(capture) || !hasMoments(by)) return null;
  const isSwapped = seesMore(capture, by);
  const evidence = await (isSwapped ? evidenceOf(query, by, capture) : evidenceOf(query, capture, by));
  const found = evidence && (await unhurried(fitLine(evidence.moments, evidence.runs), cancel));
  return found && isSwapped ? inverse(found) : found;
}

/** The capture that recorded more provides the runs, the other one the moments. */
const seesMore = (a: CaptureRecord, b: CaptureRecord): boolean => rankOf(a) > rankOf(b);

/** A moment in one capture with its counterpart in the other. */
export interface Anchor {
  /** ns since the zero of {@link Anchors.capture}. */
  readonly at: number;
  /** `thread 717`, `end of thread 717`, a token. */
  readonly what: string;
  /** ns to the nearest time at which the other capture has the same, on the fitted line; 0: within a run. */
  readonly residual: number;
}

export interface Anchors {
  /** The capture whose moments they are: the one that recorded less. */
  readonly capture: CaptureRecord;
  readonly line: Line;
  readonly anchors: readonly Anchor[];
}

/** Anchors of a fit by moments; null if there is no fit. */
export async function anchorsOf(
  query: Query,
  a: CaptureRecord,
  b: CaptureRecord,
  cancel?: Cancel,
): Promise<Anchors | null> {
  if (!hasMoments(a) || !hasMoments(b)) return null;
  const [first, other] = seesMore(a, b) ? [b, a] : [a, b];
  const evidence = await evidenceOf(query, first, other);
  const line = evidence && (await unhurried(fitLine(evidence.moments, evidence.runs), cancel));
  if (!line) return null;
  const { moments, runs, names } = evidence;
  const anchors = Array.from(residuals(moments, runs, line), (residual, i) => ({
    at: moments.at[i]!,
    what: names[moments.key[i]!]!,
    residual,
  })).filter(({ residual }) => !Number.isNaN(residual));
  return { capture: first, line, anchors: anchors.sort((x, y) => x.at - y.at) };
}

/**
 * Fits by metrics: if both captures have them, in either direction, so that the one that reports more often
 * can be the reference.
 */
async function fitSignals(
  query: Query,
  capture: CaptureRecord,
  by: CaptureRecord,
  known: KnownSignals,
  cancel?: Cancel,
): Promise<Line | null> {
  if (!hasRates(capture) || !hasRates(by) || !(capture.rows.metric || by.rows.metric)) return null;
  const signalsOnce = (each: CaptureRecord) => {
    const found = known.get(each.id) ?? signalsOf(query, each);
    known.set(each.id, found);
    return found;
  };
  const [a, b] = [await signalsOnce(capture), await signalsOnce(by)];
  const straight = capture.rows.metric ? await unhurried(fitRates(a, b), cancel) : null;
  if (straight || !by.rows.metric) return straight;
  const swapped = await unhurried(fitRates(b, a), cancel);
  return swapped && inverse(swapped);
}

const zeroOf = ({ clock }: CaptureRecord): bigint => clock.zero + (clock.utcOffset ?? 0n);

function inverse(line: Line): Line {
  const rate = 1 + (line.drift ?? 0);
  return { ...line, offset: -line.offset / rate, drift: line.drift === null ? null : 1 / rate - 1 };
}

/** Sorts captures by how well their place in time is known: those that state it exactly come first. */
function byTrust(a: CaptureRecord, b: CaptureRecord): number {
  const doubt = (each: CaptureRecord) =>
    (isAligned(each) ? 0 : 8) +
    (each.clockGuess ? 4 : 0) +
    (each.clockAsRead === null ? 0 : 2) +
    (each.clockError === null ? 1 : 0);
  return doubt(a) - doubt(b) || (a.clockError ?? 0) - (b.clockError ?? 0) || a.id - b.id;
}

/**
 * Fits of captures to others that recorded the same. Without `captures`, each capture gets its most exact
 * fit, and only to captures whose time is better known; a capture in `captures` gets all of its fits.
 *
 * @param captures ids of the captures to fit; empty: all
 */
export async function fits(
  query: Query,
  all: readonly CaptureRecord[],
  captures: readonly number[],
  by: readonly number[],
  cancel?: Cancel,
): Promise<readonly Fit[]> {
  const ordered = all.filter(hasTimes).sort(byTrust);
  const result: Fit[] = [];
  const signals: KnownSignals = new Map();
  for (const [place, capture] of ordered.entries()) {
    const isAsked = captures.includes(capture.id);
    if (captures.length > 0 && !isAsked) continue;
    // Captures are fitted only to better known ones, unless they are named in `captures`.
    const others = isAsked ? ordered : ordered.slice(0, place);
    const fitsOfCapture: Fit[] = [];
    for (const other of others) {
      if (by.length > 0 && !by.includes(other.id)) continue;
      const fit = await fitTo(query, capture, other, cancel, signals);
      if (fit) fitsOfCapture.push(fit);
    }
    fitsOfCapture.sort((a, b) => a.error - b.error || a.chance - b.chance);
    // Only the most exact fit, unless captures are named.
    result.push(...(isAsked || by.length > 0 ? fitsOfCapture : fitsOfCapture.slice(0, 1)));
  }
  return result;
}

/**
 * The clock change of a fit. Leaves out a drift that may be zero, or that moves no time by more than the
 * error.
 */
export function clockFitOf({ capture, by, shift, drift, driftError, error }: Fit): ClockFit {
  const length = Number((capture.lastTs ?? 0n) - (capture.firstTs ?? 0n)) / 1e9;
  const matters =
    drift !== null && Math.abs(drift) > 3 * (driftError ?? 0) && Math.abs(drift) * length > error;
  return { shift, drift: matters ? drift : 0, by: by.id, error: error + (by.clockError ?? 0) };
}

/** True if the capture is already where the fit puts it, within the errors of both. */
export function agrees(fit: Fit): boolean {
  if (!isAligned(fit.capture)) return false;
  const { shift, drift, error } = clockFitOf(fit);
  const tolerance = Math.max(error + (fit.capture.clockError ?? 0), 1e6);
  return drift === 0 && Math.abs(Number(shift)) <= tolerance;
}

/**
 * Statements that place unaligned captures by fits to aligned ones, and the number of comparisons that were left out because there are
 * too many captures.
 *
 * @param isNew true for captures that were not compared with all others before
 * @param onProgress called before each comparison
 */
export async function fitAlignments(
  query: Query,
  captures: readonly CaptureRecord[],
  isNew: (capture: CaptureRecord) => boolean = () => true,
  onProgress?: (done: number, total: number, capture: CaptureRecord) => void,
  cancel?: Cancel,
): Promise<{ readonly statements: readonly string[]; readonly leftOut: number }> {
  const known = captures.filter(each => isAligned(each) && span(each) !== null);
  const unaligned = captures.filter(each => !isAligned(each) && hasTimes(each));
  const { pairs, leftOut } = candidates(unaligned, known, isNew);
  const best = new Map<number, Fit>();
  const signals: KnownSignals = new Map();
  for (const [done, { capture, by }] of pairs.entries()) {
    onProgress?.(done, pairs.length, capture);
    const fit = await fitTo(query, capture, by, cancel, signals);
    if (fit && fit.chance < (best.get(capture.id)?.chance ?? Number.POSITIVE_INFINITY))
      best.set(capture.id, fit);
  }
  const statements = [...best.values()].flatMap(fit => changeClock(fit.capture, { fit: clockFitOf(fit) }));
  return { statements, leftOut };
}
