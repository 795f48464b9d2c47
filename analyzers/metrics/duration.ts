import { AskError } from '../contract.ts';
import { timeUnits } from '../kit/time-units.ts';

/**
 * ns of `10s`, `500ms`, `1.5h`; a bare number is seconds.
 * @throws AskError `bad-parameter`
 */
export function durationOf(parameter: string, text: string): bigint {
  const match = /^(\d+(?:\.\d+)?)\s*([a-zµ]*)$/.exec(text.trim());
  const unit = timeUnits[match?.[2] || 's'];
  const ns = Math.round(Number(match?.[1]) * (unit ?? Number.NaN));
  if (!(ns >= 1 && ns <= Number.MAX_SAFE_INTEGER))
    throw new AskError(
      'bad-parameter',
      `"${parameter}" takes a duration such as 10s, 500ms or 1h, not "${text}".`,
    );
  return BigInt(ns);
}
