import { resolve } from 'node:path';
import { describe, expect, it } from 'vitest';
import { pathsGiven, pathsIn } from './arguments.ts';

const at = (path: string) => resolve('/home/ada', path);

describe('pathsIn', () => {
  it('leaves out the app and switches', () => {
    const argv = ['electron', '--no-sandbox', '/opt/aftertrace', 'cpu.perf.txt', '/tmp/x.aftertrace'];
    expect(pathsIn(argv, '/opt/aftertrace', '/home/ada')).toEqual([
      at('cpu.perf.txt'),
      at('/tmp/x.aftertrace'),
    ]);
  });

  it('finds the app under a relative name', () => {
    expect(pathsIn(['electron', '.', 'a'], '/home/ada', '/home/ada')).toEqual([at('a')]);
  });

  it('takes whatever follows -- as a path', () => {
    expect(pathsIn(['aftertrace', '--', '-odd'], '/opt/aftertrace', '/home/ada')).toEqual([at('-odd')]);
  });
});

describe('pathsGiven', () => {
  it('takes absolute paths, and nothing else that another process says', () => {
    expect(pathsGiven({ paths: [at('a'), 'b', 7, null] })).toEqual([at('a')]);
    for (const other of [undefined, null, 'x', {}, { paths: at('a') }]) expect(pathsGiven(other)).toEqual([]);
  });
});
