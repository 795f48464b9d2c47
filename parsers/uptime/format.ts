/** uptime, printed once or repeatedly: ` 10:25:20 up 16:03,  2 users,  load average: 0.00, 0.01, 0.05`. */
import type { Format, Sniff } from '../contract.ts';
import { meaningsOf, means } from '../kit/metrics/meaning.ts';
import { MetricTable } from '../kit/metrics/series.ts';
import { headLines, TextReader, type Verdict } from '../kit/metrics/text-reader.ts';
import { number } from '../kit/metrics/values.ts';
import { timeOfDay, WallClock } from '../kit/metrics/wall-clock.ts';

const line =
  /^\s{0,64}(\d{1,2}:\d\d(?::\d\d)?)\s?([ap]m)?\s{1,16}up\s{1,16}(.{0,64}?),\s{1,16}(?:(\d{1,9}) users?,\s{1,16})?load averages?:\s{1,16}(\S{1,16}?),?\s{1,16}(\S{1,16}?),?\s{1,16}(\S+)$/i;

/** Longer lines are not uptime's, and the expression would be slow on them. */
const longest = 300;

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
  id: 'uptime',
  title: 'uptime',
  unit: 'lines',
  version: 1,
  sniff(head): Sniff {
    const lines = headLines(head, 5).filter(text => text.trim() !== '');
    return lines.length > 0 && lines.every(text => text.length <= longest && line.test(text.trimEnd()))
      ? 'yes'
      : 'no';
  },
  meanings: uptimeMeanings,
  open: (out, options) => new UptimeReader(out, options),
};
