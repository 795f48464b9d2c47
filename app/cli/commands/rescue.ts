/** Takes the findings out of a workspace that is damaged, or of a draft. */
import { existsSync } from 'node:fs';
import { amountOf } from '../../../analyzers/kit/answer.ts';
import { WorkspaceError } from '../../../workspace/errors.ts';
import { dataFolder } from '../../engine/data-folder.ts';
import type { Command } from '../command.ts';

export const rescue: Command = {
  name: 'rescue',
  usage: 'WORKSPACE [-o NEW]',
  about:
    'Takes findings and settings out of a workspace that cannot be opened, into a new one.\n' +
    'They are read from the file itself, or from the second copy that Aftertrace keeps of them (in AFTERTRACE_DATA, or in the folder of your data). ' +
    'The file is not changed. Import its captures into the new workspace again.',
  options: {
    output: { short: 'o', value: 'NEW', about: 'The new workspace; default: WORKSPACE-rescued.aftertrace.' },
  },
  words: { min: 1, max: 1 },
  async run(args, io) {
    const path = args.word(0);
    const [{ rescuedPath, rescueFindings }, { copiesIn }, { Workspace }] = await Promise.all([
      import('../../../workspace/findings/rescue.ts'),
      import('../../../workspace/findings/copies.ts'),
      import('../../../workspace/workspace.ts'),
    ]);
    const data = dataFolder(process.env, process.platform);
    const found = await rescueFindings(path, data === null ? null : copiesIn(data));
    if (found === null)
      throw new WorkspaceError(
        'not-found',
        `No findings of ${path} could be read, neither in the file nor in a second copy: it is left as it is.`,
      );
    const target = args.text('output') ?? rescuedPath(path);
    if (existsSync(target))
      throw new WorkspaceError('exists', `${target} exists: name another file with -o.`);
    const workspace = await Workspace.open(target, data === null ? {} : { data });
    try {
      await workspace.takeFindings(found);
    } finally {
      await workspace.close();
    }
    const findings = amountOf(found.finding.length, 'findings');
    io.say(
      `${findings}, with ${found.evidence.length} pieces of evidence, were found ${found.from}, and are in ${target}: import the captures into it.`,
    );
    return 0;
  },
};
