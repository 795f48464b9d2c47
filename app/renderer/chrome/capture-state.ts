import type { CaptureInfo } from '../../contract.ts';
import { count } from '../lib/numbers.ts';

export interface CaptureState {
  readonly level: 'ok' | 'warning' | 'error';
  /** What the colour says, in words. */
  readonly text: string;
}

/** How well a capture was read. */
export function captureState({ status, reason, skipped, unit }: CaptureInfo): CaptureState {
  if (status === 'failed') return { level: 'error', text: reason ?? 'could not be read' };
  if (status === 'partial') return { level: 'warning', text: reason ?? 'read in part' };
  if (skipped > 0)
    return {
      level: 'warning',
      text: `${count(skipped, unit === 'lines' ? 'line' : 'byte')} skipped`,
    };
  return { level: 'ok', text: 'read completely' };
}
