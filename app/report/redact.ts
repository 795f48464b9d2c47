/**
 * Names replaced in all of a report before anything is drawn: each by a stand-in, the same everywhere.
 *
 * Rules are kinds that are known here, and patterns of the user's with `*` for any run of letters that are no blanks or quotes. They are
 * no regular expressions, which texts of captures could make run for hours.
 */
import type { FindingsDocument } from '../../analyzers/findings/json.ts';
import type { KnownKind, RedactionRules } from '../../analyzers/findings/redaction-rules.ts';
import type { Replaced, ReportModel } from './model.ts';

interface Rule {
  readonly kind: string;
  /** Its first group is what is replaced; without a group, all of it. */
  readonly pattern: RegExp;
}

/** Each has bounded runs and no choice that could be taken in two ways, so that it takes time linear in the text. */
const known: Readonly<Record<Exclude<KnownKind, 'hosts'>, readonly Rule[]>> = {
  users: [
    { kind: 'user', pattern: /(?:\/home\/|\/Users\/|[A-Za-z]:\\Users\\)([\w.-]{1,64})/g },
    { kind: 'user', pattern: /\b(?:user|username|login|uid)[=:] ?([A-Za-z][\w.-]{0,63})/g },
  ],
  paths: [
    {
      kind: 'path',
      pattern:
        /(?<![\w.])((?:\/(?:home|Users|root|srv|data|mnt|media|opt|var|tmp|work)(?:\/[\w.@+-]{1,128}){0,24}))(?=\/)/g,
    },
    { kind: 'path', pattern: /(?<!\w)([A-Za-z]:(?:\\[\w.@+ -]{1,128}){1,24})(?=\\)/g },
  ],
  addresses: [
    { kind: 'address', pattern: /(?<![\d.])((?:\d{1,3}\.){3}\d{1,3})(?![\d.])/g },
    { kind: 'address', pattern: /(?<![\w:])((?:[0-9a-f]{1,4}:){3,7}[0-9a-f]{1,4})(?![\w:])/gi },
    { kind: 'address', pattern: /(?<![\w:])((?:[0-9a-f]{1,4}:){1,6}:(?:[0-9a-f]{1,4})?)(?![\w:])/gi },
  ],
  arguments: [
    { kind: 'argument', pattern: /(?<![\w-])--?[A-Za-z][\w-]{0,40}[= ]([^\s"'<>-][^\s"'<>]{0,200})/g },
  ],
};

/** Strings that say how the document is made, and no name. */
const structural = new Set([
  'question',
  'shape',
  'kind',
  'refers',
  'unit',
  'format',
  'version',
  'program',
  'result',
  'code',
  'severity',
  'sha256',
  'headSha256',
  'tailSha256',
  'digest',
  'zone',
]);

export interface Redacted {
  readonly model: ReportModel;
  /** What was replaced by what: for whoever made the report, and not in it. */
  readonly names: readonly { readonly kind: string; readonly name: string; readonly standIn: string }[];
}

export function redact(model: ReportModel, { kinds, patterns }: RedactionRules): Redacted {
  const rules: Rule[] = [
    ...patterns.map(({ kind, pattern }) => ({ kind, pattern: globOf(pattern) })),
    ...kinds.flatMap(kind => (kind === 'hosts' ? hostRules(model) : known[kind])),
  ];
  const standIns = new Map<string, { kind: string; standIn: string; count: number }>();
  const counts = new Map<string, number>();
  const find = (text: string): string => {
    for (const { kind, pattern } of rules)
      for (const match of text.matchAll(pattern)) {
        const name = match[1] ?? match[0];
        if (standIns.has(name)) continue;
        const number = (counts.get(kind) ?? 0) + 1;
        counts.set(kind, number);
        standIns.set(name, { kind, standIn: `${kind}-${number}`, count: 0 });
      }
    return text;
  };
  // What a rule knows by what stands around it is replaced where that does not stand, too: found first, replaced then.
  mapTexts(model, find);
  const names = [...standIns.keys()].sort((a, b) => b.length - a.length);
  const everywhere = names.map(name => ({ found: standIns.get(name)!, pattern: wholeName(name) }));
  const replaced = (text: string): string =>
    everywhere.reduce(
      (whole, { found, pattern }) =>
        whole.replace(pattern, () => {
          found.count++;
          return found.standIn;
        }),
      text,
    );
  const changed = mapTexts({ ...model, document: withoutViews(model.document) }, replaced);
  const list: Replaced[] = [...standIns.values()].filter(({ count }) => count > 0);
  return {
    model: { ...changed, document: { ...changed.document, redacted: true }, replaced: list },
    names: [...standIns].map(([name, { kind, standIn }]) => ({ kind, name, standIn })),
  };
}

/** Which of the names still stand somewhere in what was written, whatever it was escaped as. */
export function leftIn(written: string, { names }: Redacted): readonly string[] {
  const decoded = [
    written,
    written.replace(/\\u([0-9a-f]{4})/gi, (_, code: string) =>
      String.fromCharCode(Number.parseInt(code, 16)),
    ),
    written.replace(/&(amp|lt|gt|quot|#39);/g, (_, entity: string) => entities[entity]!),
    written.replaceAll('\\\\', '\\'),
  ];
  return names
    .filter(({ name }) => decoded.some(text => wholeName(name).test(text)))
    .map(({ standIn }) => standIn);
}

const entities: Readonly<Record<string, string>> = { amp: '&', lt: '<', gt: '>', quot: '"', '#39': "'" };

const literal = (text: string): string => text.replace(/[.*+?^${}()|[\]\\]/g, '\\$&');

/** The name where it is not part of a longer one. */
function wholeName(name: string): RegExp {
  const [before, after] = [/^\w/.test(name) ? '(?<!\\w)' : '', /\w$/.test(name) ? '(?!\\w)' : ''];
  return new RegExp(`${before}${literal(name)}${after}`, 'g');
}

function globOf(pattern: string): RegExp {
  const text = pattern.split('*').map(literal).join('[^\\s"\'<>/\\\\]{0,128}');
  const [before, after] = [/^\w/.test(pattern) ? '(?<!\\w)' : '', /\w$/.test(pattern) ? '(?!\\w)' : ''];
  return new RegExp(`${before}${text}${after}`, 'g');
}

/** Hosts that captures name, and names with a dot that end like those of the Internet. */
function hostRules({ captures }: ReportModel): Rule[] {
  const hosts = [
    ...new Set(captures.flatMap(({ host }) => (host === null || host.length < 2 ? [] : [host]))),
  ];
  return [
    ...hosts.map(host => ({ kind: 'host', pattern: wholeName(host) })),
    {
      kind: 'host',
      pattern:
        /(?<![\w.@-])((?:[a-z0-9-]{1,63}\.){1,8}(?:com|net|org|io|dev|internal|local|lan|corp|example|cloud))(?![\w-])/gi,
    },
  ];
}

/** How a window looked at it holds names in a form of its own. */
const withoutViews = (document: FindingsDocument): FindingsDocument => ({
  ...document,
  findings: document.findings.map(finding => ({
    ...finding,
    evidence: finding.evidence.map(each => ({ ...each, view: null })),
  })),
});

/** The same with every text that is no structure changed. */
function mapTexts<T>(value: T, change: (text: string) => string, key = ''): T {
  if (typeof value === 'string') return (structural.has(key) ? value : change(value)) as T;
  if (Array.isArray(value)) return value.map(each => mapTexts(each, change, key)) as T;
  if (typeof value !== 'object' || value === null) return value;
  const entries = Object.entries(value).map(([name, each]) => [name, mapTexts(each, change, name)] as const);
  return Object.fromEntries(entries) as T;
}
