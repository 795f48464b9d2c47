/** Findings from the command line. */
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { inHtml } from '../../analyzers/findings/embed.ts';
import { Engine } from '../engine/engine.ts';
import type { Io } from './io.ts';
import { main } from './main.ts';

const capture = `cc1 101 [000] 10.000000001: 1 cycles:
\t4005d0 parse (/usr/bin/cc1)
\t400500 main (/usr/bin/cc1)

cc1 101 [001] 10.250000000: 1 cycles:
\tffffffff81000 copy_page ([kernel.kallsyms])
\t4005d0 parse (/usr/bin/cc1)
\t400500 main (/usr/bin/cc1)

`;

let folder: string;

async function run(...argv: readonly string[]) {
  const out: string[] = [];
  const said: string[] = [];
  const io: Io = {
    write: async data => void out.push(String(data)),
    say: line => void said.push(line),
    status: () => undefined,
    width: null,
    onInterrupt: () => () => undefined,
  };
  const status = await main(argv, async paths => paths.length, io);
  return { status, out: out.join(''), said: said.join('\n') };
}

beforeAll(() => {
  folder = mkdtempSync(join(tmpdir(), 'aftertrace-note-'));
  writeFileSync(join(folder, 'cc1.perf.txt'), capture);
});
afterAll(() => rmSync(folder, { recursive: true, force: true }));

describe('note and check', () => {
  let noted: string;
  let report: string;
  beforeAll(async () => {
    noted = join(folder, 'noted.aftertrace');
    await run('import', noted, join(folder, 'cc1.perf.txt'), '--workers', '0');
  });
  const note = (...argv: string[]) => run('note', noted, ...argv);
  const listed = async () => JSON.parse((await note('list', '-o', 'json')).out);

  it('stores findings with evidence, and lists them', async () => {
    const added = await note(
      ...[
        'add',
        '--title',
        'parse is busy',
        '--text',
        'In **cc1**.',
        '--tag',
        'cause',
        '--mark-thing',
        'function=parse',
      ],
      ...['--mark-time', '1970-01-01T00:00:10Z..1970-01-01T00:00:11Z', '--mark-line', '1:2'],
      ...['--question', 'functions', '--process', 'cc1', '--sort', 'self', '--descending', '--limit', '2'],
    );
    expect([added.status, added.said]).toEqual([0, '']);
    expect(added.out).toMatch(/1 {2}cause {2}parse is busy {2}1 functions/);
    await note('add', '--title', 'To look at', '--tag', 'to do', '--link', '1');
    await note('summary', '--title', 'cc1 parses', '--text', 'More.');
    expect(await listed()).toMatchObject({
      summary: { title: 'cc1 parses', text: 'More.' },
      undo: 'the summary',
      findings: [
        {
          id: 1,
          tags: ['cause'],
          marks: [{ from: '1970-01-01T00:00:10.000000000Z' }, { line: 2 }, { refers: 'function' }],
          evidence: [{ question: 'functions', scope: { processes: ['cc1'] }, kept: 2, total: 3 }],
        },
        { id: 2, links: [1] },
      ],
    });
  });

  it('edits, reorders, removes, undoes and redoes', async () => {
    await note('edit', '2', '--title', 'Looked at', '--tag', '', '--question', 'events', '--param', 'text=x');
    await note('order', '2');
    expect((await listed()).findings).toMatchObject([
      { id: 2, title: 'Looked at', tags: [], evidence: [{ question: 'events', params: { text: 'x' } }] },
      { id: 1 },
    ]);
    await note('edit', '2', '--drop-evidence', '2');
    await note('remove', '2');
    expect((await listed()).findings).toHaveLength(1);
    await note('undo');
    expect((await listed()).redo).toBe('the removal of “Looked at”');
    await note('redo');
    expect((await listed()).findings).toHaveLength(1);
  });

  it('reports wrong usage', async () => {
    const wrong = async (...argv: string[]) => {
      const { status, said } = await note(...argv);
      return `${status} ${said}`;
    };
    expect(await wrong('add')).toMatch(/^2 add needs --title/);
    expect(await wrong('nonsense')).toMatch(/^2 Unknown verb "nonsense"/);
    expect(await wrong('edit', '1')).toMatch(/^2 edit needs a change/);
    expect(await wrong('edit', '9', '--title', 'x')).toMatch(/^1 There is no finding 9/);
    expect(await wrong('edit', '1', '--renew', '7')).toMatch(/^2 Finding 1 has no evidence 7/);
    expect(await wrong('add', '--title', 'x', '--question', 'functions', '--depth', '1')).toMatch(/^2 /);
  });

  it('reports that evidence is unchanged, in the workspace and in a report', async () => {
    const { status, out } = await run('check', noted);
    expect([status, out]).toEqual([0, '1 the same, 0 stale, 0 without an answer.\n']);
    const engine = new Engine(
      { version: '1' },
      { progress: () => undefined, changed: () => undefined, findingsChanged: () => undefined },
    );
    await engine.open(noted);
    report = join(folder, 'report.html');
    writeFileSync(report, `<p>…</p>${inHtml(await engine.findingsDocument())}`);
    await engine.close();
    expect((await run('check', report, '--workspace', noted)).status).toBe(0);
    const other = await run('check', join(folder, 'cc1.perf.txt'), '--workspace', noted);
    expect([other.status, other.said]).toEqual([1, expect.stringContaining('has no findings')]);
  });

  it('says what is wrong with a file that cannot be read', async () => {
    const missing = join(folder, 'missing.html');
    const { status, said } = await run('check', missing, '--workspace', join(folder, 'any.aftertrace'));
    expect({ status, said }).toEqual({ status: 1, said: `${missing} does not exist: check the path.` });
  });

  it('exits with status 3 if an answer differs, and names it', async () => {
    const more = join(folder, 'more.perf.txt');
    writeFileSync(more, capture.replaceAll(' 10.', ' 11.'));
    await run('import', noted, more, '--workers', '0');
    const { status, out } = await run('check', noted);
    expect(status).toBe(3);
    expect(out).toContain('stale: finding 1 “parse is busy”, evidence 1 (functions)');
    expect(out).toContain('more.perf.txt was added.');
    expect(out).toMatch(/changed: parse.*: self 1 → 2/);
    const inReport = await run('check', report, '--workspace', noted, '-o', 'json');
    expect([inReport.status, JSON.parse(inReport.out).stale]).toEqual([3, 1]);
    await note('edit', '1', '--renew', '1');
    expect((await run('check', noted, '--finding', '1')).status).toBe(0);
  });

  it('writes answers beside a report, without names where the report has none', async () => {
    const to = (name: string) => join(folder, 'sent', name);
    const whole = await run('report', noted, '-o', to('whole.html'), '--evidence', 'parquet');
    const [, parquet] = whole.out.trim().split('\n') as [string, string];
    expect(readFileSync(parquet).subarray(0, 4).toString()).toBe('PAR1');
    const stacks = await run('report', noted, '-o', to('stacks.html'), '--evidence', 'folded');
    const [, folded] = stacks.out.trim().split('\n') as [string, string];
    expect(readFileSync(folded, 'utf8')).toMatch(/^(?:[^;\n]+;)*[^;\n]+ \d+\n/);
    const rules = join(folder, 'rules.json');
    writeFileSync(rules, '{"kinds": ["paths"], "patterns": [{"kind": "program", "pattern": "cc1"}]}');
    const sent = await run('report', noted, '-o', to('sent.html'), '--evidence', 'csv', '--redact', rules);
    expect(sent.status).toBe(0);
    const [, csv] = sent.out.trim().split('\n') as [string, string];
    expect(readFileSync(csv, 'utf8')).toMatch(/^function,module,.*\r\n.*program-1/);
    expect(readFileSync(csv, 'utf8')).not.toContain('cc1');
    const same = await run('check', to('sent.html'), '--workspace', noted);
    expect([same.status, same.out]).toEqual([0, expect.stringContaining('1 the same, 0 stale')]);
    const html = readFileSync(to('sent.html'), 'utf8');
    const [digest = ''] = /(?<="digest":")[0-9a-f]+/.exec(html) ?? [];
    const changed = html.replaceAll(digest, '0'.repeat(digest.length));
    writeFileSync(to('changed.html'), changed);
    expect((await run('check', to('changed.html'), '--workspace', noted)).status).toBe(3);
    const refused = await run('report', noted, '-o', to('no.html'), '--evidence', 'arrow', '--redact', rules);
    expect([refused.status, refused.said]).toEqual([1, expect.stringContaining('csv or json')]);
  });

  it('reduces the workspace to the rows that the findings need', async () => {
    const cut = join(folder, 'cut.aftertrace');
    const { status, out } = await run('export', noted, '--findings', cut);
    expect([status, out]).toEqual([
      0,
      expect.stringContaining('1 piece of evidence with the same answers as here'),
    ]);
    expect((await run('check', cut)).status).toBe(0);
  });
});
