/** Processes of the traces of a file, as JSON, by the number of the trace and their id in it. */

/** Maximum number of processes that are kept. Those of later traces are known if they precede their spans. */
const maxProcesses = 1 << 20;

export class ProcessTexts {
  private readonly traces: Map<string, string>[] = [];
  /** Equal texts are kept once: a service has the same process in each of its traces. */
  private readonly texts = new Map<string, string>();
  private count = 0;

  add(trace: number, id: string, text: string): void {
    if (this.count >= maxProcesses) return;
    this.count++;
    let known = this.texts.get(text);
    if (known === undefined) {
      known = text;
      this.texts.set(text, text);
    }
    this.traces[trace] ??= new Map();
    this.traces[trace].set(id, known);
  }

  get(trace: number, id: string): string | undefined {
    return this.traces[trace]?.get(id);
  }
}
