import { describe, expect, it } from 'vitest';
import { bytesText } from './print-bytes.ts';

const bytes = (hex: string) => Uint8Array.from(Buffer.from(hex.replaceAll(' ', ''), 'hex'));

describe('bytes are printed as libtraceevent does', () => {
  it.each([
    ['I4', '7f000001', '127.0.0.1'],
    ['i4', '0a000001', '010.000.000.001'],
    ['I4', '7f00', 'INVALIDIPv4'],
    ['I6', '20010db8 00000000 00000000 00000001', '2001:0db8:0000:0000:0000:0000:0000:0001'],
    ['i6', '20010db8 00000000 00000000 00000001', '20010db8000000000000000000000001'],
    ['I6c', '20010db8 00000000 00000000 00000001', '2001:db8::1'],
    ['I6c', '20010db8 00000001 00000000 00000002', '2001:db8:0:1::2'],
    ['I6c', '20010db8 00000001 00010001 00010002', '2001:db8:0:1:1:1:1:2'],
    ['I6c', '00000000 00000000 00000000 00000000', '::'],
    ['I6c', '00000000 00000000 0000ffff 7f000001', '::ffff:127.0.0.1'],
    ['I6c', 'fe800000 00000000 02005efe c0000201', 'fe80::200:5efe:192.0.2.1'],
    ['I6c', '00', 'INVALIDIPv6'],
    ['ISpc', '0200 99c1 7f000001 0000000000000000', '127.0.0.1:39361'],
    ['ISc', '0200 99c1 7f000001 0000000000000000', '127.0.0.1'],
    ['ISpc', '0a00 cf7a 00000000 00000000 00000000 00000000 00000001 00000000', '[::1]:53114'],
    ['ISpc', '0a00 cf7a', 'INVALIDIPv6'],
    ['ISpc', '0100 0000', ''],
    ['M', '001122aabbcc', '00:11:22:aa:bb:cc'],
    ['MF', '001122aabbcc', '00-11-22-aa-bb-cc'],
    ['m', '001122aabbcc', '001122aabbcc'],
    ['M', '00', 'INVALIDMAC'],
    ['U', '00112233445566778899aabbccddeeff', '00112233-4455-6677-8899-aabbccddeeff'],
    ['UL', '00112233445566778899aabbccddeeff', '33221100-5544-7766-8899-AABBCCDDEEFF'],
    ['h', '00ff10', '00 ff 10'],
    ['hD', '00ff10', '00-ff-10'],
  ])('%s %s', (kind, hex, expected) => {
    expect(bytesText(kind, bytes(hex), true)).toBe(expected);
  });

  it('up to a stated length, and in both byte orders', () => {
    expect(bytesText('hN', bytes('00ff10'), true, 2)).toBe('00ff');
    expect(bytesText('ISp', bytes('0002 0050 0a000001 0000000000000000'), false)).toBe('10.0.0.1:80');
  });
});
