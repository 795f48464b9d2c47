/** Columns of nmon's sections: depending on the section, they are counters, devices, or both in one word. */
import type { Counter } from '../kit/metrics/series.ts';
import { unitOf } from '../kit/metrics/values.ts';

/** One column: the instance of the object, and the counter. */
export interface NmonColumn {
  readonly object: string;
  readonly instance: string | null;
  readonly counter: Counter;
}

const objects: Readonly<Record<string, string>> = {
  MEM: 'memory',
  MEMNEW: 'memory',
  MEMUSE: 'memory',
  MEMAMS: 'memory',
  VM: 'memory',
  PAGE: 'paging',
  PROC: 'scheduler',
  FILE: 'system',
  LPAR: 'lpar',
  POOLS: 'pools',
  PROCAIO: 'aio',
};

/** `NET`, `NETPACKET`, `IOADAPT`: the device, then the counter: `en0-read-KB/s`, `fcs0_xfer-tps`. */
const joined = /^(.+?)[-_]((?:read|write|xfer|ierrs|oerrs|collisions|reads|writes|total)\b.*)$/;

/** @param title of the section, with the host at its end */
export function columnsOf(section: string, title: string, names: readonly string[]): NmonColumn[] {
  const cpu = /^(P|S)?CPU(\d+|_ALL)$/.exec(section);
  const disk = /^(?:DISK|DG|VP)([A-Z]+?)\d*$/.exec(section);
  const files = /^JFS(FILE|INODE)$/.exec(section);
  const net = /^(?:NET|IOADAPT|FC|SEA)/.test(section);
  return names.map((name): NmonColumn => {
    const unit = unitOfColumn(name) ?? unitOfTitle(title);
    if (cpu !== null) {
      const object = { P: 'physical cpu', S: 'scaled cpu' }[cpu[1] ?? ''] ?? 'cpu';
      const instance = cpu[2] === '_ALL' ? 'all' : String(Number(cpu[2]));
      return { object, instance, counter: { counter: name, unit: unitOfColumn(name) } };
    }
    if (disk !== null)
      return {
        object: 'disk',
        instance: name,
        counter: { counter: section.replace(/(?<!\d)\d+$/, ''), unit },
      };
    if (files !== null)
      return { object: 'filesystem', instance: name, counter: { counter: section, unit: '%' } };
    const split = net ? joined.exec(name) : null;
    if (split !== null) {
      const object = section.startsWith('IO') ? 'adapter' : 'network';
      // Packets and bytes have the same names in two sections.
      const counter =
        section === 'NETPACKET'
          ? `packets ${split[2]!}`
          : section === 'NETSIZE'
            ? `size ${split[2]!}`
            : split[2]!;
      return { object, instance: split[1]!, counter: { counter, unit: section === 'NETSIZE' ? 'B' : unit } };
    }
    return {
      object: objects[section] ?? section.toLowerCase(),
      instance: null,
      counter: { counter: name, unit },
    };
  });
}

function unitOfColumn(name: string): string | null {
  if (/%/.test(name)) return '%';
  if (/KB\/s$/i.test(name)) return 'kB/s';
  if (/MB$|\(MB\)/.test(name)) return 'MB';
  return /-?tps$|\/s$/.test(name) ? '/s' : unitOf(name);
}

function unitOfTitle(title: string): string | null {
  if (/%/.test(title)) return '%';
  if (/KB\/s/i.test(title)) return 'kB/s';
  if (/Block Size/.test(title)) return 'kB';
  if (/ MB\b/.test(title)) return 'MB';
  if (/per second/.test(title)) return '/s';
  return /Service Time|msec/.test(title) ? 'ms' : null;
}

/** Columns of `TOP`, which has a row per process. */
export function topCounter(name: string): Counter | null {
  if (/^\+?(?:PID|Command|Time|WLMclass)$/.test(name.trim())) return null;
  if (name.startsWith('%')) return { counter: name, unit: '%' };
  if (/^(?:Size|ResSet|ResText|ResData|ShdLib|CharIO|RAM)$/.test(name)) return { counter: name, unit: 'kB' };
  return { counter: name, unit: null };
}

/** Sections of averages over operations, and sections that count these; the first of them in the file is used. */
const averages: Readonly<Record<string, readonly string[]>> = {
  DISKBSIZE: ['DISKXFER'],
  DISKSERV: ['DISKXFER'],
  DISKWAIT: ['DISKXFER'],
  DISKAVGRIO: ['DISKRIO', 'DISKXFER'],
  DISKAVGWIO: ['DISKWIO', 'DISKXFER'],
  DISKREADSERV: ['DISKRIO', 'DISKXFER'],
  DISKWRITESERV: ['DISKWIO', 'DISKXFER'],
};

/**
 * The sections that count the operations of an average. Sections of many disks are split: `DISKXFER`, `DISKXFER1`, …
 */
export function operationSections(section: string): readonly string[] {
  const [, name, part] = /^(.+?)(\d{0,16})$/.exec(section)!;
  return (averages[name!] ?? []).map(each => each + part);
}
