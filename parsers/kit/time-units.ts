/** Nanoseconds in the units of time that all tools spell alike; formats add their own spellings. */
export const nanoseconds: Readonly<Record<string, number>> = { ns: 1, us: 1e3, ms: 1e6, s: 1e9 };
