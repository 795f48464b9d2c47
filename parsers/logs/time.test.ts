import { describe, expect, it } from 'vitest';
import { ascii } from '../kit/bytes.ts';
import { anyTime, WholeTime } from './spellings.ts';
import { midnight, ReadTime, Spelling } from './time.ts';

/** The parts that were read: `2024-05-06 07:08:09.5 +3600`. */
function read(spelling: string, text: string): string | null {
  const time = new ReadTime();
  const bytes = ascii(`${text}|`);
  return new Spelling(spelling).read(bytes, 0, bytes.length - 1, time) === bytes.length - 1
    ? asText(time)
    : null;
}

function asText(time: ReadTime): string {
  const base =
    time.absolute || time.boot
      ? 0
      : time.month === 0
        ? 0
        : midnight(Math.max(time.year, 0), time.month, time.day);
  const date = time.boot
    ? `boot ${time.seconds}`
    : time.month === 0 && !time.absolute
      ? `${time.seconds} s`
      : new Date((base + time.seconds) * 1000)
          .toISOString()
          .slice(time.year < 0 && !time.absolute ? 5 : 0, 19);
  const fraction = time.nanos === 0 ? '' : `.${String(time.nanos).padStart(9, '0').replace(/0+$/, '')}`;
  return `${date}${fraction}${Number.isNaN(time.offset) ? '' : ` ${time.offset}`}`;
}

describe('spellings', () => {
  it.each([
    ['yyyy-MM-ddTHH:mm:ssfZ', '2024-05-06T07:08:09.123456789Z', '2024-05-06T07:08:09.123456789 0'],
    ['yyyy-MM-dd HH:mm:ssfz', '2024-05-06 07:08:09,5 +0530', '2024-05-06T07:08:09.5 19800'],
    ['yyyy-MM-dd HH:mm:ssfz', '2024-05-06 07:08:09', '2024-05-06T07:08:09'],
    ['yyyy-MM-dd HH:mm:ssf Z', '2025-04-12 00:14:12.837 CEST', '2025-04-12T00:14:12.837 7200'],
    ['dd/MMM/yyyy:HH:mm:ssf Z', '20/Jul/2009:22:59:26 -0700', '2009-07-20T22:59:26 -25200'],
    ['EEE MMM d HH:mm:ss yyyy', 'Sun Dec 04 04:47:44 2005', '2005-12-04T04:47:44'],
    ['MMM d HH:mm:ss', 'Jul  1 09:00:55', '07-01T09:00:55'],
    ['MMM d HH:mm:ss', 'févr. 3 09:23:38', '02-03T09:23:38'],
    ['d MMM yyyy HH:mm:ss', '3 März 2024 09:23:38', '2024-03-03T09:23:38'],
    ['MMM d HH:mm:ss', '10月 3 09:23:38', '10-03T09:23:38'],
    ['yyyy-DDDTHH:mm:ssf', '2012-060T10:22:40,672', '2012-02-29T10:22:40.672'],
    ['yyyy-DDDTHH:mm:ssf', '2013-366T10:22:40', null],
    ['yyMMdd HHmmss', '081109 203615', '2008-11-09T20:36:15'],
    ['yyMMdd H:mm:ss', '150129  3:23:20', '2015-01-29T03:23:20'],
    ['M/d/yyyy h:mm:ss a', '5/6/2024 12:08:09 AM', '2024-05-06T00:08:09'],
    ['M/d/yyyy h:mm:ss a', '12/31/2024 12:08:09 PM', '2024-12-31T12:08:09'],
    ['M/d/yyyy h:mm:ss a', '5/6/2024 13:08:09 PM', null],
    ['HH:mm:ssf', '07:08:09.25', '25689 s.25'],
    ['X', '1716723772.6014807', '2024-05-26T11:42:52.6014807'],
    ['N', '1716723772601', '2024-05-26T11:42:52.601'],
    ['N', '1716723772601480', '2024-05-26T11:42:52.60148'],
    ['N', '1716723772601480799', '2024-05-26T11:42:52.601480799'],
    ['N', '17167237726', null],
    ['N', '3944223341201345678', null],
    ['B', '12345.678901', 'boot 12345.678901'],
    ['yyyy-MM-dd HH:mm:ss', '2023-02-29 00:00:00', null],
    ['yyyy-MM-dd HH:mm:ss', '2024-02-30 00:00:00', null],
    ['yyyy-MM-dd HH:mm:ss', '2016-12-31 23:59:60', '2017-01-01T00:00:00'],
    ['yyyy-MM-dd HH:mm:ss', '2016-12-31 24:00:00', '2017-01-01T00:00:00'],
    ['yyyy-MM-dd HH:mm:ss', '2016-12-31 24:00:01', null],
    ["'at' HH:mm:ss", 'at 00:00:01', '1 s'],
  ])('%s reads %s', (spelling, text, wanted) => expect(read(spelling, text)).toBe(wanted));

  it('refuses unknown letters', () => {
    expect(() => new Spelling('yyyy-QQ')).toThrow('the letter Q');
    expect(() => new Spelling("HH 'x")).toThrow('a quote without its end');
  });

  it('is found if no spelling is given', () => {
    const finder = anyTime();
    const found = (text: string): string | null => {
      const time = new ReadTime();
      const bytes = ascii(text);
      return finder.read(bytes, 0, bytes.length, time) < 0 ? null : asText(time);
    };
    expect(found('2024-05-06T07:08:09.5+02:00 x')).toBe('2024-05-06T07:08:09.5 7200');
    expect(found('May 19, 2021 1:00:02 PM x')).toBe('2021-05-19T13:00:02');
    expect(found('Wed May 19 12:00:02 UTC 2021 x')).toBe('2021-05-19T12:00:02 0');
    expect(found('2024-05-06 07:08:099')).toBeNull();
    expect(found('hello')).toBeNull();
  });

  it('must match the whole text', () => {
    const whole = (text: string): boolean => {
      const bytes = ascii(text);
      return new WholeTime().read(bytes, 0, bytes.length, new ReadTime());
    };
    expect(whole('2024-05-06T07:08:09Z')).toBe(true);
    expect(whole('2024-05-06T07:08:09Z and more')).toBe(false);
  });
});
