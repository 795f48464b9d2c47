/**
 * Checks over the whole corpus that the formats of telemetry, envelopes and perf's reports claim no file of
 * another format, and that logs of containers are read.
 */
import { readFileSync } from 'node:fs';
import { basename } from 'node:path';
import { describe, expect, it } from 'vitest';
import { bytesOf, corpus, missing } from '../fixtures/shared.ts';
import { formats } from './formats.ts';
import { countLines } from './kit/lines.ts';
import { readAll } from './kit/recorder.ts';

const ours = formats.filter(({ id }) =>
  /^(?:otlp|cloudwatch|google-cloud-logging|loki-(?:query|jsonl)|perf-(?:trace|sched|report|lock|c2c).*)$/.test(
    id,
  ),
);
const index = corpus('INDEX.tsv');

describe.skipIf(missing(index))('the corpus', () => {
  // vitest runs this body even if all its tests are skipped.
  const listed = missing(index) ? '' : readFileSync(index, 'utf8');
  const paths = listed
    .split('\n')
    .slice(1)
    .map(line => line.split('\t', 1)[0]!)
    .filter(path => path !== '' && !missing(corpus(path)));

  it('has no file that these formats recognise by mistake', { timeout: 120_000 }, async () => {
    expect(ours.length).toBeGreaterThan(10);
    const claimed: string[] = [];
    for (const path of paths) {
      const head = (await bytesOf(corpus(path))).subarray(0, 64 << 10);
      for (const { id, sniff } of ours)
        if (sniff(head, basename(path)) !== 'no') claimed.push(`${path} as ${id}`);
    }
    expect(claimed).toEqual([]);
  });

  it('has logs of containers that are read in their own format, with a ledger that closes', async () => {
    const bytes = await bytesOf(corpus('lnav/test/logfile_docker_compose_with_noise.0'));
    const sure = formats.filter(each => !['no'].includes(each.sniff(bytes, 'x'))).map(({ id }) => id);
    expect(sure).toContain('docker-compose');
    const recorder = readAll(await formats.find(({ id }) => id === 'docker-compose')!.load(), bytes);
    const { used, blank, skipped } = recorder.counts;
    expect(used + blank + skipped).toBe(countLines(bytes));
    expect(recorder.events.length).toBeGreaterThan(0);
  });
});
