/** Traces of others, beside what PerfView and an independent reader say of them. */
import { readFileSync } from 'node:fs';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { bytesOf, corpus, missing, traceIn } from '../../fixtures/shared.ts';
import type { Recorder } from '../kit/recorder.ts';
import { readAll } from '../kit/recorder.ts';
import { etl } from './format.ts';

describe.each([
  ['airbus/AMSITrace.etl', 19, 'events-lost'],
  ['airbus/lxcore_kernel.etl', 2, null],
  ['perfview/SelfDescribingSingleEvent.etl', 1, null],
  ['perfview/smallEtlFile.etl', 1, null],
])('%s', (name, count, problem) => {
  const path = corpus(`etl/${name}`);
  it.skipIf(missing(path))('is read to its last byte', async () => {
    const bytes = await bytesOf(path);
    expect(etl.sniff(bytes.subarray(0, 64 << 10), name)).toBe('yes');
    const { events, problems, counts, failed } = readAll(etl, bytes);
    expect(failed).toBeNull();
    expect(counts.used + counts.blank).toBe(bytes.length);
    const ofProviders = events.filter(
      ({ component, fields }) =>
        component !== null && component !== 'KernelTraceControl' && !('MofLength' in (fields ?? {})),
    );
    expect(ofProviders).toHaveLength(count);
    expect(problems.map(({ code }) => code)).toEqual(problem === null ? [] : [problem]);
  });
});

/** Traces that have been read, by path. */
const read = new Map<string, Recorder>();

function recorderOf(path: string): Recorder {
  const recorder = read.get(path) ?? readAll(etl, traceIn(path), {}, 1 << 20);
  read.set(path, recorder);
  return recorder;
}
afterAll(() => read.clear());

const net = corpus('etl/perfview/net.4.5.2.x64.etl.zip');

describe.skipIf(missing(net))('a trace of the kernel and of .NET, merged and compressed', () => {
  let recorder: Recorder;
  beforeAll(() => {
    recorder = recorderOf(net);
  }, 120_000);

  it('is read whole, with every stack joined to its event', () => {
    const { counts, problems, failed } = recorder;
    expect([failed, problems, counts.skipped]).toEqual([null, [], 0]);
    expect(counts.used + counts.blank).toBe(4_879_401);
  });

  it('has the samples that PerfView counts, except idle ones', () => {
    const { samples } = recorder;
    expect(samples).toHaveLength(79_528);
    const ofIdle = samples.filter(({ thread }) => thread?.tid === 0);
    expect(ofIdle).toHaveLength(73_313);
    const served = ofIdle.filter(({ stack }) => /^\[(?:DPC|ISR)\]/.test(stack ?? ''));
    expect(served).toHaveLength(105);
    expect(samples.length - ofIdle.length + served.length).toBe(6320);
    expect(samples.filter(({ thread }) => thread?.process === null)).toEqual([]);
  });

  it('has stacks below its modules, and methods that .NET compiled', () => {
    const busy = recorder.samples.filter(({ thread }) => thread?.process === 'Test.x64.exe');
    const modules = new Map<string, number>();
    for (const { frames } of busy) {
      const module = frames.at(-1)!.module;
      modules.set(module, (modules.get(module) ?? 0) + 1);
    }
    const [first] = [...modules].sort((a, b) => b[1] - a[1]);
    expect(first?.[0]).toMatch(/^C:\\Windows\\.*\\mscorlib\.dll$/);
    expect(busy.filter(({ frames }) => frames.length > 3).length).toBeGreaterThan(busy.length * 0.9);
    expect(busy.some(({ stack }) => stack?.includes('Program.Main'))).toBe(true);
  });
});

/** Fields, as `Event.Field`, whose value in PerfView's text is not a value of the row; all others are compared. */
const exceptions: Readonly<Record<string, RegExp>> = {
  'is the thread, CPU, duration or name of the row, or its frames':
    /^PerfInfo\/Sample\.(?:Executing(?:DPC|ISR)|Priority|ProcessorNumber|Rank)$|^Process\/(?:DCStart|DCStop)\.ImageFileName$|^(?:Process\/\w+|ImageID)\.ProcessID$|^Thread\/(?:Start|Stop)\.Win32StartAddr$|\.(?:ElapsedTimeMSec|DiskServiceTimeMSec)$/,
  'is a time, which PerfView prints in the zone of the baseline':
    /^EventTrace\.(?:Boot|Start|End)Time$|^Process(?:Start\/Start|Stop\/Stop)\.(?:Create|Exit)Time$|\.(?:BuildTime|InstallDate|file_time_type|system_time_type)$/,
  'is a name for a number or for bits, or the number of what the trace names':
    /^DiskIO\/\w+\.(?:IrpFlags|Priority)$|^Create\.(?:CreateDisposition|CreateOptions|ShareAccess)$|^(?:GC\/\w+\.(?:\w+Mechanisms|PauseMode|BucketKind)|Runtime\/Start\.StartupMode|NgenBinder\/NgenBind\.ReasonCode)$|^Loader\/\w+\.(?:AppDomain|Assembly|Module)Flags$|^(?:AppDomainResourceManagement\/ThreadCreated|Process\/\w+)\.Flags$|^\w+EnableParameters\.(?:keywords|stacks)$|\.char_type$/,
  'is signed in PerfView, and not in the trace':
    /^(?:Exception\/Start\.ExceptionHRESULT|SystemConfig\/NIC\.PhysicalAddr|SystemConfig\/Network\.MaxHashTableSize)$|^Image\/\w+\.TimeDateStamp$|^Process\/(?:DCStart|DCStop)\.SessionID$|\.int64_type$/,
  'is computed by PerfView from other fields or events':
    /^GC\/HeapStats\.Total(?:HeapSize|Promoted)$|^GC\/FinalizeObject\.TypeName$|^Loader\/Module\w+\.ModuleILFileName$|^Thread\/(?:Start|Stop)\.Parent(?:Process|Thread)ID$|^SystemConfig\/Services\.ProcessName$|^Image\/\w+\.ImageSize$/,
  'is not in this version of the record; PerfView prints a default':
    /^Method\/\w+\.(?:ReJITID|OptimizationTier)$/,
  'is in a list, or in bytes that PerfView reads further':
    /^EventTrace\/(?:End)?Extension\.GroupMask\d$|^Type\/BulkType\.Type(?:ID|Name)_0$|^DnsServerForInterface\.Address$/,
  'is read by PerfView from other bytes than the layout has, as the affinity for an address':
    /^Thread\/(?:Start|Stop)\.StartAddr$|^UdpIp\/(?:Send|Recv)\.context$/,
  'has its folder on a drive in the row': /^ProcessStart\/Start\.ImageName$/,
  'is of the header of a trace or a manifest, and not stored':
    /^EventTrace\.(?:Version|ProviderVersion|TimerResolution|MaxFileSize|BuffersWritten|StartBuffers|ReservedFlags|UtcOffsetMinutes)$|^ManifestData\.Magic$/,
};
const isException = (field: string): boolean => Object.values(exceptions).some(each => each.test(field));
/** Records whose thread PerfView takes from the payload, or from bytes that are none. */
const ofOtherThreads =
  /DiskIO\/FlushBuffers|SystemConfig\/Services|EventTrace\/(?:Extension|EndExtension)|Image\/Unload/;
/** Nothing built in describes it: kept as bytes. */
const asBytes = /DotNETRuntimePrivate\/GC\/PerHeapHistory/;

describe.each([
  ['primitive-types', 6],
  ['gcevents', 52],
  ['net.4.5.2.x64', 480],
])('%s', (name, count) => {
  const path = corpus(`etl/perfview/${name}.etl.zip`);
  const baseline = corpus(`etl/perfview/${name}.baseline.txt`);
  it.skipIf(missing(path) || missing(baseline))(
    'has each event that PerfView shows, at its time, of its thread, with its values',
    () => {
      const rows = rowsByTime(recorderOf(path));
      const lines = readFileSync(baseline, 'utf8').split(/\r?\n/);
      const wanted = lines.filter(line => line.startsWith('EVENT')).map(wantedOf);
      expect(wanted).toHaveLength(count);
      const wrong = wanted.map(each =>
        (rows.get(each.us) ?? []).some(row => fits(row, each)) ? '' : each.line,
      );
      expect(wrong.filter(line => line !== '')).toEqual([]);
    },
    120_000,
  );
});

interface Row {
  readonly cpu: number;
  readonly pid: number;
  readonly tid: number;
  readonly values: ReadonlySet<string>;
}

interface Wanted extends Omit<Row, 'values'> {
  readonly line: string;
  readonly name: string;
  /** µs since the start, as exact as the ms that PerfView prints. */
  readonly us: number;
  readonly fields: readonly (readonly [key: string, value: string])[];
}

function rowsByTime({ events, samples }: Recorder): Map<number, Row[]> {
  const rows = new Map<number, Row[]>();
  const add = (end: number, row: Row) => {
    const us = Math.round(end / 1000);
    rows.set(us, [...(rows.get(us) ?? []), row]);
  };
  for (const { ts, duration, cpu, thread, fields } of events)
    add((ts ?? 0) + (duration ?? 0), {
      cpu: cpu ?? -1,
      pid: thread?.pid ?? -1,
      tid: thread?.tid ?? -1,
      values: new Set(Object.values(fields).map(value => plain(String(value ?? '')))),
    });
  for (const { ts, cpu, thread, frames, weight } of samples)
    add(ts ?? 0, {
      cpu: cpu ?? -1,
      pid: thread?.pid ?? -1,
      tid: thread?.tid ?? -1,
      values: new Set([String(frames.at(-1)?.address ?? 0n), String(weight)]),
    });
  return rows;
}

function wantedOf(line: string): Wanted {
  const [, ms, name, pid, tid, cpu, rest] =
    /^EVENT ([\d,.]+): (.+?) PID=(-?\d+); TID=(-?\d+); PName=.*?; ProceNum=(\d+); DataLen=\d+; ?(.*)$/.exec(
      line,
    )!;
  const fields = rest!
    .split('; ')
    .filter(field => field.includes('='))
    .map(field => [field.slice(0, field.indexOf('=')), field.slice(field.indexOf('=') + 1)] as const);
  const us = Math.round(Number(ms!.replaceAll(',', '')) * 1000);
  return { line, name: name!, us, cpu: Number(cpu), pid: Number(pid), tid: Number(tid), fields };
}

function fits(row: Row, { cpu, pid, tid, name, fields }: Wanted): boolean {
  if (row.cpu !== cpu) return false;
  if (!ofOtherThreads.test(name) && (row.pid !== pid || row.tid !== tid)) return false;
  if (asBytes.test(name)) return true;
  return fields.every(([key, value]) => {
    if (value === '' || isException(`${name.slice(name.indexOf('/') + 1)}.${key}`)) return true;
    if (!value.endsWith('...')) return row.values.has(plain(value));
    // PerfView cuts texts.
    const start = value.slice(0, -3).toLowerCase();
    return [...row.values].some(
      text => text.startsWith(start.trimStart()) || text.trimStart().startsWith(start.trimStart()),
    );
  });
}

/** Numbers without their commas, hexadecimal ones as others. */
function plain(text: string): string {
  const trimmed = text.trim();
  if (/^-?[\d,]+$/.test(trimmed)) return trimmed.replaceAll(',', '');
  if (/^0x[0-9a-f]+$/i.test(trimmed)) return BigInt(trimmed).toString();
  return trimmed.toLowerCase();
}
