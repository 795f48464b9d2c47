/** CSS colours of levels, all distinct; only errors are red. */
const colours: Readonly<Record<string, string>> = {
  fatal: 'var(--fatal-dot)',
  error: 'var(--error-dot)',
  warning: 'var(--warning-dot)',
  notice: 'var(--category-5)',
  info: 'var(--category-0)',
  debug: 'var(--other)',
  trace: 'var(--idle)',
};

export function levelColour(level: string): string {
  return colours[level] ?? 'var(--unknown)';
}
