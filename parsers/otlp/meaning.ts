/**
 * Meanings of OpenTelemetry metrics, which follow from their names; former names and attributes of its collector and
 * SDKs are mapped to the current ones.
 */
import type { Meaning } from '../contract.ts';
import { type MeaningOf, withFactor } from '../kit/metrics/meaning.ts';
import { isMeaning, type MeaningName, meanings } from '../meanings.ts';
import type { Attributes } from './values.ts';

const formerNames: Readonly<Record<string, MeaningName>> = {
  'system.processes.count': 'system.process.count',
  'system.network.dropped': 'system.network.packet.dropped',
  'system.network.packets': 'system.network.packet.count',
  'process.memory.physical_usage': 'process.memory.usage',
  'process.memory.virtual_usage': 'process.memory.virtual',
};

const cpu = 'cpu.mode';
/** The attribute of the part, by the beginning of the metric's name. */
const partsOf: readonly (readonly [prefix: string, attribute: string, spellings: readonly string[]])[] = [
  ['system.cpu.', cpu, ['cpu.mode', 'system.cpu.state', 'state']],
  ['process.cpu.', cpu, ['cpu.mode', 'process.cpu.state', 'state']],
  ['system.memory.', 'system.memory.state', ['system.memory.state', 'state']],
  ['system.paging.', 'system.paging.state', ['system.paging.state', 'state']],
  ['system.paging.', 'system.paging.direction', ['system.paging.direction', 'direction']],
  ['system.disk.', 'disk.io.direction', ['disk.io.direction', 'system.disk.direction', 'direction']],
  ['process.disk.', 'disk.io.direction', ['disk.io.direction', 'direction']],
  [
    'system.network.',
    'network.io.direction',
    ['network.io.direction', 'system.network.direction', 'direction'],
  ],
  ['system.filesystem.', 'system.filesystem.state', ['system.filesystem.state', 'state']],
  ['system.process', 'process.state', ['process.state', 'status']],
];

const formerValues: Readonly<Record<string, string>> = { wait: 'iowait', buffered: 'buffers' };

/** UCUM units as this program spells them. */
const units: Readonly<Record<string, string>> = {
  By: 'B',
  KiBy: 'KiB',
  MiBy: 'MiB',
  GiBy: 'GiB',
  kBy: 'kB',
  MBy: 'MB',
  'By/s': 'B/s',
  bit: 'bit',
};

/** null for counts and ratios. */
export function unitOf(ucum: string): string | null {
  if (ucum === '' || ucum === '1') return null;
  const annotation = /^\{([^{}]{1,64})\}(\/s)?$/.exec(ucum);
  return annotation === null ? (units[ucum] ?? ucum.slice(0, 64)) : `${annotation[1]}${annotation[2] ?? ''}`;
}

export interface SeriesMeaning {
  readonly meaning: Meaning | null;
  /** Keys of attributes that are part of the meaning. */
  readonly keys: ReadonlySet<string>;
}

export const noMeaning: SeriesMeaning = { meaning: null, keys: new Set() };

export function meaningOf(
  metric: string,
  ucum: string,
  attributes: Attributes,
  cumulative: boolean,
): SeriesMeaning {
  const name = Object.hasOwn(formerNames, metric) ? formerNames[metric]! : metric;
  if (!isMeaning(name)) return noMeaning;
  const keys = new Set<string>();
  const parts: Record<string, string> = {};
  for (const [prefix, attribute, spellings] of partsOf) {
    if (!metric.startsWith(prefix)) continue;
    const key = spellings.find(each => attributes.has(each));
    if (key === undefined) continue;
    const value = String(attributes.get(key));
    keys.add(key);
    parts[attribute] = Object.hasOwn(formerValues, value) ? formerValues[value]! : value;
  }
  const { unit } = meanings[name];
  // Both are UCUM; a count may have any annotation. Without a unit, the unit of the conventions is assumed.
  const isSame =
    ucum === '' || ucum === unit || (unit.startsWith('{') && (ucum === '1' || ucum.startsWith('{')));
  const meaning: MeaningOf = { name, attributes: parts, ...(isSame && { factor: 1 }) };
  return { meaning: withFactor(meaning, { unit: ucum === '1' ? null : unitOf(ucum), cumulative }), keys };
}

const timed = 'aftertrace.operation.duration';
const name = 'operation.name';

/** Histograms of durations of operations: their meaning, and the attribute that names the operation. */
const operations: readonly (readonly [
  metric: RegExp,
  meaning: MeaningName,
  attribute: string,
  spellings: readonly string[],
])[] = [
  [
    /^db\.client\.operation\.duration$/,
    'db.client.operation.duration',
    'db.operation.name',
    ['db.operation.name'],
  ],
  [/^http\.server\.(?:request\.)?duration$/, timed, name, ['http.route', 'url.path', 'http.target']],
  [/^http\.client\.(?:request\.)?duration$/, timed, name, ['server.address', 'net.peer.name']],
  [/^rpc\.(?:server|client)\.(?:call\.)?duration$/, timed, name, ['rpc.method']],
  [/^messaging\.(?:client\.operation|process)\.duration$/, timed, name, ['messaging.operation.name']],
];

const secondsIn: Readonly<Record<string, number>> = { s: 1, ms: 1e-3, us: 1e-6, ns: 1e-9 };

/** Meaning of a histogram's mean, if it measures durations of operations. */
export function meanDuration(metric: string, ucum: string, attributes: Attributes): SeriesMeaning {
  const factor = Object.hasOwn(secondsIn, ucum) ? secondsIn[ucum]! : null;
  const found = operations.find(([pattern]) => pattern.test(metric));
  if (factor === null || found === undefined) return noMeaning;
  const [, name, attribute, spellings] = found;
  const operation = named(attribute, spellings, attributes);
  const meaning = { name, attributes: { statistic: 'mean', ...operation }, factor, addend: 0 };
  return { meaning, keys: new Set() };
}

/** Meaning of the count of such a histogram, if it is cumulative. */
export function countedOperations(metric: string, attributes: Attributes): SeriesMeaning {
  const found = operations.find(([pattern]) => pattern.test(metric));
  if (found === undefined) return noMeaning;
  const operation = named(name, found[3], attributes);
  return {
    meaning: { name: 'aftertrace.operations', attributes: operation, factor: 1, addend: 0 },
    keys: new Set(),
  };
}

function named(
  attribute: string,
  spellings: readonly string[],
  attributes: Attributes,
): Record<string, string> {
  const key = spellings.find(each => attributes.has(each));
  return key === undefined ? {} : { [attribute]: String(attributes.get(key)) };
}
