/** Records of processes, threads, images and file names. The survey reads them for lifetimes, the second reading for rows. */
import { addressText, type Block } from './bytes.ts';
import { Payload, type Value } from './payload.ts';
import type { RecordHead } from './records.ts';
import { fieldsOf } from './schema.ts';

/** `group << 8 | opcode` */
export const hooks = {
  traceHeader: 0x0000,
  diskRead: 0x010a,
  diskWrite: 0x010b,
  diskFlush: 0x010e,
  hardFault: 0x0220,
  virtualAlloc: 0x0262,
  virtualFree: 0x0263,
  processStart: 0x0301,
  processEnd: 0x0302,
  processBegin: 0x0303,
  processLast: 0x0304,
  imageLoad: 0x030a,
  processDefunct: 0x0327,
  threadStart: 0x0501,
  threadEnd: 0x0502,
  threadBegin: 0x0503,
  threadLast: 0x0504,
  switch: 0x0524,
  ready: 0x0532,
  threadName: 0x0548,
  cpu: 0x0b0a,
  sample: 0x0f2e,
  counterSample: 0x0f2f,
  syscallEnter: 0x0f33,
  syscallExit: 0x0f34,
  threadedDpc: 0x0f42,
  interrupt: 0x0f43,
  dpc: 0x0f44,
  timerDpc: 0x0f45,
  intervalSet: 0x0f48,
  intervalBegin: 0x0f49,
  intervalLast: 0x0f4a,
  imageUnload: 0x1402,
  imageBegin: 0x1403,
  imageLast: 0x1404,
  stack: 0x1820,
  stackDefinition: 0x1823,
  stackDefinitionLast: 0x1824,
  kernelStackKey: 0x1825,
  userStackKey: 0x1826,
} as const;

/** Records of stacks, which become parts of the rows of other events. */
export const stackHooks: readonly number[] = [
  hooks.stack,
  hooks.stackDefinition,
  hooks.stackDefinitionLast,
  hooks.kernelStackKey,
  hooks.userStackKey,
];

/** FileName, FileNameCreate, FileNameDelete, FileNameRundown. */
export const fileNameHooks: readonly number[] = [0x0400, 0x0420, 0x0423, 0x0424];
export const isFileName = (hook: number): boolean => fileNameHooks.includes(hook);

export interface ProcessRecord {
  readonly pid: number;
  readonly parent: number;
  readonly session: number;
  readonly status: number;
  readonly key: Value;
  readonly directory: Value;
  readonly flags: Value;
  readonly sid: Value;
  readonly name: string;
  readonly command: Value;
  readonly packageName: Value;
  readonly app: Value;
  /** Position after the known fields; newer versions have more. */
  readonly at: number;
}

/** Layouts by version; a value has the same name in all. */
const processLayouts = [
  'PID:u32 Parent:u32 UserSid:token Name:narrow',
  'Directory:ptr PID:u32 Parent:u32 Session:u32 Status:i32 UserSid:token Name:narrow',
  'Key:ptr PID:u32 Parent:u32 Session:u32 Status:i32 UserSid:token Name:narrow Command:wide',
  'Key:ptr PID:u32 Parent:u32 Session:u32 Status:i32 Directory:ptr UserSid:token Name:narrow Command:wide',
  'Key:ptr PID:u32 Parent:u32 Session:u32 Status:i32 Directory:ptr Flags:hex32 UserSid:token Name:narrow Command:wide Package:wide App:wide',
].map(text => fieldsOf(text));
const processNames = processLayouts.map(fields => new Map(fields.map(({ name }, at) => [name, at])));
const payload = new Payload();

export function readProcess(
  block: Block,
  { payload: start, end, pointer, version }: RecordHead,
): ProcessRecord {
  const layout = Math.min(version, processLayouts.length - 1);
  const values = payload.read(processLayouts[layout]!, block, start, end, pointer);
  const names = processNames[layout]!;
  const value = (name: string): Value => values[names.get(name) ?? -1] ?? null;
  const number = (name: string): number => Number(value(name) ?? -1);
  return {
    pid: number('PID') | 0,
    parent: number('Parent'),
    session: number('Session'),
    status: number('Status'),
    key: value('Key'),
    directory: value('Directory'),
    flags: value('Flags'),
    sid: value('UserSid'),
    name: String(value('Name') ?? ''),
    command: value('Command'),
    packageName: value('Package'),
    app: value('App'),
    at: payload.at,
  };
}

export interface ImageRecord {
  readonly pid: number;
  readonly base: number;
  readonly size: number;
  readonly checksum: number;
  readonly timeStamp: number;
  readonly defaultBase: number;
  readonly path: string;
}

export function readImage(
  block: Block,
  { payload: at, end, pointer, version }: RecordHead,
): ImageRecord | null {
  const base = block.address(at, pointer);
  if (version === 0) {
    if (at + pointer + 4 > end) return null;
    const path = block.wideZ(at + pointer + 4, end);
    return { pid: -1, base, size: block.u32(at + pointer), checksum: 0, timeStamp: 0, defaultBase: 0, path };
  }
  const named = version === 1 ? at + 2 * pointer + 4 : at + 3 * pointer + 32;
  if (named > end) return null;
  return {
    pid: block.i32(at + 2 * pointer),
    base,
    size: block.address(at + pointer, pointer),
    checksum: version === 1 ? 0 : block.u32(at + 2 * pointer + 4),
    timeStamp: version === 1 ? 0 : block.u32(at + 2 * pointer + 8),
    defaultBase: version === 1 ? 0 : block.address(at + 2 * pointer + 16, pointer),
    path: block.wideZ(named, end),
  };
}

export interface ThreadRecord {
  readonly pid: number;
  readonly tid: number;
  /** Stack base and limit, in the kernel and in user space, start and TEB; as text. */
  readonly stack: readonly [Value, Value, Value, Value];
  readonly start: number;
  readonly teb: Value;
  readonly tag: Value;
  readonly priorities: readonly [Value, Value, Value, Value];
  readonly name: Value;
}

export function readThread(
  block: Block,
  { payload: at, end, pointer, version }: RecordHead,
): ThreadRecord | null {
  if (at + 8 > end) return null;
  const address = (index: number): Value => {
    const position = at + 8 + index * pointer;
    return version === 0 || position + pointer > end
      ? null
      : addressText(block.address(position, pointer), pointer);
  };
  const rest = at + 8 + 7 * pointer;
  const byte = (index: number): Value =>
    version < 3 || rest + 4 + index >= end ? null : block.u8(rest + 4 + index);
  const name = rest + 8;
  return {
    pid: block.i32(at),
    tid: block.i32(at + 4),
    stack: [address(0), address(1), address(2), address(3)],
    start: version === 0 || at + 8 + 6 * pointer > end ? 0 : block.address(at + 8 + 5 * pointer, pointer),
    teb: version < 2 ? null : address(6),
    tag: version < 2 || rest + 4 > end ? null : `0x${block.u32(rest).toString(16)}`,
    priorities: [byte(0), byte(1), byte(2), byte(3)],
    name: version > 3 && name < end ? block.wideZ(name, end) : null,
  };
}
