import { levelColour } from '../../lib/levels.ts';

/** A level in its colour, and written out. */
export function Level({ level }: { level: string }) {
  return (
    <>
      <span className="swatch" style={{ background: levelColour(level) }} />
      <span className={`text level-${level}`}>{level}</span>
    </>
  );
}
