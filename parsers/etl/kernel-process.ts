/**
 * Definitions of the events of Microsoft-Windows-Kernel-Process, which sessions of providers record in place of the kernel's own logger, for traces
 * without their descriptions. Fields are those of the manifest that Windows installs.
 */
import { defsOf } from './dotnet.ts';
import type { EventDef } from './schema.ts';

const begin = 'ProcessID:u32 CreateTime:time ParentProcessID:u32 SessionID:u32';
const image =
  'ImageName:wide ImageChecksum:hex32 TimeDateStamp:hex32 PackageFullName:wide PackageRelativeAppId:wide';
const numbered =
  'ProcessID:u32 ProcessSequenceNumber:u64 CreateTime:time ParentProcessID:u32 ParentProcessSequenceNumber:u64 SessionID:u32 Flags:hex32 ProcessTokenElevationType:u32 ProcessTokenIsElevated:u32 MandatoryLabel:sid';
const end =
  'CreateTime:time ExitTime:time ExitCode:hex32 TokenElevationType:u32 HandleCount:u32 CommitCharge:u64(B) CommitPeak:u64(B)';
const work =
  'CPUCycleCount:u64 ReadOperationCount:u32 WriteOperationCount:u32 ReadTransferKiloBytes:u32(kB) WriteTransferKiloBytes:u32(kB) HardFaultCount:u32 ImageName:narrow';
const thread =
  'ProcessID:u32 ThreadID:u32 StackBase:ptr StackLimit:ptr UserStackBase:ptr UserStackLimit:ptr StartAddr:ptr Win32StartAddr:ptr TebBase:ptr';
const module =
  'ImageBase:ptr ImageSize:size(B) ProcessID:u32 ImageCheckSum:hex32 TimeDateStamp:hex32 DefaultBase:ptr ImageName:wide';
const priority = 'ProcessID:u32 ThreadID:u32 OldPriority:u8 NewPriority:u8';

const lines = `
1 0 ProcessStart/win:Start ${begin} ImageName:wide
1 1 ProcessStart/win:Start ${begin} Flags:hex32 ImageName:wide
1 2 ProcessStart/win:Start ${begin} Flags:hex32 ${image}
1 3 ProcessStart/win:Start ${numbered} ${image}
2 0 ProcessStop/win:Stop ProcessID:u32 ${end} ImageName:narrow
2 1 ProcessStop/win:Stop ProcessID:u32 ${end} ${work}
2 2 ProcessStop/win:Stop ProcessID:u32 ProcessSequenceNumber:u64 ${end} ${work}
3 0 ThreadStart/win:Start ${thread}
3 1 ThreadStart/win:Start ${thread} SubProcessTag:u32
4 0 ThreadStop/win:Stop ${thread}
4 1 ThreadStop/win:Stop ${thread} SubProcessTag:u32 CycleTime:u64
5 0 ImageLoad ${module}
6 0 ImageUnload ${module}
7 0 CpuBasePriorityChange ${priority}
8 0 CpuPriorityChange ${priority}
9 0 PagePriorityChange ${priority}
10 0 IoPriorityChange ${priority}
11 0 ProcessFreeze/win:Start FrozenProcessID:u32
11 1 ProcessFreeze/win:Start FrozenProcessID:u32 CreateTime:time
12 0 ProcessFreeze/win:Stop FrozenProcessID:u32
12 1 ProcessFreeze/win:Stop FrozenProcessID:u32 CreateTime:time
13 0 JobStart/win:Start ContainerID:guid JobID:u32 StatusCode:hex32
14 0 JobTerminate/win:Stop ContainerID:guid JobID:u32 StatusCode:hex32
15 0 ProcessRundown ${begin} Flags:hex32 ${image}
15 1 ProcessRundown ${numbered} ${image}
`;

/** By GUID, id and version. */
export const kernelProcessEvents: ReadonlyMap<string, EventDef> = new Map(
  defsOf('22fb2cd6-0e7b-422b-a0c7-2fad1fd0e716', 'Microsoft-Windows-Kernel-Process', lines),
);
