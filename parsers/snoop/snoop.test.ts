import { describe, expect, it } from 'vitest';
import { bytesOf, fixture } from '../../fixtures/shared.ts';
import { ascii } from '../kit/bytes.ts';
import { readAll } from '../kit/recorder.ts';
import { snoop } from './format.ts';

const file = async (name: string) => readAll(snoop, await bytesOf(fixture(`snoop/${name}`)));

describe('snoop', () => {
  it('reads one packet per line, with addresses, ports, flags and numbers', async () => {
    const { events, counts, lastClock } = await file('summary.txt');
    expect(counts).toEqual({ used: 7, blank: 0, skipped: 0 });
    expect(lastClock).toMatchObject({ domain: 'none', source: 'run-seconds' });
    expect(events.map(({ ts }) => ts)).toEqual([
      0, 410_000, 480_000, 12_980_000, 13_100_000, 2_113_100_000, 2_116_100_000,
    ]);
    expect(events[1]).toMatchObject({
      kind: 'packet',
      fields: {
        source: 'nas1',
        source_port: '2049',
        destination: '10.0.0.5',
        destination_port: '1023',
        protocol: 'TCP',
        flags: 'Syn',
        seq: 341433000,
        ack: 2752257001,
        win: 49640,
        length: 0,
      },
    });
    expect(events[2]).toMatchObject({
      fields: { protocol: 'NFS' },
      message: '10.0.0.5 -> nas1 NFS C GETATTR3 FH=0CAE',
    });
    expect(events[6]?.fields).toMatchObject({ protocol: 'UDP', source_port: '32823', length: 252 });
  });

  it('reads times of day', async () => {
    const { events, lastClock, facts } = await file('absolute.txt');
    expect(events.map(({ ts }) => ts)).toEqual([0, 510_000, 1_200_390_000]);
    expect(lastClock).toMatchObject({ source: 'line-times' });
    expect(facts.other).toEqual({ snoop: 'Using device bge0 (promiscuous mode)' });
  });

  it('makes one event of the layers of a packet', async () => {
    const { events } = await file('layers.txt');
    expect(events.map(({ ts, line, lines }) => [ts, line, lines])).toEqual([
      [0, 2, 4],
      [3_000_000, 7, 3],
    ]);
    expect(events[0]?.fields).toMatchObject({
      protocol: 'HTTP',
      source_port: '40211',
      flags: 'Push',
      length: 8,
    });
    expect(events[0]?.message?.split('\n')).toHaveLength(4);
  });

  it('makes one event of the fields of a packet', async () => {
    const { events, counts } = await file('verbose.txt');
    expect(counts).toEqual({ used: 49, blank: 1, skipped: 0 });
    expect(events.map(({ ts, fields }) => [ts, fields])).toEqual([
      [
        0,
        {
          source: '192.168.0.3',
          source_port: '23',
          destination: '192.168.0.1',
          destination_port: '3013',
          protocol: 'TELNET',
          flags: 'Push',
          seq: 52297913,
          ack: 769864152,
          win: 64240,
          ttl: 60,
        },
      ],
      [
        100_070_000,
        {
          source: '192.168.0.1',
          source_port: '1022',
          destination: '192.168.0.3',
          destination_port: '2049',
          protocol: 'UDP',
          length: 160,
        },
      ],
    ]);
  });

  it('does not recognise other text with arrows', () => {
    expect(snoop.sniff(ascii('a -> b c\nd -> e f\n'), '')).toBe('no');
  });
});
