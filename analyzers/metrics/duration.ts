import { AskError } from '../contract.ts';

const units: Readonly<Record<string, number>> = {
  ns: 1,
  us: 1e3,
  µs: 1e3,
  ms: 1e6,
  s: 1e9,
  m: 60e9,
  min: 60e9,
  h: 3600e9,
  d: 86_400e9,
};

/**
 * ns of `10s`, `500ms`, `1.5h`; a bare number is seconds.
 * @throws AskError `bad-parameter`
 */
export function durationOf(parameter: string, text: string): bigint {
  const match = /^(\d+(?:\.\d+)?)\s*([a-zµ]*)$/.exec(text.trim());
  const unit = units[match?.[2] || 's'];
  const ns = Math.round(Number(match?.[1]) * (unit ?? Number.NaN));
  if (!(ns >= 1 && ns <= Number.MAX_SAFE_INTEGER))
    throw new AskError(
      'bad-parameter',
      `"${parameter}" takes a duration such as 10s, 500ms or 1h, not "${text}".`,
    );
  return BigInt(ns);
}
