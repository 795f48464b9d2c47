import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { formats } from './formats.ts';

const folders = readdirSync(import.meta.dirname).filter(
  folder => folder !== 'example-format' && existsSync(join(import.meta.dirname, folder, 'format.ts')),
);

const isFormat = (value: unknown): value is { readonly id: string } =>
  typeof value === 'object' && value !== null && 'id' in value && 'sniff' in value;

it.each(folders)('the export of %s/format.ts is registered', async folder => {
  const exported: unknown[] = Object.values(await import(`./${folder}/format.ts`)).flat();
  const registered = new Set<unknown>(formats);
  const missing = exported.filter(isFormat).filter(each => !registered.has(each));
  expect(missing.map(({ id }) => id)).toEqual([]);
});

it('docs/formats.md has a section for each format', () => {
  const docs = readFileSync(join(import.meta.dirname, '../docs/formats.md'), 'utf8').toLowerCase();
  const missing = formats.filter(
    ({ id, title }) => !docs.includes(title.toLowerCase()) && !new RegExp(`\\b${id}\\b`).test(docs),
  );
  expect(missing.map(({ title }) => title)).toEqual([]);
});
