/** Samples by kind, function and module, from `perf report --no-children` and from a workspace: `kind module function` to their number. */
import { spawnSync } from 'node:child_process';
import type { Workspace } from '../../workspace/workspace.ts';

export type SelfCounts = ReadonlyMap<string, number>;

const key = (kind: string, module: string, symbol: string): string => `${kind} ${baseName(module)} ${symbol}`;
/** Code of a just-in-time compiler has the name of its map in the recording; perf prints the process. */
const baseName = (module: string): string =>
  module
    .replace(/^\[JIT\] tid (\d+)$/, 'perf-$1.map')
    .split('/')
    .at(-1)!;

/** A function without a symbol; perf prints its address. */
const unknown = '[unknown]';

export function perfReportOf(file: string): SelfCounts {
  const options = [
    '--no-children',
    '--stdio',
    '-q',
    '-g',
    'none',
    '--no-inline',
    '--percent-limit',
    '0',
    '--no-group',
  ];
  const { status, stdout, stderr } = spawnSync(
    'perf',
    ['report', '--force', '-i', file, ...options, '-F', 'sample,dso,sym', '-t', '|'],
    { encoding: 'utf8', maxBuffer: 2 ** 30 },
  );
  if (status !== 0) throw new Error(`perf report: ${stderr.slice(0, 300)}`);
  const counts = new Map<string, number>();
  // With several events, each has a heading; with one, `-q` leaves it out.
  let kind = '';
  for (const line of stdout.split('\n')) {
    const heading = /^# Samples: .* of events? '([^']+)'/.exec(line)?.[1];
    if (heading !== undefined) kind = heading;
    const [, samples, module, symbol] = /^\s*(\d+)\s*\|(.*?)\s*\|\[.\] (.*?)\s*$/.exec(line) ?? [];
    if (samples === undefined) continue;
    const name = /^(?:0x)?[0-9a-f]{16}$/.test(symbol!) ? unknown : symbol!;
    const at = key(kind, module!, name);
    counts.set(at, (counts.get(at) ?? 0) + Number(samples));
  }
  return counts;
}

/** @param kind of the samples if the report does not name it */
export async function selfCountsOf(workspace: Workspace, kind: string | null): Promise<SelfCounts> {
  const found = await workspace.columns(
    `SELECT k.value AS kind, coalesce(m.value, '${unknown}') AS module, coalesce(s.value, '${unknown}') AS symbol,
            count(*)::DOUBLE AS samples
     FROM sample r JOIN text k ON k.id = r.kind LEFT JOIN stack c ON c.id = r.stack LEFT JOIN frame f ON f.id = c.frame
     LEFT JOIN text m ON m.id = f.module LEFT JOIN text s ON s.id = f.symbol WHERE k.value <> 'off-cpu' GROUP BY ALL`,
  );
  const [kinds, modules, symbols] = [found.texts('kind'), found.texts('module'), found.texts('symbol')];
  const counts = new Map<string, number>();
  found.numbers('samples').forEach((samples, row) => {
    const at = key(kind ?? kinds[row]!, modules[row]!, symbols[row]!);
    counts.set(at, (counts.get(at) ?? 0) + samples);
  });
  return counts;
}

/** Lines of what differs, with both numbers. `unnamed`: modules whose functions are not compared by name. */
export function selfDifferences(
  ours: SelfCounts,
  perf: SelfCounts,
  unnamed: ReadonlySet<string>,
): readonly string[] {
  const short = new Set([...unnamed].map(baseName));
  const merged = (counts: SelfCounts) => {
    const result = new Map<string, number>();
    for (const [each, samples] of counts) {
      const [kind, module, ...symbol] = each.split(' ');
      const at = short.has(module!) ? key(kind!, module!, '?') : [kind, module, ...symbol].join(' ');
      result.set(at, (result.get(at) ?? 0) + samples);
    }
    return result;
  };
  const [own, other] = [merged(ours), merged(perf)];
  return [...new Set([...own.keys(), ...other.keys()])]
    .filter(each => (own.get(each) ?? 0) !== (other.get(each) ?? 0))
    .map(each => `${each}: ${own.get(each) ?? 0} in Aftertrace, ${other.get(each) ?? 0} in perf`);
}
