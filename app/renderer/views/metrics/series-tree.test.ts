import { describe, expect, it } from 'vitest';
import {
  busiest,
  onlyPath,
  type SeriesRow,
  seriesTree,
  seriesUnder,
  siblingsOf,
  visibleNodes,
} from './series-tree.ts';

const of = (
  object: string,
  instance: string | null,
  counter: string,
  host = 'vm',
  capture = 1,
): SeriesRow => ({
  capture,
  host,
  object,
  instance,
  counter,
  unit: null,
  meaning: null,
  points: 1,
  min: 0,
  mean: 0,
  max: 0,
  last: 0,
  factor: null,
  addend: null,
});
const rows = [
  of('disk', 'vdb', '%util'),
  of('disk', 'vda', '%util'),
  of('disk', 'vda', 'await'),
  of('cpu', '10', '%idle'),
  of('cpu', '2', '%idle'),
  of('memory', null, 'free'),
];
const tree = seriesTree(rows);
const names = (open: string[], search = '') =>
  visibleNodes(tree, new Set(open), search).map(({ node, level }) => `${'  '.repeat(level)}${node.name}`);

describe('the tree of series', () => {
  it('is closed at first, and can be opened', () => {
    expect(names([])).toEqual(['cpu', 'disk', 'memory']);
    expect(names(['/disk', '/disk/vda'])).toEqual([
      'cpu',
      'disk',
      '  vda',
      '    %util',
      '    await',
      '  vdb',
      'memory',
    ]);
  });
  it('opens nodes that have a single child', () => {
    expect(onlyPath(tree)).toEqual([]);
    expect(onlyPath(seriesTree([of('disk', 'vda', '%util'), of('disk', 'vda', 'await')]))).toEqual([
      '/disk',
      '/disk/vda',
    ]);
  });
  it('sorts instances by the numbers in their names', () => {
    expect(names(['/cpu'])).toEqual(['cpu', '  2', '  10', 'disk', 'memory']);
  });
  it('counts the series under a row', () => {
    expect(tree.map(({ count }) => count)).toEqual([2, 3, 1]);
  });
  it('opens nodes that match all words of a search', () => {
    expect(names([], 'util vda')).toEqual(['disk', '  vda', '    %util']);
    expect(names([], 'disk/vdb')).toEqual(['disk', '  vdb', '    %util']);
    expect(names([], 'nothing like it')).toEqual([]);
  });
  it('shows hosts where there are several', () => {
    const two = seriesTree([of('cpu', '0', '%idle', 'a'), of('cpu', '0', '%idle', 'b')]);
    expect(two.map(({ name }) => name)).toEqual(['a', 'b']);
  });
  it('shows no hosts where only one is named', () => {
    const mixed = [of('cpu', '0', '%idle'), { ...of('disk', 'vda', '%util'), host: null }];
    expect(seriesTree(mixed).map(({ name }) => name)).toEqual(['cpu', 'disk']);
  });
  it('returns the matches under a row', () => {
    const disk = tree.find(({ name }) => name === 'disk')!;
    expect(seriesUnder(disk, 'util').map(({ instance }) => instance)).toEqual(['vda', 'vdb']);
    expect(seriesUnder(disk, '')).toHaveLength(3);
  });
  it('separates the same counter of two captures', () => {
    const [disk] = seriesTree([of('disk', null, '%util'), of('disk', null, '%util', 'vm', 2)]);
    expect(new Set(disk!.children.map(({ id }) => id)).size).toBe(2);
  });
});

describe('siblingsOf', () => {
  it('returns the same counter of every instance', () => {
    const names = (groups: ReturnType<typeof siblingsOf>) =>
      groups.map(group => group.map(({ instance, capture }) => `${instance} ${capture}`));
    const format = (capture: number) => (capture === 3 ? 'sar' : 'iostat');
    const more = [...rows, of('disk', 'vda', '%util', 'vm', 2), of('disk', 'vda', '%util', 'vm', 3)];
    expect(names(siblingsOf(more, rows[0]!, format))).toEqual([['vda 1', 'vda 2'], ['vdb 1']]);
    expect(siblingsOf(rows, rows[5]!, format)).toEqual([]);
    const loads = [3, 1, 2].map((mean, i) => [{ ...of('process', `p${i}`, '%usr'), mean }]);
    expect(names(busiest(loads, 2))).toEqual([['p0 1'], ['p2 1']]);
  });
});
