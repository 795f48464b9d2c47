import { createHash } from 'node:crypto';
import { HtmlValidate } from 'html-validate/node';
import { describe, expect, it } from 'vitest';
import { RedactionError, rulesFrom } from '../../analyzers/findings/redaction-rules.ts';
import { hostileTexts } from '../../fixtures/hostile-texts.ts';
import { reportHtml } from './html.ts';
import { reportMarkdown } from './markdown.ts';
import { leftIn, redact } from './redact.ts';
import { answerOf, evidenceOf, modelOf } from './report.testing.ts';
import { style } from './style.ts';

const hashOf = (text: string) => createHash('sha256').update(text).digest('base64');
const validator = new HtmlValidate({
  extends: ['html-validate:recommended', 'html-validate:a11y'],
  rules: {
    // Texts that people write may have trailing whitespace.
    'no-trailing-whitespace': 'off',
    'long-title': 'off',
    'no-inline-style': 'error',
    // Browsers accept the doctype in any case.
    'doctype-style': 'off',
    'no-implicit-button-type': 'error',
  },
});

it.each([
  ['plain texts', ['heap_update', '/usr/lib/postgresql/bin/postgres', 'pgbench slowed down']],
  ['hostile texts', hostileTexts.filter((_, at) => at % 9 === 0)],
])('a report of %s is valid HTML', async (_, texts) => {
  const { results } = await validator.validateString(reportHtml(modelOf(texts), hashOf));
  const messages = results.flatMap(each =>
    each.messages.map(({ ruleId, message, line }) => `${line} ${ruleId}: ${message}`),
  );
  expect(messages).toEqual([]);
});

it('the content security policy allows only the style and script of the report', () => {
  const html = reportHtml(modelOf(['x']), hashOf);
  const policy = /http-equiv="Content-Security-Policy" content="([^"]*)"/.exec(html)?.[1] ?? '';
  const [, own] = /<style>([\s\S]*?)<\/style>/.exec(html) ?? [];
  const [, code] = /<script>([\s\S]*?)<\/script>/.exec(html) ?? [];
  expect(policy.split('; ')).toEqual([
    "default-src 'none'",
    'img-src data:',
    `style-src 'sha256-${hashOf(own ?? '')}'`,
    `script-src 'sha256-${hashOf(code ?? '')}'`,
    "base-uri 'none'",
    "form-action 'none'",
  ]);
  expect(html).not.toMatch(/ style="| on\w+="|src="http|<link|@import|url\(/);
});

it('a report begins with the summary, then has the findings in order, each with its evidence', () => {
  const model = modelOf(['first', 'second']);
  const { text, pictures } = reportMarkdown(model, style);
  expect(text.match(/^#+ .*$/gm)).toEqual([
    '# first',
    '## 1 · first `cause` `first`',
    '## 2 · second `cause` `second`',
    '## Method',
    '### What was not understood',
  ]);
  expect([...pictures.keys()]).toEqual([
    'finding-1-1.svg',
    'finding-1-2.svg',
    'finding-1-3.svg',
    'finding-1-1000.svg',
    'finding-1-2000.svg',
    'finding-1-3000.svg',
    'finding-1-4000.svg',
    'finding-2-5.svg',
    'finding-2-6.svg',
    'finding-2-7.svg',
    'finding-2-1001.svg',
    'finding-2-2001.svg',
    'finding-2-3001.svg',
    'finding-2-4001.svg',
  ]);
  const html = reportHtml(model, hashOf);
  expect(html.indexOf('<h1>first</h1>')).toBeLessThan(html.indexOf('id="finding-1"'));
  expect(html.indexOf('id="finding-2"')).toBeLessThan(html.indexOf('id="method"'));
});

it('a table states how many rows are left out', () => {
  const model = modelOf(['x']);
  const [finding] = model.document.findings;
  const answer = { ...answerOf([{ name: 'n', kind: 'integer', about: '' }], [[1], [2]]), total: 5000 };
  const evidence = [evidenceOf(1, 'table', 'functions', answer)];
  const html = reportHtml(
    { ...model, document: { ...model.document, findings: [{ ...finding!, evidence }] } },
    hashOf,
  );
  expect(html).toContain('4,998 more of 5,000 rows are in the workspace.');
});

it('redaction replaces a name by the same text everywhere, and leaves no part of the name', () => {
  const names = ['db7.acme.example', '10.1.2.3', '/home/alice/captures/cpu.txt', 'alice', 'acme-billing'];
  const base = modelOf(['x']);
  const model = {
    ...base,
    captures: [
      { ...base.captures[0]!, host: 'db7', path: '/home/alice/captures/cpu.txt', name: 'cpu.txt of alice' },
    ],
    problems: [
      { capture: 'a', severity: 'notice', message: 'alice at 10.1.2.3 (db7.acme.example)', count: 1 },
    ],
    document: {
      ...base.document,
      summary: {
        title: 'acme-billing is slow on db7',
        text: 'Asked by alice from 10.1.2.3; run with --password hunter22.',
      },
      findings: [
        { ...base.document.findings[0]!, text: '/home/alice/captures/cpu.txt and C:\\Users\\alice\\x.txt' },
      ],
    },
  };
  const rules = rulesFrom(
    '{"kinds": ["paths", "users", "hosts", "addresses", "arguments"], "patterns": [{"kind": "customer", "pattern": "acme-*"}]}',
  );
  const redacted = redact(model, rules);
  const html = reportHtml(redacted.model, hashOf);
  const { text } = reportMarkdown(redacted.model, style);
  const namesLeft = (written: string) =>
    [...names, 'hunter22', 'db7'].filter(name =>
      new RegExp(`(?<!\\w)${name.replace(/[.\\/]/g, '\\$&')}(?!\\w)`).test(written),
    );
  expect(namesLeft(html)).toEqual([]);
  expect(namesLeft(text)).toEqual([]);
  expect(leftIn(html, redacted)).toEqual([]);
  expect(leftIn('it says \\u0061lice here', redacted)).toEqual([
    redacted.names.find(({ name }) => name === 'alice')?.standIn,
  ]);
  const standIn = redacted.names.find(({ name }) => name === 'alice')!.standIn;
  expect(redacted.model.document.summary.text).toContain(standIn);
  expect(redacted.model.problems[0]?.message).toContain(standIn);
  expect(html).toContain('What was replaced');
  expect(redacted.model.document.redacted).toBe(true);
});

it('redaction rejects invalid rules, and treats regular expressions as plain text', () => {
  expect(() => rulesFrom('{')).toThrow(RedactionError);
  expect(() => rulesFrom('{"kinds": ["everything"]}')).toThrow(RedactionError);
  expect(() => rulesFrom('{"patterns": [{"kind": "x", "pattern": ""}]}')).toThrow(RedactionError);
  const model = {
    ...modelOf(['x']),
    problems: [{ capture: '', severity: '', message: `${'a'.repeat(50_000)}!`, count: 1 }],
  };
  const started = process.cpuUsage().user;
  redact(
    model,
    rulesFrom(
      '{"kinds": ["paths", "users", "hosts", "addresses", "arguments"], "patterns": [{"kind": "x", "pattern": "(a+)+$"}, {"kind": "y", "pattern": "a*b*c"}]}',
    ),
  );
  expect(process.cpuUsage().user - started).toBeLessThan(5e6);
});

describe('redaction', () => {
  const all = rulesFrom('{"kinds": ["paths", "users", "hosts", "addresses", "arguments"]}');
  const redactedText = (text: string) => {
    const model = {
      ...modelOf(['x']),
      problems: [{ capture: '', severity: 'notice', message: text, count: 1 }],
    };
    return redact(model, all).model.problems[0]!.message;
  };
  it.each([
    ['/home/josé/x.txt', ['josé', 'x.txt']],
    ['/Users/John Smith/a.txt', ['John', 'Smith']],
    ['/home/alice/secret-project', ['alice', 'secret-project']],
    ['/home/alice/Über/x.txt', ['alice', 'Über']],
    ['read /etc/acme/app.conf twice', ['acme']],
    ['C:\\Users\\alice\\Documents\\plan b\\x.txt', ['alice', 'plan']],
    ['from 2001:db8::8a2e:370:7334 on', ['2001', '7334']],
    ['from ::1 on', ['::1']],
    ['fe80:0:0:0:1:2:3:4', ['fe80']],
    ['asked by 10.1.2.3.', ['10.1.2.3']],
    ['de:ad:be:ef:00:01', ['ad:be']],
    ['run --token "s3cret value" now', ['s3cret', 'value']],
    ["run -p 'two words'", ['two words']],
    ['PGPASSWORD=hunter22 psql', ['hunter22']],
    ['at db7.acme.de, slow', ['db7', 'acme']],
    ['acme.de is slow', ['acme']],
    ['mail to alice@acme.com', ['alice', 'acme']],
    ['user alice logged in', ['alice']],
    ['Failed password for invalid user bob from 10.0.0.1 port 22', ['bob', '10.0.0.1']],
    ['user=carol database=shop', ['carol']],
  ])('replaces the names in “%s”', (text, names) => {
    const changed = redactedText(text);
    expect(names.filter(name => changed.includes(name))).toEqual([]);
  });

  it.each([
    'heap_update /usr/lib/postgresql/15/bin/postgres libc.so.6',
    'from 04:22:04 to 04:22:35, 2.8 times',
    'std::vector<int>::push_back abc::def',
    'cpu.perf.txt.zst and postgresql.log, version 15.4',
    'CPU user time 12 %',
    'disk/vda/%util and pgbench/lat',
  ])('leaves “%s” unchanged', text => {
    expect(redactedText(text)).toBe(text);
  });
});
