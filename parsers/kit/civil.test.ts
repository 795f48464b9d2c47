import { describe, expect, it } from 'vitest';
import {
  abbreviationOffset,
  civilFromDays,
  daysFromCivil,
  epochNs,
  epochSeconds,
  monthNumber,
  parseOffset,
  Zone,
} from './civil.ts';

describe('dates', () => {
  it('agree with Date over some 600 years, both ways', () => {
    for (let days = -120_000; days < 100_000; days += 7) {
      const date = new Date(days * 86_400_000);
      const civil = { year: date.getUTCFullYear(), month: date.getUTCMonth() + 1, day: date.getUTCDate() };
      expect(civilFromDays(days)).toEqual(civil);
      expect(daysFromCivil(civil.year, civil.month, civil.day)).toBe(days);
    }
  });

  it('become instants, or NaN if there is no such date or time', () => {
    expect(epochSeconds(2024, 2, 29, 23, 59, 60)).toBe(Date.UTC(2024, 2, 1) / 1000);
    expect(epochSeconds(2024, 1, 1, 24)).toBe(Date.UTC(2024, 0, 2) / 1000);
    for (const bad of [
      [2023, 2, 29],
      [2023, 13, 1],
      [2023, 0, 1],
      [2023, 4, 31],
      [2023, 1, 1, 24, 1],
      [2023, 1, 1, 1, 60],
      [2023, 1, 1, 1, 1, 61],
    ] as const) {
      expect(epochSeconds(...(bad as unknown as [number, number, number])), String(bad)).toBeNaN();
    }
    expect(epochNs(1_700_000_000, 123_456_789)).toBe(1_700_000_000_123_456_789n);
    expect(epochNs(-1, 999_999_999)).toBe(-1n);
  });

  it('have months that are recognised by name in several languages', () => {
    expect(
      ['Jan', 'décembre', 'Mär', 'janv.', 'AUG', 'мая', 'Sept', '11月', 'smarch'].map(monthNumber),
    ).toEqual([1, 12, 3, 1, 8, 5, 9, 11, 0]);
  });
});

describe('zones', () => {
  it('reads offsets', () => {
    expect(
      ['Z', 'UTC', '+0200', '-03:30', '+05', 'UTC+2', 'GMT-01:00', '+01:00:30'].map(parseOffset),
    ).toEqual([0, 0, 7200, -12600, 18000, 7200, -3600, 3630]);
    expect(['', 'CET', '+1960', '2', '+', '+25:00'].map(parseOffset)).toEqual(Array(6).fill(null));
    expect(abbreviationOffset('PDT')).toBe(-25200);
    expect(abbreviationOffset('XYZ')).toBeNull();
  });

  it('follows the rules of an IANA zone', () => {
    const vienna = Zone.of('Europe/Vienna')!;
    expect(vienna.offsetAt(epochSeconds(2024, 3, 31, 0, 59, 59))).toBe(3600);
    expect(vienna.offsetAt(epochSeconds(2024, 3, 31, 1))).toBe(7200);
    expect(vienna.toUtc(epochSeconds(2024, 7, 1, 12))).toBe(epochSeconds(2024, 7, 1, 10));
    expect(Zone.of('Asia/Kathmandu')!.offsetAt(epochSeconds(2024, 1, 1))).toBe(20700);
    expect(Zone.of('+02:00')!.toUtc(7200)).toBe(0);
    expect(Zone.of('Mars/Olympus')).toBeNull();
  });

  it('has no UTC time for a wall time that is out of range', () => {
    const zone = Zone.of('Europe/Berlin')!;
    for (const wall of [Number.NaN, 1e15, -1e15, Number.POSITIVE_INFINITY])
      expect(zone.toUtc(wall)).toBeNaN();
    const second = epochSeconds(2, 1, 1);
    expect(zone.toUtc(second)).toBe(second - 3208);
  });

  it('reads a repeated hour as its first occurrence and a skipped one with the offset before', () => {
    const vienna = Zone.of('Europe/Vienna')!;
    expect(vienna.toUtc(epochSeconds(2024, 10, 27, 2, 30))).toBe(epochSeconds(2024, 10, 27, 0, 30));
    expect(vienna.toUtc(epochSeconds(2024, 3, 31, 2, 30))).toBe(epochSeconds(2024, 3, 31, 1, 30));
    const newYork = Zone.of('America/New_York')!;
    expect(newYork.toUtc(epochSeconds(2024, 11, 3, 1, 30))).toBe(epochSeconds(2024, 11, 3, 5, 30));
    expect(newYork.toUtc(epochSeconds(2024, 11, 3, 12))).toBe(epochSeconds(2024, 11, 3, 17));
  });
});
