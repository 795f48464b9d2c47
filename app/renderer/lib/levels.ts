/** CSS colours of levels: red for errors alone. */
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
