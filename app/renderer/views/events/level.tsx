/** CSS colours of levels: red for errors alone; every level is also written out. */
const colours: Readonly<Record<string, string>> = {
  fatal: 'var(--error-dot)',
  error: 'var(--error-dot)',
  warning: 'var(--warning-dot)',
  notice: 'var(--category-5)',
  info: 'var(--category-0)',
  debug: 'var(--category-7)',
  trace: 'var(--category-7)',
};

export function levelColour(level: string): string {
  return colours[level] ?? 'var(--category-7)';
}

export function Level({ level }: { level: string }) {
  return (
    <>
      <span className="swatch" style={{ background: levelColour(level) }} />
      <span className={`text level-${level}`}>{level}</span>
    </>
  );
}
