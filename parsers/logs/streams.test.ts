import { describe, expect, it } from 'vitest';
import { ascii } from '../kit/bytes.ts';
import { everySplit, type Recorder, readAll } from '../kit/recorder.ts';
import { logFormatsOf } from './format.ts';
import { definitions } from './formats/index.ts';
import { timeOf } from './samples.ts';

const logFormats = logFormatsOf(definitions);

const format = (id: string) => logFormats.find(each => each.id === id)!;
const cri = format('cri');
const docker = format('docker-json');

const criLog = (...lines: string[]) =>
  ascii(lines.map((line, at) => `2024-01-12T13:14:15.00${at}Z ${line}\n`).join(''));
const dockerLog = (...lines: [stream: string, log: string][]) =>
  ascii(
    lines
      .map(([stream, log], at) => `${JSON.stringify({ log, stream, time: `2024-05-06T07:08:09.${at}Z` })}\n`)
      .join(''),
  );
const messages = (recorder: Recorder) => recorder.events.map(({ message }) => message);

describe('parts of a line', () => {
  const log = criLog(
    'stdout P one, ',
    'stderr F E0517 15:04:22.619632 12 main.go:3] no route',
    'stdout P two, ',
    'stdout F three level=info',
    'stdout F next',
  );

  it('of CRI are one event, even if another stream wrote in between', () => {
    const recorder = readAll(cri, log);
    expect(recorder.events.map(({ message, line, lines }) => [line, lines, message])).toEqual([
      [1, 4, 'one, two, three level=info'],
      [2, 1, 'no route'],
      [5, 1, 'next'],
    ]);
    expect(timeOf(recorder, recorder.events[0]!)).toBe('2024-01-12T13:14:15Z');
    expect(recorder.events[0]!.fields).toEqual({ stream: 'stdout', level: 'info' });
    expect(recorder.events[1]).toMatchObject({ level: 'error', fields: { stream: 'stderr' } });
    expect(recorder.counts).toEqual({ used: 5, blank: 0, skipped: 0 });
  });

  it('are the same however the bytes are chunked', () => {
    const whole = readAll(cri, log).events;
    for (const { cut, recorder } of everySplit(cri, log)) expect(recorder.events, String(cut)).toEqual(whole);
  });

  it('of docker have no line end except the last', () => {
    const log = dockerLog(
      ['stdout', 'one, '],
      ['stderr', 'broken\n'],
      ['stdout', 'two\n'],
      ['stdout', 'three\n'],
    );
    expect(messages(readAll(docker, log))).toEqual(['one, two', 'broken', 'three']);
  });

  it('are not joined if all line ends were removed', () => {
    expect(messages(readAll(docker, dockerLog(['stdout', 'one'], ['stdout', 'two'])))).toEqual([
      'one',
      'two',
    ]);
  });

  it('without an end become an event at the end of the file, or several events if there are too many', () => {
    expect(messages(readAll(cri, criLog('stdout P one', 'stdout P two')))).toEqual(['onetwo']);
    const piece = `stdout P ${'x'.repeat(400_000)}`;
    const recorder = readAll(cri, criLog(piece, piece, piece, piece));
    expect(recorder.events.map(({ message }) => message?.length)).toEqual([800_000, 800_000]);
  });
});

describe('records of several lines', () => {
  it('are one event, including the exception', () => {
    const recorder = readAll(
      docker,
      dockerLog(
        ['stderr', 'java.lang.IllegalStateException: closed\n'],
        ['stdout', 'meanwhile\n'],
        ['stderr', '\tat a.B.c(B.java:5)\n'],
        ['stderr', 'Caused by: java.io.IOException: gone\n'],
        ['stderr', '\t... 1 more\n'],
        ['stderr', 'next\n'],
      ),
    );
    expect(recorder.events.map(({ message, line }) => [line, message?.split('\n').length])).toEqual([
      [1, 4],
      [2, 1],
      [6, 1],
    ]);
    expect(recorder.events[0]!.fields).toMatchObject({ 'exception.type': 'java.lang.IllegalStateException' });
  });

  it('are one event with the line that logs the exception, if that has a time', () => {
    const log = criLog(
      'stdout F 2024-05-06 07:08:09.123 ERROR 1 --- [nio-8080-exec-3] c.e.shop.Orders         : order failed',
      'stdout F java.lang.IllegalStateException: no stock',
      'stdout F \tat c.e.shop.Orders.create(Orders.java:42)',
      'stdout F 2024-05-06 07:08:09.200  WARN 1 --- [nio-8080-exec-4] c.e.shop.Orders         : slow',
      'stdout F java.util.List: not an error',
    );
    const { events } = readAll(cri, log);
    expect(events.map(({ level, component, line }) => [line, level, component])).toEqual([
      [1, 'error', 'c.e.shop.Orders'],
      [4, 'warning', 'c.e.shop.Orders'],
      [5, null, null],
    ]);
    expect(events[0]!.fields).toMatchObject({ 'exception.type': 'java.lang.IllegalStateException' });
  });

  it('lose no word to formats whose evidence the file lacks', () => {
    const log = dockerLog(
      ['stdout', '2024-05-06T07:08:09.123Z INFO starting on port 8080\n'],
      ['stdout', '2024/05/06 07:08:09 ERROR db timeout after 1520ms\n'],
      ['stdout', '2024-05-06T07:08:09.123Z [warn] retrying\n'],
      ['stdout', '2024-05-06 07:08:09,123 WARN slow disk on sda\n'],
    );
    expect(
      readAll(docker, log).events.map(({ level, component, thread, message }) => [
        level,
        component,
        thread,
        message,
      ]),
    ).toEqual([
      ['info', null, null, 'starting on port 8080'],
      ['error', null, null, 'db timeout after 1520ms'],
      ['warning', null, null, 'retrying'],
      ['warning', null, null, 'slow disk on sda'],
    ]);
  });

  it('of Python end with the line that names the error', () => {
    const log = criLog(
      'stderr F 2024-05-06 07:08:09,123 - app - ERROR - failed',
      'stderr F Traceback (most recent call last):',
      'stderr F   File "/srv/app.py", line 3, in main',
      'stderr F     go()',
      'stderr F KeyError: 1',
      'stderr F ',
      'stderr F During handling of the above exception, another exception occurred:',
      'stderr F next',
    );
    const recorder = readAll(cri, log);
    expect(recorder.events).toHaveLength(2);
    expect(recorder.events[0]).toMatchObject({
      level: 'error',
      component: 'app',
      lines: 7,
      fields: { stream: 'stderr', 'exception.type': 'KeyError' },
    });
  });
});

describe('JSON written by a container', () => {
  it('is read, with a time of its own or without', () => {
    const recorder = readAll(
      cri,
      criLog(
        'stdout F {"level":"warn","ts":"2024-01-12T13:14:14.5Z","msg":"slow","took":12}',
        'stdout F {"level":"error","msg":"down","code":5}',
        'stdout F {"no":"message"}',
        'stdout F {broken',
      ),
    );
    expect(recorder.events.map(({ level, message }) => [level, message])).toEqual([
      ['warning', 'slow'],
      ['error', 'down'],
      [null, '{"no":"message"}'],
      [null, '{broken'],
    ]);
    expect(recorder.events[0]!.fields).toEqual({ took: 12, stream: 'stdout' });
    expect(timeOf(recorder, recorder.events[0]!)).toBe('2024-01-12T13:14:15Z');
  });
});
