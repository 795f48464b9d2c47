import { describe, expect, it } from 'vitest';
import {
  isSameSeries,
  laneOf,
  MetricsState,
  nameOf,
  namesOf,
  type SeriesRef,
  selectionOf,
  unsaid,
} from './metrics.ts';

const of = (
  object: string,
  instance: string | null,
  counter: string,
  unit: string | null = '%',
): SeriesRef => ({
  capture: 2,
  host: 'vm',
  object,
  instance,
  counter,
  unit,
});
const file = (capture: number) => `sar-${capture}.txt`;
const vda = of('disk', 'vda', '%util');
const vdb = of('disk', 'vdb', '%util');
const wait = of('disk', 'vda', 'w_await', 'ms');

describe('laneOf', () => {
  it('says in the title what the series share, in the legend what they do not', () => {
    expect(laneOf([vda, vdb])).toMatchObject({ title: 'disk %util', scale: 'one' });
    expect(namesOf([vda, vdb], file)).toEqual(['vda', 'vdb']);
    expect(laneOf([vda]).title).toBe('disk vda %util');
    expect(namesOf([vda], file)).toEqual(['%util']);
    expect(laneOf([vda, of('memory', null, 'free', 'kB')]).title).toBe('disk %util · memory free');
    const many = ['a', 'b', 'c', 'd'].map((name, i) => of(`o${i}`, null, name));
    expect(laneOf(many).title).toBe('4 series');
  });
  it('says below a title what that leaves out', () => {
    const queue = of('scheduler', null, 'r', null);
    expect(unsaid('Run queue', queue)).toBe('scheduler r');
    expect(unsaid('Disk vda', vda)).toBe('%util');
    expect(unsaid('scheduler r', queue)).toBe('');
    expect(unsaid('Latency', of('table', 'cart', 'p99 ms'))).toBe('cart p99 ms');
    expect(nameOf(vda)).toBe('disk vda %util');
  });
  it('names hosts only where there are several', () => {
    const nowhere = { ...wait, host: null };
    expect(namesOf([vda, nowhere], file)).toEqual(['%util', 'w_await']);
    expect(namesOf([vda, { ...nowhere, host: 'db' }], file)).toEqual(['%util vm', 'w_await db']);
  });
  it('names captures only where nothing else tells series apart', () => {
    const later = { ...vda, capture: 3 };
    expect(namesOf([vda, later, vdb], file)).toEqual(['vda sar-2.txt', 'vda sar-3.txt', 'vdb']);
  });
  it('gives each a scale of its own where units differ', () => {
    expect(laneOf([vda, wait])).toMatchObject({ title: 'disk vda', scale: 'own' });
  });
});

describe('selectionOf', () => {
  it('names one series, whatever is in its name', () => {
    expect(selectionOf(vda)).toBe('2:disk/vda/%util');
    expect(selectionOf(of('memory', null, 'free'))).toBe('2:memory/free');
    expect(selectionOf(of('process', 'java *, old?', '%usr'))).toBe('2:process/java ?? old?/%usr');
  });
});

describe('MetricsState', () => {
  it('adds, overlays, moves and takes away', () => {
    const state = new MetricsState();
    const lanes = () => state.chosen.get() ?? [];
    state.add(lanes(), [vda]);
    state.overlay(lanes(), lanes()[0]!.id, wait);
    expect(lanes()).toMatchObject([{ title: 'disk vda', scale: 'own', series: [vda, wait] }]);
    state.addEach(lanes(), [[{ ...vdb, max: 70 }], [{ ...of('memory', null, 'free'), max: 90 }]]);
    expect(lanes().map(({ top }) => top)).toEqual([undefined, 90, 90]);
    state.move(lanes(), lanes()[2]!.id, -1);
    expect(lanes().map(({ title }) => title)).toEqual(['disk vda', 'memory free', 'disk vdb %util']);
    state.take(lanes(), vda);
    expect(lanes()[0]).toMatchObject({ title: 'disk vda w_await', series: [wait] });
    state.take(lanes(), wait);
    expect(lanes()).toHaveLength(2);
    state.setScale(lanes(), lanes()[0]!.id, 'percent');
    expect(lanes()[0]!.scale).toBe('percent');
    state.reset();
    expect(state.chosen.get()).toBeNull();
  });
  it('knows a series again', () => {
    expect(isSameSeries(vda, { ...vda })).toBe(true);
    expect(isSameSeries(vda, vdb)).toBe(false);
  });
});
