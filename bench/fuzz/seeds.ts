/** Short captures of each format, from which mutants are made. */
import { existsSync, readdirSync, readFileSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { bytesOf, corpus, fixture } from '../../fixtures/shared.ts';
import type { Format } from '../../parsers/contract.ts';
import { definitions } from '../../parsers/logs/formats/index.ts';

export interface Seeds {
  readonly format: Format;
  readonly captures: readonly Uint8Array[];
  /** Share of all mutants. */
  readonly share: number;
}

/** Bytes of a capture to mutate; of a longer one, its beginning. */
const longest = 4096;
/** Number of captures of the corpus per format. */
const mostOfCorpus = 12;
/** Larger files of the corpus are ignored. */
const largest = 4 << 20;

/** @param from `fixtures`: only files of this repository, the same everywhere */
export async function seedsOf(
  formats: readonly Format[],
  from: 'fixtures' | 'fixtures and corpus',
): Promise<readonly Seeds[]> {
  const fromCorpus = from === 'fixtures' ? [] : corpusFiles();
  const all: { format: Format; captures: Uint8Array[] }[] = [];
  for (const format of formats) {
    const captures = [...(await fixturesOf(format)), ...samplesOf(format)];
    all.push({ format, captures });
  }
  for (const path of fromCorpus) {
    const head = new Uint8Array(readFileSync(path)).subarray(0, 64 << 10);
    const known = all.find(({ format }) => format.sniff(head, path) === 'yes');
    if (known && known.captures.length < mostOfCorpus) known.captures.push(head.subarray(0, longest));
  }
  const read = all.filter(({ captures }) => captures.length > 0);
  return read.map(each => ({ ...each, share: 1 / read.length }));
}

async function fixturesOf({ id }: Format): Promise<Uint8Array[]> {
  const folder = fixture(id);
  if (!existsSync(folder)) return [];
  const files = readdirSync(folder).filter(name => !/\.(?:md|ts)$|^expected/.test(name));
  const captures: Uint8Array[] = [];
  for (const name of files) {
    const path = join(folder, name);
    if (statSync(path).isFile()) captures.push(Uint8Array.from((await bytesOf(path)).subarray(0, longest)));
  }
  return captures;
}

function samplesOf({ id }: Format): Uint8Array[] {
  const samples = definitions.find(definition => definition.id === id)?.samples ?? [];
  return samples.map(({ text }) => new TextEncoder().encode(`${text}\n`));
}

function corpusFiles(): readonly string[] {
  const folder = corpus('');
  if (!existsSync(folder)) return [];
  return readdirSync(folder, { recursive: true, withFileTypes: true })
    .filter(entry => entry.isFile())
    .map(entry => join(entry.parentPath, entry.name))
    .filter(path => statSync(path).size < largest)
    .sort();
}
