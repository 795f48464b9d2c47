/** Output of `perf script` for a file, one line per sample or event, in the form of {@link CaptureLines}. */
import { spawnSync } from 'node:child_process';

export interface CaptureLines {
  /** False if perf does not print the CPU, because one of the events does not have it. */
  readonly hasCpu: boolean;
  readonly samples: readonly string[];
  /** Events of tracepoints. */
  readonly events: readonly string[];
}

const maxBuffer = 2 ** 30;

/** Runs `perf script` for these fields, except those that it cannot print for the events of the file. */
function perfScript(file: string, wanted: readonly string[], ...more: readonly string[]): readonly string[] {
  let fields = wanted;
  for (;;) {
    const all = ['script', '--force', '--ns', '--no-inline', '-i', file, '-F', fields.join(','), ...more];
    const { status, stdout, stderr } = spawnSync('perf', all, { encoding: 'latin1', maxBuffer });
    const missingField = /Cannot print '(\w+)' field/.exec(stderr)?.[1];
    if (missingField !== undefined) {
      fields = fields.filter(field => field !== missingField);
      continue;
    }
    if (status !== 0)
      throw new Error(`perf script: ${stderr.replaceAll(/'trace' not valid .*\n/g, '').slice(0, 300)}`);
    return Buffer.from(stdout, 'latin1').toString('utf8').split('\n');
  }
}

const header =
  /^\s*(?:(.*?)\s+)?(-?\d+)\/(-?\d+)\s+(?:\[(\d+)\]\s*)?(?:(\d+\.\d{9}):)?\s*(?:(\d+)\s+)?(\S.*?):(?: (.*))?$/;
/** The name of a module may end with ` (deleted)`. */
const frame = /^\s*([0-9a-f]+) (.*) \(((?:[^()]|\(deleted\))*)\)$/;

export function perfScriptOf(file: string): CaptureLines {
  const fields = ['comm', 'pid', 'tid', 'cpu', 'time', 'event'];
  const samples: string[] = [];
  const events: string[] = [];
  let open: string[] | null = null;
  let chain: Frame[] = [];
  const close = () => {
    if (open) samples.push([...open, ...(chain.length > 0 ? [chainText(chain)] : [])].join(' '));
    open = null;
    chain = [];
  };
  for (const line of perfScript(file, [...fields, 'period', 'ip', 'sym', 'dso'])) {
    const match = frame.exec(line);
    if (open !== null && match && /^\s/.test(line)) {
      chain.push({ address: match[1]!, symbol: match[2]!, module: match[3]! });
      continue;
    }
    if (line === '') {
      close();
      continue;
    }
    const [, comm = '', pid, tid, cpu, time, period, event = '', rest = ''] = header.exec(line) ?? [];
    if (pid === undefined) throw new Error(`not understood: ${line}`);
    const head = [comm, `${pid}/${tid}`, cpuText(cpu), time ?? '-', event.trim(), period ?? '-'];
    const single = frame.exec(rest);
    if (single) {
      const [, address = '', symbol = '', module = ''] = single;
      if (!event.includes(':') || /:[ukhGHp]*$/.test(event))
        samples.push([...head, chainText([{ address, symbol, module }])].join(' '));
    } else if (rest.trim() === '') {
      open = head;
    } else throw new Error(`not understood: ${line}`);
  }
  close();
  let last = -1;
  for (const line of perfScript(file, [...fields, 'trace'])) {
    const [, comm = '', pid, tid, cpu, time, , event = '', rest = ''] = headerOfEvent.exec(line) ?? [];
    if (pid === undefined) {
      // The line continues a text of several lines, or is a frame of a call chain.
      if (line !== '' && last >= 0 && !/^\s+[0-9a-f]+ /.test(line)) events[last] += `\n${line}`;
      continue;
    }
    if (!event.includes(':') || /:[ukhGHp]*$/.test(event)) {
      last = -1;
      continue;
    }
    last = events.push([comm, `${pid}/${tid}`, cpuText(cpu), time ?? '-', event, rest.trim()].join(' ')) - 1;
  }
  const hasCpu = samples.concat(events).some(line => / \d+\/\d+ \d/.test(line));
  return { hasCpu, samples, events };
}

const headerOfEvent =
  /^\s*(?:(.*?)\s+)?(-?\d+)\/(-?\d+)\s+(?:\[(\d+)\]\s*)?(?:(\d+\.\d{9}):)?\s*(?:(\d+)\s+)?([^\s:]+(?::[^\s:]+)*):(?: (.*))?$/;

const cpuText = (cpu: string | undefined): string => (cpu === undefined ? '-' : String(Number(cpu)));

export interface Frame {
  readonly address: string;
  readonly symbol: string;
  readonly module: string;
}

/** Omits the address of a single frame: without a call chain, perf prints it as sampled, not as an offset in the module. */
export const chainText = (frames: readonly Frame[]): string =>
  frames
    .map(({ address, symbol, module }) => `${frames.length > 1 ? address : ''}[${symbol}|${module}]`)
    .join(' ');
