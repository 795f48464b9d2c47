/** The one value that an output keeps for its readers: see {@link BulkOutput.keep}. */
export class Kept {
  private kept: { readonly value: unknown; readonly drop: () => void } | null = null;

  get<T>(make: () => T, drop: (kept: T) => void): T {
    if (this.kept === null) {
      const value = make();
      this.kept = { value, drop: () => drop(value) };
    }
    return this.kept.value as T;
  }

  drop(): void {
    this.kept?.drop();
    this.kept = null;
  }
}
