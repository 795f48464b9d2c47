import type { LogFormat } from '../definition.ts';

const pid = '( [{pid:int}])?';

/** Any log whose lines begin with a time, or have one near their beginning: what no other format knows. */
export const generic: LogFormat = {
  id: 'timed-lines',
  title: 'lines with a time',
  patterns: [
    `{time}(,|:| -| :)?${pid}~([{level}]|<{level}>|\\({level}\\)|{level}(:| -| |]|,|\\|)~)~(-|:)?~{message}`,
    `[{time}](:)?${pid}~([{level}]|<{level}>|\\({level}\\)|{level}(:| -| |,|\\|)~)~(-|:)?~{message}`,
    `{time}(,|:| -| :)?${pid}~{message}`,
    `[{time}](:)?${pid}~{message}`,
    '"{time}"(,| )?~{message}',
    `<{time}>(:)?${pid}~{message}`,
    '[{level}] [{time}]~{message}',
    '{level}(:|,| -)?~{time}~{message}',
    '{level}(:)?~[{time}](:)?~{message}',
    '[{level}]~{time}(:)?~{message}',
    '{_:lazy}[{time}]{_}',
  ],
  lastResort: true,
  specificity: 4,
  samples: [
    {
      text: '2016-06-30 12:00:01 trace tracemessage',
      time: '2016-06-30T12:00:01',
      level: 'trace',
      message: 'tracemessage',
    },
    { text: 'Wed May 19 12:00:02 UTC 2021 line 2', time: '2021-05-19T12:00:02Z', message: 'line 2' },
    {
      text: '2015-04-09 19:58:07.123000 Hello, World!',
      time: '2015-04-09T19:58:07.123',
      message: 'Hello, World!',
    },
    {
      text: '2012-025T10:22:40,672:DEBUG:foo bar baz',
      time: '2012-01-25T10:22:40.672',
      level: 'debug',
      message: 'foo bar baz',
    },
    { text: 'Jan 5, 2024 3:04:05 PM org.apache.Main run', time: '2024-01-05T15:04:05' },
  ],
};
