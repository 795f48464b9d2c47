/** Admits many readers at a time, or one exclusive user (to reopen the file). First come, first served. */
export class Gate {
  private inside = 0;
  private isExclusive = false;
  private readonly waiting: { readonly isExclusive: boolean; readonly enter: () => void }[] = [];

  async shared<T>(work: () => Promise<T>): Promise<T> {
    return this.pass(false, work);
  }

  async exclusive<T>(work: () => Promise<T>): Promise<T> {
    return this.pass(true, work);
  }

  private async pass<T>(isExclusive: boolean, work: () => Promise<T>): Promise<T> {
    await new Promise<void>(enter => {
      this.waiting.push({ isExclusive: isExclusive, enter });
      this.admit();
    });
    try {
      return await work();
    } finally {
      this.inside--;
      this.isExclusive = false;
      this.admit();
    }
  }

  private admit(): void {
    for (let next = this.waiting[0]; next; next = this.waiting[0]) {
      if (this.isExclusive || (next.isExclusive && this.inside > 0)) return;
      this.waiting.shift();
      this.inside++;
      this.isExclusive = next.isExclusive;
      next.enter();
    }
  }
}
