import type { Command } from '../command.ts';
import { formOf, outputOptions, writeLines } from '../output.ts';
import { overviewOf } from '../overview-lines.ts';
import { scopeOf, scopeOptions } from '../scope.ts';
import { withEngine } from '../session.ts';
import { cut } from '../table.ts';

export const overview: Command = {
  name: 'overview',
  usage: 'WORKSPACE [scope] [-o table|json]',
  about:
    'Says in at most 40 lines what was captured, what is busiest, what changed, what went wrong and what is missing.\n' +
    'Each section has a question of its own that says more: captures, processes, functions, saturation, onset, templates, problems.',
  options: { ...scopeOptions, ...outputOptions },
  words: { min: 1, max: 1 },
  async run(args, io) {
    const form = formOf(args, ['table', 'json'] as const);
    await withEngine(args.word(0), io, async engine => {
      const sections = await overviewOf(engine, scopeOf(args));
      if (form === 'json') return io.write(`${JSON.stringify(sections, null, 1)}\n`);
      return writeLines(
        io,
        sections.flatMap(({ section, lines }) => [
          section,
          ...lines.map(line => cut(`  ${line}`, io.width ?? Number.POSITIVE_INFINITY)),
        ]),
      );
    });
    return 0;
  },
};
