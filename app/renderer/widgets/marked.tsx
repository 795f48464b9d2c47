import { Fragment } from 'react';
import type { Match } from '../lib/matches.ts';

/** A text with its matches highlighted. */
export function Marked({ text, matches }: { text: string; matches: readonly Match[] }) {
  if (matches.length === 0) return text;
  return (
    <>
      {matches.map(({ from, to }, i) => (
        <Fragment key={from}>
          {text.slice(i === 0 ? 0 : matches[i - 1]!.to, from)}
          <mark>{text.slice(from, to)}</mark>
        </Fragment>
      ))}
      {text.slice(matches.at(-1)!.to)}
    </>
  );
}
