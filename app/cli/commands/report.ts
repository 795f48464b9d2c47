/** Writes the findings as a document to send. */
import { type Command, UsageError } from '../command.ts';
import { job, withEngine } from '../session.ts';
import { textIn } from '../text-in.ts';
import { choice } from '../values.ts';

export const report: Command = {
  name: 'report',
  usage:
    'WORKSPACE -o FILE.html | -o FILE.md [--redact RULES.json] [--zone ZONE] [--evidence csv|json|arrow|parquet|folded]',
  about:
    'Asks for all evidence again, and writes the findings as a single page (.html), or as Markdown with separate pictures (.md).\n\n' +
    '--redact: {"kinds": ["paths", "users", "hosts", "addresses", "arguments"], "patterns": [{"kind": "customer", "pattern": "acme-*"}]}. ' +
    'With --redact, each name is replaced by the same text everywhere; the replacements are printed here and are not in the report. Nothing is written if a part of a name would remain.\n' +
    'For a workspace with only the rows that the findings need: aftertrace export WORKSPACE --findings FILE. For a PDF, print the page.',
  options: {
    output: { value: 'FILE', short: 'o', about: 'The report; its extension decides the format.' },
    redact: { value: 'FILE', about: 'Redaction rules, as JSON.' },
    zone: { value: 'ZONE', about: 'Zone of the times shown; UTC by default.' },
    evidence: {
      value: 'FORM',
      about:
        'Also writes the whole answers, one file each, beside the report (folded: the stacks of answers from samples); with --redact only the rows in the report, as csv or json.',
    },
  },
  words: { min: 1, max: 1 },
  async run(args, io) {
    const path = args.text('output');
    if (path === undefined) throw new UsageError('report needs -o FILE.html or -o FILE.md.');
    const [redact, zone, form] = [args.text('redact'), args.text('zone'), args.text('evidence')];
    const evidence =
      form === undefined
        ? undefined
        : choice('evidence', form, ['csv', 'json', 'arrow', 'parquet', 'folded']);
    const written = await withEngine(args.word(0), io, engine =>
      engine.report(job, {
        path,
        ...(zone !== undefined && { zone }),
        ...(redact !== undefined && { rules: textIn(redact) }),
        ...(evidence !== undefined && { evidence }),
      }),
    );
    for (const file of written.files) await io.write(`${file}\n`);
    for (const { kind, name, standIn } of written.replaced)
      io.say(`${kind}: ${JSON.stringify(name)} → ${standIn}`);
    if (written.differing > 0)
      io.say(
        `${written.differing} of ${written.checked} answers differ from the stored ones, which the report states.`,
      );
    return 0;
  },
};
