/** Methods that .NET compiles at run time. Their code is in no module; events state its address ranges. */
import { type Block, two32 } from './bytes.ts';
import { Images } from './images.ts';
import type { RecordHead } from './records.ts';

export interface Method {
  readonly module: string;
  readonly name: string;
  readonly isOnly: boolean;
}

const runtime = 'e13c0d23-ccbc-4e12-931b-d9cc2eee27e4';
const rundown = 'a669021c-c450-4609-a035-5af59af4df18';
const runtimeBegins = 0xe13c0d23;
const rundownBegins = 0xa669021c;

/** Ids of events. The rundown lists modules at the start and at the end of a trace. */
const loadVerbose = 143;
const unloadVerbose = 144;
const moduleLoad = 152;
const moduleAtStart = 153;
const moduleAtEnd = 154;

const separator = '\0';
const maxNameChars = 1 << 27;

export class Methods {
  private readonly code = new Images();
  private readonly modules = new Map<string, string>();
  private readonly known = new Map<string, Method>();
  private names = 0;

  take(block: Block, head: RecordHead, ts: number): void {
    const begins = block.u32(head.guid);
    if (begins !== runtimeBegins && begins !== rundownBegins) return;
    const provider = block.guid(head.guid);
    const id = block.u16(head.start + 0x28);
    const isRundown = provider === rundown;
    if (!isRundown && provider !== runtime) return;
    if (id === loadVerbose || id === unloadVerbose)
      this.method(block, head, ts, isRundown ? 'exists' : id === loadVerbose ? 'load' : 'unload');
    else if (isRundown ? id === moduleAtStart || id === moduleAtEnd : id === moduleLoad)
      this.module(block, head);
  }

  find(pid: number, address: number, ts: number): Method | null {
    const found = this.code.find(pid, address, ts);
    if (found === null) return null;
    const { path } = found.image;
    let method = this.known.get(path);
    if (method === undefined) {
      const [module = '', name = ''] = path.split(separator);
      method = { module: this.modules.get(module) ?? '[.NET]', name, isOnly: true };
      this.known.set(path, method);
    }
    return found.isOnly ? method : { ...method, isOnly: false };
  }

  private method(
    block: Block,
    { pid, payload, end }: RecordHead,
    ts: number,
    what: 'load' | 'unload' | 'exists',
  ): void {
    if (payload + 36 > end || this.names > maxNameChars) return;
    const base = block.i32(payload + 20) * two32 + block.u32(payload + 16);
    const spaceEnd = block.endOfWide(payload + 36, end);
    const nameEnd = block.endOfWide(spaceEnd + 2, end);
    const space = block.wide(payload + 36, spaceEnd);
    const name = block.wide(spaceEnd + 2, nameEnd);
    const module = moduleKey(pid, block, payload + 8);
    const path = `${module}${separator}${space === '' ? name : `${space}.${name}`}`;
    this.names += path.length;
    const size = block.u32(payload + 24);
    if (size === 0) return;
    if (what === 'unload') this.code.unloaded(pid, ts, base, size, path);
    else this.code.loaded(pid, what === 'load' ? ts : Number.NEGATIVE_INFINITY, base, size, path);
  }

  private module(block: Block, { pid, payload, end }: RecordHead): void {
    if (payload + 24 > end) return;
    const path = block.wideZ(payload + 24, end);
    if (path !== '' && this.modules.size < 1 << 16) this.modules.set(moduleKey(pid, block, payload), path);
  }
}

const moduleKey = (pid: number, block: Block, at: number): string =>
  `${pid} ${block.u32(at + 4)} ${block.u32(at)}`;
