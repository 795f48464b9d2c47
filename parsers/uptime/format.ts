import type { Format } from '../contract.ts';
import { meaningsOf, means } from '../kit/metrics/meaning.ts';
import { MetricTable } from '../kit/metrics/series.ts';
import { TextReader, type Verdict } from '../kit/metrics/text-reader.ts';
import { number } from '../kit/metrics/values.ts';
import { timeOfDay, WallClock } from '../kit/metrics/wall-clock.ts';
import { line, longest, uptimeEntry } from './entry.ts';

class UptimeReader extends TextReader {
  private readonly clock = new WallClock(this.out, this.options, {
    domain: 'local',
    zone: null,
    source: 'line-times',
    error: 60e9,
  });
  private readonly metrics = new MetricTable(this.out, null, 'scheduler', [
    ...['1', '5', '15'].map(minutes => ({ counter: `load average ${minutes}`, unit: null })),
    { counter: 'users', unit: 'count', object: 'system' },
    { counter: 'up', unit: 's', object: 'system' },
  ]);
  private row = 0;

  protected read(text: string): Verdict {
    const match = text.length > longest ? null : line.exec(text);
    if (match === null) return this.unknown();
    const [, clock, half, up, users] = match;
    const whole = clock!.length > 5 ? clock! : `${clock}:00`;
    const time = timeOfDay(half === undefined ? whole : `${whole} ${half}`);
    if (time === null) return this.unknown();
    const ts = this.clock.at(this.clock.nearestSeconds(time.seconds));
    const loads = match.slice(5, 8).map(number);
    const values = [...loads, users === undefined ? Number.NaN : Number(users), upTime(up!)];
    this.metrics.write(null, values, { ts, row: this.row++, sinceBoot: false });
    return 'used';
  }

  protected override finish(): void {
    this.clock.finish();
  }
}

/** `2 days, 19:32`, `106 day(s), 16:07`, `3 mins`, `16:03`, in seconds. */
function upTime(text: string): number {
  let seconds = 0;
  for (const part of text.split(/,\s*/)) {
    const clock = /^(\d+):(\d\d)$/.exec(part);
    const counted = /^(\d+) (day|hr|hour|min|sec)/.exec(part);
    if (clock !== null) seconds += Number(clock[1]) * 3600 + Number(clock[2]) * 60;
    else if (counted !== null)
      seconds +=
        Number(counted[1]) * { day: 86400, hr: 3600, hour: 3600, min: 60, sec: 1 }[counted[2] as 'day']!;
    else return Number.NaN;
  }
  return seconds;
}

const uptimeMeanings = meaningsOf({
  scheduler: { 'load average 1': means('system.cpu.load_average.1m') },
});

export const uptime: Format = {
  ...uptimeEntry,
  meanings: uptimeMeanings,
  open: (out, options) => new UptimeReader(out, options),
};
