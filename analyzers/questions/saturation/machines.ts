/** The machine of each series, and the number of its CPUs. */
import type { MeaningName } from '../../../parsers/meanings.ts';
import type { Ask } from '../../contract.ts';
import type { SeriesFact } from '../../metrics/series-facts.ts';

export interface Machines {
  readonly hosts: readonly string[];
  hostOf(series: SeriesFact): string;
  /** null if unknown. */
  cpusOf(host: string): number | null;
}

/** Series of these have an instance for each CPU. */
const ofCpus: ReadonlySet<string> = new Set<MeaningName>(['system.cpu.utilization', 'system.cpu.time']);

/**
 * A series belongs to the host that it or its capture names. If all captures together name only one host, captures that name
 * none belong to it as well (vmstat names none, sar beside it does); else such a capture is a machine of its own, under its
 * name.
 */
export async function machines(ask: Ask, series: readonly SeriesFact[]): Promise<Machines> {
  const result = await ask.query.columns(
    'SELECT id::INTEGER AS id, name, host, cpus::INTEGER AS cpus FROM capture ORDER BY id',
    [],
    ask.cancel,
  );
  const [name, host, cpus] = [result.texts('name'), result.texts('host'), result.ints('cpus')];
  const captures = new Map(
    Array.from(result.ints('id'), (id, row) => [
      id,
      { name: name[row] ?? '', host: host[row]!, cpus: cpus[row]! },
    ]),
  );
  const named = new Set(series.flatMap(each => each.host ?? captures.get(each.capture)?.host ?? []));
  const [only] = named.size === 1 ? named : [];
  const hostOf = (each: SeriesFact) => {
    const capture = captures.get(each.capture);
    return each.host ?? capture?.host ?? only ?? capture?.name ?? '';
  };
  const counts = new Map<string, number>();
  const seen = new Map<string, Set<string>>();
  for (const each of series) {
    const host = hostOf(each);
    counts.set(host, Math.max(counts.get(host) ?? 0, captures.get(each.capture)?.cpus ?? 0));
    if (!ofCpus.has(each.meaning?.name ?? '') || !/^\d+$/.test(each.instance ?? '')) continue;
    seen.set(host, (seen.get(host) ?? new Set()).add(each.instance!));
  }
  return {
    hosts: [...counts.keys()],
    hostOf,
    cpusOf: host => counts.get(host) || seen.get(host)?.size || null,
  };
}
