/** Adds to the trace what a page reports about its work. Pages are not trusted: it may be anything. */
import { isTraced, nameOther, traceOther } from '../../workspace/trace.ts';
import type { PageWork } from '../contract.ts';

const maxRows = 10_000;
const longestName = 200;
const named = new Set<number>();

export function takePageWork(page: number, work: readonly PageWork[]): void {
  if (!isTraced() || !Number.isSafeInteger(page) || !Array.isArray(work)) return;
  if (!named.has(page)) nameOther(page, 'Aftertrace page');
  named.add(page);
  for (const { category, name, begin, duration } of work.slice(0, maxRows)) {
    if (!Number.isFinite(begin) || !(duration >= 0)) continue;
    const event = { category: String(category), name: String(name).slice(0, longestName) };
    traceOther(page, event, begin, duration);
  }
}
