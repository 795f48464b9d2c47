/** Ratios derived from counters: instructions per cycle, and miss ratios. */

export interface Ratio {
  readonly counter: string;
  readonly unit: string;
  readonly value: number;
}

/** Counts of one interval by event; names without modifiers. */
export function ratiosOf(counts: ReadonlyMap<string, number>): Ratio[] {
  const ratios: Ratio[] = [];
  const ratio = (counter: string, unit: string, part: string, whole: string, scale: number): void => {
    const [over, under] = [counts.get(part), counts.get(whole)];
    if (over === undefined || under === undefined || under <= 0) return;
    ratios.push({ counter, unit, value: (over / under) * scale });
  };
  ratio('IPC', 'instructions/cycle', 'instructions', 'cycles', 1);
  ratio('branch-miss ratio', '%', 'branch-misses', 'branches', 100);
  ratio('cache-miss ratio', '%', 'cache-misses', 'cache-references', 100);
  for (const event of counts.keys()) {
    // L1-dcache-load-misses of L1-dcache-loads, LLC-store-misses of LLC-stores.
    const kind = /^(.+-(?:load|store|prefetche?))-misses$/.exec(event)?.[1];
    if (kind !== undefined)
      ratio(
        `${kind}-miss ratio`,
        '%',
        event,
        `${kind.replace(/e$/, '')}${kind.endsWith('h') ? 'es' : 's'}`,
        100,
      );
  }
  return ratios;
}

/** `cycles:u`, `cpu_core/cycles/u`, `branch-instructions`: the event name without PMU and modifiers. */
export function plainEvent(event: string): string {
  const name = /^cpu[^/]*\/([^/]+)\/\w*$/.exec(event)?.[1] ?? event.replace(/:[ukhGHpPSDIWe]+$/, '');
  return { 'cpu-cycles': 'cycles', 'branch-instructions': 'branches' }[name] ?? name;
}
