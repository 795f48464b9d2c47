import type { LogFormat } from '../definition.ts';

const pid = '( [{pid:int}])?';
const edged = '[{level}~]|<{level}>|\\({level}\\)|\\|~{level}~\\|';
/** A level that is not a word of the message: `Failed to start` has none. */
const level = `(${edged}|{level}(:| -|]|,|\\|)|{level:[A-Z0-9]} |{level:[a-z]} )`;

/** A thread, host or program between time and level; a plain word may begin the message (`Got ERROR from`). */
const between = '([{thread:[^]]}]|{component<}(main|{_:[A-Za-z]}{_:[-_.0-9/:#]}{_:[^ ]*}){component>})';
/** A level behind {@link between}: a word that is one only in capitals. */
const second = `(${edged}|{level:[A-Z]}( |:| -))`;

/**
 * Lines that begin with a date and a time of day: in a file of any other format they are records of their own.
 */
export const dated: LogFormat = {
  id: 'timed-lines',
  title: 'lines with a time',
  patterns: [
    `{time}(,|:| -| :)?${pid}~${level}~(-|:)?~{message}`,
    `[{time}](:)?${pid}~${level}~(-|:)?~{message}`,
    `{time}(,|:| -| :)?${pid} {message}`,
    `[{time}](:)?${pid} {message}`,
  ],
  lastResort: true,
  samples: [
    {
      text: '2024-01-12 13:14:15 [77] WARN slow',
      time: '2024-01-12T13:14:15',
      level: 'warning',
      message: 'slow',
    },
  ],
};

/** Any log whose lines have a time at or near their beginning and that no other format recognises. */
export const generic: LogFormat = {
  id: 'timed-lines',
  title: 'lines with a time',
  patterns: [
    `{time}(,|:| -| :)?${pid}~${level}~(-|:)?~{message}`,
    `[{time}](:)?${pid}~${level}~(-|:)?~{message}`,
    `{time}(,|:| -| :)? ${between} ${second}~(-|:)?~{message}`,
    `[{time}](:)? ${between} ${second}~(-|:)?~{message}`,
    `{time}(,|:| -| :)?${pid}~{message}`,
    `[{time}](:)?${pid}~{message}`,
    '"{time}"(,| )?~{message}',
    `<{time}>(:)?${pid}~{message}`,
    '[{level}~]~[{time}]~{message}',
    '{level}(:|,| -)?~{time}~{message}',
    '{level}(:)?~[{time}](:)?~{message}',
    '[{level}]~{time}(:)?~{message}',
    '\\({time}\\)(:)?~{message}',
    '{_:lazy}[{time}]{_}',
    // One or two words in front of the time: component and level.
    `{component:[^ :[(]}(:)? {time}(,|:| -| :)?~${level}~(-|:)?~{message}`,
    '{component:[^ :[(]}(:)? {time}(,|:| -| :)?~{message}',
    '{component:[^ :[(]}(:)? ([{level}]|{level}(:)?) {time}(,|:| -| :)?~{message}',
    `[{component:token}](:)?~{time}(,|:| -| :)?~${level}~(-|:)?~{message}`,
    '[{component:token}](:)?~{time}(,|:| -| :)?~{message}',
    `{component:token}~\\|~{time}(,|:| -| :)?~${level}~(-|:)?~{message}`,
    '{component:token}~\\|~{time}(,|:| -| :)?~{message}',
    '{component:token}[{pid:int}](:)?~{time}(,|:| -| :)?~{message}',
    '{_:word} {_:word} {time}(,|:| -| :)?~{_}',
    '{time:yyyyMMdd-H:m:s:S}(|)?~{message}',
    '[{time:MM.dd HH:mm:ss}]~{message}',
    // Time of day only.
    `[{time:HH:mm:ssf}](:)?~${level}~(-|:)?~{message}`,
    '[{time:HH:mm:ssf}~{level}](:)?~{message}',
    '[{time:HH:mm:ssf}](:)?~{message}',
    `{time:h:mm:ssf a}(:)?~${level}~(-|:)?~{message}`,
    `{time:HH:mm:ssf}(:| -)?~${level}~(-|:)?~{message}`,
    '{time:h:mm:ssf a}(:| -)? {message}',
    '{time:HH:mm:ssf}(:| -|,)? {message}',
  ],
  weak: 2,
  lastResort: true,
  specificity: 4,
  samples: [
    {
      text: '2016-06-30 12:00:01 trace tracemessage',
      time: '2016-06-30T12:00:01',
      level: 'trace',
      message: 'tracemessage',
    },
    {
      text: '2024-01-12 01:14:15 PM Failed to start',
      time: '2024-01-12T13:14:15',
      level: null,
      message: 'Failed to start',
    },
    {
      text: 'web-3 2024-01-12 13:14:15 ERROR no route',
      time: '2024-01-12T13:14:15',
      level: 'error',
      component: 'web-3',
      message: 'no route',
    },
    {
      text: 'web-3 WARN 2024-01-12 13:14:15: slow',
      level: 'warning',
      component: 'web-3',
      message: 'slow',
    },
    {
      text: '2024-05-01 10:00:00.123 | ERROR    | app.main:run:12 - boom',
      time: '2024-05-01T10:00:00.123',
      level: 'error',
      message: 'app.main:run:12 - boom',
    },
    {
      text: '2024-05-01 10:00:00.123 [pool-1-thread-3] WARN slow',
      level: 'warning',
      message: 'slow',
    },
    {
      text: '2024-05-01 10:00:00.123 web-3 [ERROR] no route',
      level: 'error',
      component: 'web-3',
      message: 'no route',
    },
    {
      text: '2024-05-01 10:00:00.123 worker-2 INFO done',
      level: 'info',
      component: 'worker-2',
      message: 'done',
    },
    { text: '2024-05-01 10:00:00 Got ERROR from web-3', level: null, message: 'Got ERROR from web-3' },
    { text: '2024-05-01 10:00:00 [worker 2] Information on disks', level: null },
    { text: '12. März 2024 13:14:15 bereit', time: '2024-03-12T13:14:15', message: 'bereit' },
    { text: '2024年1月12日 13:14:15 準備', time: '2024-01-12T13:14:15' },
    { text: '[13:14:15] [Render thread] Starting', message: '[Render thread] Starting' },
    { text: '13:14:15.123 WARN slow', level: 'warning', message: 'slow' },
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
    { text: 'Jan 5, 2024 3:04:05 PM it ran', time: '2024-01-05T15:04:05' },
  ],
};
