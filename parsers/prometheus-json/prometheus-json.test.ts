import { expect, it } from 'vitest';
import { bytesOf, fixture } from '../../fixtures/shared.ts';
import { ascii } from '../kit/bytes.ts';
import { timesOf, valuesOf } from '../kit/metrics/metrics.testing.ts';
import { readAll } from '../kit/recorder.ts';
import { prometheusJson } from './format.ts';

it('range query: a series by its name and labels, units by name, no value for NaN', async () => {
  const recorder = readAll(prometheusJson, await bytesOf(fixture('prometheus-json/range.json')));
  const labels = 'instance="web-1:9090", job="web"';
  expect(Object.fromEntries(valuesOf(recorder))).toEqual({
    [`prometheus ${labels} http_request_duration_seconds_sum`]: [1.5, 3.25],
    [`prometheus ${labels} process_resident_memory_bytes`]: [104857600, 104857600],
    'prometheus value': [0.5],
  });
  expect(recorder.allSeries.values.map(({ unit, cumulative }) => [unit, cumulative])).toEqual([
    ['s', true],
    ['B', false],
    [null, false],
  ]);
  expect(timesOf(recorder)[0]?.slice(0, 23)).toBe('2024-04-10T08:47:59.406');
  expect(recorder.problems).toEqual([]);
});

it('instant query, and a document that is cut', () => {
  const text =
    '{"status":"success","data":{"resultType":"vector","result":[{"metric":{"__name__":"up"},"value":[1712738879,"1"]}';
  expect(prometheusJson.sniff(ascii(text), '')).toBe('yes');
  const recorder = readAll(prometheusJson, ascii(text));
  expect(Object.fromEntries(valuesOf(recorder))).toEqual({ 'prometheus up': [1] });
  expect(recorder.problemCounts()).toEqual({ 'document-cut': 1 });
});
