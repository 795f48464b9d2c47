/** Kernel events whose values are stored unchanged, under xperf's names of events and fields where it has any. */
import { roleOf } from '../families/windows/roles.ts';
import { type EventDef, fieldsOf } from './schema.ts';

/** Source of an event's thread: the record's header, the process id at the start of the payload, or the thread running on the CPU. */
export type ThreadSource = 'header' | 'pid' | 'cpu';

export interface KernelDef {
  readonly def: EventDef;
  readonly threadFrom: ThreadSource;
}

/** Definition of an event without a description: its bytes. */
export const rawKernel = (name: string): KernelDef => ({
  def: kernelDef(name, 'UserData:rest'),
  threadFrom: 'header',
});

export function kernelDef(kind: string, fields: string): EventDef {
  return { kind, provider: null, fields: fieldsOf(fields, key => roleOf(kind, key)), isNamed: false };
}

const groups: Readonly<Record<number, string>> = {
  0: 'EventTrace',
  1: 'DiskIo',
  2: 'PageFault',
  3: 'Process',
  4: 'FileIo',
  5: 'Thread',
  6: 'TcpIp',
  8: 'UdpIp',
  9: 'Registry',
  10: 'DbgPrint',
  11: 'SystemConfig',
  13: 'Config',
  14: 'Pool',
  15: 'PerfInfo',
  16: 'Heap',
  17: 'Object',
  19: 'ModBound',
  20: 'Image',
  24: 'StackWalk',
  26: 'ALPC',
  27: 'SplitIo',
};

/** `TcpIp/Opcode(30)` */
export const kernelName = (hook: number): string =>
  `${groups[hook >> 8] ?? `Group(${hook >> 8})`}/Opcode(${hook & 0xff})`;

/** One line per event: `group/opcode threadFrom name`, then its fields in the notation of `fieldsOf`. */
const lines = `
00/5 header EventTrace/Extension GroupMask:hex32[8] KernelEventVersion:u32
00/32 header EventTrace/EndExtension GroupMask:hex32[8] KernelEventVersion:u32
00/8 header EventTrace/RundownComplete
00/80 header EventTrace/PartitionInfo EventVersion:u16 Reserved:u16 PartitionType:u32 QpcOffsetFromRoot:i64 PartitionId:wide
01/12 header DiskReadInit IrpPtr:ptr IssuingThreadID:u32
01/13 header DiskWriteInit IrpPtr:ptr IssuingThreadID:u32
01/15 header DiskFlushInit IrpPtr:ptr IssuingThreadID:u32
02/10 header PageFault/Transition VirtualAddr:ptr ProgramCounter:ptr
02/11 header PageFault/DemandZero VirtualAddr:ptr ProgramCounter:ptr
02/12 header PageFault/CopyOnWrite VirtualAddr:ptr ProgramCounter:ptr
02/13 header PageFault/GuardPage VirtualAddr:ptr ProgramCounter:ptr
02/14 header PageFault/HardPageFault VirtualAddr:ptr ProgramCounter:ptr
02/15 header PageFault/AccessViolation VirtualAddr:ptr ProgramCounter:ptr
02/105 header PageFault/ImageLoadBacked FileObject:ptr DeviceChar:hex32 FileChar:hex16 FileFlags:hex16
03/32 pid Process/PerfCtr -PID:u32 PageFaultCount:u32 HandleCount:u32 Reserved:u32 PeakVirtualSize:size(B) PeakWorkingSetSize:size(B) PeakPagefileUsage:size(B) QuotaPeakPagedPoolUsage:size(B) QuotaPeakNonPagedPoolUsage:size(B) VirtualSize:size(B) WorkingSetSize:size(B) PagefileUsage:size(B) QuotaPagedPoolUsage:size(B) QuotaNonPagedPoolUsage:size(B) PrivatePageCount:size(B)
03/33 pid Process/PerfCtrRundown -PID:u32 PageFaultCount:u32 HandleCount:u32 Reserved:u32 PeakVirtualSize:size(B) PeakWorkingSetSize:size(B) PeakPagefileUsage:size(B) QuotaPeakPagedPoolUsage:size(B) QuotaPeakNonPagedPoolUsage:size(B) VirtualSize:size(B) WorkingSetSize:size(B) PagefileUsage:size(B) QuotaPagedPoolUsage:size(B) QuotaNonPagedPoolUsage:size(B) PrivatePageCount:size(B)
05/48 cpu ThreadPriority ThreadID:u32 OldPriority:u8 NewPriority:u8
06/10 pid TcpSend -PID:u32 Size:u32(B) DestAddr:ip4 SrcAddr:ip4 DestPort:port SrcPort:port StartTime:u32 EndTime:u32 SeqNum:u32 ConnId:ptr
06/11 pid TcpReceive -PID:u32 Size:u32(B) DestAddr:ip4 SrcAddr:ip4 DestPort:port SrcPort:port SeqNum:u32 ConnId:ptr
06/12 pid TcpConnect -PID:u32 Size:u32(B) DestAddr:ip4 SrcAddr:ip4 DestPort:port SrcPort:port Mss:u16 SackOpt:u16 TsOpt:u16 WsOpt:u16 RcvWin:u32 RcvWinScale:u16 SndWinScale:u16 SeqNum:u32 ConnId:ptr
06/13 pid TcpDisconnect -PID:u32 Size:u32(B) DestAddr:ip4 SrcAddr:ip4 DestPort:port SrcPort:port SeqNum:u32 ConnId:ptr
06/14 pid TcpRetransmit -PID:u32 Size:u32(B) DestAddr:ip4 SrcAddr:ip4 DestPort:port SrcPort:port SeqNum:u32 ConnId:ptr
06/15 pid TcpAccept -PID:u32 Size:u32(B) DestAddr:ip4 SrcAddr:ip4 DestPort:port SrcPort:port Mss:u16 SackOpt:u16 TsOpt:u16 WsOpt:u16 RcvWin:u32 RcvWinScale:u16 SndWinScale:u16 SeqNum:u32 ConnId:ptr
06/16 pid TcpReconnect -PID:u32 Size:u32(B) DestAddr:ip4 SrcAddr:ip4 DestPort:port SrcPort:port SeqNum:u32 ConnId:ptr
06/17 header TcpFail Proto:u16 FailureCode:u16
06/18 pid TcpCopy -PID:u32 Size:u32(B) DestAddr:ip4 SrcAddr:ip4 DestPort:port SrcPort:port SeqNum:u32 ConnId:ptr
06/26 pid TcpSendV6 -PID:u32 Size:u32(B) DestAddr:ip6 SrcAddr:ip6 DestPort:port SrcPort:port StartTime:u32 EndTime:u32 SeqNum:u32 ConnId:ptr
06/27 pid TcpReceiveV6 -PID:u32 Size:u32(B) DestAddr:ip6 SrcAddr:ip6 DestPort:port SrcPort:port SeqNum:u32 ConnId:ptr
06/28 pid TcpConnectV6 -PID:u32 Size:u32(B) DestAddr:ip6 SrcAddr:ip6 DestPort:port SrcPort:port Mss:u16 SackOpt:u16 TsOpt:u16 WsOpt:u16 RcvWin:u32 RcvWinScale:u16 SndWinScale:u16 SeqNum:u32 ConnId:ptr
06/29 pid TcpDisconnectV6 -PID:u32 Size:u32(B) DestAddr:ip6 SrcAddr:ip6 DestPort:port SrcPort:port SeqNum:u32 ConnId:ptr
06/30 pid TcpRetransmitV6 -PID:u32 Size:u32(B) DestAddr:ip6 SrcAddr:ip6 DestPort:port SrcPort:port SeqNum:u32 ConnId:ptr
06/31 pid TcpAcceptV6 -PID:u32 Size:u32(B) DestAddr:ip6 SrcAddr:ip6 DestPort:port SrcPort:port Mss:u16 SackOpt:u16 TsOpt:u16 WsOpt:u16 RcvWin:u32 RcvWinScale:u16 SndWinScale:u16 SeqNum:u32 ConnId:ptr
08/10 pid UdpSend -PID:u32 Size:u32(B) DestAddr:ip4 SrcAddr:ip4 DestPort:port SrcPort:port SeqNum:u32 ConnId:ptr
08/11 pid UdpReceive -PID:u32 Size:u32(B) DestAddr:ip4 SrcAddr:ip4 DestPort:port SrcPort:port SeqNum:u32 ConnId:ptr
08/17 header UdpFail Proto:u16 FailureCode:u16
08/26 pid UdpSendV6 -PID:u32 Size:u32(B) DestAddr:ip6 SrcAddr:ip6 DestPort:port SrcPort:port SeqNum:u32 ConnId:ptr
08/27 pid UdpReceiveV6 -PID:u32 Size:u32(B) DestAddr:ip6 SrcAddr:ip6 DestPort:port SrcPort:port SeqNum:u32 ConnId:ptr
0b/10 header SystemConfig/CPU MHz:u32 NumberOfProcessors:u32 MemSize:u32(MB) PageSize:u32(B) AllocationGranularity:u32(B) ComputerName:wide[256] DomainName:wide[132] HyperThreadingFlag:ptr
0b/11 header SystemConfig/PhyDisk DiskNumber:u32 BytesPerSector:u32 SectorsPerTrack:u32 TracksPerCylinder:u32 Cylinders:u64 SCSIPort:u32 SCSIPath:u32 SCSITarget:u32 SCSILun:u32 Manufacturer:wide[256] PartitionCount:u32 WriteCacheEnabled:u8 Pad:u8 BootDriveLetter:wide[3]
0b/12 header SystemConfig/LogDisk StartOffset:u64(B) PartitionSize:u64(B) DiskNumber:u32 Size:u32 DriveType:u32 DriveLetterString:wide[4] Pad1:u32 PartitionNumber:u32 SectorsPerCluster:u32 BytesPerSector:u32 Pad2:u32 NumberOfFreeClusters:u64 TotalNumberOfClusters:u64 FileSystem:wide[16] VolumeExt:u32
0b/13 header SystemConfig/NIC PhysicalAddr:u64 PhysicalAddrLen:u32 Ipv4Index:u32 Ipv6Index:u32 NICDescription:wide IpAddresses:wide DnsServerAddresses:wide
0b/15 header SystemConfig/Services ProcessID:u32 ServiceState:u32 SubProcessTag:u32 ServiceName:wide DisplayName:wide ProcessName:wide
0b/16 header SystemConfig/Power S1:u8 S2:u8 S3:u8 S4:u8 S5:u8
0b/17 header SystemConfig/Network TcbTablePartitions:u32 MaxHashTableSize:u32 MaxUserPort:u32 TcpTimedWaitDelay:u32
0b/22 header SystemConfig/PnP ClassGuid:guid UpperFilters:u32 LowerFilters:u32 DeviceID:wide DeviceDescription:wide FriendlyName:wide PdoName:wide ServiceName:wide
0b/23 header SystemConfig/IDEChannel TargetID:u32 DeviceType:u32 DeviceTimingMode:u32 LocationInformationLen:u32 LocationInformation:wide
0b/25 header SystemConfig/Platform SystemManufacturer:wide SystemProductName:wide BiosDate:wide BiosVersion:wide
0f/34 header Mark Text:narrow
0f/72 header ProfileFreq-SetInterval Source:u32 New_Interval:u32 Old_Interval:u32 SourceName:wide
0f/73 header ProfileFreq-DCStart Source:u32 New_Interval:u32 Old_Interval:u32 SourceName:wide
0f/74 header ProfileFreq-DCEnd Source:u32 New_Interval:u32 Old_Interval:u32 SourceName:wide
14/33 header Image/KernelBase ImageBase:ptr
1a/33 cpu ALPC/SendMessage MessageID:u32
1a/34 cpu ALPC/ReceiveMessage MessageID:u32
1a/35 cpu ALPC/WaitForReply MessageID:u32
1a/36 cpu ALPC/WaitForNewMessage IsServerPort:u32 PortName:narrow
1a/37 cpu ALPC/Unwait Status:hex32
`;

const registry: Readonly<Record<number, string>> = {
  10: 'Create',
  11: 'Open',
  12: 'Delete',
  13: 'Query',
  14: 'SetValue',
  15: 'DeleteValue',
  16: 'QueryValue',
  17: 'EnumerateKey',
  18: 'EnumerateValueKey',
  19: 'QueryMultipleValue',
  20: 'SetInformation',
  21: 'Flush',
  22: 'KCBCreate',
  23: 'KCBDelete',
  24: 'KCBRundownBegin',
  25: 'KCBRundownEnd',
  26: 'Virtualize',
  27: 'Close',
};

const known = new Map<number, KernelDef>();
for (const line of lines.trim().split('\n')) {
  const [hook = '', who = '', name = '', ...fields] = line.split(' ');
  const [group = '', opcode = ''] = hook.split('/');
  const def = kernelDef(name, fields.join(' '));
  known.set((Number.parseInt(group, 16) << 8) | Number(opcode), { def, threadFrom: who as ThreadSource });
}
for (const [opcode, name] of Object.entries(registry)) {
  const fields = 'InitialTime:i64 Status:hex32 Index:u32 KeyHandle:ptr KeyName:wide';
  known.set(0x0900 | Number(opcode), { def: kernelDef(`Registry/${name}`, fields), threadFrom: 'header' });
}

/** undefined: no event in this list. */
export const knownKernel = (hook: number): KernelDef | undefined => known.get(hook);
