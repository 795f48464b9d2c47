/**
 * jstat: a line of titles, then a line per sample, without times except for `-t`: seconds since the JVM began.
 *
 *       S0     S1     E      O      M     CCS    YGC     YGCT     FGC    FGCT     CGC    CGCT       GCT
 *       0.00 100.00   0.00  42.97  97.74  92.98     16     0.053     0     0.000     6     0.007     0.060
 *
 * A known script adds date, time and process in front, and prints bytes and ns; its output has no units.
 */
import type { Format } from '../contract.ts';
import { MomentClock } from '../kit/metrics/moment-clock.ts';
import { RunClock } from '../kit/metrics/run-clock.ts';
import { type TitledTable, titledReader } from '../kit/metrics/titled-tables.ts';
import { isNumber, number } from '../kit/metrics/values.ts';
import { counterOf, titlesOf } from './columns.ts';
import { jstatEntry } from './entry.ts';

interface Clocks {
  readonly run: RunClock;
  readonly dated: MomentClock;
}

const table = (first: string | null, rest: Partial<TitledTable<Clocks>>): TitledTable<Clocks> => ({
  titles(words) {
    const titles = titlesOf(words);
    return first === null || titles?.[0] === first ? titles : null;
  },
  object: 'jvm',
  counter: title => counterOf(title, false),
  cells(words, titles) {
    // Causes contain blanks; they come last.
    const least = titles.filter(title => !/^(?:LGCC|GCC|FailedType|FailedMethod|Method)$/.test(title)).length;
    const begins = first === 'Date' || words[0] === '-' || isNumber(words[0]!);
    return begins && words.length >= least ? words.slice(0, titles.length) : null;
  },
  sample: 'owner',
  ...rest,
});

export const jstat: Format = {
  ...jstatEntry,
  open: titledReader<Clocks>({
    clock: (out, options, problem) => ({
      run: new RunClock(out, options, problem),
      dated: new MomentClock(out, options, 'row-times'),
    }),
    tables: [
      table('Date', {
        counter(title) {
          const counter = counterOf(title, true);
          return counter && { ...counter, unit: null };
        },
        owner: row => row.cell('VMID'),
        // Processes of one sample share its time.
        sample: 'time',
        time: ({ dated }, { cells }) => dated.read(`${cells[0]} ${cells[1]}`),
      }),
      table('Timestamp', { time: ({ run }, { cells }) => run.at(number(cells[0]!)) }),
      table(null, {}),
    ],
  }),
};
