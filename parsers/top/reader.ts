/**
 * top of Linux (procps), in batch mode or as recorded from a terminal:
 *
 *     top - 11:24:50 up 2 min,  2 users,  load average: 0.23, 0.22, 0.09
 *     Tasks: 112 total,   1 running, 111 sleeping,   0 stopped,   0 zombie
 *     %Cpu(s):  5.9 us,  5.9 sy,  0.0 ni, 88.2 id,  0.0 wa,  0.0 hi,  0.0 si,  0.0 st
 *     KiB Mem :  3861332 total,  3446476 free,   216940 used,   197916 buff/cache
 *
 *        PID USER      PR  NI    VIRT    RES    SHR S %CPU %MEM     TIME+ COMMAND
 *
 * On a terminal a screen begins at its upper left corner, without a preceding line end, and unchanged parts are not
 * written again: such values are missing, not repeated.
 */
import { collectorRun, isOfCollector } from '../kit/metrics/collector.ts';
import { clockOf, type ReadMoment } from '../kit/metrics/moments.ts';
import { processTable } from '../kit/metrics/process-table.ts';
import { type Counter, MetricTable, MetricTables, type Moment } from '../kit/metrics/series.ts';
import { withoutEscapes, words } from '../kit/metrics/text-lines.ts';
import { TextReader, type Verdict } from '../kit/metrics/text-reader.ts';
import { OpenTable } from '../kit/metrics/titled-tables.ts';
import { number, quantity } from '../kit/metrics/values.ts';
import { timeOfDay, WallClock } from '../kit/metrics/wall-clock.ts';

const loads: readonly Counter[] = ['1', '5', '15'].map(minutes => ({
  counter: `load average ${minutes}`,
  unit: null,
}));

const processes = processTable(titles =>
  titles.includes('PID') && titles.includes('COMMAND') ? titles : null,
);

// biome-ignore lint/suspicious/noControlCharactersInRegex: a terminal's escapes begin with a control character
const home = /\u001b\[(?:1;1)?H(?:\u001b\[[02]?J)?/;

export class TopReader extends TextReader {
  private clock: WallClock | null = null;
  /** The run that a collector states, and the time of day of its first screen. */
  private run: { readonly begin: ReadMoment; first: number } | null = null;
  private readonly load = new MetricTable(this.out, null, 'scheduler', loads);
  private readonly lists = new MetricTables(this.out);
  private readonly users = new MetricTable(this.out, null, 'system', [{ counter: 'users', unit: 'count' }]);
  private processes: OpenTable | null = null;
  private at: Moment = { ts: Number.NaN, row: -1, sinceBoot: false };

  protected read(raw: string): Verdict {
    let verdict: Verdict = 'used';
    for (const part of raw.split(home)) {
      const line = withoutEscapes(part).trimEnd();
      if (line !== '' && this.text(line) !== 'used') verdict = 'skipped';
    }
    return verdict;
  }

  private text(line: string): Verdict {
    const top = /^top - (.*)$/.exec(line);
    if (top !== null) return this.head(top[1]!);
    const run = collectorRun(line, this.options.modified);
    if (run !== null) {
      this.run = { begin: run.begin, first: Number.NaN };
      this.clock ??= new WallClock(this.out, this.options, { ...clockOf(run.begin), source: 'report-times' });
      return 'used';
    }
    if (isOfCollector(line)) return 'used';
    if (this.at.row < 0) return this.unknown('A line before the first screen was skipped.');
    const list =
      /^(Tasks|Threads|%?Cpu(?:\(s\)|\d+)?\s{0,16}|[KMGTPE]iB (?:Mem|Swap)\s?|Mem|Swap)\s{0,16}:(.*)$/.exec(
        line,
      );
    if (list !== null) return this.list(list[1]!.trim(), list[2]!);
    const split = words(line);
    const titles = processes.titles(split, line);
    if (titles !== null) {
      this.processes = new OpenTable(this.lists, processes, titles);
      return 'used';
    }
    const row = this.processes?.row(split, line) ?? null;
    if (row === null) return this.unknown();
    this.processes?.write(row, this.at);
    return 'used';
  }

  private head(text: string): Verdict {
    const time = timeOfDay(text);
    if (time === null) return this.unknown();
    this.at = { ts: this.time(time.seconds), row: this.at.row + 1, sinceBoot: false };
    const users = /(?<!\d)(\d+) users?/.exec(text);
    if (users !== null) this.users.write(null, [Number(users[1])], this.at);
    const load = /load average: (\S+), (\S+), (\S+)$/.exec(text);
    if (load !== null) this.load.write(null, load.slice(1).map(number), this.at);
    return 'used';
  }

  /** A collector states the date and the zone of its run; top itself prints the time of day. */
  private time(secondsOfDay: number): number {
    this.clock ??= new WallClock(this.out, this.options, {
      domain: 'local',
      zone: null,
      source: 'report-times',
      error: 1e9,
    });
    if (this.run === null) return this.clock.at(this.clock.nearestSeconds(secondsOfDay));
    if (Number.isNaN(this.run.first)) this.run.first = secondsOfDay;
    const since = (secondsOfDay - this.run.first + 86_400) % 86_400;
    return this.clock.at(this.run.begin.seconds + since);
  }

  /** `5.9 us,  5.9 sy,` (`5,9 us,  5,9 sy,`) or `3861332 total,  3446476 free,`: pairs of a number and a name. */
  private list(head: string, text: string): Verdict {
    // No screen is that wide, and the expression below is slow on long lines.
    if (text.length > 1000) return this.unknown();
    const cpu = /^%?Cpu(?:\(s\)|(\d+))?$/.exec(head);
    const size = /^([KMGTPE])iB/.exec(head);
    const unit =
      cpu !== null
        ? '%'
        : size === null
          ? /^(?:Mem|Swap)$/.test(head)
            ? 'kB'
            : 'count'
          : `${size[1] === 'K' ? 'k' : size[1]}B`;
    const object =
      cpu !== null ? 'cpu' : head.endsWith('Mem') ? 'memory' : head.endsWith('Swap') ? 'swap' : 'tasks';
    let found = 0;
    for (const [, value, name] of text.matchAll(
      /(\d{1,32}(?:[.,]\d{1,32})?[kmg]?)[%\s]\s{0,16}([A-Za-z][\w/ ]{0,63}?)\s{0,16}(?:[,.]|$)/g,
    )) {
      found++;
      // The swap line ends with the available memory.
      const where = name === 'avail Mem' ? 'memory' : object;
      const table = this.table(where, name!, unit);
      table.write(cpu?.[1] ?? null, [quantity(value!, unit)], this.at);
    }
    return found > 0 ? 'used' : this.unknown();
  }

  private table(object: string, counter: string, unit: string): MetricTable {
    return this.lists.of(`${object} ${counter} ${unit}`, object, () => [{ counter, unit }]);
  }

  protected override finish(): void {
    this.clock?.finish();
  }
}
