import { levelColour } from '../../lib/levels.ts';

/** The name of a level, in its colour. */
export function Level({ level }: { level: string }) {
  return (
    <>
      <span className="swatch" style={{ background: levelColour(level) }} />
      <span className={`text level-${level}`}>{level}</span>
    </>
  );
}
