/**
 * Workspaces before version 5 describe the origin of a clock in a sentence. This converts it to the columns of
 * {@link ClockFacts}; for a sentence that is not recognised, to the most general `ClockSource` that fits the other columns.
 */
import duckdb, { type Connection } from '@duckdb/node-bindings';
import type { Clock, ClockSource, DateFrom, YearFrom } from '../parsers/clock.ts';
import type { CaptureClock, ClockFacts, OtherCapture, StartBasis, ZoneBasis } from './clock-facts.ts';
import { noFacts, updateClock } from './clock-facts.ts';
import { readColumns } from './results.ts';

/** Replaces `clock_source` by the columns of {@link ClockFacts}, for all captures. */
export async function convertClocks(connection: Connection): Promise<void> {
  const result = await readColumns(
    connection,
    `SELECT id, name, clock_domain, zero_ns::BIGINT::VARCHAR AS zero, utc_offset_ns::VARCHAR AS utc_offset, zone,
            clock_source AS source, clock_guess::INTEGER AS guess, clock_error_ns::VARCHAR AS error
     FROM capture ORDER BY id`,
  );
  const [ids, names] = [result.ints('id'), result.texts('name')];
  const idOf = new Map(names.map((name, row) => [name ?? '', ids[row] ?? 0]));
  const columns = ['clock_domain', 'zero', 'utc_offset', 'zone', 'source', 'error'].map(each =>
    result.texts(each),
  );
  for (const [row, id] of ids.entries()) {
    const [domain, zero, utcOffset, zone, source, error] = columns.map(texts => texts[row] ?? null);
    const isGuess = result.ints('guess')[row] === 1;
    const clock: CaptureClock = {
      domain: domain as Clock['domain'],
      zero: BigInt(zero ?? 0),
      utcOffset: utcOffset == null ? null : BigInt(utcOffset),
      zone: zone ?? null,
      facts: noFacts,
    };
    const precision = error == null ? null : Number(error);
    const facts = { ...factsFrom(source ?? '', clock, isGuess, idOf), precision };
    await duckdb.query(connection, updateClock(id, { ...clock, facts }));
    // A clock that was a guess stays one, whatever its facts say.
    await duckdb.query(connection, `UPDATE capture SET clock_guess = ${isGuess} WHERE id = ${id}`);
  }
}

/** Facts from a sentence of a version before 5. `idOf`: ids of captures by name. */
export function factsFrom(
  sentence: string,
  clock: Pick<CaptureClock, 'domain' | 'utcOffset' | 'zone'>,
  isGuess: boolean,
  idOf: ReadonlyMap<string, number>,
): ClockFacts {
  const captureNamed = (name: string | undefined): OtherCapture | null => {
    if (name === undefined) return null;
    const id = idOf.get(name);
    return id === undefined ? { id: null, name } : { id, name: null };
  };
  const [, startName, startEvent] =
    /^start guessed from (.+): first (connection|mention) of /.exec(sentence) ?? [];
  const [, threadsName] = /, with the wall clock of (.+), which shows the same threads$/.exec(sentence) ?? [];
  const [, zoneName, zoneReason] =
    /, zone \S+ by (.+), (of the same machine|taken at the same time)$/.exec(sentence) ?? [];
  const startFrom = threadsName === undefined ? startOf(sentence, startEvent) : 'threads';
  return {
    ...noFacts,
    source: sourceOf(sentence, clock.domain, startFrom),
    dateFrom: firstOf(dates, sentence),
    yearFrom: firstOf(years, sentence),
    orderAssumed: /order of day and month|month before day assumed/.test(sentence),
    zoneFrom: zoneReason === undefined ? zoneOf(sentence, clock, isGuess) : zoneBasisOf(zoneReason),
    zoneBy: captureNamed(zoneName),
    startFrom,
    startBy: captureNamed(startName ?? threadsName),
  };
}

type Phrases<T> = readonly (readonly [RegExp, T])[];

const sources: Phrases<ClockSource> = [
  [/^reference time in the header/, 'reference-time'],
  [/^recorded with -k realtime/, 'realtime'],
  [/^"captured on /, 'captured-on'],
  [/^seconds since boot/, 'boot-seconds'],
  [/seconds since boot/, 'boot-seconds'],
  [/^seconds since (?:the run began|it began|the start set)|^start guessed from /, 'run-seconds'],
  [/^start in the header, seconds since then/, 'run-start'],
  [/seconds since 1970|^epoch of the rows/, 'epoch-seconds'],
  [/^the capture tells no time|^start and interval set by hand/, 'row-numbers'],
  [/^no times in the file|^the capture has no clock/, 'none'],
  [/^times of the lines/, 'line-times'],
  [/^(?:time|date) before each|^times of the (?:screens|snapshots)|^time of each record/, 'report-times'],
];

const dates: Phrases<DateFrom> = [
  [/date of the (?:banner|host)/, 'banner'],
  [/date from (?:the file's|when the file was written)/, 'file-time'],
  [/date as set/, 'set'],
  [/^times of day without a date/, 'unknown'],
];

const years: Phrases<YearFrom> = [
  [/year (?:as set|set by hand)/, 'set'],
  [/year from the file's name/, 'file-name'],
  [/year from the file's date/, 'file-time'],
  [/year of other lines/, 'other-lines'],
  [/year and zone of the preamble/, 'header'],
  [/year unknown/, 'unknown'],
];

const zones: Phrases<ZoneBasis> = [
  [/zone (?:\S+ as set|set by hand)/, 'set'],
  [/zone \S+ by definition/, 'definition'],
  [/abbreviated zone/, 'abbreviation'],
  [/zone of some lines/, 'some-lines'],
  [/zone stated with the times|zone .+ of the titles?|zone of the (?:header|preamble)/, 'stated'],
];

/** Versions before 5 did not store the amount of a shift: a shifted capture is converted to one whose start was set. */
const starts: Phrases<StartBasis> = [
  [/^start and interval set by hand/, 'interval-set'],
  [
    /^(?:start (?:set by hand|given by the user|that was set)|shifted by hand)|(?:its start|the start) set by hand/,
    'set',
  ],
];

function firstOf<T>(phrases: Phrases<T>, sentence: string): T | null {
  return phrases.find(([phrase]) => phrase.test(sentence))?.[1] ?? null;
}

function startOf(sentence: string, what: string | undefined): StartBasis | null {
  if (what === 'connection') return 'connection';
  return what === 'mention' ? 'mention' : firstOf(starts, sentence);
}

const zoneBasisOf = (reason: string): ZoneBasis =>
  reason === 'of the same machine' ? 'same-machine' : 'same-time';

function zoneOf(
  sentence: string,
  { domain, utcOffset, zone }: Pick<CaptureClock, 'domain' | 'utcOffset' | 'zone'>,
  isGuess: boolean,
): ZoneBasis | null {
  const found = firstOf(zones, sentence);
  if (domain !== 'local' || utcOffset === null) return found;
  // A column title may name the zone by an abbreviation, which was a guess.
  if (found === 'stated' && isGuess) return 'abbreviation';
  return found ?? (isGuess || zone === null ? 'assumed' : 'stated');
}

function sourceOf(sentence: string, domain: Clock['domain'], startFrom: StartBasis | null): ClockSource {
  const found = firstOf(sources, sentence);
  if (found !== null) return found;
  if (domain === 'boot') return 'boot-seconds';
  if (domain === 'none') return startFrom === null ? 'none' : 'run-seconds';
  return 'row-times';
}
