/**
 * Answers against perf's own report of the same perf.data: samples to the unit, percentages to the printed digit.
 */
import { readFileSync } from 'node:fs';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { incidents, recorded } from '../../fixtures/recorded.ts';
import { askOf, rowsOf } from '../../fixtures/samples.ts';
import { incident, missing } from '../../fixtures/shared.ts';
import type { Workspace } from '../../workspace/workspace.ts';
import type { Ask } from '../contract.ts';
import { baseName } from '../kit/names.ts';
import { functions } from '../questions/functions/functions.ts';
import { modules } from '../questions/modules/modules.ts';

const lines = (path: string) =>
  readFileSync(incident(path), 'utf8')
    .split('\n')
    .filter(line => line.trim() !== '' && !line.startsWith('#'));

const printed = (percent: number) => `${percent.toFixed(2)}%`;

for (const name of incidents) {
  const capture = incident(`${name}/cpu.perf.txt.zst`);
  describe.skipIf(missing(capture))(`perf report of ${name}`, () => {
    let workspace: Workspace;
    let ask: Ask;
    beforeAll(async () => {
      workspace = await recorded(name);
      ask = askOf(workspace);
    }, 60_000);
    afterAll(() => workspace?.close());

    const byModule = async () => {
      const result = await modules.answer(ask, {}, { withIdle: true });
      const rows = rowsOf(result, 'module', 'self', 'total_percent') as [string, number, number][];
      return new Map(rows.map(([module, self, total]) => [baseName(module), { self, total }]));
    };

    it('agrees on self by module', async () => {
      const found = await byModule();
      const expected = lines(`${name}/expected.dso.self.txt`).map(line => {
        const [, samples, module] = /^\s+\S+\s+(\d+)\s+(.*?)\s*$/.exec(line)!;
        return [module, Number(samples)];
      });
      expect(expected.length).toBeGreaterThan(10);
      expect(expected.map(([module]) => [module, found.get(module as string)?.self])).toEqual(expected);
    });

    it('agrees on total by module', async () => {
      const found = await byModule();
      const expected = lines(`${name}/expected.dso.total.txt`).map(line => {
        const [, total, module] = /^\s+(\S+)\s+\S+\s+\d+\s+(.*?)\s*$/.exec(line)!;
        return [module, total];
      });
      expect(expected.length).toBeGreaterThan(15);
      expect(expected.map(([module]) => [module, printed(found.get(module as string)?.total ?? -1)])).toEqual(
        expected,
      );
    });

    it('agrees on self by function, unresolved ones by address', async () => {
      const result = await functions.answer(ask, {}, { group: 'addresses', withIdle: true });
      const rows = rowsOf(result, 'function', 'module', 'self') as [string, string, number][];
      const self = new Map(
        rows.map(([symbol, module, samples]) => [`${symbol} ${baseName(module)}`, samples]),
      );
      const expected = lines(`${name}/expected.sym-dso.self.txt`).map(line => {
        const [, samples, symbol, module] = /^\s+\S+\s+(\d+)\s+\[.\] (.*?)\s{2,}(.*?)\s*$/.exec(line)!;
        return [`${symbol} ${module}`, Number(samples)];
      });
      expect(expected).toHaveLength(400);
      expect(expected.map(([key]) => [key, self.get(key as string)])).toEqual(expected);
    });

    it('agrees on total by function', async () => {
      const result = await functions.answer(ask, {}, { withIdle: true });
      const whole = result.whole!.amount;
      const rows = rowsOf(result, 'function', 'total') as [string, number][];
      const totals = new Map<string, number[]>();
      for (const [symbol, total] of rows) totals.set(symbol, [...(totals.get(symbol) ?? []), total]);
      const parts = new Map<string, string[]>();
      for (const line of lines(`${name}/expected.sym.total.txt`)) {
        const [, total, symbol] = /^\s+(\S+)\s+\S+\s+\d+\s+\[.\] (.*?)\s*$/.exec(line)!;
        const own = symbol!.replace(/ \(inlined\)$/, '');
        parts.set(own, [...(parts.get(own) ?? []), total!]);
      }
      expect([...parts.values()].flat()).toHaveLength(300);
      const split: string[] = [];
      const absent: string[] = [];
      for (const [symbol, expected] of parts) {
        const ours = (totals.get(symbol) ?? []).map(total => (100 * total) / whole);
        if (expected.every(each => ours.some(percent => printed(percent) === each))) continue;
        (ours.length === 0 ? absent : split).push(symbol);
        if (ours.length === 0) continue;
        // Ours is what perf's rows add up to, and a little: the smallest of them are under the end of its list.
        const sum = expected.reduce((all, each) => all + Number.parseFloat(each), 0);
        const most = Math.max(...ours);
        expect(most, symbol).toBeGreaterThan(sum - 0.005 * expected.length);
        expect(most - sum, symbol).toBeLessThan(1);
      }
      expect(split.sort()).toEqual(splitByPerf[name]);
      expect(absent.sort()).toEqual(inlinedByPerf[name]);
    });
  });
}

/**
 * perf report looks inlined calls up in the debug information of the machine it runs on, and makes a symbol of its own
 * for each address it looked up: a C library function then has several rows. perf script printed without (its
 * `--no-inline`), so in the text each is one function.
 */
const splitByPerf: Record<string, string[]> = {
  'cpu-hog': [
    '__libc_recv',
    '__libc_start_call_main',
    '__memmove_evex_unaligned_erms',
    '__sigsetjmp',
    '__strchr_evex',
    '__strcmp_evex',
    '__strcspn_sse42',
    '__strpbrk_sse42',
    'start_thread',
  ],
  'disk-stall': ['__GI___libc_write', '__libc_start_call_main', 'clone3', 'epoll_wait'],
};

/** Inlined functions that only this look-up names; the text has none of them. */
const inlinedByPerf: Record<string, string[]> = {
  'cpu-hog': ['__ppoll'],
  'disk-stall': ['__GI_unlinkat', '__ppoll'],
};
