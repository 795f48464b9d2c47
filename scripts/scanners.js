/**
 * Builds the WebAssembly scanners of the parsers from their sources: `node scripts/scanners.js`.
 *
 * Each becomes a TypeScript module with the bytes as base64, so that parsers need no file system to load it.
 */
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath, pathToFileURL } from 'node:url';
import asc from 'assemblyscript/asc';

const root = join(fileURLToPath(import.meta.url), '../..');

/** Folders with a scanner, whose source is in `assembly/`. */
export const scanners = [
  'parsers/kit/scanner',
  'parsers/kit/block/scanner',
  'parsers/kit/pdh/scanner',
  'parsers/logs/scanner',
  'parsers/perf-data/scanner',
];

/** No AssemblyScript runtime: a scanner lays out its own memory, see assembly/layout.ts. */
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

export async function buildScanners() {
  for (const folder of scanners) await buildScanner(folder);
}

/** @param {string} folder */
async function buildScanner(folder) {
  let wasm = Buffer.alloc(0);
  const { error, stderr } = await asc.main(
    [`${folder}/assembly/index.ts`, '--baseDir', root, '--outFile', 'scanner.wasm', ...flags],
    {
      writeFile: (_name, contents) => {
        wasm = Buffer.from(contents);
      },
    },
  );
  if (error)
    throw new Error(`The scanner in ${folder} does not compile: ${error.message}\n${stderr.toString()}`);
  const base64 = wasm.toString('base64');
  writeFileSync(
    join(root, folder, 'bytes.generated.ts'),
    `/** Made by scripts/scanners.js from assembly/. */\nexport const scannerBytes =\n  '${base64}';\n`,
  );
}

if (import.meta.url === pathToFileURL(process.argv[1] ?? '').href) await buildScanners();
