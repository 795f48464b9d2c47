/**
 * Builds the WebAssembly kernel of the parsers from its source: `node scripts/kernel.js`.
 *
 * The result is a TypeScript module that holds the bytes as base64, so that parsers need no file system to load it.
 */
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath, pathToFileURL } from 'node:url';
import asc from 'assemblyscript/asc';

const folder = join(fileURLToPath(import.meta.url), '../../parsers/kit/kernel');

/** No runtime: the kernel lays out its own memory, see assembly/layout.ts. */
const flags = ['--optimizeLevel', '3', '--noAssert', '--runtime', 'stub', '--enable', 'simd'];

export async function buildKernel() {
  let wasm;
  const { error, stderr } = await asc.main(
    ['assembly/index.ts', '--baseDir', folder, '--outFile', 'kernel.wasm', ...flags],
    { writeFile: (_name, contents) => (wasm = contents) },
  );
  if (error) throw new Error(`The parsers' kernel does not compile: ${error.message}\n${stderr.toString()}`);
  const base64 = Buffer.from(wasm).toString('base64');
  writeFileSync(
    join(folder, 'bytes.generated.ts'),
    `/** Made by scripts/kernel.js from assembly/. */\nexport const kernelBytes =\n  '${base64}';\n`,
  );
}

if (import.meta.url === pathToFileURL(process.argv[1] ?? '').href) await buildKernel();
