import { describe, expect, it } from 'vitest';
import type { FieldSchemaId, FieldType } from '../contract.ts';
import { ascii } from '../kit/bytes.ts';
import { options, readAll } from '../kit/recorder.ts';
import { logFormatsOf } from './format.ts';
import { definitions } from './formats/index.ts';
import { ignore } from './ignore.ts';

const logFormats = logFormatsOf(definitions);

const syslog = logFormats.find(({ id }) => id === 'syslog')!;
const fieldsOf = (message: string) => {
  const { host: _host, ...fields } = readAll(syslog, ascii(`Jun 14 15:16:01 h p[1]: ${message}\n`)).events[0]!
    .fields;
  return fields;
};

describe('pairs in messages', () => {
  it.each([
    ['uid=0 tty=NODEVssh rhost=10.0.0.1 logname= ok', { uid: 0, tty: 'NODEVssh', rhost: '10.0.0.1' }],
    ['duration: 3444.520 ms  statement: select 1', { duration: 3444.52 }],
    ['took=12ms size=1.5MB used=40%', { took: 12, size: 1.5, used: 40 }],
    ['wait=3 seconds', { wait: 3 }],
    ['name="a \\"b\\" c" x=1', { name: 'a "b" c', x: 1 }],
    ['path="C:\\dir" data="10\\] 11"', { path: 'C:\\dir', data: '10] 11' }],
    ['(a=1,b=-2.5;c=x) d=1.', { a: 1, b: -2.5, c: 'x', d: 1 }],
    ['GET /x?a=1&b=2 HTTP/1.1', {}],
    ['if (a == b) a => c', {}],
    [
      'commit=00000000 version=1.2.3 id=12345678901234567890',
      { commit: '00000000', version: '1.2.3', id: '12345678901234567890' },
    ],
    ['a=1 a=2', { a: 1 }],
    ['user=postgres database=bench from=[local]', { user: 'postgres', database: 'bench', from: '[local]' }],
    ['[client=10.0.0.9(5432), app=f(x)] (pid=[7])', { client: '10.0.0.9(5432)', app: 'f(x)', pid: '[7]' }],
    ['Ports: 8080 and 22', {}],
  ])('%s', (message, fields) => expect(fieldsOf(message)).toEqual(fields));

  it('with different units have different field schemas', () => {
    const bytes = ascii(
      ['took=12ms', 'took=3s', 'took=4ms'].map(text => `Jun 14 15:16:01 h p[1]: ${text}\n`).join(''),
    );
    const units: (string | undefined)[] = [];
    const fieldSchema = (fields: readonly FieldType[]) =>
      (units.push(fields.at(-1)?.unit) - 1) as FieldSchemaId;
    const reader = syslog.open({ ...ignore, fieldSchema }, options(bytes));
    reader.push(bytes);
    reader.end();
    expect(units).toEqual(['ms', 's']);
  });

  it('are limited in number, and the limit is reported', () => {
    const lines = Array.from({ length: 6000 }, (_, n) => `Jun 14 15:16:01 h p[1]: k${n}=1\n`).join('');
    const recorder = readAll(syslog, ascii(lines));
    expect(recorder.events).toHaveLength(6000);
    expect(recorder.problemCounts()['too-many-fields']).toBe(1);
  });
});
