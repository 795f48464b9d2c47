/**
 * Reads any table of values over time: CSV or TSV with a line of titles. The content of its columns is detected from its
 * beginning:
 *
 *     Time;Host;Disk Service Time (µs);CPU %
 *     21.11.2026 04:00:05;web1;1,5;12
 *
 * Each column of numbers is a counter; columns of words name the instance.
 */
import type { Meaning, Options, Output, SeriesKey } from '../contract.ts';
import { withFactor } from '../kit/metrics/meaning.ts';
import { clockOf } from '../kit/metrics/moments.ts';
import { RunClock } from '../kit/metrics/run-clock.ts';
import { MetricTable } from '../kit/metrics/series.ts';
import { TextReader, type Verdict } from '../kit/metrics/text-reader.ts';
import { WallClock } from '../kit/metrics/wall-clock.ts';
import { type ColumnFound, providerNames, timeIn, valueNames } from './columns.ts';
import type { TableDefinition } from './definition.ts';
import { isRule, layoutOf, rowOf, type TableLayout } from './layout.ts';
import { isMissing, numberIn } from './numbers.ts';
import { type ReadTime, readTime, type TimeForm } from './times.ts';
import { unitRatio, withUnit } from './units.ts';

export class TableReader extends TextReader {
  private readonly layout: TableLayout | null;
  private readonly tables = new Map<string, MetricTable>();
  private wall: WallClock | null = null;
  private readonly run = new RunClock(this.out, this.options, (...problem) => this.problem(...problem));
  private rows = 0;
  private started = false;

  /** @param definition a user's definition of the table */
  constructor(
    out: Output,
    options: Options,
    private readonly definition: TableDefinition | null,
  ) {
    super(out, options);
    this.layout = layoutOf(options.head, definition);
    if (definition) out.about({ other: { table: JSON.stringify(definition) } });
  }

  protected read(line: string): Verdict {
    const { layout } = this;
    if (layout === null)
      return this.unknown('No table with a time and values was found; the line was skipped.');
    if (line === layout.header.trimEnd()) return this.begin(layout);
    if (isRule(line)) return 'used';
    if (!this.started)
      return /^#TYPE\b|^sep=.$/i.test(line) ? 'used' : this.unknown('A line before the titles was skipped.');
    const cells = rowOf(line, layout.separator);
    if (
      cells.length !== layout.columns.length &&
      !(cells.length === layout.columns.length + 1 && cells.at(-1) === '')
    )
      return this.unknown('A row with another number of cells than there are titles was skipped.');
    const ts = this.time(layout, cells);
    if (ts === null) return this.unknown('A row whose time cannot be read was skipped.');
    this.values(layout, cells, ts);
    return 'used';
  }

  private begin({ columns }: TableLayout): Verdict {
    if (this.started) return 'used';
    this.started = true;
    const others = columns.filter(({ is, guess }) => is === 'nothing' && guess).map(({ title }) => title);
    if (others.length > 0) {
      const message = `These columns have neither values nor names: ${others.join(', ')}; they were left out.`;
      this.problem('columns-left-out', 'notice', message);
    }
    return 'used';
  }

  private values({ columns, comma }: TableLayout, cells: readonly string[], ts: number): void {
    const at = { ts, row: this.rows++, sinceBoot: false };
    const titlesOf = (use: ColumnFound['is']): string[] =>
      columns
        .flatMap(({ is }, index) => (is === use ? [cells[index]!.trim()] : []))
        .filter(cell => cell !== '');
    const host = titlesOf('host')[0] ?? null;
    const [printed] = titlesOf('counter');
    const isOfDotnet = columns.some(({ title }) => providerNames.test(title));
    const counter =
      printed === undefined ? null : isOfDotnet ? counterOf(printed) : { name: printed, tags: '' };
    const [unit = counter?.unit] = titlesOf('unit');
    // The provider of a counter is its object, and no part of the instance.
    const provider = counter === null ? -1 : columns.findIndex(({ title }) => providerNames.test(title));
    const names = columns.flatMap(({ is }, index) =>
      is === 'instance' && index !== provider ? [cells[index]!.trim()] : [],
    );
    const instance = [...names, counter?.tags ?? ''].filter(name => name !== '').join(' ') || null;
    const values = columns.map((column, index) => {
      if (column.is !== 'value') return Number.NaN;
      const value = this.valueIn(column, cells[index]!.trim(), comma);
      if (Number.isNaN(value)) this.noNumber(column.title, cells[index]!.trim());
      return value;
    });
    const object = provider < 0 ? null : cells[provider]!.trim() || null;
    this.table(columns, object, counter?.name, unit).write(instance, values, at, host);
  }

  /** The number in a cell, in the unit of its column. */
  private valueIn({ unit }: ColumnFound, cell: string, comma: TableLayout['comma']): number {
    const value = numberIn(cell, comma);
    const written = withUnit(cell)?.unit;
    return written === undefined || unit === null || written === '%'
      ? value
      : value * unitRatio(written, unit);
  }

  private noNumber(title: string, cell: string): void {
    if (isMissing(cell)) return;
    const shown = cell.length > 40 ? `${cell.slice(0, 40)}…` : cell;
    this.problem(
      'not-a-number',
      'warning',
      `“${shown}” in column “${title}” is not a number: it was skipped.`,
    );
  }

  private table(
    columns: TableLayout['columns'],
    object: string | null,
    counter: string | undefined,
    unit: string | undefined,
  ): MetricTable {
    const key = `${object}\n${counter}\n${unit}`;
    let table = this.tables.get(key);
    if (table === undefined) {
      const counters = columns.map(column => {
        const { is, title, name, cumulative } = column;
        if (is !== 'value') return null;
        const isNamed = counter !== undefined && valueNames.test(title);
        const measured = { unit: isNamed ? (unit ?? column.unit) : column.unit, cumulative };
        return { counter: isNamed ? counter : name, ...measured, ...this.meaning(column, measured) };
      });
      table = new MetricTable(this.out, null, object ?? this.definition?.object ?? 'table', counters);
      this.tables.set(key, table);
    }
    return table;
  }

  /**
   * The meaning that the user chose for a column; reports a problem if its values cannot be converted to the
   * meaning's unit.
   */
  private meaning(
    { title, meaning: stated }: ColumnFound,
    measured: Pick<SeriesKey, 'unit' | 'cumulative'>,
  ): { readonly meaning?: Meaning } {
    if (stated === undefined) return {};
    const definition = typeof stated === 'string' ? { name: stated } : stated;
    const meaning = withFactor({ attributes: {}, ...definition }, measured);
    if (meaning) return { meaning };
    const message = `“${title}” cannot be converted to the unit of ${definition.name}, so it has no meaning: give its unit or a factor.`;
    this.problem('meaning-without-factor', 'warning', message);
    return {};
  }

  private time({ columns, form }: TableLayout, cells: readonly string[]): number | null {
    const read = readTime(timeIn(columns, cells), form);
    return read === null ? null : this.place(read, form);
  }

  private place(read: ReadTime, form: TimeForm): number {
    if ('elapsed' in read) return this.run.at(read.elapsed);
    const zone = this.definition?.zone ?? null;
    this.wall ??= new WallClock(this.out, this.options, {
      ...('utc' in read ? clockOf(read) : { domain: 'local' }),
      zone,
      ...(zone === null ? {} : { zoneFrom: 'set' }),
      source: form.kind === 'epoch' ? 'epoch-seconds' : 'row-times',
      orderAssumed: form.kind === 'civil' && form.guess,
      error: null,
    });
    if ('ofDay' in read) return this.wall.at(this.wall.nearestSeconds(read.ofDay), read.nanos);
    this.wall.setDate(Math.floor(read.seconds / 86400));
    return this.wall.at(read.seconds, read.nanos);
  }

  protected override finish(): void {
    this.wall?.finish();
  }
}

/** A counter of .NET states its unit, and names its instances: `dotnet.gc.collections ({collection} / 1 sec)[generation=gen0]`. */
function counterOf(printed: string): {
  readonly name: string;
  readonly unit?: string;
  readonly tags: string;
} {
  const [, name, unit = '', tags = ''] =
    /^([^()[\]]{1,200}) \(([^()]{1,40})\)(?:\[([^\]]{0,400})\])?$/.exec(printed) ?? [];
  if (name === undefined) return { name: printed, tags: '' };
  const rate = /^(.*?) ?\/ ?1 ?sec$/.exec(unit)?.[1];
  const word = (rate ?? unit)
    .replace(/^By$/, 'B')
    .replace(/^\{(.*)\}$/, '$1')
    .toLowerCase();
  const plain = ['b', 'kb', 'mb', 'gb'].includes(word) ? word.toUpperCase().replace('KB', 'kB') : word;
  return { name, unit: rate === undefined ? plain : `${plain === 'count' ? '' : plain}/s`, tags };
}
