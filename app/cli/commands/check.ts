/** Checks if evidence still holds, for people and for pipelines. */
import { findingsIn } from '../../../analyzers/findings/embed.ts';
import { EngineError } from '../../engine/errors.ts';
import { type Command, UsageError } from '../command.ts';
import { exit } from '../exit.ts';
import { checkLines, inJson } from '../finding-lines.ts';
import { outputOptions, writeLines } from '../output.ts';
import { job, withEngine } from '../session.ts';
import { textIn } from '../text-in.ts';
import { choice, integer } from '../values.ts';

export const check: Command = {
  name: 'check',
  usage: 'WORKSPACE [--finding ID]… | REPORT --workspace FILE [-o table|json]',
  about:
    'Asks for the evidence of a workspace’s or a report’s findings again, and prints the differences.\n' +
    'The results are stored with the findings of a workspace; for a report, nothing is stored. ' +
    'A redacted report is compared with the evidence of the workspace it was written from, except for names. ' +
    'Exit status 3 if some answers differ; 4 if none differs, but some cannot be answered any more.',
  options: {
    workspace: { value: 'FILE', about: 'Checks a report (HTML or Markdown) with this workspace.' },
    finding: { value: 'ID', multiple: true, about: 'Only this finding; may be repeated.' },
    ...outputOptions,
  },
  words: { min: 1, max: 1 },
  async run(args, io) {
    const form = choice('output', args.text('output') ?? 'table', ['table', 'json']);
    const workspace = args.text('workspace');
    const ids = args.texts('finding').map(text => integer('finding', text, 1));
    const path = args.word(0);
    if (workspace !== undefined && ids.length > 0)
      throw new UsageError('--finding needs a workspace: a report is checked as a whole.');
    const document = workspace === undefined ? null : documentIn(path);
    const report = await withEngine(workspace ?? path, io, engine =>
      document
        ? engine.checkDocument(job, document)
        : engine.checkFindings(job, ids.length > 0 ? ids : undefined),
    );
    if (form === 'json') await io.write(inJson(report));
    else await writeLines(io, checkLines(report));
    if (report.stale > 0) return exit.differs;
    return report.failed > 0 ? exit.notComparable : exit.done;
  },
};

function documentIn(path: string) {
  const document = findingsIn(textIn(path));
  if (document) return document;
  throw new EngineError(
    'bad-request',
    `${path} has no findings: give a report that aftertrace wrote as HTML or Markdown.`,
  );
}
