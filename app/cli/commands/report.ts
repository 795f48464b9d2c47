/** Writes the findings as a document to send. */
import { readFileSync } from 'node:fs';
import { EngineError } from '../../engine/errors.ts';
import { type Command, UsageError } from '../command.ts';
import { job, withEngine } from '../session.ts';
import { choice } from '../values.ts';

export const report: Command = {
  name: 'report',
  usage:
    'WORKSPACE -o FILE.html | -o FILE.md [--redact RULES.json] [--zone ZONE] [--evidence csv|json|arrow|parquet|folded]',
  about:
    'Asks for all evidence again, and writes the findings as one page that needs nothing else (.html), or as Markdown with its pictures beside it (.md).\n\n' +
    '--redact: {"kinds": ["paths", "users", "hosts", "addresses", "arguments"], "patterns": [{"kind": "customer", "pattern": "acme-*"}]}. ' +
    'Each name has one stand-in everywhere; what stands for what is printed here and is not in the report. Nothing is written if something of a name would be left.\n' +
    'A workspace cut down to what the findings need: aftertrace export WORKSPACE --findings FILE. A PDF: print the page.',
  options: {
    output: { value: 'FILE', short: 'o', about: 'What is written, by its ending.' },
    redact: { value: 'FILE', about: 'Rules, as JSON.' },
    zone: { value: 'ZONE', about: 'In which times are shown; UTC by default.' },
    evidence: {
      value: 'FORM',
      about:
        'Writes the whole answers, too, a file each beside the report (folded: the stacks of those that are of samples); with --redact the rows that the report keeps, as csv or json.',
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
        ...(redact !== undefined && { rules: rulesIn(redact) }),
        ...(evidence !== undefined && { evidence }),
      }),
    );
    for (const file of written.files) await io.write(`${file}\n`);
    for (const { kind, name, standIn } of written.replaced)
      io.say(`${kind}: ${JSON.stringify(name)} → ${standIn}`);
    if (written.differing > 0)
      io.say(
        `${written.differing} of ${written.checked} answers differ from what was kept: the report says so.`,
      );
    return 0;
  },
};

function rulesIn(path: string): string {
  try {
    return readFileSync(path, 'utf8');
  } catch (error) {
    throw new EngineError('bad-request', `${path} cannot be read (${(error as Error).message}).`);
  }
}
