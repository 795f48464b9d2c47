import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { deflateRawSync } from 'node:zlib';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { extractEntry } from './zip.js';

let folder = '';
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'aftertrace-zip-'));
});
afterEach(() => {
  rmSync(folder, { recursive: true });
});

/**
 * A zip file laid out by the specification (APPNOTE.TXT 4.3); checksums are 0, because nothing reads them.
 * @param {readonly { name: string, text: string, method: number }[]} entries
 */
function zip(entries, comment = '') {
  const parts = [];
  const directory = [];
  let offset = 0;
  for (const { name, text, method } of entries) {
    const data = method === 8 ? deflateRawSync(text) : Buffer.from(text);
    const local = Buffer.alloc(30);
    local.writeUInt32LE(0x04034b50, 0);
    local.writeUInt16LE(method, 8);
    local.writeUInt32LE(data.length, 18);
    local.writeUInt32LE(text.length, 22);
    local.writeUInt16LE(name.length, 26);
    local.writeUInt16LE(4, 28);
    const central = Buffer.alloc(46);
    central.writeUInt32LE(0x02014b50, 0);
    central.writeUInt16LE(method, 10);
    central.writeUInt32LE(data.length, 20);
    central.writeUInt32LE(text.length, 24);
    central.writeUInt16LE(name.length, 28);
    central.writeUInt32LE(offset, 42);
    directory.push(central, Buffer.from(name));
    parts.push(local, Buffer.from(name), Buffer.alloc(4), data);
    offset += 30 + name.length + 4 + data.length;
  }
  const size = directory.reduce((sum, part) => sum + part.length, 0);
  const end = Buffer.alloc(22);
  end.writeUInt32LE(0x06054b50, 0);
  end.writeUInt16LE(entries.length, 10);
  end.writeUInt32LE(size, 12);
  end.writeUInt32LE(offset, 16);
  end.writeUInt16LE(comment.length, 20);
  return Buffer.concat([...parts, ...directory, end, Buffer.from(comment)]);
}

it.each([0, 8])('extracts one of several entries, compression method %i', async method => {
  const file = join(folder, 'a.zip');
  const text = 'the middle one, '.repeat(1000);
  writeFileSync(
    file,
    zip(
      [
        { name: 'a', text: 'first', method: 0 },
        { name: 'b/c', text, method },
        { name: 'd', text: 'last', method },
      ],
      'x',
    ),
  );
  await extractEntry(file, 'b/c', join(folder, 'out'));
  expect(readFileSync(join(folder, 'out'), 'utf8')).toBe(text);
});

it('reports what is wrong with an archive', async () => {
  const file = join(folder, 'a.zip');
  writeFileSync(file, zip([{ name: 'a', text: 'x', method: 12 }]));
  await expect(extractEntry(file, 'b', join(folder, 'out'))).rejects.toThrow('the zip file has no entry b');
  await expect(extractEntry(file, 'a', join(folder, 'out'))).rejects.toThrow('compression method 12');
  writeFileSync(file, 'no zip at all');
  await expect(extractEntry(file, 'a', join(folder, 'out'))).rejects.toThrow('not a zip file');
});
