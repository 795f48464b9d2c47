/** Admits many readers at a time, or one exclusive user (to reopen the file). First come, first served. */
export class Gate {
  private inside = 0;
  private alone = false;
  private readonly waiting: { readonly alone: boolean; readonly enter: () => void }[] = [];

  async shared<T>(work: () => Promise<T>): Promise<T> {
    return this.pass(false, work);
  }

  async exclusive<T>(work: () => Promise<T>): Promise<T> {
    return this.pass(true, work);
  }

  private async pass<T>(alone: boolean, work: () => Promise<T>): Promise<T> {
    await new Promise<void>(enter => {
      this.waiting.push({ alone, enter });
      this.admit();
    });
    try {
      return await work();
    } finally {
      this.inside--;
      this.alone = false;
      this.admit();
    }
  }

  private admit(): void {
    for (let next = this.waiting[0]; next; next = this.waiting[0]) {
      if (this.alone || (next.alone && this.inside > 0)) return;
      this.waiting.shift();
      this.inside++;
      this.alone = next.alone;
      next.enter();
    }
  }
}
