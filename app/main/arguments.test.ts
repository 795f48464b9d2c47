import { resolve } from 'node:path';
import { describe, expect, it } from 'vitest';
import { pathsGiven, pathsIn } from './arguments.ts';

const at = (path: string) => resolve('/home/ada', path);

describe('pathsIn', () => {
  it("leaves out the app's path and options", () => {
    const argv = ['electron', '--no-sandbox', '/opt/aftertrace', 'cpu.perf.txt', '/tmp/x.aftertrace'];
    expect(pathsIn(argv, '/opt/aftertrace', '/home/ada')).toEqual([
      at('cpu.perf.txt'),
      at('/tmp/x.aftertrace'),
    ]);
  });

  it("recognises the app's path if it is relative", () => {
    expect(pathsIn(['electron', '.', 'a'], '/home/ada', '/home/ada')).toEqual([at('a')]);
  });

  it('takes everything after -- as a path', () => {
    expect(pathsIn(['aftertrace', '--', '-odd'], '/opt/aftertrace', '/home/ada')).toEqual([at('-odd')]);
  });
});

describe('pathsGiven', () => {
  it('accepts only absolute paths from another process', () => {
    expect(pathsGiven({ paths: [at('a'), 'b', 7, null] })).toEqual([at('a')]);
    for (const other of [undefined, null, 'x', {}, { paths: at('a') }]) expect(pathsGiven(other)).toEqual([]);
  });
});
