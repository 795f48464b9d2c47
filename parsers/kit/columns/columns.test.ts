import { describe, expect, it } from 'vitest';
import type { BulkOutput } from '../../bulk.ts';
import type { Format, Options } from '../../contract.ts';
import { ascii } from '../bytes.ts';
import { TextReader } from '../metrics/text-reader.ts';
import { readAll } from '../recorder.ts';
import { ColumnClock } from './clock.ts';
import { Columns } from './columns.ts';
import { ColumnEvents } from './events.ts';
import { mayBeTitles } from './titles.ts';

const rows = (text: string) => {
  const [header = '', ...lines] = text.split('\n').slice(1, -1);
  const columns = Columns.of(header);
  return lines.map(line => columns.cells(line));
};

describe('titles', () => {
  it('determine the use and unit of their columns', () => {
    const parsedTitles = (header: string) =>
      Columns.of(header).columns.map(({ title, unit, use }) =>
        [title, use, ...(unit ? [unit] : [])].join(' '),
      );
    expect(parsedTitles('TIME(s)     COMM           PID    DISK    T SECTOR     BYTES  LAT(ms)')).toEqual([
      'TIME time s',
      'COMM process',
      'PID pid',
      'DISK text',
      'T text',
      'SECTOR number',
      'BYTES number B',
      'LAT duration ms',
    ]);
    expect(parsedTitles('  C    PID/TID   TIME(us)         DELTA(us) -- CLASS.METHOD')).toEqual([
      'C cpu',
      'PID/TID pid/tid',
      'TIME time us',
      'DELTA number us',
      'CLASS.METHOD text',
    ]);
    // A duration, not the time of the row.
    expect(parsedTitles('         SYSCALL          TIME (ns)')).toEqual(['SYSCALL text', 'TIME number ns']);
    expect(parsedTitles('TIME     READ/s   %I/O   TX_KB MS')).toEqual([
      'TIME time',
      'READ/s number /s',
      '%I/O number %',
      'TX_KB number kB',
      'MS number ms',
    ]);
  });

  it.each([
    ['  UID   PID D    BLOCK   SIZE       COMM PATHNAME', true],
    ['TIME     EXEC/s THREAD/s METHOD/s', true],
    ['PID TTY TIME CMD', true],
    ['Tracing... Hit Ctrl-C to end.', false],
    ['        STATE   FDNUM      Time Filename', true],
    ['Time                 scall/s sread/s', true],
    ['VOP Count', false],
    ['Size Of The Requests', false],
    ['See Notes/ALLflow_notes.txt for important notes', false],
    ['THE END OF THE STORY', false],
    ['   100   443 R   892288   4096       Xsun', false],
  ])('of a table may be “%s”: %s', (line, expected) => expect(mayBeTitles(line)).toBe(expected));
});

describe('rows under titles', () => {
  it('are split into cells, even if a cell holds blanks or is empty', () => {
    expect(
      rows(`
  UID   PID COMM          FD PATH
    100  3504 cat           -1 /var/ld/ld.config
    100  3504 Web Content    3 /etc/a file
    100  3504                3 /etc/passwd
    100  3504 cat            3
`),
    ).toEqual([
      ['100', '3504', 'cat', '-1', '/var/ld/ld.config'],
      ['100', '3504', 'Web Content', '3', '/etc/a file'],
      ['100', '3504', '', '3', '/etc/passwd'],
      ['100', '3504', 'cat', '3', ''],
    ]);
  });

  it('have an empty cell for a column without text below its title', () => {
    expect(
      rows(`
TIME(s)     COMM           PID    DISK    T SECTOR     BYTES  LAT(ms)
0.000004    supervise      1950           W 13092560   4096      0.74
0.000178    supervise      1950   xvda1     13092432   4096      0.61
1.5         a longer name than its column 1956   xvda1   W 13092440   4096   1.24
`),
    ).toEqual([
      ['0.000004', 'supervise', '1950', '', 'W', '13092560', '4096', '0.74'],
      ['0.000178', 'supervise', '1950', 'xvda1', '', '13092432', '4096', '0.61'],
      ['1.5', 'a longer name than its column', '1956', 'xvda1', 'W', '13092440', '4096', '1.24'],
    ]);
  });

  it('keep a name of two words together, even if they are as many words as there are columns', () => {
    expect(
      rows(`
COMM             ARGS     PATH
Web Content               /etc/passwd
cat              -n       /etc/passwd
`),
    ).toEqual([
      ['Web Content', '', '/etc/passwd'],
      ['cat', '-n', '/etc/passwd'],
    ]);
  });

  it('may begin with a date', () => {
    expect(
      rows(`
STRTIME                UID   PID  PPID ARGS
2005 Jan 22 00:07:22     0 23053 20933 date
2005 Jan  2 00:07:25     0 23055 20933 sh -c ls -latr
`),
    ).toEqual([
      ['2005 Jan 22 00:07:22', '0', '23053', '20933', 'date'],
      ['2005 Jan  2 00:07:25', '0', '23055', '20933', 'sh -c ls -latr'],
    ]);
  });

  it('keep arrows together with the name after them', () => {
    expect(
      rows(`
  C    PID  DELTA(us)              FILE:LINE TYPE     -- FUNC
  0  11651         75   func_clock.html:30   func       -> get ElementById
`),
    ).toEqual([['0', '11651', '75', 'func_clock.html:30', 'func', '-> get ElementById']]);
  });

  it('are rejected if a column of numbers would have a word', () => {
    expect(
      rows(`
  UID   PID COMM          FD PATH
[...]
In the above, some files were opened by cat and others by ls.
`),
    ).toEqual([null, null]);
  });

  // If time grew with the square of their number, this would take longer than a test may.
  it('are split in time proportional to the number of words', () => {
    const columns = Columns.of('UID   PID COMM          FD PATH');
    expect(columns.cells('x '.repeat(100_000)) === null).toBe(true);
    expect(columns.cells(`100     1 a cat         3 ${'x '.repeat(100_000)}`)?.[4]?.length).toBe(199_999);
  });
});

/** Reads only a table of disk requests. */
class Requests extends TextReader {
  private readonly clock = new ColumnClock(
    this.out,
    this.options,
    (...problem) => this.problem(...problem),
    'run',
  );
  private events: ColumnEvents | null = null;

  protected read(line: string) {
    if (this.events === null) {
      const roles = { DISK: 'disk-io.device', T: 'disk-io.operation', BYTES: 'disk-io.bytes' } as const;
      const kind = 'disk request';
      this.events = new ColumnEvents(this.bulk, Columns.of(line), { kind, roles, timedAtEnd: true });
      return 'used' as const;
    }
    const cells = this.events.table.cells(line);
    if (cells === null) return this.unknown();
    const ts = this.clock.at(this.events.cellOf(cells, 'time') ?? '', 's');
    this.events.write(cells, ts, { line: this.lineNumber, offset: this.lineOffset });
    return 'used' as const;
  }

  constructor(
    private readonly bulk: BulkOutput,
    options: Options,
  ) {
    super(bulk, options);
  }
}

describe('rows as events', () => {
  const format: Format = {
    id: 'requests',
    title: 'requests',
    unit: 'lines',
    version: 1,
    load: async () => format,
    sniff: () => 'no',
    open: (out, options) => new Requests(out, options),
  };

  it('have thread, begin and duration, and every other cell as a field', () => {
    const text = `TIME(s)     COMM           PID    DISK    T SECTOR     BYTES  LAT(ms)
0.500000    supervise      1950   xvda1   W 13092560   4K        0.74
0.500178    supervise      1950   xvda1   R 13092432   512
`;
    const { events, counts } = readAll(format, ascii(text));
    expect(counts).toEqual({ used: 3, blank: 0, skipped: 0 });
    expect(
      events.map(({ ts, duration, kind, thread, message }) => [ts, duration, kind, thread, message]),
    ).toEqual([
      [
        499_260_000,
        740_000,
        'disk request',
        { process: 'supervise', pid: 1950, tid: null },
        'xvda1 W 13092560 4K',
      ],
      [
        500_178_000,
        null,
        'disk request',
        { process: 'supervise', pid: 1950, tid: null },
        'xvda1 R 13092432 512',
      ],
    ]);
    expect(events.map(({ fields }) => fields)).toEqual([
      { DISK: 'xvda1', T: 'W', SECTOR: 13_092_560, BYTES: 4096 },
      { DISK: 'xvda1', T: 'R', SECTOR: 13_092_432, BYTES: 512 },
    ]);
  });
});
