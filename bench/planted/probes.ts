/** Finds which statements a test run executes: a call before each reports the first time that it runs in a test. */
import { readFileSync, writeFileSync } from 'node:fs';
import { relative } from 'node:path';
import type { Statement } from './sites.ts';

/** A statement before which a report with `number` is inserted. */
export interface Probe extends Statement {
  readonly number: number;
}

/** The source with a report before each of the statements. */
export function withProbes(source: string, probes: readonly Probe[]): string {
  const inserts = probes.flatMap(({ start, end, in: how, number }) => {
    const call = `globalThis.__planted?.(${number})`;
    const [open, close] = { block: [`${call};`, ''], bare: [`{${call};`, '}'], arrow: [`(${call}, `, ')'] }[
      how
    ];
    const length = end - start;
    // At one place, what closes comes first, inner before outer; what opens is reversed.
    return [
      { at: end, order: length - Number.MAX_SAFE_INTEGER, text: close! },
      { at: start, order: -length, text: open! },
    ];
  });
  inserts.sort((a, b) => a.at - b.at || a.order - b.order);
  let [text, at] = ['', 0];
  for (const insert of inserts) {
    text += source.slice(at, insert.at) + insert.text;
    at = insert.at;
  }
  return text + source.slice(at);
}

/** A module to load into every process of the test run: it appends `number name-of-test file` to `out`. */
export function writeReporter(path: string, out: string): void {
  writeFileSync(out, '');
  writeFileSync(
    path,
    `import { openSync, writeSync } from 'node:fs';
const out = openSync(${JSON.stringify(out)}, 'a');
const groups = new Map();
let last = null;
let seen = null;
globalThis.__planted = number => {
  const worker = globalThis.__vitest_worker__;
  if (!worker) return;
  const task = worker.current ?? worker.filepath;
  if (task !== last) {
    last = task;
    let suite = worker.current;
    while (suite?.suite?.name) suite = suite.suite;
    const isFormat = /conformance/.test(worker.filepath) && suite && !suite.filepath;
    group = worker.filepath + '\\t' + (isFormat ? suite.name : '');
    if (!groups.has(group)) groups.set(group, new Set());
    seen = groups.get(group);
  }
  if (seen.has(number)) return;
  seen.add(number);
  writeSync(out, number + '\\t' + group + '\\n');
};
let group = '';
`,
  );
}

export interface Hit {
  readonly files: Set<string>;
  /** Formats whose conformance executes the statement. */
  readonly formats: Set<string>;
}

/** The tests that execute each statement, by its number. */
export function hitsOf(out: string, root: string): ReadonlyMap<number, Hit> {
  const hits = new Map<number, Hit>();
  for (const line of readFileSync(out, 'utf8').split('\n')) {
    const [number, file, format] = line.split('\t');
    if (file === undefined) continue;
    const hit = hits.get(Number(number)) ?? { files: new Set(), formats: new Set() };
    hits.set(Number(number), hit);
    hit.files.add(relative(root, file));
    if (format) hit.formats.add(format);
  }
  return hits;
}
