/** Requests to the file system: https://learn.microsoft.com/windows/win32/etw/fileio */
import { kernelDef } from './kernel-defs.ts';
import { type EventDef, In } from './schema.ts';

/** One kind of request: its layout up to version 2, and since version 3. */
interface FileIo {
  readonly old: Layout;
  readonly new: Layout;
}

interface Layout {
  readonly def: EventDef;
  /** Offset of `tid` with pointers of 8 bytes and of 4 bytes; -1: no `tid`. */
  readonly tidAt8: number;
  readonly tidAt4: number;
}

/** In old versions `tid` is among the pointers and as wide as they are. */
function fileIo(kind: string, old: string, now: string): FileIo {
  return { old: layout(kind, old), new: layout(kind, now) };
}

function layout(kind: string, fields: string): Layout {
  const def = kernelDef(kind, fields);
  const tid = def.fields.findIndex(({ name }) => name === 'tid');
  const before = def.fields.slice(0, Math.max(0, tid));
  const at = (pointer: number) =>
    tid < 0 ? -1 : before.reduce((sum, field) => sum + (field.in === In.U64 ? 8 : pointer), 0);
  return { def, tidAt8: at(8), tidAt4: at(4) };
}

const simple = (kind: string): FileIo =>
  fileIo(
    kind,
    'IrpPtr:ptr -tid:size FileObject:ptr FileKey:ptr',
    'IrpPtr:ptr FileObject:ptr FileKey:ptr -tid:u32',
  );
const transfer = (kind: string): FileIo =>
  fileIo(
    kind,
    'ByteOffset:u64(B) IrpPtr:ptr -tid:size FileObject:ptr FileKey:ptr Size:u32(B) Flags:hex32',
    'ByteOffset:u64(B) IrpPtr:ptr FileObject:ptr FileKey:ptr -tid:u32 Size:u32(B) Flags:hex32',
  );
const info = (kind: string): FileIo =>
  fileIo(
    kind,
    'IrpPtr:ptr -tid:size FileObject:ptr FileKey:ptr ExtraInfo:ptr InfoClass:u32',
    'IrpPtr:ptr FileObject:ptr FileKey:ptr ExtraInfo:ptr -tid:u32 InfoClass:u32',
  );
const directory = (kind: string): FileIo =>
  fileIo(
    kind,
    'IrpPtr:ptr -tid:size FileObject:ptr FileKey:ptr Length:u32(B) InfoClass:u32 FileIndex:u32 Pattern:wide',
    'IrpPtr:ptr FileObject:ptr FileKey:ptr -tid:u32 Length:u32(B) InfoClass:u32 FileIndex:u32 Pattern:wide',
  );

export const fileIos: ReadonlyMap<number, FileIo> = new Map([
  [
    0x0440,
    fileIo(
      'FileIoCreate',
      'IrpPtr:ptr -tid:size FileObject:ptr Options:hex32 Attributes:hex32 ShareAccess:hex32 FileName:wide',
      'IrpPtr:ptr FileObject:ptr -tid:u32 Options:hex32 Attributes:hex32 ShareAccess:hex32 FileName:wide',
    ),
  ],
  [0x0441, simple('FileIoCleanup')],
  [0x0442, simple('FileIoClose')],
  [0x0443, transfer('FileIoRead')],
  [0x0444, transfer('FileIoWrite')],
  [0x0445, info('FileIoSetInfo')],
  [0x0446, info('FileIoDelete')],
  [0x0447, info('FileIoRename')],
  [0x0448, directory('FileIoDirEnum')],
  [0x0449, simple('FileIoFlush')],
  [0x044a, info('FileIoQueryInfo')],
  [0x044b, info('FileIoFSCTL')],
  [
    0x044c,
    fileIo(
      'FileIoOpEnd',
      'IrpPtr:ptr ExtraInfo:ptr NtStatus:hex32',
      'IrpPtr:ptr ExtraInfo:ptr NtStatus:hex32',
    ),
  ],
  [0x044d, directory('FileIoDirNotify')],
]);

export const fileNames: ReadonlyMap<number, EventDef> = new Map(
  (
    [
      [0x0400, 'FileName'],
      [0x0420, 'FileNameCreate'],
      [0x0423, 'FileNameDelete'],
      [0x0424, 'FileNameRundown'],
    ] as const
  ).map(([hook, kind]) => [hook, kernelDef(kind, 'FileObject:ptr FileName:wide')]),
);
