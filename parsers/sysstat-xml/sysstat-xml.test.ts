import { describe, expect, it } from 'vitest';
import { bytesOf, corpus, fixture, missing } from '../../fixtures/shared.ts';
import { ascii } from '../kit/bytes.ts';
import { differences, timesOf, valuesOf } from '../kit/metrics/metrics.testing.ts';
import { readAll } from '../kit/recorder.ts';
import { sysstatJson } from '../sysstat-json/format.ts';
import { sysstatXml } from './format.ts';

const read = async (path: string) => readAll(sysstatXml, await bytesOf(path));

describe('XML of sysstat', () => {
  it('reads values in attributes and as text, with the names of the tables', async () => {
    const recorder = await read(fixture('sysstat-xml/sadf-x.xml'));
    expect(timesOf(recorder)).toEqual(['2026-11-21T17:58:24', '2026-11-21T17:58:25', '2026-11-21T17:58:26']);
    const values = valuesOf(recorder);
    expect(values.get('cpu all %idle')).toEqual([99.5, 97.5, 100]);
    expect(values.get('memory kbmemfree')).toHaveLength(3);
    expect(values.get('disk rtps')).toEqual([0, 0, 0]);
    expect(recorder.counts.skipped).toBe(0);
    expect(recorder.facts).toMatchObject({ host: 'vm', cpus: 2 });
  });

  it('gives events for restarts and comments', () => {
    const text =
      '<sysstat>\n<boot date="2019-04-18" time="13:37:29" tz="UTC" cpu_count="9"/>\n<comment date="2019-04-18" time="13:39:09" tz="UTC" com="a &lt;b&gt; &amp; c"/>\n';
    expect(readAll(sysstatXml, ascii(text)).events.map(({ kind, message }) => [kind, message])).toEqual([
      ['restart', 'restart (9 CPU)'],
      ['comment', 'a <b> & c'],
    ]);
  });

  it('skips text that is not XML', () => {
    expect(readAll(sysstatXml, ascii('<sysstat>\nless < than\n>\n')).counts.skipped).toBeGreaterThan(0);
  });

  for (const [xml, json] of [
    ['sadf-x', 'sadf-j'],
    ['data-11.6.5-sadf-x', 'data-11.6.5-sadf-j'],
    ['data-wghfreq-sadf-x', 'data-wghfreq-sadf-j'],
  ] as const) {
    const paths = [xml, json].map(name => corpus(`sysstat/tests/expected.${name}`));
    it.skipIf(paths.some(missing))(`gives the same in ${xml} as in ${json}`, async () => {
      const samples = readAll(sysstatJson, await bytesOf(paths[1]!));
      expect(differences(await read(paths[0]!), samples)).toEqual([]);
      expect(samples.metrics.length).toBeGreaterThan(0);
    });
  }
});
