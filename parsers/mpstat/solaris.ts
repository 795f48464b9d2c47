/**
 * mpstat of Solaris: a line per CPU, titles before each sample, no time. The first sample covers the time since boot.
 */
import { titledReader } from '../kit/metrics/titled-tables.ts';
import { isNumber } from '../kit/metrics/values.ts';

const percents = ['usr', 'sys', 'wt', 'st', 'idl'];

/** Columns that say what the row is about: its CPU, or a set of them and its size. */
const places = ['CPU', 'SET', 'sze', 'set'];

export const solarisMpstat = titledReader({
  sinceBoot: true,
  tables: [
    {
      titles: words => (words[0] === 'CPU' || words[0] === 'SET' ? words : null),
      object: ([first]) => (first === 'SET' ? 'processor set' : 'cpu'),
      counter: title =>
        places.includes(title) ? null : { counter: title, unit: percents.includes(title) ? '%' : '/s' },
      cells: (words, titles) => (words.length === titles.length && words.every(isNumber) ? words : null),
      owner: row => row.cells[0]!,
      sample: 'titles',
    },
  ],
});
