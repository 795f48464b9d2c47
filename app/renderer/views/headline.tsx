import { baseName } from '../lib/names.ts';
import { formatInteger, formatPercent } from '../lib/numbers.ts';
import { countIdle, narrowToProcess, showModule, walkTo } from '../meaning/actions.ts';
import type { Cell } from '../state/paged-answer.ts';
import { useSession } from '../state/session.ts';

type Row = Readonly<Record<string, Cell>>;

interface HeadlineProps {
  /** Heaviest first. */
  readonly functions: readonly Row[];
  readonly modules: readonly Row[];
  readonly processes: readonly { readonly name: string; readonly amount: number }[];
  /** Percent of samples that found a CPU idle and are left out; null where none are. */
  readonly idle: number | null;
  /** All samples that are counted. */
  readonly whole: { readonly amount: number; readonly unit: string };
  /** What functions add up to: less than the whole where grouping rules hide some. */
  readonly shown: number;
}

/** The answer in one sentence, every name of it a door. */
export function Headline({ functions, modules, processes, idle, whole, shown }: HeadlineProps) {
  const session = useSession();
  const share = (amount: number, of: number) => <b>{formatPercent((100 * amount) / of)} %</b>;
  const [process] = processes;
  const [module] = modules;
  const func = functions.find(row => row.function !== '[unknown]');
  return (
    <p className="headline">
      {idle !== null && (
        <>
          {share(idle, 100)} of the samples found a{' '}
          <button type="button" title="Count them, too" onClick={() => countIdle(session, true)}>
            CPU idle
          </button>
          .{' '}
        </>
      )}
      {process && (
        <>
          Of {idle === null ? '' : 'the other '}
          {formatInteger(whole.amount)} {whole.unit},{' '}
          <button type="button" onClick={() => narrowToProcess(session, process.name)}>
            {process.name}
          </button>{' '}
          took {share(process.amount, whole.amount)}.
        </>
      )}
      {process && module && (
        <>
          {' '}
          The busiest module is{' '}
          <button type="button" onClick={() => showModule(session, text(module.module))}>
            {baseName(text(module.module))}
          </button>{' '}
          with {share(Number(module.self), shown)}
          {func && (
            <>
              , the busiest function with a name{' '}
              <button
                type="button"
                onClick={() => walkTo(session, { function: text(func.function), module: text(func.module) })}
              >
                <code>{text(func.function)}</code>
              </button>{' '}
              with {share(Number(func.self), shown)}
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
