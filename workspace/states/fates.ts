/**
 * Assigns numbers to the fates of threads that stop running: the state that a tool prints, and the system call that the
 * thread is in.
 */
import type { Connection } from '@duckdb/node-bindings';
import { threadStateOf } from '../../parsers/event-meanings.ts';
import { readColumns } from '../database/results.ts';
import type { Words } from './interned.ts';
import { EventType, type Fate, type Fates, Phase } from './machine.ts';
import type { Page } from './read.ts';

const phases = { ready: Phase.Ready, waiting: Phase.Waiting, ended: Phase.Ended } as const;

export class CaptureFates implements Fates {
  readonly woken: number;
  readonly born: number;
  readonly unseen: number;
  readonly lost: number;

  /** Printed states and names of calls, by number. */
  private readonly printed: string[] = [];
  /** Numbers by text id: of state and reason, or of a call. */
  private readonly plain = new Map<number, number>();
  private readonly numbers = new Map<string, number>();
  private readonly texts = new Map<number, string>();
  private readonly fates = new Map<number, Fate>();

  constructor(private readonly words: Words) {
    this.woken = words.number('woken');
    this.born = words.number('created');
    this.unseen = words.number('before its first event');
    this.lost = words.number('switch not recorded');
  }

  of(fate: number, call: number): Fate {
    const key = call * 0x100000 + fate;
    let known = this.fates.get(key);
    if (!known) {
      known = this.newFate(fate, call);
      this.fates.set(key, known);
    }
    return known;
  }

  private newFate(fate: number, call: number): Fate {
    const [state = '', reason = ''] = (this.printed[fate] ?? '').split('\0');
    const threadState = threadStateOf(state);
    const cause = threadState.state === 'waiting' && reason !== '' ? reason : threadState.reason;
    const name = this.printed[call]?.split('\0')[0];
    const words = threadState.state === 'waiting' && name !== undefined ? `${cause} in ${name}` : cause;
    return { phase: phases[threadState.state], reason: this.words.number(words) };
  }

  /** Fills the column `fate` of a page's events. */
  async number(connection: Connection, { events, state, reason, number }: Page): Promise<void> {
    const { type: said, fate, rows } = events;
    await this.readTexts(connection, [state, reason]);
    for (let row = 0; row < rows; row++)
      if (said[row] !== EventType.Wakeup && said[row] !== EventType.Fork)
        fate[row] = this.numberOf(state[row]!, reason[row]!, number[row]!);
  }

  private numberOf(state: number, reason: number, call: number): number {
    // Most have neither a reason nor a call number.
    const isPlain = reason < 0 && call < 0;
    const found = isPlain ? this.plain.get(state) : this.numbers.get(`${state} ${reason} ${call}`);
    if (found !== undefined) return found;
    const texts = `${this.texts.get(state) ?? ''}\0${this.texts.get(reason) ?? ''}`;
    const number = this.printed.push(call >= 0 ? `system call ${call}` : texts) - 1;
    if (isPlain) this.plain.set(state, number);
    else this.numbers.set(`${state} ${reason} ${call}`, number);
    return number;
  }

  /** Reads texts that are not yet cached. */
  private async readTexts(connection: Connection, ids: readonly Int32Array[]): Promise<void> {
    const unknown = new Set<number>();
    for (const column of ids)
      for (let row = 0, last = -1; row < column.length; row++) {
        const id = column[row]!;
        if (id === last) continue;
        last = id;
        if (id >= 0 && !this.texts.has(id)) unknown.add(id);
      }
    if (unknown.size === 0) return;
    const result = await readColumns(
      connection,
      `SELECT id::INTEGER AS id, value FROM text WHERE id IN (${[...unknown].join(', ')})`,
    );
    result.texts('value').forEach((value, row) => {
      this.texts.set(result.ints('id')[row]!, value ?? '');
    });
  }
}
