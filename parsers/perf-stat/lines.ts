/**
 * One count, in each of the output forms of perf stat:
 *
 *     1.000595  CPU0   1,234,567      cycles:u    #    3.905 GHz      (50.01%)     text, here with -I and -A
 *     1.000595,CPU0,1234567,,cycles:u,501310854,100.00,3.905,GHz                      -x,
 *     {"interval" : 1.000595, "counter-value" : "1234567.0", "unit" : "", "event" : …}  -j
 */

export interface Count {
  /** Seconds since the start, as printed; null without `-I`. */
  readonly time: string | null;
  /** `CPU0`, `S0-D0`, …; null for a count over all CPUs. */
  readonly instance: string | null;
  readonly event: string;
  readonly unit: string | null;
  /** NaN if it was not counted. */
  readonly value: number;
  /** A metric that perf derived from it: `2.003 CPUs utilized`. */
  readonly metric: { readonly value: number; readonly unit: string } | null;
}

const not = /^<not (?:counted|supported)>$/;
const instances = String.raw`(?:CPU\d+|[SNDC]\d+(?:-[A-Z]+\d+)*|[\w.-]+-\d+)`;
const textLine = new RegExp(
  String.raw`^\s{0,64}(?:(\d+\.\d{6,9})\s{1,64})?(?:(${instances})\s{1,64}(?:\d+\s{1,64})?)?(<not (?:counted|supported)>|-?[\d.,\u202f\u00a0]{1,64})\s{1,64}(?:(msec|nsec|ns|MiB|Joules|Bytes|GB\/s|seconds)\s{1,64})?([A-Za-z_][^\s#]{0,256})(?:\s{0,64}#\s{1,64}([\d.,]{1,64}|nan|inf)\s{0,64}(\S.{0,256}?))?(?:\s{0,64}\(\s{0,16}\+-.{0,64}?\))?(?:\s{0,64}\(\s{0,16}[\d.]{1,16}%\s{0,16}\))?$`,
);
const counters = /^\d{1,3}(?:[,.\u202f\u00a0]\d{3})+$/;

/** `1,234,567`, `1.234.567` and `1234.56`. */
function countIn(text: string): number {
  if (not.test(text)) return Number.NaN;
  return Number(counters.test(text) ? text.replace(/[^\d]/g, '') : text.replaceAll(',', ''));
}

export function readText(line: string): Count | null {
  const match = textLine.exec(line.trimEnd());
  if (match === null) return null;
  const [, time, instance, value, unit, event, metric, metricUnit] = match;
  const worked = Number(metric?.replaceAll(',', ''));
  return {
    time: time ?? null,
    instance: instance ?? null,
    event: event!,
    unit: unit ?? null,
    // Only a plain number is unambiguous: with a unit, the dot is a decimal point, not a thousands separator.
    value: unit === undefined ? countIn(value!) : Number(value!.replaceAll(',', '')),
    metric:
      metricUnit === undefined || !Number.isFinite(worked)
        ? null
        : { value: worked, unit: cleaned(metricUnit) },
  };
}

/** Without a suffix such as `( +-  3.98% )` or `(50.00%)`. */
const cleaned = (unit: string): string => unit.split('(', 1)[0]!.trim();

const instance = new RegExp(`^${instances}$`);

export function readSeparated(line: string): Count | null {
  const separator = /^[^,;|\t]*([,;|\t])/.exec(line)?.[1];
  if (separator === undefined) return null;
  const cells = line.split(separator).map(cell => cell.trim());
  const time = /^\d+\.\d{6,9}$/.test(cells[0]!) && cells.length > 7 ? cells.shift()! : null;
  const instanceCell = instance.test(cells[0] ?? '') ? cells.shift()! : null;
  if (instanceCell !== null && /^\d+$/.test(cells[0] ?? '') && /^(?:[\d.]+|<not \w+>)$/.test(cells[1] ?? ''))
    cells.shift();
  const [value = '', unit = '', event = '', runtime = '', percent = '', metric = '', metricUnit = ''] = cells;
  if (!(/^-?\d+(?:\.\d+)?$/.test(value) || not.test(value)) || !/^[A-Za-z_]/.test(event)) return null;
  if (!/^\d+$/.test(runtime) || !/^\d+\.\d\d$/.test(percent)) return null;
  return {
    time,
    instance: instanceCell,
    event,
    unit: unit || null,
    value: Number(not.test(value) ? Number.NaN : value),
    metric: metric === '' || metricUnit === '' ? null : { value: Number(metric), unit: metricUnit },
  };
}

export function readJson(line: string): Count | null {
  if (!line.startsWith('{') || !line.includes('"counter-value"')) return null;
  let object: Record<string, unknown>;
  try {
    object = JSON.parse(line) as Record<string, unknown>;
  } catch (error) {
    // A line truncated at the end of the file, which the reader reports.
    if (error instanceof SyntaxError) return null;
    throw error;
  }
  const text = (key: string): string => String(object[key] ?? '').trim();
  if (text('event') === '') return null;
  const instanceText = ['cpu', 'core', 'socket', 'die', 'node', 'thread']
    .map(text)
    .find(value => value !== '');
  const metric = Number(object['metric-value'] ?? Number.NaN);
  const unit = text('metric-unit');
  return {
    time: /"interval" : ([\d.]+)/.exec(line)?.[1] ?? null,
    instance:
      instanceText === undefined ? null : /^\d+$/.test(instanceText) ? `CPU${instanceText}` : instanceText,
    event: text('event'),
    unit: text('unit') || null,
    value: Number(text('counter-value')),
    metric: unit === '' || !Number.isFinite(metric) ? null : { value: metric, unit },
  };
}
