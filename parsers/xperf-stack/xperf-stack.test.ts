import { describe, expect, it } from 'vitest';
import { bytesOf, fixture } from '../../fixtures/shared.ts';
import { ascii } from '../kit/bytes.ts';
import { valuesOf } from '../kit/metrics/metrics.testing.ts';
import { readAll } from '../kit/recorder.ts';
import { xperfStack } from './format.ts';

describe('xperf -a stack -butterfly', () => {
  it('gives exclusive hits as samples, inclusive ones as a metric of each function', async () => {
    const recorder = readAll(xperfStack, await bytesOf(fixture('xperf-stack/butterfly.html')));
    expect(recorder.folded()).toEqual(
      new Map([
        ['Table<int,4>::find', 680],
        ['NtReadFile', 320],
      ]),
    );
    expect(valuesOf(recorder).get('function server.exe!serve inclusive hits')).toEqual([1000]);
    expect(recorder.problemCounts()).toEqual({ 'callers-left-out': 1 });
  });

  it('reads a report without the table of inclusive hits', () => {
    const html =
      '<html><h2>Functions by Exclusive Hits</h2><table><tr><td>a.dll!f</td><td>3</td><td>60%</td></tr><tr><td>b.dll!g</td><td>2</td></tr></table></html>';
    const { samples, metrics, counts } = readAll(xperfStack, ascii(html));
    expect(samples.map(({ stack, weight }) => [stack, weight])).toEqual([
      ['f', 3],
      ['g', 2],
    ]);
    expect([metrics.length, counts.used]).toEqual([0, 1]);
  });
});
