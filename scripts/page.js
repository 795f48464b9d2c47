/** Configures Vite to build the window's page, once for `build/renderer` and on the fly for `npm run dev`. */
import { randomBytes } from 'node:crypto';
import { realpathSync } from 'node:fs';
import { join } from 'node:path';
import react from '@vitejs/plugin-react';
import { createServer, build as viteBuild } from 'vite';
import { chromeTarget } from '../app/old-electron/targets.js';
import { root } from './stale.js';

const shared = {
  configFile: /** @type {const} */ (false),
  plugins: [react()],
};

export async function buildPage() {
  await viteBuild({
    ...shared,
    root: join(root, 'app/renderer'),
    base: './',
    logLevel: 'warn',
    build: {
      outDir: join(root, 'build/renderer'),
      emptyOutDir: true,
      target: chromeTarget,
      sourcemap: true,
      // The page's policy allows fonts from files, not from data URLs.
      assetsInlineLimit: 0,
      chunkSizeWarningLimit: 4096,
    },
  });
}

/** Serves the pages from their sources, to this machine only: `renderer/` and `gallery/`. */
export async function servePage() {
  const nonce = randomBytes(16).toString('base64');
  const server = await createServer({
    ...shared,
    root: join(root, 'app'),
    plugins: [...shared.plugins, policy(nonce)],
    cacheDir: join(root, 'build/vite'),
    logLevel: 'warn',
    html: { cspNonce: nonce },
    // `node_modules` may be a link to a folder elsewhere.
    server: { host: '127.0.0.1', fs: { allow: [root, realpathSync(join(root, 'node_modules'))] } },
  });
  return server.listen();
}

/**
 * The page's policy, extended for Vite: its socket, and the scripts and styles that it writes into the page.
 * @param {string} nonce
 * @returns {import('vite').Plugin}
 */
const policy = nonce => ({
  name: 'policy',
  transformIndexHtml: html =>
    html
      .replace(/(script-src|style-src) 'self'/g, `$1 'self' 'nonce-${nonce}'`)
      .replace("default-src 'none'", "$&; connect-src 'self' ws:"),
});
