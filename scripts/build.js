/**
 * Builds stale products into `build/`: `node scripts/build.js`.
 *
 * Everything that runs outside the renderer is bundled as CommonJS: the oldest supported runtime (Electron
 * 22) cannot load an ES module as its main program, and CommonJS loads the native database when first used,
 * not at start.
 */
import { existsSync, readFileSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { decoderOfNode16, nodeTarget } from '../app/old-electron/targets.js';
import { fingerprint, isFresh, markFresh, root } from './stale.js';

const common = ['package-lock.json', 'scripts/build.js', 'app/old-electron'];

/** All products, in build order. */
export const products = {
  scanners: {
    name: 'scanners',
    inputs: [
      ...common,
      'scripts/scanners.js',
      'parsers/kit/scanner/assembly',
      'parsers/kit/scanner/shared',
      'parsers/kit/block/scanner/assembly',
      'parsers/kit/pdh/scanner/assembly',
      'parsers/logs/scanner/assembly',
      'parsers/logs/scanner/shared',
      'parsers/perf-data/scanner/assembly',
      'parsers/perf-data/scanner/shared',
    ],
    outputs: [
      'parsers/kit/scanner/bytes.generated.ts',
      'parsers/kit/block/scanner/bytes.generated.ts',
      'parsers/kit/pdh/scanner/bytes.generated.ts',
      'parsers/logs/scanner/bytes.generated.ts',
      'parsers/perf-data/scanner/bytes.generated.ts',
    ],
    make: async () => (await import('./scanners.js')).buildScanners(),
  },
  node: {
    name: 'node',
    inputs: [
      ...common,
      'package.json',
      'parsers',
      'workspace',
      'analyzers',
      'app/contract.ts',
      'app/engine',
      'app/cli',
      'app/report',
      'app/wording',
      'app/pictures',
    ],
    outputs: ['build/app/cli.cjs', 'build/app/engine.cjs', 'build/app/worker.cjs'],
    make: async () => {
      rmSync(join(root, 'build/app/compiled'), { recursive: true, force: true });
      await bundle({
        cli: 'app/cli/main.ts',
        engine: 'app/engine/process.ts',
        worker: 'workspace/reading/worker.ts',
      });
    },
  },
  shell: {
    name: 'shell',
    inputs: [...common, 'package.json', 'app/contract.ts', 'app/shell.ts', 'app/main', 'app/preload'],
    outputs: ['build/app/main.cjs', 'build/app/preload.cjs'],
    make: async () => {
      await bundle({ main: 'app/main/main.ts' });
      await bundle({ preload: 'app/preload/preload.ts' }, sandboxed);
    },
  },
  renderer: {
    name: 'renderer',
    inputs: [
      ...common,
      'scripts/page.js',
      'parsers',
      'analyzers',
      'workspace/query.ts',
      'app/contract.ts',
      'app/shell.ts',
      'app/renderer',
      'app/wording',
      'app/pictures',
    ],
    outputs: ['build/renderer/index.html'],
    make: async () => (await import('./page.js')).buildPage(),
  },
};

/** Products that the command line needs. */
export const forCli = [products.scanners, products.node];
export const all = Object.values(products);

/** CommonJS has no import.meta, which sources use to find neighbouring files. */
const inNode = {
  inject: [decoderOfNode16],
  banner: { js: "const importMetaUrl = require('node:url').pathToFileURL(__filename).href;" },
  define: { 'import.meta.url': 'importMetaUrl', __VERSION__: JSON.stringify(version()) },
};
/** A sandboxed preload may require `electron`, but no modules of Node. */
const sandboxed = {};

/**
 * @param {Record<string, string>} entryPoints output name (in build/app, without `.cjs`) to source
 * @param {import('esbuild').BuildOptions} environment
 */
export async function bundle(entryPoints, environment = inNode) {
  const esbuild = await import('esbuild');
  await esbuild.build({
    absWorkingDir: root,
    entryPoints: Object.entries(entryPoints).map(([out, source]) => ({ in: source, out })),
    outdir: 'build/app',
    outExtension: { '.js': '.cjs' },
    bundle: true,
    platform: 'node',
    format: 'cjs',
    target: nodeTarget,
    external: ['electron', 'esbuild', 'playwright-core', 'vite', '@duckdb/*'],
    // Code loaded from V8's code cache (see `compiled.js`) cannot use `import()`.
    supported: { 'dynamic-import': false },
    ...environment,
    // Makes bundles a fifth smaller for every worker that starts; names are kept, for traces.
    minifyWhitespace: true,
    minifySyntax: true,
    sourcemap: 'linked',
    legalComments: 'none',
    logLevel: 'warning',
  });
}

function version() {
  return JSON.parse(readFileSync(join(root, 'package.json'), 'utf8')).version;
}

/**
 * Installs and builds the stale products of `wanted`.
 * @param {readonly (typeof products)[keyof typeof products][]} wanted
 */
export async function ensureBuilt(wanted) {
  if (wanted.every(isFresh)) return;
  // Not needed by most starts.
  const [{ install }, { exclusively }] = await Promise.all([import('./install.js'), import('./lock.js')]);
  await install();
  await exclusively(async () => {
    for (const product of wanted) {
      if (isFresh(product)) continue;
      const print = fingerprint(product.inputs);
      const begin = performance.now();
      await product.make();
      const missing = product.outputs.filter(path => !existsSync(join(root, path)));
      if (missing.length > 0) throw new Error(`The build of ${product.name} made no ${missing.join(', ')}.`);
      markFresh(product.name, print);
      console.error(`built ${product.name} in ${Math.round(performance.now() - begin)} ms`);
    }
  });
}

if (import.meta.url === pathToFileURL(process.argv[1] ?? '').href) await ensureBuilt(all);
