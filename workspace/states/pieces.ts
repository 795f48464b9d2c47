/**
 * Merges the captures of a recording into one stream: an event in two captures counts once, and one capture continues
 * another.
 */
import type { SchedulerEvents, StateMachine } from './machine.ts';
import type { Piece } from './recordings.ts';

export class Pieces {
  /** Pieces that have not ended, the one that ends next first. */
  private readonly open: number[];
  /** Keys of the events of the current µs, and the piece that each was first seen in. */
  private readonly seenEvents = new Map<string, number>();
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
      const pieceId = piece[row]!;
      if (this.isInOtherPiece(events, row, pieceId)) continue;
      while (this.pieces[this.open[0]!]!.last < events.ts[row]!)
        this.machine.endPiece(this.open.shift()!, pieceId, events.ts[row]!);
      this.machine.piece = pieceId;
      this.machine.event(events, row);
    }
  }

  /** True if another piece has the same event. Pieces may print times with µs or ns precision, so events of one µs are compared. */
  private isInOtherPiece(
    { ts, type: said, cpu, tid, thread, nextTid }: SchedulerEvents,
    row: number,
    piece: number,
  ): boolean {
    const us = Math.floor(ts[row]! / 1000);
    if (us !== this.us) this.seenEvents.clear();
    this.us = us;
    const key = `${said[row]} ${cpu[row]} ${tid[row]! < 0 ? thread[row] : tid[row]} ${nextTid[row]}`;
    const seenIn = this.seenEvents.get(key);
    if (seenIn === undefined) this.seenEvents.set(key, piece);
    return seenIn !== undefined && seenIn !== piece;
  }
}
