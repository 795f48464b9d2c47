/**
 * Definitions of events of the .NET runtime, for traces without their descriptions: those of a user session that was not merged.
 * https://learn.microsoft.com/dotnet/fundamentals/diagnostics/runtime-events
 */
import { type EventDef, fieldsOf, type ValueMap } from './schema.ts';

const map = (...names: readonly string[]): ValueMap => ({
  names: new Map(names.map((name, value) => [value, name])),
  isBits: false,
});

const maps: Readonly<Record<string, ValueMap>> = {
  reason: map(
    'AllocSmall',
    'Induced',
    'LowMemory',
    'Empty',
    'AllocLarge',
    'OutOfSpaceSOH',
    'OutOfSpaceLOH',
    'InducedNotForced',
  ),
  type: map('NonConcurrentGC', 'BackgroundGC', 'ForegroundGC'),
  kind: map('Small', 'Large', 'Pinned'),
  heap: map('SmallObjectHeap', 'LargeObjectHeap', 'ReadOnlyHeap', 'PinnedObjectHeap'),
  suspend: map(
    'Other',
    'SuspendForGC',
    'SuspendForAppDomainShutdown',
    'SuspendForCodePitching',
    'SuspendForShutdown',
    'SuspendForDebugger',
    'SuspendForGCPrep',
    'SuspendForDebuggerSweep',
  ),
  sku: {
    names: new Map([
      [1, 'DesktopClr'],
      [2, 'CoreClr'],
    ]),
    isBits: false,
  },
};

const clr = 'ClrInstanceID:u16';
const generations = [0, 1, 2, 3].map(n => `GenerationSize${n}:u64(B) TotalPromotedSize${n}:u64(B)`).join(' ');
const method =
  'MethodID:hex64 ModuleID:hex64 MethodStartAddress:hex64 MethodSize:u32(B) MethodToken:hex32 MethodFlags:hex32 MethodNamespace:wide MethodName:wide MethodSignature:wide';
const module =
  'ModuleID:hex64 AssemblyID:hex64 ModuleFlags:hex32 Reserved1:u32 ModuleILPath:wide ModuleNativePath:wide';
const phase =
  'AppDomainID:u32 LoadContextID:u32 FromLoaderCache:u32 DynamicLoad:u32 AssemblyCodebase:wide AssemblyName:wide';
const history =
  'FinalYoungestDesired:u64(B) NumHeaps:i32 CondemnedGeneration:u32 Gen0ReductionCount:u32 Reason:u32=reason GlobalMechanisms:hex32';
const information =
  'ClrInstanceID:u16 Sku:u16=sku BclMajorVersion:u16 BclMinorVersion:u16 BclBuildNumber:u16 BclQfeNumber:u16 VMMajorVersion:u16 VMMinorVersion:u16 VMBuildNumber:u16 VMQfeNumber:u16 StartupFlags:u32 StartupMode:u8 CommandLine:wide ComObjectGuid:guid RuntimeDllPath:wide';
const tick =
  'AllocationAmount:u32(B) AllocationKind:u32=kind ClrInstanceID:u16 AllocationAmount64:u64(B) TypeID:ptr TypeName:wide HeapIndex:u32';

/** `id version name`, then fields. */
const runtime = `
1 1 GarbageCollection/win:Start Count:u32 Depth:u32 Reason:u32=reason Type:u32=type ${clr}
1 2 GarbageCollection/win:Start Count:u32 Depth:u32 Reason:u32=reason Type:u32=type ${clr} ClientSequenceNumber:u64
2 1 GarbageCollection/win:Stop Count:u32 Depth:u32 ${clr}
3 1 GarbageCollection/GCRestartEEEnd ${clr}
4 1 GarbageCollection/GCHeapStats ${generations} FinalizationPromotedSize:u64(B) FinalizationPromotedCount:u64 PinnedObjectCount:u32 SinkBlockCount:u32 GCHandleCount:u32 ${clr}
4 2 GarbageCollection/GCHeapStats ${generations} FinalizationPromotedSize:u64(B) FinalizationPromotedCount:u64 PinnedObjectCount:u32 SinkBlockCount:u32 GCHandleCount:u32 ${clr} GenerationSize4:u64(B) TotalPromotedSize4:u64(B)
5 1 GarbageCollection/GCCreateSegment Address:hex64 Size:u64(B) Type:u32=heap ${clr}
6 1 GarbageCollection/GCFreeSegment Address:hex64 ${clr}
7 1 GarbageCollection/GCRestartEEBegin ${clr}
8 1 GarbageCollection/GCSuspendEEEnd ${clr}
9 1 GarbageCollection/GCSuspendEEBegin Reason:u32=suspend Count:u32 ${clr}
10 2 GarbageCollection/GCAllocationTick ${tick}
10 3 GarbageCollection/GCAllocationTick ${tick} Address:ptr
10 4 GarbageCollection/GCAllocationTick ${tick} Address:ptr ObjectSize:u64(B)
11 1 GarbageCollection/GCCreateConcurrentThread ${clr}
12 1 GarbageCollection/GCTerminateConcurrentThread ${clr}
13 1 GarbageCollection/GCFinalizersEnd Count:u32 ${clr}
14 1 GarbageCollection/GCFinalizersBegin ${clr}
29 0 GarbageCollection/FinalizeObject TypeID:ptr ObjectID:ptr ${clr}
33 0 GarbageCollection/PinObjectAtGCTime HandleID:ptr ObjectID:ptr ObjectSize:u64(B) TypeName:wide ${clr}
35 0 GarbageCollection/Triggered Reason:u32=reason ${clr}
80 1 Exception/win:Start ExceptionType:wide ExceptionMessage:wide ExceptionEIP:ptr ExceptionHRESULT:hex32 ExceptionFlags:hex16 ${clr}
143 1 CLRMethod/MethodLoadVerbose ${method} ${clr}
143 2 CLRMethod/MethodLoadVerbose ${method} ${clr} ReJITID:u64
144 1 CLRMethod/MethodUnloadVerbose ${method} ${clr}
144 2 CLRMethod/MethodUnloadVerbose ${method} ${clr} ReJITID:u64
145 1 CLRMethod/MethodJittingStarted MethodID:hex64 ModuleID:hex64 MethodToken:hex32 MethodILSize:u32(B) MethodNamespace:wide MethodName:wide MethodSignature:wide ${clr}
152 1 CLRLoader/ModuleLoad ${module} ${clr}
152 2 CLRLoader/ModuleLoad ${module} ${clr} ManagedPdbSignature:guid ManagedPdbAge:u32 ManagedPdbBuildPath:wide NativePdbSignature:guid NativePdbAge:u32 NativePdbBuildPath:wide
187 0 CLRRuntimeInformation/win:Start ${information}
202 0 GarbageCollection/GCMarkWithType HeapNum:u32 ClrInstanceID:u16 Type:u32 Promoted:u64(B)
204 3 GarbageCollection/GCPerHeapHistory ClrInstanceID:u16 FreeListAllocated:size(B) FreeListRejected:size(B) EndOfSegAllocated:size(B) CondemnedAllocated:size(B) PinnedAllocated:size(B) PinnedAllocatedAdvance:size(B) RunningFreeListEfficiency:u32 CondemnReasons0:u32 CondemnReasons1:u32 CompactMechanisms:hex32 ExpandMechanisms:hex32 HeapIndex:u32 ExtraGen0Commit:size(B) Count:u32 Values:rest
205 4 GarbageCollection/GCGlobalHeapHistory ${history} ClrInstanceID:u16 PauseMode:u32 MemoryPressure:u32 CondemnReasons0:u32 CondemnReasons1:u32 Count:u32 Values:rest
208 0 GarbageCollection/GCLOHCompact ClrInstanceID:u16 Count:u16 Values:rest
209 0 GarbageCollection/GCFitBucketInfo ClrInstanceID:u16 BucketKind:u16 TotalSize:u64(B) Count:u16 Values:rest
`;

const ofPrivate = `
2 1 GarbageCollectionPrivate/PrvGCSettings SegmentSize:u64(B) LargeObjectSegmentSize:u64(B) ServerGC:bool ${clr}
5 1 GarbageCollectionPrivate/PrvGCGlobalHeapHistory ${history} ${clr}
7 1 GarbageCollectionPrivate/PrvGCMarkStackRoots HeapNum:u32 ${clr}
8 1 GarbageCollectionPrivate/PrvGCMarkFinalizeQueueRoots HeapNum:u32 ${clr}
9 1 GarbageCollectionPrivate/PrvGCMarkHandles HeapNum:u32 ${clr}
10 1 GarbageCollectionPrivate/PrvGCMarkCards HeapNum:u32 ${clr}
161 0 CLRLoaderBinding/NgenPhaseStart ${phase} ${clr}
162 0 CLRLoaderBinding/NgenPhaseEnd ${phase} ${clr}
165 0 CLRLoaderBinding/LoaderPhaseStart ${phase} ${clr}
166 0 CLRLoaderBinding/LoaderPhaseEnd ${phase} ${clr}
171 0 CLRLoaderBinding/LoaderAssemblyInitPhaseStart ${phase} ${clr}
172 0 CLRLoaderBinding/LoaderAssemblyInitPhaseEnd ${phase} ${clr}
173 0 CLRLoaderBinding/LoaderMappingPhaseStart ${phase} ${clr}
174 0 CLRLoaderBinding/LoaderMappingPhaseEnd ${phase} ${clr}
175 0 CLRLoaderBinding/LoaderDeliverEventsPhaseStart ${phase} ${clr}
176 0 CLRLoaderBinding/LoaderDeliverEventsPhaseEnd ${phase} ${clr}
188 0 CLRNgenBinder/NgenBind ClrInstanceID:u16 BindingID:u64 ReasonCode:u32 AssemblyName:wide
196 0 CLRLoaderBinding/FusionMessage ClrInstanceID:u16 Prepend:bool Message:wide
`;

const rundownMethod =
  'MethodID:hex64 ModuleID:hex64 MethodStartAddress:hex64 MethodSize:u32(B) MethodToken:hex32 MethodFlags:hex32';
const pdbs =
  'ManagedPdbSignature:guid ManagedPdbAge:u32 ManagedPdbBuildPath:wide NativePdbSignature:guid NativePdbAge:u32 NativePdbBuildPath:wide';
const domainModule =
  'ModuleID:hex64 AssemblyID:hex64 AppDomainID:hex64 ModuleFlags:hex32 Reserved1:u32 ModuleILPath:wide ModuleNativePath:wide';
const assembly = 'AssemblyFlags:hex32 FullyQualifiedAssemblyName:wide';
const domain = 'AppDomainID:hex64 AppDomainFlags:hex32 AppDomainName:wide';

/** A rundown has each event twice, at its start and at its end: both ids, then the version and the name, whose `DC*` is `DCStart` or `DCStop`. */
const ofRundown = `
141,142 0 CLRMethodRundown/MethodDC* ${rundownMethod}
141,142 1 CLRMethodRundown/MethodDC* ${rundownMethod} ${clr}
141,142 2 CLRMethodRundown/MethodDC* ${rundownMethod} ${clr} ReJITID:u64
143,144 0 CLRMethodRundown/MethodDC*Verbose ${method}
143,144 1 CLRMethodRundown/MethodDC*Verbose ${method} ${clr}
143,144 2 CLRMethodRundown/MethodDC*Verbose ${method} ${clr} ReJITID:u64
145,146 0 CLRMethodRundown/MethodDC*Complete
145,146 1 CLRMethodRundown/MethodDC*Complete ${clr}
147,148 0 CLRMethodRundown/MethodDC*Init
147,148 1 CLRMethodRundown/MethodDC*Init ${clr}
151,152 0 CLRLoaderRundown/DomainModuleDC* ${domainModule}
151,152 1 CLRLoaderRundown/DomainModuleDC* ${domainModule} ${clr}
153,154 0 CLRLoaderRundown/ModuleDC* ${module}
153,154 1 CLRLoaderRundown/ModuleDC* ${module} ${clr}
153,154 2 CLRLoaderRundown/ModuleDC* ${module} ${clr} ${pdbs}
155,156 0 CLRLoaderRundown/AssemblyDC* AssemblyID:hex64 AppDomainID:hex64 ${assembly}
155,156 1 CLRLoaderRundown/AssemblyDC* AssemblyID:hex64 AppDomainID:hex64 BindingID:hex64 ${assembly} ${clr}
157,158 0 CLRLoaderRundown/AppDomainDC* ${domain}
157,158 1 CLRLoaderRundown/AppDomainDC* ${domain} AppDomainIndex:u32 ${clr}
160,161 0 ClrPerfTrack/ModuleRangeDC* ${clr} ModuleID:hex64 RangeBegin:hex32 RangeSize:u32(B) RangeType:u8
159,159 0 CLRLoaderRundown/ThreadDC ManagedThreadID:hex64 AppDomainID:hex64 Flags:hex32 ManagedThreadIndex:u32 OSThreadID:u32 ${clr}
187,187 0 CLRRuntimeInformationRundown/win:Start ${information}
`;

/** @param lines each defines one event, or two with a comma between their ids: the `*` of the name is `Start` in the first and `Stop` in the second */
export function* defsOf(guid: string, provider: string, lines: string): Generator<[string, EventDef]> {
  for (const line of lines.trim().split('\n')) {
    const [ids, version, name, ...words] = line.split(' ');
    const fields = fieldsOf(words.join(' '), () => undefined, maps);
    for (const [at, id] of ids!.split(',').entries()) {
      const kind = `${provider}/${name!.replace('*', at === 0 ? 'Start' : 'Stop')}`;
      yield [`${guid} ${id} ${version}`, { kind, provider, fields, isNamed: true }];
    }
  }
}

/** By GUID, id and version. */
export const runtimeEvents: ReadonlyMap<string, EventDef> = new Map([
  ...defsOf('e13c0d23-ccbc-4e12-931b-d9cc2eee27e4', 'Microsoft-Windows-DotNETRuntime', runtime),
  ...defsOf('763fd754-7086-4dfe-95eb-c01a46faf4ca', 'Microsoft-Windows-DotNETRuntimePrivate', ofPrivate),
  ...defsOf('a669021c-c450-4609-a035-5af59af4df18', 'Microsoft-Windows-DotNETRuntimeRundown', ofRundown),
]);
