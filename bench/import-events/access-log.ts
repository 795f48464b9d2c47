/** Web access logs in combined format, the same bytes every time. */
import { closeSync, openSync, writeSync } from 'node:fs';

/** Number of distinct clients and paths of a site. */
export interface Site {
  readonly clients: number;
  readonly paths: number;
}

/**
 * Nearly every line has a new client, which is the hardest case for interning; a tenth of the paths contain
 * ids and are new, too.
 */
export const busySite: Site = { clients: Number.POSITIVE_INFINITY, paths: Number.POSITIVE_INFINITY };

/** Clients and paths repeat. */
export const quietSite: Site = { clients: 1000, paths: 300 };

const flushSize = 1 << 20;
const begin = Date.UTC(2025, 0, 6, 8, 0, 0);
const months = 'Jan Feb Mar Apr May Jun Jul Aug Sep Oct Nov Dec'.split(' ');
const methods = ['GET', 'GET', 'GET', 'GET', 'GET', 'GET', 'GET', 'POST', 'HEAD', 'PUT'];
const statuses = [200, 200, 200, 200, 200, 200, 304, 302, 404, 500];
const words = 'cart search login static images news video product about api'.split(' ');
const systems = [
  'Windows NT 10.0; Win64; x64',
  'Macintosh; Intel Mac OS X 10_15_7',
  'X11; Linux x86_64',
  'iPhone; CPU iPhone OS 17_2 like Mac OS X',
];

/** Marsaglia's xorshift32: good enough, and the same on every machine. */
const seed = 0x2545f491;
let state = seed;
function below(limit: number): number {
  state ^= state << 13;
  state ^= state >>> 17;
  state ^= state << 5;
  return (state >>> 0) % limit;
}

function time(line: number): string {
  const at = new Date(begin + Math.floor(line / 40) * 1000);
  const two = (value: number) => String(value).padStart(2, '0');
  const day = `${two(at.getUTCDate())}/${months[at.getUTCMonth()]}/${at.getUTCFullYear()}`;
  return `${day}:${two(at.getUTCHours())}:${two(at.getUTCMinutes())}:${two(at.getUTCSeconds())} +0000`;
}

const anyClient = () => `${1 + below(223)}.${below(256)}.${below(256)}.${1 + below(254)}`;

function anyPath(): string {
  const word = words[below(words.length)];
  return below(10) === 0 ? `/${word}/item/${below(1e7)}` : `/${word}/page-${below(2000)}.html`;
}

/**
 * Returns values of `make`: a new one each time if `count` is infinite, otherwise one of the first `count`.
 */
function among(count: number, make: () => string): () => string {
  if (count === Number.POSITIVE_INFINITY) return make;
  const values = Array.from({ length: count }, make);
  return () => values[below(count)]!;
}

function line(number: number, client: string, path: () => string): string {
  const request = `${methods[below(methods.length)]} ${path()} HTTP/1.1`;
  const bytes = 200 + below(60_000);
  const referer = below(3) === 0 ? '-' : `https://www.example.com/${words[below(words.length)]}/`;
  const agent = `Mozilla/5.0 (${systems[below(systems.length)]}) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/${100 + below(30)}.0.0.0 Safari/537.36`;
  const status = statuses[below(statuses.length)];
  return `${client} - - [${time(number)}] "${request}" ${status} ${bytes} "${referer}" "${agent}"\n`;
}

/** Writes about `size` bytes. */
export function writeAccessLog(file: string, size: number, site: Site): void {
  state = seed;
  const client = among(site.clients, anyClient);
  const path = among(site.paths, anyPath);
  const target = openSync(file, 'w');
  for (let written = 0, count = 0; written < size; ) {
    let block = '';
    while (block.length < flushSize) block += line(count++, client(), path);
    written += writeSync(target, block);
  }
  closeSync(target);
}
