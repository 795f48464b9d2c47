/**
 * Replaces names in a whole report before anything is drawn: each name by one stand-in everywhere.
 *
 * Rules are known kinds, and patterns of the user in which `*` matches any run of characters other than
 * blanks and quotes. They are not regular expressions, because texts of captures could make those run for
 * hours. A kind rather replaces too much than too little.
 */
import type { FindingsDocument } from '../../analyzers/findings/json.ts';
import type { KnownKind, RedactionRules } from '../../analyzers/findings/redaction-rules.ts';
import type { Replaced, ReportModel } from './model.ts';

interface Rule {
  readonly kind: string;
  /** The first group that matched is replaced; without a group, the whole match. */
  readonly pattern: RegExp;
}

const { raw } = String;

const word = raw`[\p{L}\p{N}_]`;
/** Characters of a part of a path; blanks only if the path continues after them. */
const part = raw`[\p{L}\p{N}_.@+~%-]{1,128}`;
const parts = `${part}(?: ${part}){0,4}`;
const person = raw`[\p{L}][\p{L}\p{N}_.-]{0,63}`;
const rule = (kind: string, source: string, flags = ''): Rule => ({
  kind,
  pattern: new RegExp(source, `gu${flags}`),
});

/** System folders, which are kept: they reveal nobody, and modules would have no names without them. */
const system = 'usr|lib|lib32|lib64|bin|sbin|proc|sys|dev|boot|run';

/** Every pattern takes linear time: its repetitions are bounded, and a text can match in only one way. */
const known: Readonly<Record<Exclude<KnownKind, 'hosts'>, readonly Rule[]>> = {
  users: [
    rule('user', raw`(?:/home/|/Users/|[A-Za-z]:\\Users\\)(${parts}(?=[/\\])|${part})`),
    rule('user', raw`(?<!${word})(?:user|username|login|uid|owner)[=:] ?["']?(${person})`, 'i'),
    rule('user', raw`(?<!${word})user ["']([^"'\s]{1,64})["']`, 'i'),
    rule('user', raw`(?<!${word})(?:for|by)(?: invalid)? user (${person})`, 'i'),
    rule('user', raw`(?<!${word})user (${person}) (?:logged|from|at|on)(?!${word})`, 'i'),
    rule('user', raw`(?<![\p{L}\p{N}_.%+-])([\p{L}\p{N}_.%+-]{1,64}@[\p{L}\p{N}.-]{1,255}[\p{L}\p{N}])`),
  ],
  paths: [
    rule('path', raw`(?<![\p{L}\p{N}_./:])(/(?!(?:${system})(?!${word}))(?:${parts}/){1,24}(?:${part})?)`),
    rule('path', raw`(?<!${word})([A-Za-z]:\\(?:${parts}\\){0,24}${part})`),
  ],
  addresses: [
    rule('address', raw`(?<![\d.])((?:\d{1,3}\.){3}\d{1,3})(?!\d|\.\d)`),
    rule('address', raw`(?<![\w:.])((?:[0-9a-f]{1,4}:){7}[0-9a-f]{1,4})(?![\w:])`, 'i'),
    // Requires a digit, which distinguishes it from a name such as `abc::def`.
    rule(
      'address',
      raw`(?<![\w:.])(?=[0-9a-f:]{0,40}\d)((?:[0-9a-f]{1,4}(?::[0-9a-f]{1,4}){0,6})?::(?:[0-9a-f]{1,4}(?::[0-9a-f]{1,4}){0,6})?)(?![\w:])`,
      'i',
    ),
    rule('address', raw`(?<![\w:])((?:[0-9a-f]{2}[:\-]){5}[0-9a-f]{2})(?![\w:])`, 'i'),
  ],
  arguments: [
    rule(
      'argument',
      raw`(?<![\p{L}\p{N}_\-])--?[A-Za-z][\w\-]{0,40}[= ](?:"([^"]{1,400})"|'([^']{1,400})'|([^\s"'<>\-][^\s"'<>]{0,400}))`,
    ),
    rule(
      'argument',
      raw`(?<!${word})[A-Z][A-Z0-9_]{2,40}=(?:"([^"]{1,400})"|'([^']{1,400})'|([^\s"'<>]{1,400}))`,
    ),
  ],
};

/** Strings of the document's structure, which contain no names. */
const structural = new Set([
  'question',
  'shape',
  'kind',
  'refers',
  'version',
  'result',
  'code',
  'sha256',
  'headSha256',
  'tailSha256',
  'digest',
  'zone',
]);

export interface Redacted {
  readonly model: ReportModel;
  /** Each name with its stand-in: for the author of the report, and not part of it. */
  readonly names: readonly { readonly kind: string; readonly name: string; readonly standIn: string }[];
}

/** Maximum number of passes. A replacement may join texts to a new match, so rules are applied until they find nothing new. */
const maxRounds = 4;

export function redact(model: ReportModel, { kinds, patterns }: RedactionRules): Redacted {
  const rules: Rule[] = [
    ...patterns.map(({ kind, pattern }) => ({ kind, pattern: globOf(pattern) })),
    ...kinds.flatMap(kind => (kind === 'hosts' ? hostRules(model) : known[kind])),
  ];
  const names = new Map<string, { kind: string; standIn: string; count: number }>();
  const standIns = new Set<string>();
  const counts = new Map<string, number>();
  const find = (text: string): string => {
    for (const { kind, pattern } of rules)
      for (const match of text.matchAll(pattern)) {
        const name = (match.slice(1).find(group => group !== undefined) ?? match[0]).replace(/\/$/, '');
        if (name.length < 2 || names.has(name) || isStandIn(name, standIns)) continue;
        const number = (counts.get(kind) ?? 0) + 1;
        counts.set(kind, number);
        names.set(name, { kind, standIn: `${kind}-${number}`, count: 0 });
        standIns.add(`${kind}-${number}`);
      }
    return text;
  };
  let report: ReportModel = { ...model, document: withoutViews(model.document) };
  for (let round = 0, before = -1; round < maxRounds && names.size > before; round++) {
    before = names.size;
    // A name found by its context is also replaced elsewhere: all names are found first, then replaced.
    mapTexts(report, find);
    report = mapTexts(report, replacing(names));
  }
  const replaced: Replaced[] = [...names.values()].filter(({ count }) => count > 0);
  return {
    model: { ...report, document: { ...report.document, redacted: true }, replaced },
    names: [...names].map(([name, { kind, standIn }]) => ({ kind, name, standIn })),
  };
}

/** Replaces the longest names first, each only where it is not part of a longer word. */
function replacing(names: ReadonlyMap<string, { standIn: string; count: number }>): (text: string) => string {
  const found = [...names]
    .sort(([a], [b]) => b.length - a.length)
    .map(([name, replacement]) => ({ replacement, pattern: wholeName(name) }));
  return text =>
    found.reduce(
      (whole, { replacement, pattern }) =>
        whole.replace(pattern, () => {
          replacement.count++;
          return replacement.standIn;
        }),
      text,
    );
}

/** A text of stand-ins and separators only. */
function isStandIn(name: string, standIns: ReadonlySet<string>): boolean {
  return name.split(/[/\\@:.]/).every(each => each === '' || standIns.has(each));
}

/** The names that still occur in the written text, in any escaped form. */
export function leftIn(written: string, { names }: Redacted): readonly string[] {
  const decoded = [written];
  for (const decode of decodings) decoded.push(decode(decoded.at(-1)!));
  return names
    .filter(({ name }) => decoded.some(text => wholeName(name).test(text)))
    .map(({ standIn }) => standIn);
}

/** Escapes applied in sequence, because JSON within HTML is escaped twice. */
const decodings: readonly ((text: string) => string)[] = [
  text => text.replace(/\\u([0-9a-f]{4})/gi, (_, code: string) => characterOf(Number.parseInt(code, 16))),
  text => text.replace(/&(amp|lt|gt|quot);/g, (_, entity: string) => entities[entity]!),
  text =>
    text.replace(/&#(x?)([0-9a-f]{1,6});/gi, (_, hex: string, code: string) =>
      characterOf(Number.parseInt(code, hex === '' ? 10 : 16)),
    ),
  text => text.replace(/%([2-7][0-9a-f])/gi, (_, code: string) => characterOf(Number.parseInt(code, 16))),
  text => text.replace(/\\([\\`*_[\]<>|~#!/"])/g, '$1'),
];

const characterOf = (code: number): string =>
  code > 0 && code <= 0x10ffff ? String.fromCodePoint(code) : '';

const entities: Readonly<Record<string, string>> = { amp: '&', lt: '<', gt: '>', quot: '"' };

const literal = (text: string): string => text.replace(/[.*+?^${}()|[\]\\/]/g, each => `\\${each}`);

/** Matches the name where it is not part of a longer one. */
const wholeName = (name: string): RegExp => bounded(name, literal(name));

function bounded(name: string, source: string): RegExp {
  const isWord = (letter: string) => /[\p{L}\p{N}_]/u.test(letter);
  const before = isWord(name.slice(0, 1)) ? `(?<!${word})` : '';
  const after = isWord(name.slice(-1)) ? `(?!${word})` : '';
  return new RegExp(`${before}${source}${after}`, 'gu');
}

const globOf = (pattern: string): RegExp =>
  bounded(pattern, pattern.split('*').map(literal).join(raw`[^\s"'<>/\\]{0,128}`));

/** Extensions of files, so that file names are not taken for hosts. */
const files =
  'txt|log|zst|gz|xz|bz2|zip|tar|json|jsonl|csv|tsv|xml|html|md|svg|png|pdf|so|ko|dll|exe|sys|data|etl|conf|cfg|ini|py|js|ts|go|rs|java|c|h|cc|cpp|rb|php|sh|service|scope|slice|sock|pid|map|debug|aftertrace';
/** Names of two parts are hosts only if they end like these. */
const domains =
  'com|net|org|io|dev|internal|local|lan|corp|example|cloud|de|uk|fr|nl|ch|at|eu|us|ca|au|jp|cn|in|br|it|es|se|no|fi|pl|cz|info|biz|app|tech|edu|gov';

/** Hosts: those that captures name, names of three or more parts, and names of two parts that end in a top-level domain. */
function hostRules({ captures }: ReportModel): Rule[] {
  const hosts = [
    ...new Set(captures.flatMap(({ host }) => (host === null || host.length < 2 ? [] : [host]))),
  ];
  const label = '[a-z0-9](?:[a-z0-9-]{0,61}[a-z0-9])?';
  const before = raw`(?<![\p{L}\p{N}_.@/\-])`;
  const after = raw`(?![\p{L}\p{N}_(\-])`;
  return [
    ...hosts.map(host => ({ kind: 'host', pattern: wholeName(host) })),
    rule('host', raw`${before}((?:${label}\.){2,8}(?!(?:${files})(?![a-z]))[a-z]{2,24})${after}`, 'i'),
    rule('host', raw`${before}(${label}\.(?:${domains}))${after}(?!\.[\p{L}])`, 'i'),
  ];
}

/** The view state of a window has names in its own form. */
const withoutViews = (document: FindingsDocument): FindingsDocument => ({
  ...document,
  findings: document.findings.map(finding => ({
    ...finding,
    evidence: finding.evidence.map(each => ({ ...each, view: null })),
  })),
});

/** Copies a value with every text replaced, except those of its structure. */
function mapTexts<T>(value: T, change: (text: string) => string, key = ''): T {
  if (typeof value === 'string') return (structural.has(key) ? value : change(value)) as T;
  if (Array.isArray(value)) return value.map(each => mapTexts(each, change, key)) as T;
  if (typeof value !== 'object' || value === null) return value;
  const entries = Object.entries(value).map(([name, each]) => [name, mapTexts(each, change, name)] as const);
  return Object.fromEntries(entries) as T;
}
