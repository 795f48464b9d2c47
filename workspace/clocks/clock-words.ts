/** The only place where the facts of a clock become a sentence for the user. */
import type { ClockSource, DateFrom, YearFrom } from '../../parsers/clock.ts';
import type { CaptureClock, ClockFacts, OtherCapture, StartBasis, ZoneBasis } from '../store/clock-facts.ts';

/** The names of the captures by id. */
export type CaptureNames = ReadonlyMap<number, string>;

export const captureNames = (
  captures: readonly { readonly id: number; readonly name: string }[],
): CaptureNames => new Map(captures.map(({ id, name }) => [id, name]));

const sources: Readonly<Record<ClockSource, string>> = {
  'row-times': 'times of the rows',
  'line-times': 'times of the lines',
  'report-times': 'times before the reports',
  'epoch-seconds': 'seconds since 1970',
  'run-start': 'start in the header, seconds since then',
  'run-seconds': 'seconds since the run began',
  'boot-seconds': 'seconds since boot',
  'reference-time': 'reference time in the header',
  'captured-on': '“captured on” in the header taken as the time of the last sample',
  realtime: 'recorded with the wall clock',
  'row-numbers': 'rows without times',
  none: 'no times in the file',
};

const dates: Readonly<Record<DateFrom, string>> = {
  banner: 'date of the banner',
  'header-epoch': 'day of the seconds since 1970 in the header',
  'file-time': 'date from when the file was last written',
  set: 'date set by hand',
  unknown: 'date unknown',
};

const years: Readonly<Record<YearFrom, string>> = {
  header: 'year of the header',
  'file-name': "year from the file's name",
  'other-lines': 'year of other lines',
  'file-time': 'year from when the file was last written',
  set: 'year set by hand',
  unknown: 'year unknown',
};

/** `times of the rows, date of the banner, zone UTC by vmstat.txt, of the same machine` */
export function clockSentence(clock: CaptureClock, captures: CaptureNames): string {
  const { facts } = clock;
  return [
    sources[facts.source],
    facts.dateFrom && dates[facts.dateFrom],
    facts.yearFrom && years[facts.yearFrom],
    facts.orderAssumed && 'order of day and month assumed',
    facts.zoneFrom && zoneWords(facts.zoneFrom, clock.zone, nameOf(facts.zoneBy, captures)),
    startWords(clock, nameOf(facts.startBy, captures)),
    facts.shifted !== 0n && `${isPlaced(facts) ? 'moved' : 'shifted by hand'} by ${seconds(facts.shifted)}`,
    facts.drift !== 0 && `its rate corrected by ${ppm(facts.drift)}`,
  ]
    .filter(Boolean)
    .join(', ');
}

const isPlaced = ({ startFrom }: ClockFacts): boolean => startFrom === 'pin' || startFrom === 'fit';

/** The name of the capture on which a guess rests: the start comes first, because it decides more. */
export function guessedBy({ startBy, zoneBy }: ClockFacts, captures: CaptureNames): string | null {
  return nameOf(startBy ?? zoneBy, captures);
}

function nameOf(other: OtherCapture | null, captures: CaptureNames): string | null {
  if (other === null) return null;
  const known = other.id === null ? undefined : captures.get(other.id);
  return known ?? `${other.name ?? `capture ${other.id}`} (since removed)`;
}

function zoneWords(from: ZoneBasis, zone: string | null, by: string | null): string {
  const named = zone === null ? 'zone' : `zone ${zone}`;
  switch (from) {
    case 'stated':
      return zone === null ? 'zone stated with the times' : `${named} stated in the file`;
    case 'set':
      return `${named} set by hand`;
    case 'definition':
      return `${named} by definition of the format`;
    case 'abbreviation':
      return `${named} from an abbreviation that others share`;
    case 'some-lines':
      return 'zone of some lines unknown, read as UTC';
    case 'assumed':
      return 'zone unknown, read as UTC';
    case 'same-machine':
      return `${named} by ${by}, of the same machine`;
    case 'same-time':
      return `${named} by ${by}, recorded at the same time`;
  }
}

function startWords({ utcOffset, facts }: CaptureClock, by: string | null): string | null {
  if (facts.startFrom !== null) return startBasisWords(facts.startFrom, by);
  if (utcOffset !== null || facts.source === 'none') return null;
  return facts.source === 'boot-seconds' ? 'no wall clock in the file' : 'start unknown';
}

function startBasisWords(from: StartBasis, by: string | null): string {
  switch (from) {
    case 'set':
      return 'start set by hand';
    case 'interval-set':
      return 'start and interval set by hand';
    case 'pin':
      return by === null ? 'one event pinned by hand' : `one event pinned by hand to one of ${by}`;
    case 'fit':
      return `fitted to ${by}, which recorded the same moments`;
    case 'session':
      return `start guessed from ${by}: a connection as long as this capture`;
    case 'connection':
      return `start guessed from ${by}: the first connection of the program`;
    case 'mention':
      return `start guessed from ${by}: the first line that names the program`;
    case 'threads':
      return `with the wall clock of ${by}, which shows the same threads`;
  }
}

/** `−12.5 ppm` */
function ppm(ppb: number): string {
  return `${ppb < 0 ? '−' : '+'}${Math.abs(ppb) / 1000} ppm`;
}

/** `+1.5 s` */
function seconds(ns: bigint): string {
  const [sign, size] = ns < 0n ? ['−', -ns] : ['+', ns];
  const fraction = String(size % 1_000_000_000n)
    .padStart(9, '0')
    .replace(/(?<!0)0+$/, '');
  return `${sign}${size / 1_000_000_000n}${fraction === '' ? '' : `.${fraction}`} s`;
}
