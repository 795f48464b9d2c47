/**
 * Generates an esxtop capture of any size. It has esxtop's objects and counters in about their usual
 * proportions: mostly CPU of worlds, then devices. Values have their usual forms: percentages with two
 * decimals, counts, many zeros.
 */
import { closeSync, openSync, writeSync } from 'node:fs';

const groupCpu = [
  'Members',
  '% Used',
  '% Run',
  '% System',
  '% Wait',
  '% VmWait',
  '% Ready',
  '% Idle',
  '% Overlap',
  '% CoStop',
  '% Max Limited',
  '% Swap Wait',
  'Cpu Power (Watts)',
];
const vcpu = groupCpu.slice(1);
const device = [
  'Commands/sec',
  'Reads/sec',
  'Writes/sec',
  'MBytes Read/sec',
  'MBytes Written/sec',
  'Average Driver MilliSec/Command',
  'Average Kernel MilliSec/Command',
  'Average Guest MilliSec/Command',
  'Average Queue MilliSec/Command',
];
const network = [
  'Packets Transmitted/sec',
  'MBits Transmitted/sec',
  'Packets Received/sec',
  'MBits Received/sec',
  '% Outbound Packets Dropped',
  '% Received Packets Dropped',
];

function* titles(): Generator<string> {
  for (const minutes of [1, 5, 15]) yield `Memory\\Memory Overcommit (${minutes} Minute Avg)`;
  for (const minutes of [1, 5, 15]) yield `Physical Cpu Load\\Cpu Load (${minutes} Minute Avg)`;
  for (const cpu of [...Array(64).keys(), '_Total']) {
    for (const counter of ['% Processor Time', '% Util Time', '% Core Util Time'])
      yield `Physical Cpu(${cpu})\\${counter}`;
  }
  for (let id = 1; ; id++) {
    const world = 2_098_000 + id * 37;
    for (const counter of groupCpu) yield `Group Cpu(${world}:vm-${id})\\${counter}`;
    for (let cpu = 0; cpu < 4; cpu++) {
      for (const counter of vcpu)
        yield `Vcpu(${world}:vm-${id}:${world + cpu}:vmx-vcpu-${cpu}:vm-${id})\\${counter}`;
    }
    for (const counter of network)
      yield `Network Port(DvsPortset-0:${67_108_000 + id}:${world}:vm-${id}.eth0)\\${counter}`;
    for (const counter of device)
      yield `Physical Disk Per-Device-Per-World(naa.600508b1001c${id}:${world}:vm-${id})\\${counter}`;
    for (const counter of device) yield `Virtual Disk(vm-${id}:scsi0:${id % 4})\\${counter}`;
  }
}

/** Pseudo-random numbers, the same in every run. */
function random(): () => number {
  let state = 1;
  return () => {
    state = (Math.imul(state, 1664525) + 1013904223) | 0;
    return (state >>> 0) / 2 ** 32;
  };
}

/** Writes the file; returns its size in bytes. */
export function generateEsxtop(path: string, columns: number, rows: number): number {
  const next = random();
  const file = openSync(path, 'w');
  const names: string[] = [];
  for (const title of titles()) {
    if (names.length === columns) break;
    names.push(title);
  }
  let size = writeSync(
    file,
    `"(PDH-CSV 4.0) (UTC)(0)",${names.map(name => `"\\\\esx1.example.org\\${name}"`).join(',')}\n`,
  );
  const busy = names.map(() => next() < 0.6);
  for (let row = 0; row < rows; row++) {
    const time = new Date(Date.UTC(2026, 10, 21, 4, 0, row * 5)).toISOString();
    const [year, month, day] = time.slice(0, 10).split('-');
    let line = `"${month}/${day}/${year} ${time.slice(11, 19)}"`;
    for (let column = 0; column < names.length; column++) {
      const name = names[column]!;
      if (/Members|Packets/.test(name)) line += `,"${busy[column] ? Math.floor(next() * 3000) : 0}"`;
      else line += `,"${busy[column] ? (next() * 120).toFixed(2) : '0.00'}"`;
    }
    size += writeSync(file, `${line}\n`);
  }
  closeSync(file);
  return size;
}
