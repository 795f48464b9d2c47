/** The clock of a capture whose rows or reports state date and time. */
import type { ClockSource } from '../../clock.ts';
import type { Options, Output } from '../../contract.ts';
import { clockOf, type ReadMoment, readMoment } from './moments.ts';
import { WallClock } from './wall-clock.ts';

export class MomentClock {
  private wall: WallClock | null = null;
  private lastText: string | null = null;
  private lastTs = Number.NaN;

  constructor(
    private readonly out: Output,
    private readonly options: Options,
    private readonly source: ClockSource,
  ) {}

  /**
   * `ts` of a moment given as text; null if the text is not a moment. Rows of one sample repeat it, so it is
   * parsed once.
   */
  read(text: string): number | null {
    if (text === this.lastText) return this.lastTs;
    const moment = readMoment(text, this.options.modified);
    if (moment === null) return null;
    this.lastText = text;
    this.lastTs = this.at(moment);
    return this.lastTs;
  }

  /** `ts` of a moment. The first one decides whether the capture is on UTC or on a wall clock. */
  at(moment: ReadMoment): number {
    this.wall ??= new WallClock(this.out, this.options, {
      ...clockOf(moment),
      source: this.source,
    });
    this.wall.setDate(Math.floor(moment.seconds / 86400));
    return this.wall.at(moment.seconds, moment.nanos);
  }
}
