import type { CaptureRecord } from '../captures.ts';

/** How the sources of clocks name the capture that told, as `align.ts`, `boot.ts` and `zone.ts` write them. */
const tellings = [
  /^start guessed from (.+): first /,
  /, with the wall clock of (.+), which shows the same threads$/,
  /, zone \S+ by (.+), (?:of the same machine|taken at the same time)$/,
];

/** The name of the capture by which this one was placed in time; null where that is its own doing, or a person's. */
export function tellerOf({ clockSource, clockGuess }: CaptureRecord): string | null {
  if (!clockGuess) return null;
  const found = tellings.map(telling => telling.exec(clockSource)?.[1]).find(name => name !== undefined);
  return found ?? null;
}
