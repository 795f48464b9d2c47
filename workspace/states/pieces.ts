/**
 * Merges the captures of a recording into one stream: an event in two captures counts once, and one capture continues
 * another.
 */
import type { SchedulerEvents, StateMachine } from './machine.ts';
import type { Piece } from './recordings.ts';

export class Pieces {
  /** Pieces that have not ended, the one that ends next first. */
  private readonly open: number[];
  /** Events of the current µs, and the piece that each is from. */
  private readonly told = new Map<string, number>();
  private us = Number.NaN;

  constructor(
    private readonly pieces: readonly Pick<Piece, 'last'>[],
    private readonly machine: StateMachine,
  ) {
    this.open = pieces.map((_, piece) => piece).sort((a, b) => pieces[a]!.last - pieces[b]!.last);
  }

  /** @param piece of each event */
  take(events: SchedulerEvents, piece: Int32Array): void {
    for (let row = 0; row < events.rows; row++) {
      const of = piece[row]!;
      if (this.isTold(events, row, of)) continue;
      while (this.pieces[this.open[0]!]!.last < events.ts[row]!)
        this.machine.endPiece(this.open.shift()!, of, events.ts[row]!);
      this.machine.piece = of;
      this.machine.event(events, row);
    }
  }

  /** Two captures of one recording may print times with µs and ns precision, so events of one µs are compared. */
  private isTold(
    { ts, said, cpu, tid, thread, nextTid }: SchedulerEvents,
    row: number,
    piece: number,
  ): boolean {
    const us = Math.floor(ts[row]! / 1000);
    if (us !== this.us) this.told.clear();
    this.us = us;
    const what = `${said[row]} ${cpu[row]} ${tid[row]! < 0 ? thread[row] : tid[row]} ${nextTid[row]}`;
    const by = this.told.get(what);
    if (by === undefined) this.told.set(what, piece);
    return by !== undefined && by !== piece;
  }
}
