/** The levels of `event.level`, worst first. */
export const levels = ['fatal', 'error', 'warning', 'notice', 'info', 'debug', 'trace'] as const;
export type Level = (typeof levels)[number];
