import { describe, expect, it } from 'vitest';
import { ByteView } from '../kit/byte-view.ts';
import { PrintBuffer } from './print-buffer.ts';
import { compile } from './print-format.ts';
import { PrintedText } from './printed-text.ts';
import type { FormatField, TracepointFormat } from './tracing-data.ts';

const field = (name: string, offset: number, size: number, more: Partial<FormatField> = {}): FormatField => ({
  name,
  offset,
  size,
  signed: false,
  isText: false,
  elementSize: size,
  isArray: false,
  location: 'here',
  ...more,
});

/** dev = 8:1, sector = -2, state = 0x81, comm = sh, name behind the record. */
const bytes = new Uint8Array(48);
const data = new DataView(bytes.buffer);
data.setUint32(0, (8 << 20) | 1, true);
data.setBigInt64(8, -2n, true);
data.setUint16(16, 0x81, true);
bytes.set(new TextEncoder().encode('sh'), 20);
data.setUint32(36, (4 << 16) | 40, true);
bytes.set(new TextEncoder().encode('sda'), 40);
bytes.set([1, 2, 3, 4], 44);

const fields = [
  field('dev', 0, 4),
  field('sector', 8, 8, { signed: true }),
  field('state', 16, 2),
  field('comm', 20, 16, { isText: true, isArray: true, elementSize: 1 }),
  field('bytes', 44, 4, { isArray: true, elementSize: 1 }),
  field('name', 36, 4, { isText: true, isArray: true, elementSize: 1, location: 'record' }),
];

function printed(print: string): string {
  const format: TracepointFormat = { system: 's', name: 'e', id: 1, fields, print };
  const texts = new Map([[0xfffffffffffffffen, 'a text of the kernel']]);
  const functionAt = (address: bigint) => (address === 8n << 20n ? { name: 'vfs_read', distance: 1n } : null);
  const pieces = compile(format, { formats: new Map(), texts, wordSize: 8, functionAt });
  const record = { view: new ByteView(bytes, true), start: 0, end: bytes.length };
  const text = new PrintedText(pieces, new PrintBuffer());
  text.print(record);
  return text.text();
}

describe('tracepoints are printed', () => {
  it.each([
    ['"%d,%d", ((unsigned int) ((REC->dev) >> 20)), ((unsigned int) ((REC->dev) & ((1U << 20) - 1)))', '8,1'],
    ['"%s [%3d] %-4s|", REC->comm, REC->dev & 0xff, __get_str(name)', 'sh [  1] sda |'],
    [
      '"%lld %llu %x", REC->sector, (unsigned long long)REC->sector, REC->sector',
      '-2 18446744073709551614 fffffffe',
    ],
    [
      '"%s%s", __print_flags(REC->state & 0x7f, "|", { 1, "S" }, { 2, "D" }), REC->state & 0x80 ? "+" : ""',
      'S+',
    ],
    ['"%s", __print_symbolic(REC->state, { 0x81, "both" }, { 0, "none" })', 'both'],
    ['"%s", __print_symbolic(REC->dev, { 1, "one" })', '0x800001'],
    ['"%03d 100%% %c", 7, \'x\'', '007 100% x'],
    ['"%s", REC->sector', 'a text of the kernel'],
    ['"%s", __print_hex(REC->comm, 2)', '73 68'],
    ['"%d", (unsigned char)REC->state == 129 && !REC->comm ? 1 : 2', '2'],
    ['"%p %p", 0, REC->dev', '(nil) 0x800001'],
    [
      '"%ps %pS, %pf %pF", REC->dev - 1, REC->dev - 1, REC->dev - 1, REC->dev - 1',
      'vfs_read vfs_read+0x1, vfs_read vfs_read+0x1',
    ],
    ['"%pS %ps", REC->dev, 0', '0x800001 0x0'],
    ['"%pI4|%*phC|%pMx", REC->bytes, 2, __get_dynamic_array(name), REC->bytes', '1.2.3.4|73:64|INVALIDMACx'],
    ['"%lu", (jiffies - (unsigned long)REC->dev) / 250', '73786976294804652'],
    ['"%d", (unsigned long)REC->dev >= (unsigned long)-4095', '0'],
    ['"%d", REC->sector < 0', '1'],
    ['"%s", __print_symbolic(0, { IOPRIO_CLASS_NONE, "none" }, { NET_RX_SOFTIRQ, "rx" })', '0x0'],
    ['"%s", __print_symbolic(3, { NET_TX_SOFTIRQ, "tx" }, { NET_RX_SOFTIRQ, "rx" })', 'rx'],
    ['"%s", __print_flags(3, "|", { 1, "S" }, { 2, "D" }, { 0, ((void *)0) })', 'S|D'],
    ['"%s", __print_array(REC->comm, 2, 1)', '115 104'],
    ['"%s", __print_array(REC->comm, 2, 0)', ''],
    ['"%s", __get_cpumask(name)', '00616473'],
    ['"%llu", ((u64)(REC)->dev << 32) | 1', '36028801313931265'],
  ])('%s', (print, expected) => {
    expect(printed(print)).toBe(expected);
  });

  it('as names and values if the format cannot be read', () => {
    expect(printed('"%s", some_function(REC->dev)')).toBe(
      'dev=8388609 sector=-2 state=129 comm=sh bytes={1, 2, 3, 4} name=sda',
    );
    expect(printed(`"%d", ${'('.repeat(5000)}`)).toContain('dev=8388609');
    expect(printed('')).toContain('dev=8388609');
  });

  it('anew if the text depends on more than numbers of the record', () => {
    const list = field('list', 36, 4, { isArray: true, elementSize: 1, location: 'record' });
    const print = '"%s %d", __print_hex(__get_dynamic_array(list), 3), REC->dev + 1';
    const format: TracepointFormat = { system: 's', name: 'e', id: 1, fields: [...fields, list], print };
    const context = { formats: new Map(), texts: new Map(), wordSize: 8, functionAt: () => null };
    const printers = compile(format, context).flatMap(piece => (typeof piece === 'string' ? [] : [piece]));
    expect(printers.map(({ plain }) => plain?.kind ?? null)).toEqual([null, 'values']);
  });

  it('without a division by zero or a shift beyond the width', () => {
    expect(printed('"%d %d %d", 1 / 0, 1 % 0, 1 << 200')).toBe('0 0 0');
  });
});
