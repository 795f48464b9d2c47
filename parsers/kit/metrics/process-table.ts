/** Tables with one row per process, as top, ps and prstat print them. */
import type { Task } from '../../contract.ts';
import { type Counter, processTask } from './series.ts';
import { words as split } from './text-lines.ts';
import type { TitledTable } from './titled-tables.ts';
import { quantity } from './values.ts';

/**
 * `unit title title …`; a leading `+` means cumulative since the process began. Columns with other titles are
 * words or identity.
 */
const titlesByUnit = [
  '% %CPU %MEM %CUC %CUU C CPU USR SYS TRP TFL DFL LCK SLP LAT MEMORY',
  'kB VIRT RES SHR SWAP CODE DATA USED VSZ RSS SZ SIZE RSan RSfd RSlk RSsh',
  'count nTH NLWP THCNT NPROC nsIPC VCX ICX SCL SIG nFD nDRT vMj vMn',
  '+count nMaj nMin MAJFL MINFL',
  '- PR PRI NI NICE',
  '+s TIME TIME+ CPUTIME',
];

const counters = new Map<string, Counter>(
  titlesByUnit.flatMap(group => {
    const [kind, ...titles] = group.split(' ') as [string, ...string[]];
    const cumulative = kind.startsWith('+');
    const unit = cumulative ? kind.slice(1) : kind === '-' ? null : kind;
    return titles.map(counter => [counter, { counter, unit, cumulative }] as const);
  }),
);

/** The counter of a title; null for a word or an identity. */
export const processCounter = (title: string): Counter | null => counters.get(title) ?? null;

/** The value of a cell of that counter. */
export const processValue = (text: string, counter: Counter): number =>
  counter.unit === 's' ? seconds(text) : quantity(text, counter.unit);

/** Titles of the column that names the process. If a table has two, the last one is used: it has the longer names. */
const commands = ['COMMAND', 'CMD', 'ARGS', 'COMM', 'PROCESS/NLWP', 'PROCESS/LWPID', 'PROCESS/LWP'];

/** `lstart` of ps is a date of five words in one column. */
const started = /\b[A-Z][a-z]{2} [A-Z][a-z]{2} [ \d]\d \d\d:\d\d:\d\d \d{4}\b/;

/** Place of the column that names the process. */
const commandIn = (titles: readonly string[]): number =>
  titles.findLastIndex(title => commands.includes(title));

/** Words beyond the number of columns belong to the command. */
function processCells(words: readonly string[], titles: readonly string[], line: string): string[] | null {
  const given = started.test(line) ? split(line.replace(started, date => date.replace(/ +/g, '_'))) : words;
  const command = commandIn(titles);
  const after = given.length - (titles.length - 1 - command);
  if (given.length < titles.length - 1) return null;
  const cells = [...given.slice(0, command), given.slice(command, after).join(' '), ...given.slice(after)];
  return /^\d+$/.test(cells[titles.indexOf('PID')]!) ? cells : null;
}

/**
 * A list of processes, each a row.
 *
 * @param titles `PID` must be one of them, and one the process
 * @param task makes the task of a row
 */
export const processTable = (
  titles: TitledTable['titles'],
  object: TitledTable['object'] = 'process',
  task: (command: string, pid: string, titles: readonly string[]) => Task = processTask,
): TitledTable => ({
  titles,
  object,
  counter: processCounter,
  cells: processCells,
  value: processValue,
  owner: ({ cells, titles }) => task(cells[commandIn(titles)]!, cells[titles.indexOf('PID')]!, titles),
  sample: 'titles',
});

/** Parses processor time (`1:06.40`, `00:11`, `07:15:34`, `1-07:43:46`) to seconds; `NaN` for other texts. */
export function seconds(text: string): number {
  const match = /^(?:(\d+)-)?(?:(\d+):)?(\d+):(\d+(?:[.,]\d+)?)$/.exec(text);
  if (match === null) return Number.NaN;
  const [, days = '0', hours = '0', minutes, rest] = match;
  const whole = (Number(days) * 24 + Number(hours)) * 3600 + Number(minutes) * 60;
  // Rounded to ms, so that 66.40 s is not 66.39999.
  return Math.round((whole + Number(rest!.replace(',', '.'))) * 1000) / 1000;
}
