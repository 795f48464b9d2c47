/** Messages recommend no command whose output is refused. */
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { bytesOf, fixture } from '../../fixtures/shared.ts';
import { formats } from '../../parsers/formats.ts';
import { ascii } from '../../parsers/kit/bytes.ts';
import { commands } from '../../parsers/kit/commands.ts';
import { binaryHint } from '../../parsers/kit/magic.ts';
import { windowsText } from '../../parsers/logs/formats/windows-event.ts';
import { isFailure, recognise } from './recognise.ts';

/** What each command prints: a file in `fixtures/`, whose README has the command, or its text. */
const outputs: Readonly<Record<keyof typeof commands, string>> = {
  sadf: 'sadf/sadf-d-U.csv',
  sar: 'sar/sar-f.txt',
  sadfConvert: 'sysstat-sa/sa-snmp.bin',
  wevtutil: windowsText.samples[0]!.text,
  relog: 'perfmon/typeperf.csv',
  dotnetTrace: 'chrome-trace/dotnet-trace.json',
  perfView: 'perfview/stacks.perfView.xml',
  jfr: 'jfr-print/jdk17.txt',
  babeltrace: 'babeltrace/perf.txt',
  tcpdump: 'tcpdump/epoch-hex.txt',
  perfScript: 'perf-script/misc.txt',
  perfScriptItrace: 'perf-script/itrace.txt',
};

describe('commands that messages recommend', () => {
  it.each(Object.entries(commands))(
    'the output of %s is recognised as what is promised',
    async (id, { prints }) => {
      const output = outputs[id as keyof typeof commands];
      const bytes = output.includes('\n') ? ascii(output) : await bytesOf(fixture(output));
      const head = {
        bytes: bytes.subarray(0, 1 << 16),
        compression: null,
        encoding: null,
        cut: null,
      } as never;
      const found = recognise('FILE', head, formats, undefined);
      expect(isFailure(found) ? found.message : found.format.id).toBe(prints);
    },
  );

  it('are the only ones: no other message names a tool to run', () => {
    const folder = join(import.meta.dirname, '../../parsers');
    const sources = readdirSync(folder, { recursive: true, encoding: 'utf8' }).filter(
      path => path.endsWith('.ts') && !path.endsWith('.test.ts') && !path.endsWith('kit/commands.ts'),
    );
    const naming = sources.flatMap(path =>
      readFileSync(join(folder, path), 'utf8')
        .split('\n')
        .filter(
          line =>
            !/^\s*(?:\*|\/)/.test(line) &&
            /["'`][^"'`]*(?:[a-z]|-[A-Z]) FILE\b/.test(line) &&
            !line.includes('lz4 -d'),
        ),
    );
    expect(naming).toEqual([]);
  });

  it('are named for the files that need them', () => {
    const hints: readonly (readonly [string, keyof typeof commands])[] = [
      ['ElfFile\0', 'wevtutil'],
      ['Nettrace\x14\0\0\0!FastSerialization.1', 'dotnetTrace'],
      ['\x14\0\0\0!FastSerialization.1', 'perfView'],
      ['FLR\0', 'jfr'],
      ['/* CTF 1.8 */', 'babeltrace'],
    ];
    for (const [head, id] of hints) expect(binaryHint(ascii(head))).toContain(commands[id].command);
  });
});
