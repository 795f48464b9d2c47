/** Grouping accuracy: the share of messages whose group equals the group in the labelled data. */
import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { corpus, fixture, missing } from '../../fixtures/shared.ts';
import type { Output } from '../../parsers/contract.ts';
import { TemplateMasker } from '../../parsers/logs/templates/masker.ts';
import { type Evidence, usual } from './evidence.ts';
import { templatesOf } from './mine.ts';

interface Labelled {
  readonly maskedTexts: readonly string[];
  /** Labelled group of each message. */
  readonly truth: readonly string[];
}

interface Published extends Labelled {
  /** Templates in the labelled data. */
  readonly texts: readonly string[];
}

function maskedOf(messages: readonly string[]): string[] {
  const texts: string[] = [];
  const string = (text: string): number => texts.push(text) - 1;
  const text = (bytes: Uint8Array, start: number, end: number): number =>
    string(new TextDecoder().decode(bytes.subarray(start, end)));
  const out = { text, string } as unknown as Output;
  const masker = new TemplateMasker();
  return messages.map(message => {
    const bytes = new TextEncoder().encode(message);
    return texts[masker.mask(bytes, 0, bytes.length, out)]!;
  });
}

function accuracy({ maskedTexts, truth }: Labelled, evidence?: Evidence): number {
  const distinct = [...new Set(maskedTexts)];
  const templates = templatesOf(distinct, evidence);
  const of = new Map(distinct.map((masked, index) => [masked, templates[index]!]));
  const pairs = maskedTexts.map((masked, index) => `${truth[index]}\0${of.get(masked)}`);
  const count = (names: readonly string[]): Map<string, number> => {
    const counts = new Map<string, number>();
    for (const name of names) counts.set(name, (counts.get(name) ?? 0) + 1);
    return counts;
  };
  const [byTruth, byTemplate, byPair] = [truth, maskedTexts.map(s => of.get(s)!), pairs].map(count);
  const right = pairs.filter((pair, index) => {
    const both = byPair!.get(pair);
    return both === byTruth!.get(truth[index]!) && both === byTemplate!.get(of.get(maskedTexts[index]!)!);
  });
  return right.length / truth.length;
}

/** The constant words: a word that varies in part counts as variable, and several such in a row as one. */
const wordsOf = (template: string): string =>
  template
    .split(/\s+/)
    .map(word => (word.includes('<*>') ? '<*>' : word))
    .filter((word, index, all) => word !== '' && (word !== '<*>' || all[index - 1] !== '<*>'))
    .join(' ');

/** Cells of quoted CSV, by column. */
function csv(text: string): Record<string, string>[] {
  const rows: string[][] = [[]];
  for (const [, quoted, plain, end] of text.matchAll(/(?:"((?:[^"]|"")*)"|([^,\r\n]*))(,|\r?\n|$)/g)) {
    rows.at(-1)!.push(quoted?.replaceAll('""', '"') ?? plain ?? '');
    if (end !== ',') rows.push([]);
  }
  const [head = [], ...body] = rows;
  return body
    .filter(row => row.length === head.length)
    .map(row => Object.fromEntries(head.map((name, column) => [name, row[column]!])));
}

const folder = corpus('loghub');
const without = missing(folder);

function loghub(): Map<string, Published> {
  const systems = readdirSync(folder).filter(name =>
    existsSync(`${folder}/${name}/${name}_2k.log_structured.csv`),
  );
  return new Map(
    systems.map(name => {
      const rows = csv(readFileSync(`${folder}/${name}/${name}_2k.log_structured.csv`, 'utf8'));
      return [
        name,
        {
          maskedTexts: maskedOf(rows.map(row => row.Content!)),
          truth: rows.map(row => row.EventId!),
          texts: rows.map(row => row.EventTemplate!),
        },
      ];
    }),
  );
}

const mean = (values: readonly number[]): number =>
  values.reduce((sum, value) => sum + value, 0) / values.length;

describe('logs with published labels', () => {
  it.skipIf(without)('are grouped as labelled, with one set of thresholds for all', () => {
    const found = [...loghub()].map(([name, labelled]) => ({ name, accuracy: accuracy(labelled) }));
    expect(found).toHaveLength(10);
    for (const each of found) expect(each.accuracy, each.name).toBeGreaterThan(0.97);
    expect(mean(found.map(each => each.accuracy))).toBeGreaterThan(0.99);
  });

  it.skipIf(without)('get templates with the labelled words', () => {
    const found = [...loghub().values()].map(({ maskedTexts, texts }) => {
      const distinct = [...new Set(maskedTexts)];
      const templates = templatesOf(distinct);
      const of = new Map(distinct.map((masked, index) => [masked, wordsOf(templates[index]!)]));
      return (
        maskedTexts.filter((masked, index) => of.get(masked) === wordsOf(texts[index]!)).length / texts.length
      );
    });
    expect(mean(found)).toBeGreaterThan(0.94);
    expect(Math.min(...found)).toBeGreaterThan(0.72);
  });

  it.skipIf(without)(
    'are grouped well with thresholds chosen on five other logs',
    () => {
      const systems = [...loghub().values()];
      const choices = [3, 4, 6].flatMap(slot => [4, 5, 6, 8].map(word => ({ ...usual, slot, word })));
      const scores = choices.map(choice => systems.map(labelled => accuracy(labelled, choice)));
      const tests: number[] = [];
      for (let set = 0; set < 1 << systems.length; set++) {
        const chosen = systems.map((_, index) => ((set >> index) & 1) === 1);
        if (chosen.filter(Boolean).length !== 5) continue;
        const on = (of: readonly number[], side: boolean): number =>
          mean(of.filter((_, i) => chosen[i] === side));
        const best = scores.reduce((a, b) => (on(b, true) > on(a, true) ? b : a));
        tests.push(on(best, false));
      }
      expect(tests).toHaveLength(252);
      expect(mean(tests)).toBeGreaterThan(0.975);
      expect(Math.min(...tests)).toBeGreaterThan(0.92);
    },
    60_000,
  );
});

describe('logs of other programs', () => {
  const files = readdirSync(fixture('log-templates')).filter(name => name.endsWith('.txt'));

  it.each(files)('%s', name => {
    const text = readFileSync(fixture(`log-templates/${name}`), 'utf8');
    const groups = text
      .trim()
      .split(/\n\n+/)
      .map(group => group.split('\n'));
    const truth = groups.flatMap(group => group.map(() => group[0]!));
    expect(accuracy({ maskedTexts: maskedOf(groups.flat()), truth })).toBe(1);
  });
});
