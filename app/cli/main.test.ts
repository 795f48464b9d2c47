import {
  appendFileSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readFileSync,
  rmSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { basename, join } from 'node:path';
import { tableFromIPC } from 'apache-arrow';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { leaveOwing } from '../../workspace/import/import.testing.ts';
import type { Io } from './io.ts';
import { main } from './main.ts';

/** Two kinds of event, a kernel frame, a frame without a symbol, and a process with a space in its name. */
const capture = `cc1 101 [000] 10.000000001: 1 cycles:
\t4005d0 parse (/usr/bin/cc1)
\t400500 main (/usr/bin/cc1)

cc1 101 [001] 10.250000000: 1 cycles:
\tffffffff81000 copy_page ([kernel.kallsyms])
\t4005d0 parse (/usr/bin/cc1)
\t400500 main (/usr/bin/cc1)

web server 202 [001] 10.500000000: 1 cycles:
\t7f1234 [unknown] (/usr/lib/libssl.so.3)

web server 202 [001] 10.750000000: 5 cpu-clock:
\t7f1234 [unknown] (/usr/lib/libssl.so.3)

`;

let folder: string;
let workspace: string;

interface Ran {
  readonly status: number;
  readonly out: string;
  readonly bytes: Uint8Array;
  readonly said: string;
}

const run = (...argv: readonly string[]): Promise<Ran> => runInterrupted('never', argv);

/** @param when Ctrl-C is pressed once the status line begins so */
async function runInterrupted(when: string, argv: readonly string[]): Promise<Ran> {
  let interrupt: () => void = () => undefined;
  const out: Buffer[] = [];
  const said: string[] = [];
  const io: Io = {
    write: async data => void out.push(Buffer.from(data)),
    say: line => void said.push(line),
    status: line => {
      if (line.startsWith(when)) interrupt();
    },
    width: null,
    onInterrupt: listener => {
      interrupt = listener;
      return () => undefined;
    },
  };
  const status = await main(argv, async paths => paths.length, io);
  const bytes = Buffer.concat(out);
  return { status, out: bytes.toString(), bytes, said: said.join('\n') };
}

beforeAll(async () => {
  folder = mkdtempSync(join(tmpdir(), 'aftertrace-cli-'));
  workspace = join(folder, 'ws.aftertrace');
  writeFileSync(join(folder, 'cc1.perf.txt'), capture);
  const { status, out } = await run('import', workspace, join(folder, 'cc1.perf.txt'), '--workers', '0');
  expect({ status, out }).toMatchObject({ status: 0 });
}, 60_000);
afterAll(() => {
  rmSync(folder, { recursive: true, force: true });
});

describe('import', () => {
  it('skips files already imported, replaces files that have grown, and reports both', async () => {
    const known = join(folder, 'known.aftertrace');
    const path = join(folder, 'grows.perf.txt');
    writeFileSync(path, capture);
    const read = (...flags: string[]) => run('import', known, path, '--json', '--workers', '0', ...flags);
    expect((await read()).status).toBe(0);
    const same = await read();
    expect(same.status).toBe(0);
    expect(JSON.parse(same.out)).toMatchObject({
      captures: [],
      duplicates: [{ path, capture: 1 }],
      replaced: [],
    });
    expect(same.said).toMatch(/grows\.perf\.txt was left out: .* Use --again to read it anyway\.$/);
    appendFileSync(path, capture.replaceAll(' 10.', ' 11.'));
    const grown = await read();
    expect(grown.status).toBe(0);
    const { captures, duplicates, replaced } = JSON.parse(grown.out);
    expect({ id: captures[0].id, duplicates, replaced }).toMatchObject({
      id: 2,
      duplicates: [],
      replaced: [{ path, capture: 2, former: 1 }],
    });
    expect(grown.said).toMatch(
      /grows\.perf\.txt has \d+ more bytes .* it replaces capture 1 \(grows\.perf\.txt\)\.$/,
    );
    expect(JSON.parse((await read('--again')).out).captures).toHaveLength(1);
  });

  it('prints the ledger as JSON', async () => {
    const path = join(folder, 'cc1.perf.txt');
    const { status, out } = await run(
      'import',
      join(folder, 'b.aftertrace'),
      path,
      '--json',
      '--workers',
      '0',
    );
    expect(status).toBe(0);
    const { captures, failures, cancelled } = JSON.parse(out);
    expect({ failures, cancelled }).toEqual({ failures: [], cancelled: false });
    expect(captures).toHaveLength(1);
    const { format, lines, used, blank, skipped } = captures[0];
    expect({ format, lines, sum: used + blank + skipped }).toEqual({
      format: 'perf-script',
      lines: 15,
      sum: 15,
    });
  });

  it('reports unreadable files and lines, with status 1', async () => {
    const { status, out, said } = await run('import', workspace, join(folder, 'gone.txt'), '--workers', '0');
    expect(status).toBe(1);
    expect(await run('import', workspace, '-')).toMatchObject({
      status: 2,
      said: expect.stringContaining('save it to a file'),
    });
    expect(said).toContain('gone.txt');
    expect(out.split('\n')[0]).toContain('skipped');
  });
});

describe('import --formats', () => {
  const format = {
    id: 'billing',
    title: 'Billing service',
    patterns: ['{time:yyyy-MM-dd HH:mm:ss} !{level}! {component:token}: {message}'],
    levels: { uhoh: 'error' },
    samples: ['2024-05-06 07:08:09 !uhoh! cart: lost'],
  };
  const folderOf = (name: string, content: unknown) => {
    const path = join(folder, name);
    mkdirSync(path);
    writeFileSync(join(path, 'format.json'), JSON.stringify(content));
    return path;
  };
  const importWith = (formats: string) => {
    const log = join(folder, 'billing.log');
    writeFileSync(log, `${format.samples[0]}\n`.repeat(9));
    return run('import', join(folder, 'formats.aftertrace'), log, '--formats', formats, '--json');
  };

  it('reads with the log formats in a folder', async () => {
    const { status, out } = await importWith(folderOf('own', format));
    expect({ status, captures: JSON.parse(out).captures }).toMatchObject({
      status: 0,
      captures: [{ format: 'billing' }],
    });
  });

  it('reads nothing if one of them is invalid, and reports which and why', async () => {
    const { status, out, said } = await importWith(folderOf('wrong', { ...format, samples: ['else'] }));
    expect({ status, out }).toEqual({ status: 1, out: '' });
    expect(said).toMatch(/format\.json is no format .*its first line matches no pattern/);
    expect(await importWith(join(folder, 'nowhere'))).toMatchObject({ status: 2 });
  });
});

describe('clock', () => {
  it('sets year, zone, shift and start of a capture, and shows it', async () => {
    const log = join(folder, 'auth.log');
    writeFileSync(log, 'Jul  3 10:00:00 web1 sshd[1]: one\nJul  3 10:00:01 web1 sshd[1]: two\n');
    const path = join(folder, 'clock.aftertrace');
    await run('import', path, log, '--workers', '0');
    const set = async (...options: readonly string[]) => {
      const { status, out } = await run('clock', path, '--capture', '1', ...options, '-o', 'json');
      expect(status).toBe(0);
      return JSON.parse(out)[0].start;
    };
    expect(await set('--year', '2019', '--tz', 'Europe/Vienna')).toBe('2019-07-03T08:00:00.000000000Z');
    expect(await set('--shift=-1.5s')).toBe('2019-07-03T07:59:58.500000000Z');
    expect(await set('--start', '2020-01-01T00:00:00Z')).toBe('2020-01-01T00:00:00.000000000Z');
  });

  it('has the subcommands set, pin, fit and undo', async () => {
    const [one, two] = ['one.log', 'two.log'].map(name => join(folder, name));
    writeFileSync(one!, '2024-05-01T10:00:00Z INFO first\n2024-05-01T10:00:05Z INFO second\n');
    writeFileSync(two!, '2024-05-01T11:00:00Z INFO other\n2024-05-01T11:00:03.250Z INFO another\n');
    const path = join(folder, 'verbs.aftertrace');
    await run('import', path, one!, two!, '--workers', '0');
    const clock = async (...argv: readonly string[]) => {
      const ran = await run('clock', path, ...argv, '-o', 'json');
      expect(ran.status).toBe(0);
      return JSON.parse(ran.out);
    };
    expect(await clock('set', '--capture', '1', '--drift=-200')).toMatchObject([
      { name: 'one.log', drift_ppm: -200, known: 'by hand', end: '2024-05-01T10:00:04.999000000Z' },
    ]);
    expect(
      await clock('pin', '--capture', '1', '--line', '1', '--with', '2', '--to-line', '2'),
    ).toMatchObject([{ start: '2024-05-01T11:00:03.250000000Z', moved: 3_603_250_000_000, by: 2 }]);
    expect(await clock('fit', '--capture', '1')).toEqual([]);
    expect(await run('clock', path, 'fit', '--capture', '1', '--with', '2', '--apply')).toMatchObject({
      status: 1,
    });
    expect(await clock('undo', '--capture', '1')).toMatchObject([{ drift_ppm: -200, moved: null }]);
    expect(await clock('undo', '--capture', '1')).toMatchObject([{ drift_ppm: 0, known: 'stated' }]);
    expect(await run('clock', path, 'undo')).toMatchObject({ said: expect.stringMatching(/No change/) });
    expect(await run('clock', path, 'wind', '--capture', '1')).toMatchObject({ status: 2 });
    expect(await run('clock', path, 'pin', '--capture', '1', '--at', '0')).toMatchObject({ status: 2 });
  });

  it('reports missing and impossible arguments', async () => {
    expect(await run('clock', workspace, '--tz', 'UTC')).toMatchObject({ status: 2 });
    expect(await run('clock', workspace, '--capture', '1')).toMatchObject({ status: 2 });
    expect(await run('clock', workspace, '--capture', '1', '--interval', '1s')).toMatchObject({ status: 2 });
    expect(await run('clock', workspace, '--capture', '1', '--year', '2019')).toMatchObject({ status: 1 });
  });
});

describe('ask', () => {
  const json = async (...argv: readonly string[]) => {
    const ran = await run('ask', workspace, ...argv, '-o', 'json');
    expect(ran).toMatchObject({ status: 0 });
    return JSON.parse(ran.out);
  };

  it('answers in JSON, with notes on standard error', async () => {
    const ran = await run('ask', workspace, 'functions', '-o', 'json');
    const rows = JSON.parse(ran.out);
    expect(rows.find((row: { function: string }) => row.function === 'parse')).toEqual({
      function: 'parse',
      id: 'function/parse',
      module: '/usr/bin/cc1',
      self: 1,
      total: 2,
      self_percent: 100 / 3,
      total_percent: 200 / 3,
    });
    expect(ran.said).toMatch(/^note: .*cycles/m);
  });

  it('narrows by every scope flag', async () => {
    const total = async (...flags: readonly string[]) =>
      (await json('processes', ...flags)).reduce(
        (sum: number, row: { samples: number }) => sum + row.samples,
        0,
      );
    expect(await total()).toBe(3);
    expect(await total('--process', 'cc1')).toBe(2);
    expect(await total('--thread', '202')).toBe(1);
    expect(await total('--cpu', '1')).toBe(2);
    expect(await total('--cpu', '0', '--cpu', '1')).toBe(3);
    expect(await total('--kind', 'cpu-clock')).toBe(1);
    expect(await total('--kind', 'cpu-clock', '--weight', 'period')).toBe(5);
    expect(await total('--module', 'cc1')).toBe(2);
    expect(await total('--capture', '1')).toBe(3);
  });

  it('takes the parameters of a question, which take precedence over the scope', async () => {
    const rows = await json('caller-callee', '--function', 'parse', '--module', 'cc1');
    expect(rows.map((row: { role: string; function: string }) => `${row.role} ${row.function}`)).toEqual([
      'caller main',
      'function parse',
      'callee copy_page',
    ]);
    expect(await json('call-tree', '--depth', '1')).toHaveLength(2);
  });

  it('sorts, filters and limits', async () => {
    const names = async (...flags: readonly string[]) =>
      (await json('functions', ...flags)).map((row: { function: string }) => row.function);
    expect(await names('--sort', 'function', '--filter', 'A')).toEqual(['copy_page', 'main', 'parse']);
    expect(await names('--sort', 'function', '--descending', '--filter', 'a', '--limit', '1')).toEqual([
      'parse',
    ]);
  });

  it('mentions the limit only if the answer has more rows', async () => {
    const said = async (...flags: readonly string[]) => run('ask', workspace, 'functions', ...flags);
    expect((await said('--limit', '2')).out).toMatch(
      /^The first 2 of 4 rows\. --limit changes how many are printed\.\n/,
    );
    expect((await said('--limit', '2', '-o', 'csv')).said).toMatch(/^note: The first 2 of 4 rows\./);
    expect((await said('--limit', '1', '--filter', 'a')).out).toMatch(/^The first 1 of 3 rows\./);
    expect((await said('--limit', '4')).out).not.toContain('The first');
    expect((await said()).out).not.toContain('The first');
  });

  it('prints a tree for people', async () => {
    const { out } = await run('ask', workspace, 'call-tree', '--process', 'cc1', '--kind', 'cycles');
    expect(out).toMatch(/^main .*\n {2}parse .*\n {4}copy_page /m);
  });

  it('writes Arrow and Parquet', async () => {
    const arrow = await run('ask', workspace, 'functions', '-o', 'arrow');
    expect(tableFromIPC(arrow.bytes).numRows).toBe(4);
    const parquet = await run('ask', workspace, 'functions', '-o', 'parquet');
    expect(Buffer.from(parquet.bytes.subarray(0, 4)).toString()).toBe('PAR1');
  });
});

describe('ask events', () => {
  let logs: string;
  beforeAll(async () => {
    logs = join(folder, 'logs.aftertrace');
    const lines = Array.from({ length: 1200 }, (_, i) => {
      const time = new Date(Date.UTC(2024, 4, 1, 10) + i * 1000).toISOString().slice(0, 19).replace('T', ' ');
      return `${time},000 ${i % 400 === 0 ? 'ERROR' : 'INFO '} [main] com.acme.Web: request ${i} done`;
    });
    writeFileSync(join(folder, 'web.log'), `${lines.join('\n')}\n`);
    await run('import', logs, join(folder, 'web.log'), '--workers', '0');
  });
  const ask = async (...flags: readonly string[]) => {
    const { out, said } = await run('ask', logs, 'events', '-o', 'json', ...flags);
    return { lines: JSON.parse(out).map((row: { line: number }) => row.line), said };
  };

  it('prints a thousand rows by default, and their total number', async () => {
    const { lines, said } = await ask();
    expect([lines.length, lines[0]]).toEqual([1000, 1]);
    expect(said).toBe('note: 1,000 of 1,200 events, from number 1 on.');
  });

  it('takes --limit, --offset and --order', async () => {
    expect((await ask('--limit', '2', '--offset', '3')).lines).toEqual([4, 5]);
    expect((await ask('--order', 'newest', '--limit', '2')).lines).toEqual([1200, 1199]);
    expect((await ask('--order', 'newest', '--offset', '1198')).lines).toEqual([2, 1]);
  });

  it('reads all of them with --limit 0, sorted and filtered where they are stored', async () => {
    const { lines, said } = await ask('--limit', '0');
    expect([lines.length, said]).toEqual([1200, '']);
    const sorted = await ask('--limit', '0', '--sort', 'level', '--filter', 'request 4');
    expect(sorted.lines.slice(0, 2)).toEqual([401, 5]);
    const csv = await run('ask', logs, 'events', '--limit', '0', '-o', 'csv');
    expect(csv.out.split('\r\n')).toHaveLength(1202);
  });
});

describe('a workspace that a killed import has left incomplete', () => {
  const logs = () => {
    const path = join(folder, 'left.log');
    writeFileSync(path, '2024-05-06 10:00:01 INFO begin\n2024-05-06 10:00:02 INFO end\n');
    return path;
  };
  const owing = async () => {
    const path = join(folder, 'left.aftertrace');
    rmSync(path, { force: true });
    await leaveOwing(path, [logs()]);
    return path;
  };

  it('is completed before it is asked', async () => {
    const { out, status } = await run('captures', await owing());
    expect({ out, status }).toEqual({ out: expect.stringContaining(' complete '), status: 0 });
  });

  it('stays so if that is interrupted, and is opened again', async () => {
    const path = await owing();
    const interrupted = await runInterrupted('making states', ['captures', path]);
    expect(interrupted).toMatchObject({ out: '', status: 130 });
    expect(interrupted.said).toMatch(/^Cancelled: what is not made yet/);
    expect((await run('captures', path)).out).toContain(' complete ');
  });
});

describe('other commands', () => {
  it('captures and problems are questions of their own', async () => {
    expect(JSON.parse((await run('captures', workspace, '-o', 'json')).out)).toMatchObject([
      { name: 'cc1.perf.txt' },
    ]);
    expect((await run('problems', workspace)).status).toBe(0);
  });

  it('sql keeps wide integers and nanoseconds', async () => {
    const select =
      'SELECT 9007199254740993 AS wide, make_timestamp_ns(1) AS at, 1.5 AS half, NULL AS nothing';
    const { out } = await run('sql', workspace, select, '-o', 'json');
    expect(JSON.parse(out)).toEqual([
      { wide: '9007199254740993', at: '1970-01-01T00:00:00.000000001Z', half: 1.5, nothing: null },
    ]);
  });

  it('sql cannot change the workspace', async () => {
    const { status, said } = await run('sql', workspace, 'DROP TABLE sample');
    expect({ status, said }).toMatchObject({ status: 1, said: expect.stringContaining('SELECT') });
  });

  it('export writes collapsed stacks', async () => {
    const file = join(folder, 'stacks.folded');
    const { status } = await run('export', workspace, '--folded', file, '--kind', 'cycles');
    expect(status).toBe(0);
    expect(readFileSync(file, 'utf8').trim().split('\n').sort()).toEqual([
      'cc1;main;parse 1',
      'cc1;main;parse;copy_page 1',
      'web_server;[libssl.so.3] 1',
    ]);
  });

  it.each(['parquet', 'arrow'])('export writes tables as %s', async form => {
    const to = join(folder, form);
    const { status, out } = await run('export', workspace, `--${form}`, to);
    expect(status).toBe(0);
    const files = out.trim().split('\n');
    expect(files.map(file => basename(file))).toContain(`sample.${form}`);
    expect(files.every(file => existsSync(file))).toBe(true);
  });

  it('open is refused here, because only the launcher can start the window', async () => {
    expect((await run('open', 'a', 'b')).status).toBe(2);
  });
});

describe('wrong usage', () => {
  it.each([
    [[], 'usage: aftertrace COMMAND'],
    [['seek', 'x'], 'There is no command "seek". Commands: import, overview, captures'],
    [['ask', 'x'], 'usage: aftertrace ask WORKSPACE QUESTION'],
    [['ask', 'x', 'nonsense'], 'There is no question "nonsense". There are: call-tree'],
    [['ask', 'x', 'functions', '--nonsense', '1'], "Unknown option '--nonsense'"],
    [['questions', '-o', 'xml'], '--output takes table, json, csv, tsv, not "xml".'],
    [['import', 'x', 'y', '--memory', 'lots'], '--memory takes a size'],
    [['captures', 'a', 'b'], 'Unexpected argument "b".'],
    [['export', 'x'], 'export takes one of --folded FILE, --parquet DIR, --arrow DIR and --findings FILE.'],
  ])('%j', async (argv, words) => {
    const { status, out, said } = await run(...argv);
    expect(status).toBe(2);
    expect(out + said).toContain(words);
  });

  it.each([
    [['call-tree', '--depth', 'deep'], '--depth takes a number, not "deep".'],
    [['functions', '--depth', '3'], '"functions" has no parameter "depth". It takes none.'],
    [['caller-callee'], '"function" is missing'],
    [['functions', '--from', 'yesterday'], '--from takes a time'],
    [['functions', '--sort', 'nope'], '--sort takes function, module'],
    [['functions', '--cpu', '-1'], '--cpu'],
  ])('ask %j', async (argv, words) => {
    const { status, said } = await run('ask', workspace, ...argv);
    expect(status).toBe(2);
    expect(said).toContain(words);
  });

  it('a question to a workspace that does not exist is refused', async () => {
    const { status, said } = await run('ask', join(folder, 'none.aftertrace'), 'functions');
    expect(status).toBe(1);
    expect(said).toContain('none.aftertrace: create one with aftertrace import');
  });
});

describe('help', () => {
  it.each([
    [['--help'], 'Exit status: 0 all done'],
    [['sql', '--help'], 'Exit status: 0 all done'],
    [['import', '--help'], '--workers N'],
    [['ask', '--help'], '--from T'],
    [['ask', 'x', 'call-tree', '--help'], '--min-percent N'],
  ])('%j', async (argv, words) => {
    const { status, out } = await run(...argv);
    expect(status).toBe(0);
    expect(out).toContain(words);
  });
});
