/** A recording in several captures as one stream: what two of them hold is one event, and where one ends another goes on. */
import type { SchedulerEvents, StateMachine } from './machine.ts';
import type { Piece } from './recordings.ts';

export class Pieces {
  /** Numbers of pieces that have not ended, the one that ends next in front. */
  private readonly open: number[];
  /** What was told in the µs under way, and by which piece. */
  private readonly told = new Map<string, number>();
  private us = Number.NaN;

  constructor(
    private readonly pieces: readonly Pick<Piece, 'last'>[],
    private readonly machine: StateMachine,
  ) {
    this.open = pieces.map((_, piece) => piece).sort((a, b) => pieces[a]!.last - pieces[b]!.last);
  }

  /** @param piece which each event is of */
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

  /** Two captures of one recording may print its times to the µs and to the ns: what they tell of one µs is compared. */
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
