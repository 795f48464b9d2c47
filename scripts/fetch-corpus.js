/**
 * `npm run corpus [-- PREFIX…]`: downloads public captures that tests read, to `$AFTERTRACE_SHARED/corpus`
 * (default: `../shared/corpus`): all of `fixtures/corpus/captures.tsv`, or those whose path begins with PREFIX.
 * Existing files stay; a download with a different hash is discarded.
 *
 * `AFTERTRACE_CORPUS_FROM` names another server that has the repositories under the same paths as GitHub's
 * raw files.
 */
import { createHash } from 'node:crypto';
import { existsSync, mkdirSync, readFileSync, renameSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { messageOf } from './messages.js';
import { shared } from './shared.js';
import { root } from './stale.js';

/** Number of concurrent downloads. */
const concurrency = 8;

/**
 * @typedef {{ path: string, format: string, bytes: number, sha256: string, from: string, licence: string }}
 *   Listed
 *
 * `missing`: paths that could not be downloaded, each with the reason.
 * @typedef {{ present: number, downloaded: number, missing: string[] }} Outcome
 */

/**
 * @param {string} text of `captures.tsv`
 * @returns {Listed[]}
 */
export function listedIn(text) {
  return text
    .split('\n')
    .slice(1)
    .filter(line => line !== '')
    .map(line => {
      const [path = '', format = '', bytes = '', sha256 = '', from = '', licence = ''] = line.split('\t');
      if (path.split('/').includes('..'))
        throw new Error(`captures.tsv: the path ${path} points outside the corpus folder.`);
      return { path, format, bytes: Number(bytes), sha256, from, licence };
    });
}

/**
 * Parses `OWNER/REPOSITORY@REVISION:PATH`; PATH defaults to the path in the corpus without its first folder.
 * @param {Listed} listed
 */
function placeOf({ path, from }) {
  const [repository = '', revision = '', remotePath] = from.split(/[@:]/);
  return { repository, revision, path: remotePath ?? path.slice(path.indexOf('/') + 1) };
}

/**
 * @param {Listed} listed
 * @param {string} server
 */
function addressOf(listed, server) {
  const { repository, revision, path } = placeOf(listed);
  return [server.replace(/\/$/, ''), repository, revision, ...path.split('/').map(encodeURIComponent)].join(
    '/',
  );
}

/**
 * @param {readonly Listed[]} all
 * @param {string} folder
 * @param {string} server
 * @returns {Promise<Outcome>}
 */
export async function fetchCorpus(all, folder, server) {
  const wanted = all.filter(({ path }) => !existsSync(join(folder, path)));
  /** @type {Outcome} */
  const outcome = { present: all.length - wanted.length, downloaded: 0, missing: [] };
  const queue = [...wanted];
  const work = async () => {
    for (let next = queue.shift(); next; next = queue.shift()) {
      try {
        write(join(folder, next.path), await contentOf(next, server));
        outcome.downloaded++;
      } catch (error) {
        outcome.missing.push(`${next.path}: ${messageOf(error)}`);
      }
    }
  };
  await Promise.all(Array.from({ length: concurrency }, work));
  const index = join(folder, 'INDEX.tsv');
  const before = existsSync(index) ? readFileSync(index, 'utf8') : `${columns.join('\t')}\n`;
  const after = withRows(
    before,
    all.filter(({ path }) => existsSync(join(folder, path))),
  );
  if (after !== before) write(index, Buffer.from(after));
  return outcome;
}

/**
 * @param {Listed} listed
 * @param {string} server
 */
async function contentOf(listed, server) {
  const address = addressOf(listed, server);
  const response = await fetch(address).catch(error => {
    throw new Error(`${address} cannot be reached (${messageOf(error.cause ?? error)})`);
  });
  if (!response.ok) throw new Error(`${address} answered ${response.status}`);
  const content = Buffer.from(await response.arrayBuffer());
  const sha256 = createHash('sha256').update(content).digest('hex');
  if (sha256 !== listed.sha256)
    throw new Error(
      `${address} has changed: its SHA-256 is ${sha256}, captures.tsv has ${listed.sha256}; it was not saved`,
    );
  return content;
}

/**
 * Writes the file atomically.
 * @param {string} file
 * @param {Uint8Array} content
 */
function write(file, content) {
  mkdirSync(dirname(file), { recursive: true });
  writeFileSync(`${file}.part`, content);
  renameSync(`${file}.part`, file);
}

/** Columns of the index, which `fixtures/corpus/survey.ts` reads. */
const columns = ['path', 'format', 'bytes', 'source', 'ground_truth', 'licence'];

/**
 * The index with rows added for the captures that it lacks. Files without a format are companions of
 * captures, and get no row.
 * @param {string} index
 * @param {readonly Listed[]} all
 */
function withRows(index, all) {
  const known = new Set(index.split('\n').map(line => line.split('\t', 1)[0]));
  const rows = all
    .filter(({ path, format }) => format !== '' && !known.has(path))
    .map(listed => {
      const { repository, revision, path } = placeOf(listed);
      const source = `${repository}@${revision} : ${path}`;
      return `${[listed.path, listed.format, listed.bytes, source, '', listed.licence].join('\t')}\n`;
    });
  return index + rows.join('');
}

/** @param {readonly string[]} prefixes */
async function main(prefixes) {
  const listed = listedIn(readFileSync(join(root, 'fixtures/corpus/captures.tsv'), 'utf8'));
  const isWanted = (/** @type {Listed} */ { path }) =>
    prefixes.length === 0 || prefixes.some(prefix => path.startsWith(prefix));
  const folder = join(shared, 'corpus');
  const server = process.env.AFTERTRACE_CORPUS_FROM ?? 'https://raw.githubusercontent.com';
  const { present, downloaded, missing } = await fetchCorpus(listed.filter(isWanted), folder, server);
  for (const line of missing) console.error(line);
  console.log(
    `${folder}: ${present} captures were present, ${downloaded} were downloaded, ${missing.length} failed${missing.length ? ' (see above)' : ''}.`,
  );
  return missing.length === 0 ? 0 : 1;
}

if (import.meta.url === pathToFileURL(process.argv[1] ?? '').href)
  process.exitCode = await main(process.argv.slice(2));
