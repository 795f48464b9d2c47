/**
 * Memory of imports with very many names: ten shapes of captures (`names/shapes.ts`), each with few names and with many
 * in as many bytes. Fails if many take more than 1.5 times the memory of few, and more than `--memory`.
 *
 * `AFTERTRACE_NAMES_ONLY=hosts,kinds` measures some.
 */
import { closeSync, mkdtempSync, openSync, rmSync, statSync, writeSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { type Shape, shapes } from './names/shapes.ts';
import { importInto } from './processes/run.ts';

const maxRatio = 1.5;
/** What `--memory` is by default, bytes. */
const maxMemory = 1e9;

function measured({ ending, pieces }: Shape, names: number, folder: string) {
  const path = join(folder, `names.${ending}`);
  const file = openSync(path, 'w');
  for (const piece of pieces(names)) {
    const bytes = Buffer.from(piece);
    for (let at = 0; at < bytes.length; ) at += writeSync(file, bytes, at);
  }
  closeSync(file);
  return { bytes: statSync(path).size, ...importInto(join(folder, 'names.aftertrace'), path) };
}

const only = process.env.AFTERTRACE_NAMES_ONLY?.split(',');
const folder = mkdtempSync(join(tmpdir(), 'aftertrace-names-'));
try {
  for (const shape of shapes.filter(({ of }) => only?.includes(of) ?? true)) {
    const few = measured(shape, shape.few, folder);
    const many = measured(shape, shape.many, folder);
    const ratio = many.memory / few.memory;
    const ok = ratio <= maxRatio || many.memory <= maxMemory;
    if (!ok) process.exitCode = 1;
    const mb = (bytes: number) => `${Math.round(bytes / 1e6)} MB`;
    console.log(
      `${ok ? '✓' : '✗'} ${shape.many} ${shape.of} in ${mb(many.bytes)}: peak ${mb(many.memory)}, ${many.cpu.toFixed(1)} s of processor time; ` +
        `${shape.few} in ${mb(few.bytes)}: ${mb(few.memory)}, ${few.cpu.toFixed(1)} s; ${ratio.toFixed(2)} × the memory`,
    );
  }
} finally {
  rmSync(folder, { recursive: true, force: true });
}
