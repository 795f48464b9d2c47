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
  /** Share of the time in which it was counted, percent; perf scales the value by it. NaN if not stated. */
  readonly share: number;
}

const not = /^<not (?:counted|supported)>$/;
const instances = String.raw`(?:CPU\d+|[SNDC]\d+(?:-[A-Z]+\d+)*|[\w.-]+-\d+)`;
const digits = String.raw`[\d.,\u202f\u00a0'’]{1,64}`;
const textLine = new RegExp(
  String.raw`^\s{0,64}(?:(\d+[.,]\d{6,9})\s{1,64})?(?:(${instances})\s{1,64}(?:\d+\s{1,64})?)?(<not (?:counted|supported)>|-?${digits})\s{1,64}(?:(msec|nsec|ns|MiB|Joules|Bytes|GB\/s|seconds)\s{1,64})?([A-Za-z_][^\s#]{0,256})(?:\s\((msec)\))?(?:\s{0,64}#\s{1,64}(${digits}|nan|inf)\s{0,64}(\S.{0,256}?))?(?:\s{0,64}\(\s{0,16}\+-.{0,64}?\))?(?:\s{0,64}\(\s{0,16}([\d.,]{1,16})%\s{0,16}\))?$`,
);

/** A whole number, with or without separators of thousands: `1,234,567`, `1.234.567`. */
function wholeNumber(text: string): number {
  return /^-?\d{1,3}(?:[,.\u202f\u00a0'’]\d{3})+$/.test(text)
    ? Number(text.replace(/[^\d-]/g, ''))
    : decimal(text);
}

/**
 * A number that perf prints with decimals: its last `.` or `,` is the decimal point of the locale, unless it occurs
 * twice.
 */
function decimal(text: string): number {
  const [last] = /[.,](?=[^.,]*$)/.exec(text) ?? [];
  if (last === undefined) return Number(text.replace(/[\u202f\u00a0'’]/g, ''));
  const [whole, fraction] = [text.slice(0, text.lastIndexOf(last)), text.slice(text.lastIndexOf(last) + 1)];
  return whole.includes(last)
    ? Number(text.replace(/[^\d-]/g, ''))
    : Number(`${whole.replace(/[^\d-]/g, '')}.${fraction}`);
}

export function readText(line: string): Count | null {
  const match = textLine.exec(line.trimEnd());
  if (match === null) return null;
  const [, time, instance, value = '', unitBefore, event = '', unitAfter, metric, metricUnit, share] = match;
  const unit = unitBefore ?? unitAfter ?? null;
  const derived = metric === undefined ? Number.NaN : decimal(metric);
  return {
    time: time?.replace(',', '.') ?? null,
    instance: instance ?? null,
    event,
    unit,
    // A count has no decimals, so that each of its separators is one of thousands.
    value: not.test(value) ? Number.NaN : unit === null ? wholeNumber(value) : decimal(value),
    metric:
      metricUnit === undefined || !Number.isFinite(derived)
        ? null
        : { value: derived, unit: cleaned(metricUnit) },
    share: share === undefined ? Number.NaN : decimal(share),
  };
}

/** Time of the whole run, below the counts: `1,000853112 seconds time elapsed`, `0.98 +- 0.01 seconds time elapsed`. */
export function readRunTime(line: string): { readonly name: string; readonly seconds: number } | null {
  const [, value, name] =
    /^\s{0,64}([\d.,]{1,32})(?:\s{1,8}\+-\s{1,8}[\d.,]{1,32})?\s{1,8}seconds\s{1,8}(time elapsed|user|sys)\b/.exec(
      line,
    ) ?? [];
  return value === undefined || name === undefined
    ? null
    : { name: name === 'time elapsed' ? name : `${name} time`, seconds: decimal(value) };
}

/** Without a suffix such as `( +-  3.98% )` or `(50.00%)`. */
const cleaned = (unit: string): string => unit.split('(', 1)[0]!.trim();

const instance = new RegExp(`^${instances}$`);

export function readSeparated(line: string): Count | null {
  // In a locale with a decimal comma, values before another separator hold commas.
  const separator = /^[^;|\t']{0,256}([;|\t'])/.exec(line)?.[1] ?? (line.includes(',') ? ',' : undefined);
  if (separator === undefined) return null;
  const cells = line
    .split(separator)
    .map(cell => cell.trim())
    .map(cell => (separator !== ',' && /^\d+,\d+$/.test(cell) ? cell.replace(',', '.') : cell));
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
    share: Number(percent),
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
    share: Number(object['pcnt-running'] ?? Number.NaN),
  };
}
