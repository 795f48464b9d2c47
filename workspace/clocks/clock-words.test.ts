import { describe, expect, it } from 'vitest';
import { type CaptureClock, type ClockFacts, errorOf, isGuess, noFacts } from '../store/clock-facts.ts';
import { captureNames, clockSentence, guessedBy } from './clock-words.ts';

const names = captureNames([
  { id: 3, name: 'server.log' },
  { id: 4, name: 'a, b.log' },
]);
const by = (id: number) => ({ id, name: null });
const clock = (facts: Partial<ClockFacts>, rest: Partial<CaptureClock> = {}): CaptureClock => ({
  domain: 'local',
  zero: 0n,
  utcOffset: 0n,
  zone: null,
  ...rest,
  facts: { ...noFacts, source: 'row-times', ...facts },
});

/** Facts, other properties of the clock, the expected sentence, and whether it is a guess. */
const sentences: readonly (readonly [Partial<ClockFacts>, Partial<CaptureClock>, string, boolean])[] = [
  [{}, {}, 'times of the rows', false],
  [{ source: 'line-times' }, {}, 'times of the lines', false],
  [{ source: 'report-times' }, {}, 'times before the reports', false],
  [{ source: 'epoch-seconds' }, {}, 'seconds since 1970', false],
  [{ source: 'run-start' }, {}, 'start in the header, seconds since then', false],
  [
    { source: 'run-seconds' },
    { domain: 'none', utcOffset: null },
    'seconds since the run began, start unknown',
    false,
  ],
  [
    { source: 'boot-seconds' },
    { domain: 'boot', utcOffset: null },
    'seconds since boot, no wall clock in the file',
    false,
  ],
  [{ source: 'reference-time' }, { domain: 'boot' }, 'reference time in the header', false],
  [
    { source: 'captured-on', zoneFrom: 'assumed' },
    { domain: 'boot' },
    '“captured on” in the header taken as the time of the last sample, zone unknown, read as UTC',
    true,
  ],
  [{ source: 'realtime' }, { domain: 'utc' }, 'recorded with the wall clock', false],
  [
    { source: 'row-numbers' },
    { domain: 'none', utcOffset: null },
    'rows without times, start unknown',
    false,
  ],
  [{ source: 'none' }, { domain: 'none', utcOffset: null }, 'no times in the file', false],
  [{ dateFrom: 'banner' }, {}, 'times of the rows, date of the banner', false],
  [{ dateFrom: 'header-epoch' }, {}, 'times of the rows, day of the seconds since 1970 in the header', true],
  [{ dateFrom: 'file-time' }, {}, 'times of the rows, date from when the file was last written', true],
  [{ dateFrom: 'set' }, {}, 'times of the rows, date set by hand', false],
  [{ dateFrom: 'unknown' }, {}, 'times of the rows, date unknown', true],
  [{ yearFrom: 'header' }, {}, 'times of the rows, year of the header', false],
  [{ yearFrom: 'file-name' }, {}, "times of the rows, year from the file's name", true],
  [{ yearFrom: 'other-lines' }, {}, 'times of the rows, year of other lines', true],
  [{ yearFrom: 'file-time' }, {}, 'times of the rows, year from when the file was last written', true],
  [{ yearFrom: 'set' }, {}, 'times of the rows, year set by hand', false],
  [{ yearFrom: 'unknown' }, {}, 'times of the rows, year unknown', true],
  [{ orderAssumed: true }, {}, 'times of the rows, order of day and month assumed', true],
  [{ zoneFrom: 'stated' }, { zone: '+02:00' }, 'times of the rows, zone +02:00 stated in the file', false],
  [{ zoneFrom: 'stated' }, { domain: 'utc' }, 'times of the rows, zone stated with the times', false],
  [{ zoneFrom: 'set' }, { zone: 'UTC' }, 'times of the rows, zone UTC set by hand', false],
  [
    { zoneFrom: 'definition' },
    { zone: 'UTC' },
    'times of the rows, zone UTC by definition of the format',
    false,
  ],
  [
    { zoneFrom: 'abbreviation' },
    { zone: '-07:00' },
    'times of the rows, zone -07:00 from an abbreviation that others share',
    true,
  ],
  [
    { zoneFrom: 'some-lines' },
    { domain: 'utc' },
    'times of the rows, zone of some lines unknown, read as UTC',
    true,
  ],
  [{ zoneFrom: 'assumed' }, { zone: 'UTC' }, 'times of the rows, zone unknown, read as UTC', true],
  [
    { zoneFrom: 'same-machine', zoneBy: by(3) },
    { zone: 'UTC' },
    'times of the rows, zone UTC by server.log, of the same machine',
    true,
  ],
  [
    { zoneFrom: 'same-time', zoneBy: by(4) },
    { zone: '+05:30' },
    'times of the rows, zone +05:30 by a, b.log, recorded at the same time',
    true,
  ],
  [{ startFrom: 'set' }, {}, 'times of the rows, start set by hand', false],
  [{ startFrom: 'interval-set' }, {}, 'times of the rows, start and interval set by hand', false],
  [
    { startFrom: 'session', startBy: by(3) },
    {},
    'times of the rows, start guessed from server.log: a connection as long as this capture',
    true,
  ],
  [
    { startFrom: 'connection', startBy: by(3) },
    {},
    'times of the rows, start guessed from server.log: the first connection of the program',
    true,
  ],
  [
    { startFrom: 'mention', startBy: { id: null, name: 'old.log' } },
    {},
    'times of the rows, start guessed from old.log (since removed): the first line that names the program',
    true,
  ],
  [
    { startFrom: 'threads', startBy: by(3) },
    {},
    'times of the rows, with the wall clock of server.log, which shows the same threads',
    true,
  ],
  [{ shifted: 1_500_000_000n }, {}, 'times of the rows, shifted by hand by +1.5 s', false],
  [{ shifted: -28_800_000_000_000n }, {}, 'times of the rows, shifted by hand by −28800 s', false],
];

describe('the sentence about a clock', () => {
  it.each(sentences)('is built from codes %#', (facts, rest, sentence, guess) => {
    const made = clock(facts, rest);
    expect(clockSentence(made, names)).toBe(sentence);
    expect(isGuess(made.facts)).toBe(guess);
  });

  it('uses the current name of the capture on which a guess rests', () => {
    const { facts } = clock({ zoneFrom: 'same-time', zoneBy: by(3), startFrom: null });
    expect(guessedBy(facts, names)).toBe('server.log');
    expect(guessedBy(facts, captureNames([{ id: 3, name: 'renamed.log' }]))).toBe('renamed.log');
    expect(guessedBy(noFacts, names)).toBeNull();
  });
});

describe('the error of a clock', () => {
  const precision = 1e9;

  it('is that of the times if the clock is known', () => {
    expect(errorOf(clock({ precision, zoneFrom: 'stated' }))).toBe(1e9);
    expect(errorOf(clock({ precision, zoneFrom: 'same-machine', zoneBy: by(3) }))).toBe(1e9);
  });

  it.each([
    [{ zoneFrom: 'assumed' }],
    [{ dateFrom: 'file-time' }],
    [{ yearFrom: 'file-time' }],
    [{ startFrom: 'set' }],
    [{ shifted: 1n }],
  ] as const)('is unknown if the clock rests on a guess or was set by hand %#', facts => {
    expect(errorOf(clock({ precision, zoneFrom: 'stated', ...facts }))).toBeNull();
  });
});
