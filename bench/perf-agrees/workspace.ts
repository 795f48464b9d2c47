/** Samples and events of a file in a workspace, one line each, in the form of {@link CaptureLines}. */
import type { Workspace } from '../../workspace/workspace.ts';
import { type CaptureLines, chainText, type Frame } from './perf-script.ts';

/** Modules without a build id in the file: their functions are not resolved, because no file is known to match. */
export async function withoutBuild(workspace: Workspace): Promise<ReadonlySet<string>> {
  const modules = await workspace.columns(
    `SELECT DISTINCT m.value AS module FROM frame f JOIN text m ON m.id = f.module JOIN text s ON s.id = f.symbol
     WHERE f.build IS NULL AND s.value = '[unknown]' AND m.value <> '[unknown]'`,
  );
  return new Set(modules.texts('module').map(module => module ?? ''));
}

export async function captureLines(workspace: Workspace, hasCpu: boolean): Promise<CaptureLines> {
  const [capture] = await workspace.captures();
  const zero = capture?.clock.zero ?? 0n;
  const time = (ts: number) => {
    if (Number.isNaN(ts)) return '-';
    const ns = zero + BigInt(ts);
    return `${ns / 1_000_000_000n}.${String(ns % 1_000_000_000n).padStart(9, '0')}`;
  };
  const frames = await workspace.columns(
    `SELECT f.id::INTEGER AS id, s.value AS symbol, m.value AS module, printf('%x', f.address) AS address
     FROM frame f JOIN text s ON s.id = f.symbol JOIN text m ON m.id = f.module`,
  );
  const names: Frame[] = [];
  frames.ints('id').forEach((id, at) => {
    const textOf = (name: string) => frames.texts(name)[at] ?? '';
    names[id] = { address: textOf('address'), symbol: textOf('symbol'), module: textOf('module') };
  });
  const stacks = await workspace.columns(
    'SELECT id::INTEGER AS id, coalesce(parent, -1)::INTEGER AS parent, frame::INTEGER AS frame FROM stack',
  );
  const [parents, leaves]: [number[], number[]] = [[], []];
  stacks.ints('id').forEach((id, at) => {
    parents[id] = stacks.ints('parent')[at]!;
    leaves[id] = stacks.ints('frame')[at]!;
  });
  const chainOf = (stack: number): string => {
    const chain: Frame[] = [];
    for (let at = stack; at >= 0; at = parents[at]!) chain.push(names[leaves[at]!]!);
    return chainText(chain);
  };
  const head = `coalesce(p.value, '') AS process, coalesce(t.pid, -1)::INTEGER AS pid,
    coalesce(t.tid, -1)::INTEGER AS tid, coalesce(r.cpu, -1)::INTEGER AS cpu, r.ts::DOUBLE AS ts, k.value AS kind`;
  const joins = `LEFT JOIN thread t ON t.id = r.thread LEFT JOIN text p ON p.id = t.process JOIN text k ON k.id = r.kind`;
  const samples = await workspace.columns(
    `SELECT ${head}, r.period::DOUBLE AS period, coalesce(r.stack, -1)::INTEGER AS stack FROM sample r ${joins}
     WHERE k.value <> 'off-cpu'`,
  );
  const headOf = (rows: typeof samples, at: number) => {
    const cpu = rows.ints('cpu')[at]!;
    return [
      rows.texts('process')[at]?.trim(),
      `${rows.ints('pid')[at]}/${rows.ints('tid')[at]}`,
      cpu < 0 || !hasCpu ? '-' : String(cpu),
      time(rows.numbers('ts')[at]!),
      rows.texts('kind')[at],
    ];
  };
  const sampleLines: string[] = [];
  for (let at = 0; at < samples.length; at++) {
    const period = samples.numbers('period')[at]!;
    const stack = samples.ints('stack')[at]!;
    const chain = stack < 0 ? [] : [chainOf(stack)];
    sampleLines.push(
      [...headOf(samples, at), Number.isNaN(period) ? '-' : String(period), ...chain].join(' '),
    );
  }
  const events = await workspace.columns(
    `SELECT ${head}, coalesce(r.message, '') AS message FROM event r ${joins}`,
  );
  const eventLines: string[] = [];
  for (let at = 0; at < events.length; at++) {
    const kind = events.texts('kind')[at] ?? '';
    if (!kind.includes(':') || /:[ukhGHp]*$/.test(kind)) continue;
    eventLines.push([...headOf(events, at), (events.texts('message')[at] ?? '').trim()].join(' '));
  }
  return { hasCpu, samples: sampleLines, events: eventLines };
}
