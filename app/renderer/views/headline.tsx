import { baseName } from '../../wording/names.ts';
import { formatInteger, formatPercent } from '../../wording/numbers.ts';
import { visible } from '../../wording/visible.ts';
import { countIdle, narrowToProcess, showModule, walkTo } from '../meaning/actions.ts';
import type { Cell } from '../state/paged-answer.ts';
import { useSession } from '../state/session.ts';

type Row = Readonly<Record<string, Cell>>;

interface HeadlineProps {
  /** The heaviest first. */
  readonly functions: readonly Row[];
  readonly modules: readonly Row[];
  readonly processes: readonly { readonly name: string; readonly percent: number }[];
  /** Percentage of samples of idle CPUs that are left out; null if none are. */
  readonly idle: number | null;
  /** Number of counted samples. */
  readonly whole: { readonly amount: number; readonly unit: string };
}

/** A summary in one sentence, in which every name is a link. Its shares equal those of cards and tables. */
export function Headline({ functions, modules, processes, idle, whole }: HeadlineProps) {
  const session = useSession();
  const share = (percent: number) => <b>{formatPercent(percent)} %</b>;
  const [process] = processes;
  const [module] = modules;
  const func = functions.find(row => row.function !== '[unknown]');
  return (
    <p className="headline">
      {idle !== null && (
        <>
          {share(idle)} of the samples are{' '}
          <button type="button" title="Include them" onClick={() => countIdle(session, true)}>
            idle
          </button>
          .{' '}
        </>
      )}
      {process && (
        <>
          Of {idle === null ? '' : 'the other '}
          {formatInteger(whole.amount)} {whole.unit},{' '}
          <button type="button" onClick={() => narrowToProcess(session, process.name)}>
            {visible(process.name)}
          </button>{' '}
          took {share(process.percent)}.
        </>
      )}
      {process && module && (
        <>
          {' '}
          The busiest module is{' '}
          <button type="button" onClick={() => showModule(session, text(module.module))}>
            {visible(baseName(text(module.module)))}
          </button>{' '}
          with {share(Number(module.self_percent))}
          {func && (
            <>
              , the busiest function with a name{' '}
              <button
                type="button"
                onClick={() => walkTo(session, { function: text(func.function), module: text(func.module) })}
              >
                <code>{visible(text(func.function))}</code>
              </button>{' '}
              with {share(Number(func.self_percent))}
            </>
          )}
          .
        </>
      )}
    </p>
  );
}

function text(cell: Cell | undefined): string {
  return String(cell ?? '[unknown]');
}
