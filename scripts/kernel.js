/**
 * Builds the WebAssembly kernels of the parsers from their sources: `node scripts/kernel.js`.
 *
 * Each becomes a TypeScript module that holds the bytes as base64, so that parsers need no file system to load it.
 */
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath, pathToFileURL } from 'node:url';
import asc from 'assemblyscript/asc';

const root = join(fileURLToPath(import.meta.url), '../..');

/** Folders with a kernel: its source is in `assembly/` there. */
export const kernels = [
  'parsers/kit/kernel',
  'parsers/kit/block/kernel',
  'parsers/kit/pdh/kernel',
  'parsers/logs/kernel',
];

/** No runtime: a kernel lays out its own memory, see assembly/layout.ts. */
const flags = [
  '--initialMemory',
  '1',
  '--optimizeLevel',
  '3',
  '--noAssert',
  '--runtime',
  'stub',
  '--enable',
  'simd',
];

export async function buildKernels() {
  for (const folder of kernels) await buildKernel(folder);
}

async function buildKernel(folder) {
  let wasm;
  const { error, stderr } = await asc.main(
    [`${folder}/assembly/index.ts`, '--baseDir', root, '--outFile', 'kernel.wasm', ...flags],
    { writeFile: (_name, contents) => (wasm = contents) },
  );
  if (error)
    throw new Error(`The kernel in ${folder} does not compile: ${error.message}\n${stderr.toString()}`);
  const base64 = Buffer.from(wasm).toString('base64');
  writeFileSync(
    join(root, folder, 'bytes.generated.ts'),
    `/** Made by scripts/kernel.js from assembly/. */\nexport const kernelBytes =\n  '${base64}';\n`,
  );
}

if (import.meta.url === pathToFileURL(process.argv[1] ?? '').href) await buildKernels();
