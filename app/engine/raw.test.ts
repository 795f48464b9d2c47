import { appendFileSync, mkdtempSync, rmSync, unlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { gzipSync } from 'node:zlib';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { Engine } from './engine.ts';

const line = (i: number, rest = `request ${i} served`) =>
  `2024-05-01 10:00:${String(i % 60).padStart(2, '0')},000 INFO  [main] com.acme.Web: ${rest}`;
const odd = 'a \u001b[31mred\u001b[0m word, \u202etxt.exe';
const record = [line(3, odd), 'java.io.IOException: gone', '\tat com.acme.Disk.read(Disk.java:12)'];
const text = `${[line(1), line(2), ...record, line(4), line(5)].join('\n')}\n`;

const engineAt = (): Engine =>
  new Engine(
    { version: 'test' },
    { progress: () => undefined, changed: () => undefined, findingsChanged: () => undefined },
  );
const decoded = (bytes: Uint8Array | undefined) => new TextDecoder().decode(bytes);

describe('the raw text of a record', () => {
  const folder = mkdtempSync(join(tmpdir(), 'aftertrace-raw-'));
  const at = (name: string) => join(folder, name);
  let engine: Engine;
  beforeAll(async () => {
    engine = engineAt();
    writeFileSync(at('plain.log'), text);
    writeFileSync(at('packed.log.gz'), gzipSync(text.replace('served', 'packed')));
    writeFileSync(at('wide.log'), Buffer.from(`\ufeff${text.replace('served', 'wide')}`, 'utf16le'));
    writeFileSync(at('gone.log'), text.replace('served', 'gone'));
    writeFileSync(at('other.log'), text.replace('served', 'other'));
    await engine.open(null);
    const names = ['plain.log', 'packed.log.gz', 'wide.log', 'gone.log', 'other.log'];
    const { failures } = await engine.import('import', { paths: names.map(at), workers: 0 });
    expect(failures).toEqual([]);
  });
  afterAll(async () => {
    await engine.close();
    rmSync(folder, { recursive: true });
  });
  const idOf = async (name: string) =>
    (await engine.workspace()).captures.find(each => each.name === name)!.id;
  const raw = async (name: string, line: number) => engine.raw(await idOf(name), line);

  it('has all lines and bytes of the record, found by any of its lines, even in a compressed file', async () => {
    for (const name of ['plain.log', 'packed.log.gz', 'wide.log'])
      for (const of of [3, 5]) {
        const found = await raw(name, of);
        expect([name, decoded(found?.bytes), found?.line]).toEqual([name, record.join('\n'), 3]);
      }
    expect(decoded((await raw('plain.log', 7))?.bytes)).toBe(line(5));
    expect(await raw('plain.log', 99)).toBeNull();
  });

  it('is read from a file that has grown, but not from a missing or replaced one', async () => {
    unlinkSync(at('gone.log'));
    await expect(raw('gone.log', 1)).rejects.toThrow(/cannot be read again/);
    expect(decoded((await raw('other.log', 2))?.bytes)).toBe(line(2));
    appendFileSync(at('other.log'), `${line(6)}\n`);
    expect(decoded((await raw('other.log', 2))?.bytes)).toBe(line(2));
    writeFileSync(at('other.log'), text.replace('served', 'forged').padEnd(text.length + 99, '\n'));
    await expect(raw('other.log', 2)).rejects.toThrow(/has changed since/);
  });
});
