/** The scanner must read the same as the reader does that takes every record by itself. */
import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { describe, expect, it, vi } from 'vitest';
import { bytesOf, corpus, fixture, missing } from '../../fixtures/shared.ts';
import type { Format } from '../contract.ts';
import { Recorder, readAll } from '../kit/recorder.ts';
import { perfData } from './format.ts';
import { PerfDataReader } from './reader.ts';

const alone: Format = { ...perfData, open: (out, options) => new PerfDataReader(out, options, false) };

const contentOf = (recorder: Recorder) => {
  const { samples, events, problems, counts, lastClock, facts, failed } = recorder;
  return { samples, events, problems, counts, lastClock, facts, failed };
};

/** Reads both ways. @returns rows that the scanner gave */
function expectAlike(bytes: Uint8Array, chunking: number | readonly number[] = []): number {
  const events = vi.spyOn(Recorder.prototype, 'eventColumns');
  const samples = vi.spyOn(Recorder.prototype, 'sampleColumns');
  const inRuns = contentOf(readAll(perfData, bytes, {}, chunking));
  const given = [...events.mock.calls, ...samples.mock.calls].reduce((sum, [run]) => sum + run.rows, 0);
  events.mockRestore();
  samples.mockRestore();
  const byItself = contentOf(readAll(alone, bytes, {}, chunking));
  expect(inRuns).toEqual(byItself);
  return given;
}

/** Marsaglia's xorshift32. */
function random(seed: number): (limit: number) => number {
  let state = seed;
  return limit => {
    state ^= state << 13;
    state ^= state >>> 17;
    state ^= state << 5;
    return (state >>> 0) % limit;
  };
}

const fixtures = readdirSync(fixture('perf-data')).filter(name => name.endsWith('.data'));
/** With enough plain samples that the scanner must have given some. */
const plain = ['cpu-clock.data', 'sched.data', 'compressed.data'];

describe.each(fixtures)('%s', async name => {
  const bytes = await bytesOf(fixture(`perf-data/${name}`));

  it.each([[], 1, 7, 4096, [300], [1000, 3000]].map(chunking => [chunking]))('in pieces: %j', chunking => {
    const rows = expectAlike(bytes, chunking);
    if (plain.includes(name)) expect(rows).toBeGreaterThan(0);
  });

  it('damaged', () => {
    const below = random(11);
    for (let round = 0; round < 60; round++) {
      const damaged = Uint8Array.from(bytes);
      for (let places = below(60); places >= 0; places--) {
        const at = 104 + below(bytes.length - 104);
        damaged[at] = [below(256), 0, 0xff, damaged[at]! ^ (1 << below(8))][below(4)]!;
      }
      expectAlike(damaged, [below(bytes.length)]);
    }
  });
});

const others = [
  ...['true.v1', 'true.v2', 'true.v2.gz'].map(
    name => `hotspot/tests/integrationtests/file_content/perf.data.${name}`,
  ),
  'hotspot/tests/integrationtests/perf.data.PerfFormatLost',
  ...['sleep', 'sleep.compressed', 'sleep.compressed2', 'fibo.compressed2.pipe'].map(
    name => `linux-perf-data/tests/fixtures/${name}.data`,
  ),
].map(path => corpus(path));

it.each(others)('%s', async path => {
  if (missing(path)) return;
  expectAlike(await bytesOf(path));
});

/** Longer recordings than are kept here: `AFTERTRACE_PERF_DATA=FILE:…` names them. */
const given = (process.env.AFTERTRACE_PERF_DATA ?? '').split(':').filter(path => existsSync(path));
it.skipIf(given.length === 0).each(given)(
  '%s',
  path => {
    expect(expectAlike(readFileSync(path), 1 << 20)).toBeGreaterThan(0);
  },
  600_000,
);
