/** Reads what ftrace and trace-cmd print about the capture before and between its lines. */
import type { Output } from '../contract.ts';

/** Header lines of the latency tracers, and the names of their facts. */
const facts: readonly (readonly [RegExp, string])[] = [
  [/^#\s+\| task: (.+)$/, 'task'],
  [/^#\s+=> started at: {1,64}(.+)$/, 'started at'],
  [/^#\s+=> ended at: {1,64}(.+)$/, 'ended at'],
];

export class Head {
  private tracer = '';

  constructor(
    private readonly out: Output,
    private readonly problem: (code: string, severity: 'notice' | 'warning', message: string) => void,
  ) {}

  /** @returns true if the line belongs to the header, or reports missing events */
  read(line: string): boolean {
    const lost =
      /^(?:CPU:\s?\d+ \[(?:LOST )?(\d+)? ?EVENTS(?: DROPPED)?\]|\s*CPU \d+: (\d+) messages lost)/.exec(line);
    if (lost !== null) {
      const count = lost[1] ?? lost[2];
      this.problem(
        'lost-events',
        'warning',
        `${count ?? 'Some'} events were lost: ftrace wrote faster than they were read.`,
      );
      return true;
    }
    if (!line.startsWith('#')) return this.traceCmd(line);
    const { out } = this;
    const tracer = /^# tracer: (\S+)/.exec(line)?.[1];
    if (tracer !== undefined) {
      this.tracer = tracer;
      out.about({ other: { tracer } });
      return true;
    }
    const [, held, written, cpus] =
      /^# entries-in-buffer\/entries-written: (\d+)\/(\d+)\s+#P:(\d+)/.exec(line) ?? [];
    if (cpus !== undefined) {
      out.about({ cpus: Number(cpus) });
      const missing = Number(written) - Number(held);
      if (missing > 0) {
        this.problem(
          'events-overwritten',
          'warning',
          `The buffer was full: the ${missing} oldest events were overwritten.`,
        );
      }
      return true;
    }
    const latency = /^# latency: (\d{1,15}) us, .*?#P:(\d+)\)/.exec(line);
    if (latency !== null) {
      out.about({ cpus: Number(latency[2]) });
      if (this.tracer !== 'nop') {
        const key = {
          object: this.tracer === '' ? 'ftrace' : this.tracer,
          instance: null,
          counter: 'latency',
          unit: 'us',
        };
        out.metric(
          out.series({ ...key, host: null, cumulative: false }),
          Number.NaN,
          Number(latency[1]),
          0,
          false,
        );
      }
      return true;
    }
    const os = / latency trace v[\d.]+ on (\S+)/.exec(line)?.[1];
    if (os !== undefined) out.about({ os: `Linux ${os}` });
    for (const [pattern, name] of facts) {
      const value = pattern.exec(line)?.[1];
      if (value !== undefined) out.about({ other: { [name]: value } });
    }
    return true;
  }

  private traceCmd(line: string): boolean {
    const cpus = /^cpus=(\d+)$/.exec(line)?.[1];
    if (cpus !== undefined) this.out.about({ cpus: Number(cpus) });
    return (
      cpus !== undefined || /^(?:version = \d+|CPU \d+ is empty|trace-cmd: |trace_clock: |uname: )/.test(line)
    );
  }
}
