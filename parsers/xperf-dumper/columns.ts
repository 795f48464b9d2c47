/**
 * The columns of a row. The header of a dump names them for each type of event, and versions differ; it may name
 * fewer than the rows have. Important types are also built in, for excerpts of dumps.
 */

/** How the end of a cell is found: nothing is escaped, and only some cells are quoted. */
export type CellKind = 'plain' | 'process' | 'symbol' | 'free';

export interface Column {
  readonly name: string;
  readonly kind: CellKind;
  readonly unit?: string;
  /** True for a hexadecimal number that is read as a number. */
  readonly hex?: true;
}

const units: Readonly<Record<string, Pick<Column, 'unit' | 'hex'>>> = {
  elapsedtime: { unit: 'µs' },
  disksvctime: { unit: 'µs' },
  tmsincelast: { unit: 'µs' },
  inswitchtime: { unit: 'µs' },
  byteoffset: { unit: 'B', hex: true },
  iosize: { unit: 'B', hex: true },
};

export function columnOf(heading: string): Column {
  const name = heading.replace(/\( *PID\)$/, '(PID)');
  return { name, kind: kindOf(name), ...units[name.toLowerCase()] };
}

function kindOf(name: string): CellKind {
  if (name.endsWith('(PID)')) return 'process';
  if (name.endsWith('!Function')) return 'symbol';
  // Text of a user or program.
  return name === 'Command Line' || name === 'Text' ? 'free' : 'plain';
}

/** Columns declared by a header line, without the name of the event and `TimeStamp`. */
export const columnsOf = (headings: string): readonly Column[] =>
  headings
    .split(',')
    .map(heading => heading.trim())
    .filter((heading, at) => at > 0 || !/^timestamp$/i.test(heading))
    .map(columnOf);

const process = 'Process Name ( PID)';
const disk = `${process}, ThreadID, CPU, IrpPtr, ByteOffset, IOSize, ElapsedTime, DiskNum, IrpFlags, DiskSvcTime, I/O Pri, VolSnap, FileObject, FileName`;
const started = `${process}, ParentPID, SessionID, UniqueKey, DirectoryTableBase, Flags, UserSid, Command Line, PackageFullName, AppId`;
const thread = `${process}, ThreadID, StackBase, StackLimit, UsrStkBase, UsrStkLmt, TebBase, SubProcessTag, BasePri, PagePri, IoPri, Flags, Image!Function`;
const image = `${process}, BaseAddr, EndAddr, Checksum, TimeDateStamp, DefaultBase, FileName`;
const dpc = 'ElapsedTime, CPU, ServiceAddr, Image!Function';

/** As Windows 10 prints them. */
const wellKnown: Readonly<Record<string, string>> = {
  SampledProfile: `${process}, ThreadID, PrgrmCtr, CPU, ThreadStartImage!Function, Image!Function, Count, SampledProfile type`,
  Stack: 'ThreadID, No., Address, Image!Function',
  CSwitch:
    'New Process Name ( PID), New TID, NPri, NQnt, TmSinceLast, WaitTime, Old Process Name ( PID), Old TID, OPri, OQnt, OldState, Wait Reason, Swapable, InSwitchTime, CPU, IdealProc, OldRemQnt, NewPriDecr, PrevCState, OldThrdBamQosLevel, NewThrdBamQosLevel',
  ReadyThread: `${process}, ThreadID, Rdy Process Name ( PID), Rdy TID, AdjustReason, AdjustIncrement, InDPC`,
  DiskRead: disk,
  DiskWrite: disk,
  'P-Start': started,
  'P-DCStart': started,
  'P-DCEnd': started,
  'P-End': started.replace('UniqueKey,', 'UniqueKey, Status,'),
  'T-Start': thread,
  'T-End': thread,
  'T-DCStart': thread,
  'T-DCEnd': thread,
  'I-Start': image,
  'I-End': image,
  'I-DCStart': image,
  'I-DCEnd': image,
  DPC: dpc,
  DPCTmr: dpc,
  Interrupt: 'ElapsedTime, CPU, Vector, MessageIndex, Status, ServiceAddr, Image!Function',
  SysCallEnter: `${process}, ThreadID, ServiceAddr, Image!Function`,
  SysCallExit: `${process}, ThreadID, Status`,
  MarkEvent: 'Type, Level, TranId, AppId, OpId, Text',
  'UnknownEvent/Classic': `${process}, ThreadID, CPU, EventGuid, Type, Level, Version, MofLength`,
  'UnknownEvent/Crimson': `${process}, ThreadID, CPU, ProviderId, Id, Task, Opcode, Version, Channel, Level, Keyword, UserDataLength`,
};

export const isWellKnown = (name: string): boolean => Object.hasOwn(wellKnown, name);

/** Columns of an event that no header declares; empty if it is unknown. */
export const wellKnownColumns = (name: string): readonly Column[] =>
  isWellKnown(name) ? columnsOf(wellKnown[name]!) : [];
