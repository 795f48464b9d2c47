/** Manifests of providers of ETW in folders that the user names: XML as `wevtutil` and PerfView write it, and as providers install it. */
import { readdirSync, readFileSync, statSync } from 'node:fs';
import { join } from 'node:path';

/** A folder with all manifests of Windows has a thousand, of 60 MB. */
const maxFiles = 5000;
const maxBytes = 256 << 20;
const maxDepth = 4;

/** Text of the manifest of each provider, by its GUID in lower case. A file may have several providers. */
export function manifestsIn(paths: readonly string[]): ReadonlyMap<string, string> {
  const found = new Map<string, string>();
  let bytes = 0;
  let files = 0;
  for (const file of paths.flatMap(path => [...below(path, 0)])) {
    const size = statSync(file, { throwIfNoEntry: false })?.size ?? 0;
    if (++files > maxFiles || bytes + size > maxBytes) break;
    bytes += size;
    for (const [guid, xml] of providersIn(textOf(file))) if (!found.has(guid)) found.set(guid, xml);
  }
  return found;
}

function* below(path: string, depth: number): Generator<string> {
  const stat = statSync(path, { throwIfNoEntry: false });
  if (stat?.isFile() && (depth === 0 || /\.(?:xml|man|manifest)$/i.test(path))) yield path;
  if (!stat?.isDirectory() || depth > maxDepth) return;
  for (const name of readdirSync(path).sort()) yield* below(join(path, name), depth + 1);
}

function textOf(file: string): string {
  try {
    const bytes = readFileSync(file);
    return new TextDecoder(bytes[0] === 0xff && bytes[1] === 0xfe ? 'utf-16le' : 'utf-8').decode(bytes);
  } catch {
    return '';
  }
}

/** Each provider as a document of its own, with what follows the last one: the strings, which all share. */
function* providersIn(xml: string): Generator<readonly [guid: string, xml: string]> {
  const end = '</provider>';
  const shared = xml.slice(xml.lastIndexOf(end) + 1);
  for (let at = xml.indexOf('<provider '); at >= 0; at = xml.indexOf('<provider ', at + 1)) {
    const close = xml.indexOf(end, at);
    if (close < 0) return;
    const provider = xml.slice(at, close + end.length);
    const guid = /guid\s*=\s*["']\{?([0-9a-f-]{36})\}?["']/i.exec(provider.slice(0, 4096))?.[1];
    if (guid !== undefined) yield [guid.toLowerCase(), provider + shared];
  }
}
