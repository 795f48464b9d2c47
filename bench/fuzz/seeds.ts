/** Short captures of each format, from which mutants are made. */
import { existsSync, readdirSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { capturesOf } from '../../fixtures/captures.ts';
import { bytesOf, corpus, traceIn } from '../../fixtures/shared.ts';
import type { Format } from '../../parsers/contract.ts';
import { smallTrace, storedRecords } from './binary-seeds.ts';

export interface Seeds {
  readonly format: Format;
  readonly isBinary: boolean;
  readonly captures: readonly Uint8Array[];
  /** Share of all mutants. */
  readonly share: number;
}

/** Maximum bytes of a capture to mutate; a longer one is truncated. */
const maxText = 4096;
/** Larger, because a binary capture refers to its end: a truncated one is hardly read. */
const maxBinary = 32 << 10;
/** Number of captures of the corpus per format. */
const maxFromCorpus = 12;
/** Larger files of the corpus are ignored. */
const maxFileSize = 4 << 20;

const binaries = new Set(['perf-data', 'etl', 'sysstat-sa']);

/** @param from `fixtures`: only files of this repository, the same everywhere */
export async function seedsOf(
  formats: readonly Format[],
  from: 'fixtures' | 'fixtures and corpus',
): Promise<readonly Seeds[]> {
  const all: { format: Format; isBinary: boolean; captures: Uint8Array[] }[] = [];
  for (const format of formats) {
    const isBinary = binaries.has(format.id);
    const files = await Promise.all(capturesOf(format).map(({ bytes }) => bytes()));
    const captures = [...files, ...storedIn(format, files)].map(file =>
      Uint8Array.from(file.subarray(0, lengthOf(isBinary))),
    );
    all.push({ format, isBinary, captures });
  }
  for (const path of from === 'fixtures' ? [] : corpusFiles()) {
    const bytes = await contentOf(path);
    const head = bytes.subarray(0, 64 << 10);
    const seeds = all.find(({ format }) => format.sniff(head, path) === 'yes');
    if (seeds && seeds.captures.length < maxFromCorpus)
      seeds.captures.push(bytes.slice(0, lengthOf(seeds.isBinary)));
  }
  const read = all.filter(({ captures }) => captures.length > 0);
  return read.map(seeds => ({ ...seeds, share: 1 / read.length }));
}

const lengthOf = (isBinary: boolean): number => (isBinary ? maxBinary : maxText);

/** Captures of `perf record -z` with uncompressed records, in which a byte that changes is a byte of a record. */
const storedIn = ({ id }: Format, files: readonly Uint8Array[]): Uint8Array[] =>
  id === 'perf-data' ? files.flatMap(file => storedRecords(file) ?? []) : [];

/** The content of a file of the corpus. A trace, whose buffers can be large, is reduced to the beginnings of some. */
async function contentOf(path: string): Promise<Uint8Array> {
  const bytes = path.endsWith('.etl.zip') ? traceIn(path) : await bytesOf(path);
  return Uint8Array.from(/\.etl(?:\.zip)?$/.test(path) ? smallTrace(bytes) : bytes);
}

function corpusFiles(): readonly string[] {
  const folder = corpus('');
  if (!existsSync(folder)) return [];
  return readdirSync(folder, { recursive: true, withFileTypes: true })
    .filter(entry => entry.isFile())
    .map(entry => join(entry.parentPath, entry.name))
    .filter(path => statSync(path).size < maxFileSize)
    .sort();
}
