/** Where captures stand by what others have seen: proposals, and what places captures that stand nowhere. */
import { type CaptureRecord, span } from '../../captures.ts';
import { type ClockFit, changeClock } from '../../clock.ts';
import type { Query } from '../../query.ts';
import { evidenceOf, rankOf } from './evidence.ts';
import { fitLine, type Line, residuals } from './line.ts';
import { fitRates, hasRates, type Signals, signalsOf } from './rates.ts';

/** What would have to be done to the clock of `capture` so that it agrees with that of `by`. */
export interface Fit {
  readonly capture: CaptureRecord;
  readonly by: CaptureRecord;
  /** ns to add at the capture's zero: to its times as they are, or to its own clock where it is not aligned. */
  readonly shift: bigint;
  /** ns a second, on top of what it has; null where none can be told. */
  readonly drift: number | null;
  /** ns a second; null without a drift. */
  readonly driftError: number | null;
  /** How far off it may be then, ns. */
  readonly error: number;
  /** Moments of one that the other could have seen, and that it has. */
  readonly moments: number;
  readonly hits: number;
  /** How likely it is to be chance. */
  readonly chance: number;
}

const isAligned = ({ clock }: CaptureRecord): boolean => clock.utcOffset !== null;
const hasMoments = ({ rows }: CaptureRecord): boolean => Boolean(rows.state || rows.sample || rows.event);
const hasTimes = (capture: CaptureRecord): boolean =>
  capture.firstTs !== null && (hasMoments(capture) || hasRates(capture));

/** Signals of captures, each read once. */
type KnownSignals = Map<number, Promise<Signals>>;

/** null where nothing both have seen puts one beside the other. */
export async function fitTo(
  query: Query,
  capture: CaptureRecord,
  by: CaptureRecord,
  signals: KnownSignals = new Map(),
): Promise<Fit | null> {
  if (capture.id === by.id || !isAligned(by) || !hasTimes(capture) || !hasTimes(by)) return null;
  const line = (await fitMoments(query, capture, by)) ?? (await fitSignals(query, capture, by, signals));
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
  };
}

async function fitMoments(query: Query, capture: CaptureRecord, by: CaptureRecord): Promise<Line | null> {
  if (!hasMoments(capture) || !hasMoments(by)) return null;
  const isSwapped = seesMore(capture, by);
  const evidence = await (isSwapped ? evidenceOf(query, by, capture) : evidenceOf(query, capture, by));
  const found = evidence && fitLine(evidence.moments, evidence.runs);
  return found && isSwapped ? inverse(found) : found;
}

/** Runs are of what has seen more. */
const seesMore = (a: CaptureRecord, b: CaptureRecord): boolean => rankOf(a) > rankOf(b);

/** Something that both captures have seen, as a fit has it. */
export interface Anchor {
  /** ns since the zero of the capture that it is a moment of. */
  readonly at: number;
  /** `thread 717`, `end of thread 717`, a token. */
  readonly what: string;
  /** ns from the nearest time at which the other has the same, on the line fitted; 0: it was going on. */
  readonly residual: number;
}

export interface Anchors {
  /** Whose moments they are: the one of both that has seen less. */
  readonly of: CaptureRecord;
  readonly line: Line;
  readonly anchors: readonly Anchor[];
}

/** What a fit of moments rests on; null where there is none. */
export async function anchorsOf(query: Query, a: CaptureRecord, b: CaptureRecord): Promise<Anchors | null> {
  if (!hasMoments(a) || !hasMoments(b)) return null;
  const [of, other] = seesMore(a, b) ? [b, a] : [a, b];
  const evidence = await evidenceOf(query, of, other);
  const line = evidence && fitLine(evidence.moments, evidence.runs);
  if (!line) return null;
  const { moments, runs, names } = evidence;
  const anchors = Array.from(residuals(moments, runs, line), (residual, i) => ({
    at: moments.at[i]!,
    what: names[moments.key[i]!]!,
    residual,
  })).filter(({ residual }) => !Number.isNaN(residual));
  return { of, line, anchors: anchors.sort((x, y) => x.at - y.at) };
}

/** By what a tool counts: where both do, the one that reports oftener is looked into. */
async function fitSignals(
  query: Query,
  capture: CaptureRecord,
  by: CaptureRecord,
  known: KnownSignals,
): Promise<Line | null> {
  if (!hasRates(capture) || !hasRates(by) || !(capture.rows.metric || by.rows.metric)) return null;
  const of = (each: CaptureRecord) => {
    const found = known.get(each.id) ?? signalsOf(query, each);
    known.set(each.id, found);
    return found;
  };
  const [a, b] = [await of(capture), await of(by)];
  const straight = capture.rows.metric ? fitRates(a, b) : null;
  if (straight || !by.rows.metric) return straight;
  const swapped = fitRates(b, a);
  return swapped && inverse(swapped);
}

const zeroOf = ({ clock }: CaptureRecord): bigint => clock.zero + (clock.utcOffset ?? 0n);

function inverse(line: Line): Line {
  const rate = 1 + (line.drift ?? 0);
  return { ...line, offset: -line.offset / rate, drift: line.drift === null ? null : 1 / rate - 1 };
}

/** Captures by how well they are known to stand where they do: those that state it, exactly, come first. */
function byTrust(a: CaptureRecord, b: CaptureRecord): number {
  const doubt = (each: CaptureRecord) =>
    (isAligned(each) ? 0 : 8) +
    (each.clockGuess ? 4 : 0) +
    (each.clockAsRead === null ? 0 : 2) +
    (each.clockError === null ? 1 : 0);
  return doubt(a) - doubt(b) || (a.clockError ?? 0) - (b.clockError ?? 0) || a.id - b.id;
}

/**
 * Fits of captures to others that have seen the same. Of all captures each has the most exact fit, the one that is known worse to
 * the one that is known better; a capture that is asked about has all of its fits.
 *
 * @param captures those whose clocks are asked about; all there are where it is empty
 */
export async function fits(
  query: Query,
  all: readonly CaptureRecord[],
  captures: readonly number[],
  by: readonly number[],
): Promise<readonly Fit[]> {
  const ordered = all.filter(hasTimes).sort(byTrust);
  const found: Fit[] = [];
  const signals: KnownSignals = new Map();
  for (const [place, capture] of ordered.entries()) {
    const isAsked = captures.includes(capture.id);
    if (captures.length > 0 && !isAsked) continue;
    // Of a pair the one that is known better stays, unless the other is asked about by name.
    const others = isAsked ? ordered : ordered.slice(0, place);
    const own: Fit[] = [];
    for (const other of others) {
      if (by.length > 0 && !by.includes(other.id)) continue;
      const fit = await fitTo(query, capture, other, signals);
      if (fit) own.push(fit);
    }
    own.sort((a, b) => a.error - b.error || a.chance - b.chance);
    // Unless it is asked about, the most exact is enough.
    found.push(...(isAsked || by.length > 0 ? own : own.slice(0, 1)));
  }
  return found;
}

/** What a fit sets: a drift that may as well be none, or moves nothing by more than the error, is left out. */
export function clockFitOf({ capture, by, shift, drift, driftError, error }: Fit): ClockFit {
  const length = Number((capture.lastTs ?? 0n) - (capture.firstTs ?? 0n)) / 1e9;
  const matters =
    drift !== null && Math.abs(drift) > 3 * (driftError ?? 0) && Math.abs(drift) * length > error;
  return { shift, drift: matters ? drift : 0, by: by.id, error: error + (by.clockError ?? 0) };
}

/** True if a capture stands where the fit has it, within what both are known to. */
export function agrees(fit: Fit): boolean {
  if (!isAligned(fit.capture)) return false;
  const { shift, drift, error } = clockFitOf(fit);
  const most = Math.max(error + (fit.capture.clockError ?? 0), 1e6);
  return drift === 0 && Math.abs(Number(shift)) <= most;
}

/** Statements that place captures that stand nowhere where others have seen the same. */
export async function fitAlignments(query: Query, captures: readonly CaptureRecord[]): Promise<string[]> {
  const known = captures.filter(each => isAligned(each) && span(each) !== null);
  const statements: string[] = [];
  const signals: KnownSignals = new Map();
  for (const capture of captures) {
    if (isAligned(capture) || !hasTimes(capture)) continue;
    let best: Fit | null = null;
    for (const other of known) {
      const fit = await fitTo(query, capture, other, signals);
      if (fit && (best === null || fit.chance < best.chance)) best = fit;
    }
    if (best) statements.push(...changeClock(capture, { fit: clockFitOf(best) }));
  }
  return statements;
}
