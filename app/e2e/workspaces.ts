/** Workspaces that several tests open copies of, with their captures in `fixtures/`. */
export const workspaces = {
  /** Samples alone. */
  samples: ['samples/cpu-hog/cpu.perf.txt.zst'],
  /** Samples and metrics. */
  'cpu-hog': ['samples/cpu-hog/cpu.perf.txt.zst', 'samples/cpu-hog/vmstat.txt'],
  /** A few samples of several kinds. */
  kinds: ['perf-script/kinds.txt'],
} as const satisfies Readonly<Record<string, readonly string[]>>;

export type WorkspaceName = keyof typeof workspaces;
