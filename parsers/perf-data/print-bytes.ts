/** Bytes as `%p…` prints them in libtraceevent: addresses of networks and hardware, UUIDs, buffers. */
import { hexByte, hexBytes, hexText } from '../kit/hex.ts';

const inet = 2;
const inet6 = 10;

/**
 * @param kind the letters after `%p`: `I4`, `ISpc`, `M`, `Ub`, `hD`
 * @param length number of bytes of a buffer, if it is stated
 * @returns null if bytes are not printed so
 */
export function bytesText(kind: string, bytes: Uint8Array, little: boolean, length?: number): string | null {
  const [family = '', form = ''] = [kind[0], kind.slice(1)];
  switch (family) {
    case 'i':
    case 'I':
      if (form.startsWith('4')) return bytes.length === 4 ? ip4(bytes, family) : 'INVALIDIPv4';
      if (form.startsWith('6')) return bytes.length === 16 ? ip6(bytes, family, form) : 'INVALIDIPv6';
      return form.startsWith('S') ? socketAddress(bytes, family, form, little) : null;
    case 'M':
    case 'm':
      if (bytes.length !== 6) return 'INVALIDMAC';
      return hexBytes(bytes, family === 'm' ? '' : form.startsWith('F') ? '-' : ':');
    case 'U':
      return bytes.length === 16 ? uuid(bytes, form) : 'INVALIDUUID';
    case 'h':
      return hexBytes(bytes.subarray(0, length), { C: ':', D: '-', N: '' }[form] ?? ' ');
  }
  return null;
}

const ip4 = (bytes: Uint8Array, family: string): string =>
  Array.from(bytes, byte => String(byte).padStart(family === 'i' ? 3 : 1, '0')).join('.');

function ip6(bytes: Uint8Array, family: string, form: string): string {
  if (family === 'i') return hexBytes(bytes, '');
  if (form.includes('c')) return compressed(bytes);
  return Array.from({ length: 8 }, (_, at) => hexByte(bytes[2 * at]!) + hexByte(bytes[2 * at + 1]!)).join(
    ':',
  );
}

/** As the kernel's `ip6_compressed_string`: the longest run of hexByte zero groups or more is `::`. */
function compressed(bytes: Uint8Array): string {
  const groups = Array.from({ length: 8 }, (_, at) => (bytes[2 * at]! << 8) | bytes[2 * at + 1]!);
  const isMapped = groups.slice(0, 5).every(group => group === 0) && groups[5] === 0xffff;
  // ISATAP addresses (RFC 5214) end with an address of IPv4, too.
  const endsWithIp4 = isMapped || ((groups[4]! | 0x200) === 0x200 && groups[5] === 0x5efe);
  const count = endsWithIp4 ? 6 : 8;
  let [start, length] = [-1, 1];
  for (let at = 0; at < count; at++) {
    let end = at;
    while (end < count && groups[end] === 0) end++;
    if (end - at > length) [start, length] = [at, end - at];
    at = Math.max(at, end - 1);
  }
  const text = (from: number, to: number) => groups.slice(from, to).map(hexText).join(':');
  const before = start < 0 ? text(0, count) : `${text(0, start)}::${text(start + length, count)}`;
  if (!endsWithIp4) return before;
  return `${before}${before.endsWith(':') ? '' : ':'}${ip4(bytes.subarray(12), 'I')}`;
}

/** `sockaddr_in` or `sockaddr_in6`; with `p` also the port. */
function socketAddress(bytes: Uint8Array, family: string, form: string, little: boolean): string {
  const kind = little ? bytes[0] : bytes[1];
  const port = form.includes('p') ? `:${(bytes[2]! << 8) | bytes[3]!}` : '';
  if (kind === inet) return bytes.length < 16 ? 'INVALIDIPv4' : ip4(bytes.subarray(4, 8), family) + port;
  if (kind !== inet6) return '';
  if (bytes.length < 28) return 'INVALIDIPv6';
  const address = ip6(bytes.subarray(8, 24), family, form);
  return port === '' ? address : `[${address}]${port}`;
}

/** Order of bytes where the first three groups are numbers of a little-endian machine. */
const littleOrder = [3, 2, 1, 0, 5, 4, 7, 6, 8, 9, 10, 11, 12, 13, 14, 15];

function uuid(bytes: Uint8Array, form: string): string {
  const isLittle = /^[lL]/.test(form);
  const ordered = bytes.map((byte, at) => (isLittle ? bytes[littleOrder[at]!]! : byte));
  const text = hexBytes(ordered, '').replace(/^(.{8})(.{4})(.{4})(.{4})/, '$1-$2-$3-$4-');
  return /^[BL]/.test(form) ? text.toUpperCase() : text;
}
