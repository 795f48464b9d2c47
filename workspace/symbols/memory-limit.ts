/** Sets the most memory that a WebAssembly module may take. https://webassembly.github.io/spec/core/binary/modules.html#memory-section */

const memorySection = 5;
const pageSize = 1 << 16;
const headerSize = 8;

/** @throws RangeError if the module has no memory of its own, or already states a limit */
export function withMemoryLimit(module: Uint8Array, bytes: number): Uint8Array<ArrayBuffer> {
  for (let at = headerSize; at < module.length; ) {
    const size = readNumber(module, at + 1);
    const end = size.next + size.value;
    if (module[at] === memorySection) {
      const [count, flags] = [module[size.next], module[size.next + 1]];
      if (count !== 1 || flags !== 0) throw new RangeError('the memory of the module cannot be limited');
      const minPages = readNumber(module, size.next + 2).value;
      const content = [1, 1, ...number(minPages), ...number(Math.max(minPages, Math.ceil(bytes / pageSize)))];
      const section = [memorySection, ...number(content.length), ...content];
      const limited = new Uint8Array(at + section.length + module.length - end);
      limited.set(module.subarray(0, at));
      limited.set(section, at);
      limited.set(module.subarray(end), at + section.length);
      return limited;
    }
    at = end;
  }
  throw new RangeError('the module has no memory');
}

/** LEB128. */
function readNumber(bytes: Uint8Array, start: number): { readonly value: number; readonly next: number } {
  let value = 0;
  let next = start;
  for (let scale = 1; ; scale *= 128) {
    const byte = bytes[next++] ?? 0;
    value += (byte & 0x7f) * scale;
    if (byte < 0x80) return { value, next };
  }
}

function number(value: number): readonly number[] {
  return value < 0x80 ? [value] : [(value & 0x7f) | 0x80, ...number(Math.floor(value / 128))];
}
