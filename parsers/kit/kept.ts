/** The one value that an output keeps for its readers: see {@link BulkOutput.keep}. */
export class Kept {
  private entry: { readonly value: unknown; readonly drop: () => void } | null = null;

  get<T>(make: () => T, drop: (kept: T) => void): T {
    if (this.entry === null) {
      const value = make();
      this.entry = { value, drop: () => drop(value) };
    }
    return this.entry.value as T;
  }

  drop(): void {
    this.entry?.drop();
    this.entry = null;
  }
}
