import { readdirSync, readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { corpus, missing } from '../../fixtures/shared.ts';
import { ascii } from '../kit/bytes.ts';
import { readAll } from '../kit/recorder.ts';
import { folded } from './format.ts';
import { parseFrame } from './frame.ts';

const read = (text: string) => readAll(folded, ascii(text));
const rows = (text: string) => read(text).samples.map(({ stack, weight, kind }) => [stack, weight, kind]);

describe('folded stacks', () => {
  it('reads a line as one stack with a number of samples', () => {
    expect(rows('main;read;sys_read 12\nmain;read 3\nmain 1\n')).toEqual([
      ['main;read;sys_read', 12, 'folded'],
      ['main;read', 3, 'folded'],
      ['main', 1, 'folded'],
    ]);
  });

  it('reuses the stack of the line before only as far as whole frames are equal', () => {
    const stacks = ['a;bc;d', 'a;b;d', 'a;b', 'a;bd;', 'a;bd;;x', 'ab', 'a'];
    expect(rows(stacks.map(stack => `${stack} 1\n`).join('')).map(([stack]) => stack)).toEqual([
      'a;bc;d',
      'a;b;d',
      'a;b',
      'a;bd;[unknown]',
      'a;bd;[unknown];x',
      'ab',
      'a',
    ]);
  });

  it('reads the threads that stackcollapse-perf.pl and our own export put first', () => {
    const { samples } = read('my_app-12/14;main;read 2\nmy_app-?/15;main 1\nmy_app-7 3\n');
    expect(samples.map(({ thread, stack }) => [thread?.process, thread?.pid, thread?.tid, stack])).toEqual([
      ['my_app', 12, 14, 'main;read'],
      ['my_app', null, 15, 'main'],
      ['my_app', 7, 7, null],
    ]);
    // With one line without a thread, all first frames are functions.
    expect(read('f-1;main;read 2\ng;main 1\n').samples.map(({ stack }) => stack)).toEqual([
      'f-1;main;read',
      'g;main',
    ]);
  });

  it('reads the two counts of a comparison as two kinds', () => {
    expect(rows('a;b;c 10 0\na;b;d 4 5\n')).toEqual([
      ['a;b;c', 10, 'folded before'],
      ['a;b;d', 4, 'folded before'],
      ['a;b;d', 5, 'folded after'],
    ]);
  });

  it('keeps decimals, as thousandths', () => {
    expect(rows('a;b;c 1.5\na;b;d 4\n')).toEqual([
      ['a;b;c', 1500, 'folded (thousandths)'],
      ['a;b;d', 4000, 'folded (thousandths)'],
    ]);
  });

  it('leaves out lines without a count, and reports them', () => {
    const { counts, problems } = read('# made by hand\na;b;c 10\n\na;b;d\na;b;d 1e3\na;b;d -1\n');
    expect(counts).toEqual({ used: 2, blank: 1, skipped: 3 });
    expect(problems.map(({ code, line }) => [code, line])).toEqual([
      ['no-count', 4],
      ['no-count', 5],
      ['no-count', 6],
    ]);
  });

  it('parses modules, kernel marks and addresses as tools write them', () => {
    const spelled = (text: string) => Object.values(parseFrame(text));
    expect(spelled('vfs_read_[k]')).toEqual(['vfs_read', '[kernel]', null]);
    expect(spelled('LBusy;::main_[j]')).toEqual(['LBusy;::main', 'JIT', null]);
    expect(spelled('[libc.so <7f00>]')).toEqual(['[unknown]', 'libc.so', 0x7f00n]);
    expect(spelled('[unknown]')).toEqual(['[unknown]', '[unknown]', null]);
    expect(spelled('libc.so.1`read+0x1f')).toEqual(['read', 'libc.so.1', null]);
    expect(spelled('unix`0xfffffffffb800ca6')).toEqual(['[unknown]', 'unix', 0xfffffffffb800ca6n]);
    expect(spelled('ntdll!NtReadFile')).toEqual(['NtReadFile', 'ntdll', null]);
    expect(spelled('operator!(Foo const&)')).toEqual(['operator!(Foo const&)', '[unknown]', null]);
  });

  it.each([
    ['cells apart by semicolons', '2024-01-01;1;2 3\n2024-01-02;4;5 6\n'],
    ['prose', 'This is a sentence; it ends in 4\nAnd this one does not.\n'],
    ['a log', 'postgres: checkpoint starting; wrote 12\n2024-01-01 00:00:00 x; y\n'],
    [
      'a log whose lines have a semicolon and end in a number',
      '192.0.2.9 | 10/Jan/2017:03:58:24 +0800 | GET /a HTTP/1.1 | 502 | Mozilla/4.0 (compatible; MSIE 8.0) | 30.000 | 502\n192.0.2.9 | 10/Jan/2017:03:58:25 +0800 | GET /b HTTP/1.1 | 200 | Mozilla/4.0 (compatible; MSIE 8.0) | 0.012 | 200\n',
    ],
  ])('is not recognised in %s', (_what, text) => expect(folded.sniff(ascii(text), 'x')).toBe('no'));
});

const results = corpus('flamegraph/test/results');

describe.skipIf(missing(results))('folded stacks of FlameGraph', () => {
  const files = missing(results) ? [] : readdirSync(results).filter(file => /collapsed/.test(file));
  it.each(files)('%s', file => {
    const bytes = readFileSync(`${results}/${file}`);
    const lines = bytes.toString('utf8').split('\n').filter(Boolean);
    const { samples, counts } = readAll(folded, bytes);
    expect(folded.sniff(bytes.subarray(0, 65_536), '')).not.toBe('no');
    expect(counts).toEqual({ used: lines.length, blank: 0, skipped: 0 });
    const total = lines.reduce((sum, line) => sum + Number(/\d+$/.exec(line)), 0);
    expect(samples.reduce((sum, { weight }) => sum + weight, 0)).toBe(total);
    for (const [at, line] of lines.entries()) {
      const frames = line.replace(/ \d+$/, '').split(';');
      const depth = samples[at]!.thread === null ? frames.length : frames.length - 1;
      expect(samples[at]!.stack?.split(';').length ?? 0).toBe(depth);
    }
  });
});
