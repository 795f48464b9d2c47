/** Which drawing a stored answer has, by its shape; null: its table says it best. */
import type { Evidence, StoredAnswer } from '../../../analyzers/findings/finding.ts';
import { cells } from './cells.ts';
import type { Drawn, Range } from './drawn.ts';
import { flame } from './flame.ts';
import { histogram } from './histogram.ts';
import { overTime } from './over-time.ts';

/** @param marked what the finding marks on time: shaded */
export function draw(
  { shape, question }: Pick<Evidence, 'shape' | 'question'>,
  answer: StoredAnswer,
  zone: string,
  marked: readonly Range[],
): Drawn | null {
  switch (shape) {
    case 'tracks':
      return overTime(answer, question, zone, true, marked);
    case 'series':
      return overTime(answer, question, zone, false, marked);
    case 'heat':
    case 'cells':
      return cells(answer, question, zone, marked);
    case 'flame':
      return flame(answer, question);
    case 'histogram':
      return histogram(answer, question);
    default:
      return null;
  }
}
