/**
 * Values that questions compute once and share: the call tree, the list of captures. Bounded by bytes,
 * emptied when the workspace changes.
 */
interface Entry {
  readonly computed: Promise<{ value: unknown; bytes: number }>;
  /** 0 until computed. */
  bytes: number;
}

export class Memo {
  private readonly entries = new Map<string, Entry>();

  constructor(private readonly limit: number) {}

  /**
   * The value under `key`; `make` computes it if it is missing. Concurrent callers share one computation; if
   * it fails (its caller was cancelled, say), the others compute it themselves.
   */
  async get<T>(key: string, make: () => Promise<{ value: T; bytes: number }>): Promise<T> {
    for (;;) {
      const shared = this.entries.get(key);
      if (!shared) return this.make(key, make);
      const result = await shared.computed.catch(() => null);
      if (!result) continue;
      this.touch(key, shared);
      return result.value as T;
    }
  }

  clear(): void {
    this.entries.clear();
  }

  private async make<T>(key: string, make: () => Promise<{ value: T; bytes: number }>): Promise<T> {
    const entry: Entry = { computed: make(), bytes: 0 };
    this.entries.set(key, entry);
    try {
      const { value, bytes } = await entry.computed;
      entry.bytes = bytes;
      this.evict(key);
      return value as T;
    } catch (error) {
      if (this.entries.get(key) === entry) this.entries.delete(key);
      throw error;
    }
  }

  /** Map order is order of use; an entry replaced or dropped meanwhile stays dropped. */
  private touch(key: string, entry: Entry): void {
    if (this.entries.get(key) !== entry) return;
    this.entries.delete(key);
    this.entries.set(key, entry);
  }

  private evict(newest: string): void {
    let sum = 0;
    for (const { bytes } of this.entries.values()) sum += bytes;
    for (const [key, { bytes }] of this.entries) {
      if (sum <= this.limit) return;
      if (key === newest || bytes === 0) continue;
      this.entries.delete(key);
      sum -= bytes;
    }
  }
}
