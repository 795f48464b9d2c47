/** Lines of tools with their own number formats: biolatpcts and cpuunclaimed. */
/** One number of a line, with the counter, instance and unit of its series. */
export interface Stated {
  readonly counter: string;
  readonly instance: string | null;
  readonly unit: string;
  readonly value: number;
}

/** `%CPU  83.00%, unclaimed idle 0.12%` */
const unclaimed = /^%CPU +(\d{1,3}\.\d\d)%, unclaimed idle (\d{1,3}\.\d\d)%$/;

export function unclaimedIn(line: string): readonly Stated[] | null {
  const found = unclaimed.exec(line);
  if (found === null) return null;
  const percentage = (counter: string, value: string | undefined): Stated => ({
    counter,
    instance: null,
    unit: '%',
    value: Number(value),
  });
  return [percentage('%CPU', found[1]), percentage('unclaimed idle', found[2])];
}

const percentile = /^p?\d{1,3}(?:\.\d{1,4})?$/;
const operations = new Set(['read', 'write', 'discard', 'flush']);
const latency = /^(?:-|(\d{1,5}(?:\.\d)?)([mun]?s))$/;
const microseconds: Readonly<Record<string, number>> = { ns: 1e-3, us: 1, ms: 1e3, s: 1e6 };

/**
 * Table of biolatpcts. Its titles are a device and percentiles:
 *
 *     nvme0n1    p1    p5   p10
 *     read     95us 175us 305us
 */
export class LatencyPercentiles {
  private constructor(
    private readonly device: string,
    private readonly percentiles: readonly string[],
  ) {}

  /** null if the line has no such titles. */
  static of(line: string): LatencyPercentiles | null {
    const [device = '', ...percentiles] = line.split(/ +/, 100);
    const isTitles =
      /^[a-z][\w-]{0,60}$/.test(device) &&
      percentiles.length > 1 &&
      percentiles.every(each => percentile.test(each));
    return isTitles ? new LatencyPercentiles(device, percentiles) : null;
  }

  /** Numbers of a row; null if the line is not a row of this table. */
  row(line: string): readonly Stated[] | null {
    const [operation = '', ...cells] = line.split(/ +/, 100);
    if (!operations.has(operation) || cells.length !== this.percentiles.length) return null;
    if (!cells.every(cell => latency.test(cell))) return null;
    return this.percentiles.flatMap((each, at) => {
      const [, amount, unit = ''] = latency.exec(cells[at]!) ?? [];
      const value = Number(amount) * microseconds[unit]!;
      const counter = `latency p${each.replace(/^p/, '')}`;
      return Number.isNaN(value)
        ? []
        : [{ counter, instance: `${this.device} ${operation}`, unit: 'us', value }];
    });
  }
}

/** True if the two lines begin a biolatpcts table, or `line` is one of cpuunclaimed. */
export const isOfPercentages = (line: string, next: string): boolean =>
  unclaimedIn(line) !== null || LatencyPercentiles.of(line)?.row(next) != null;
