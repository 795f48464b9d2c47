import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { bytesOf, corpus, fixture, missing } from '../../fixtures/shared.ts';
import { ascii } from '../kit/bytes.ts';
import { countLines } from '../kit/lines.ts';
import { readAll } from '../kit/recorder.ts';
import { tcpdump } from './format.ts';

const read = (text: string) => readAll(tcpdump, ascii(text));
const file = async (name: string) => readAll(tcpdump, await bytesOf(fixture(`tcpdump/${name}`)));

describe('tcpdump', () => {
  it('reads a segment with addresses, ports, flags and numbers', async () => {
    const { events, lastClock } = await file('plain.txt');
    expect(events).toHaveLength(12);
    expect(events[3]).toMatchObject({
      kind: 'packet',
      ts: 898_000,
      fields: {
        source: '127.0.0.1',
        source_port: '60090',
        destination: '127.0.0.1',
        destination_port: '18099',
        protocol: 'TCP',
        flags: 'P.',
        seq: 1,
        seq_end: 80,
        ack: 1,
        win: 64,
        length: 79,
      },
      message: expect.stringMatching(/^IP 127.0.0.1.60090 > 127.0.0.1.18099: Flags \[P\.\], .* length 79$/),
    });
    expect(lastClock).toMatchObject({ source: 'line-times' });
  });

  it('reads the times of all its options', async () => {
    const times = async (name: string) => (await file(name)).events.slice(0, 3).map(({ ts }) => ts);
    expect(await times('epoch-hex.txt')).toEqual([0, 11_000, 23_000]);
    expect(await times('link.txt')).toEqual([0, 11_000, 23_000]);
    expect(await times('numbered-names.txt')).toEqual([0, 11_000, 23_000]);
    expect(await times('delta.txt')).toEqual([0, 11_000, 23_000]);
    expect(await times('since-start.txt')).toEqual([0, 11_000, 23_000]);
    expect(await times('untimed.txt')).toEqual([null, null, null]);
    const last = async (name: string) => (await file(name)).events.at(-1)?.ts;
    expect(await last('delta.txt')).toBe(await last('since-start.txt'));
    expect((await file('epoch-hex.txt')).lastClock).toMatchObject({ domain: 'utc', source: 'epoch-seconds' });
  });

  it("adds dumps and the packet's content to their packet", async () => {
    const hex = await file('epoch-hex.txt');
    expect(hex.events.map(({ lines }) => lines)).toEqual([5, 5, 5, 10]);
    expect(hex.events[0]?.message).not.toContain('0x0000');
    const { events } = await file('ascii.txt');
    expect(events).toHaveLength(6);
    expect(events[3]?.message).toContain('\nUser-Agent: curl');
    expect(
      events.every(({ lines, line }, at) => (events[at + 1]?.line ?? line + lines) >= line + lines),
    ).toBe(true);
  });

  it('finds the addresses on the second line of -v, and the time to live', async () => {
    const { events } = await file('verbose.txt');
    expect(events[0]?.fields).toMatchObject({
      source: '127.0.0.1',
      destination_port: '18099',
      ttl: 64,
      length: 0,
    });
    expect(events.map(({ lines }) => lines)).toEqual([2, 2, 2, 2]);
  });

  it('reads interfaces, refused datagrams, and messages of the tool', async () => {
    const { events, facts, problems, counts } = await file('any.txt');
    expect(events).toHaveLength(15);
    expect(events[0]?.fields).toMatchObject({ interface: 'lo', direction: 'In', protocol: 'TCP' });
    expect(events[12]?.fields).toMatchObject({ protocol: 'UDP', destination_port: '18053', length: 6 });
    expect(events[14]?.fields).toEqual({
      interface: 'lo',
      direction: 'In',
      source: '127.0.0.1',
      destination: '127.0.0.1',
      protocol: 'ICMP',
      length: 136,
    });
    expect(facts.other).toMatchObject({ 'packets captured': '15', 'packets dropped by kernel': '0' });
    expect([problems, counts.skipped]).toEqual([[], 0]);
  });

  it('reports missing packets', () => {
    const { problems } = read(
      '10:00:00.000001 IP 10.0.0.1 > 10.0.0.2: ICMP echo request, id 1, seq 7, length 64\n7 packets dropped by kernel\n',
    );
    expect(problems).toMatchObject([{ code: 'packets-dropped', severity: 'warning', line: 2 }]);
  });

  it.each([
    [
      'IP 10.0.0.1.5 > 10.0.0.2.53: 12+ A? a.b. (21)',
      { protocol: 'UDP', destination_port: '53', length: 21 },
    ],
    [
      'IP host-a.example.ssh > h.4: Flags [.], ack 3, win 4, length 0',
      { source: 'host-a.example', source_port: 'ssh' },
    ],
    [
      'IP 10.0.0.1 > 224.0.0.22: igmp v3 report, 1 group record(s)',
      { protocol: 'IGMP', destination: '224.0.0.22' },
    ],
    [
      'IP6 fe80::1.546 > ff02::1:2.547: dhcp6 solicit',
      { source: 'fe80::1', destination_port: '547', protocol: 'UDP' },
    ],
    [
      'ARP, Request who-has 10.0.0.2 tell 10.0.0.1, length 28',
      { protocol: 'ARP', source: '10.0.0.1', length: 28 },
    ],
    [
      'IP 10.0.0.1.80 > 10.0.0.2.9: S 12:34(22) ack 5 win 6 <mss 1460>',
      { flags: 'S', seq: 12, length: 22, win: 6 },
    ],
    ['IP 10.0.0.1 > 10.0.0.2: ICMP echo request, id 1, seq 7, length 64', { protocol: 'ICMP', seq: 7 }],
  ])('reads %s', (text, fields) => {
    expect(read(`10:00:00.000001 ${text}\n`).events[0]?.fields).toMatchObject(fields);
  });

  it('skips lines before the first packet, and reports them', () => {
    const { counts, problems } = read('hello\n10:00:00.000001 IP a.1 > b.2: UDP, length 1\n');
    expect(counts).toEqual({ used: 1, blank: 0, skipped: 1 });
    expect(problems.map(({ line }) => line)).toEqual([1]);
  });
});

const folder = corpus('tcpdump/tests');

/** `name pcap out options` of the tests of tcpdump. */
const listed = existsSync(folder)
  ? readFileSync(`${folder}/TESTLIST`, 'utf8')
      .split('\n')
      .map(line => line.split(/\s+/))
      .filter(([name, , out]) => name !== '' && !name?.startsWith('#') && existsSync(`${folder}/${out}`))
  : [];

interface Captured {
  readonly seconds: number;
  readonly fraction: number;
  readonly bytes: Uint8Array;
}

/** Records of a libpcap file; null for others. https://www.ietf.org/archive/id/draft-ietf-opsawg-pcap-04.html */
function recordsOf(bytes: Buffer): { link: number; nanos: boolean; records: Captured[] } | null {
  const magic = bytes.readUInt32LE(0);
  const isLittle = magic === 0xa1b2c3d4 || magic === 0xa1b23c4d;
  if (!isLittle && ![0xd4c3b2a1, 0x4d3cb2a1].includes(magic)) return null;
  const u32 = (at: number) => (isLittle ? bytes.readUInt32LE(at) : bytes.readUInt32BE(at));
  const records: Captured[] = [];
  for (let at = 24; at + 16 <= bytes.length; at += 16 + u32(at + 8)) {
    const [seconds, fraction, length] = [u32(at), u32(at + 4), u32(at + 8)];
    if (at + 16 + length > bytes.length) break;
    records.push({ seconds, fraction, bytes: bytes.subarray(at + 16, at + 16 + length) });
  }
  return { link: u32(20) & 0xffff, nanos: [0xa1b23c4d, 0x4d3cb2a1].includes(magic), records };
}

/** Addresses and ports of IPv4 over Ethernet, if the packet contains its ports. */
function endpointsOf(bytes: Uint8Array): Endpoints | null {
  if (bytes.length < 38 || bytes[12] !== 8 || bytes[13] !== 0 || bytes[14]! >> 4 !== 4) return null;
  const fragment = ((bytes[20]! & 0x1f) << 8) | bytes[21]!;
  const protocol = ({ 6: 'TCP', 17: 'UDP' } as const)[bytes[23]!];
  if (fragment !== 0 || protocol === undefined) return null;
  const from = 14 + (bytes[14]! & 15) * 4;
  const port = (at: number) => String((bytes[at]! << 8) | bytes[at + 1]!);
  return {
    source: bytes.subarray(26, 30).join('.'),
    source_port: port(from),
    destination: bytes.subarray(30, 34).join('.'),
    destination_port: port(from + 2),
    protocol,
  };
}
type Endpoints = {
  source: string;
  source_port: string;
  destination: string;
  destination_port: string;
  protocol: string;
};

describe.skipIf(missing(folder))('the tests of tcpdump', () => {
  const outs = existsSync(folder) ? readdirSync(folder).filter(name => name.endsWith('.out')) : [];

  it.each(outs)('%s: every line belongs to a packet, or is blank', name => {
    const bytes = readFileSync(`${folder}/${name}`);
    const { counts, problems } = readAll(tcpdump, bytes);
    expect(tcpdump.sniff(bytes.subarray(0, 65_536), '')).toBe('yes');
    expect(counts.skipped).toBe(0);
    expect(counts.used + counts.blank).toBe(countLines(bytes));
    expect(problems).toEqual([]);
  });

  it.each(listed)(
    '%s has as many packets as %s, with their times, addresses and ports',
    (_name, pcap, out, ...given) => {
      const truth = recordsOf(readFileSync(`${folder}/${pcap}`));
      if (truth === null) return;
      const skip = Number(/--skip (\d+)/.exec(given.join(' '))?.[1] ?? 0);
      const most = Number(/-c (\d+)/.exec(given.join(' '))?.[1] ?? Number.POSITIVE_INFINITY);
      const records = truth.records.slice(skip).slice(0, most);
      const { events, lastClock } = readAll(tcpdump, readFileSync(`${folder}/${out}`));
      expect(events.length).toBe(records.length);
      events.forEach(({ ts, fields }, at) => {
        const { seconds, fraction, bytes } = records[at]!;
        if (ts !== null && lastClock?.domain !== 'none') {
          const fractionNs = BigInt(fraction) * (truth.nanos ? 1n : 1000n);
          const printed = out!.includes('nano') ? fractionNs : (fractionNs / 1000n) * 1000n;
          expect(lastClock!.zero + BigInt(ts)).toBe(BigInt(seconds) * 1_000_000_000n + printed);
        }
        const said = truth.link === 1 ? endpointsOf(bytes) : null;
        if (said !== null) expect(fields, `packet ${at + 1}`).toMatchObject(said);
      });
    },
  );
});
