import { baseName } from '../lib/names.ts';
import { formatInteger, formatPercent } from '../lib/numbers.ts';
import { narrowToProcess, showModule, walkTo } from '../meaning/actions.ts';
import type { Cell } from '../state/paged-answer.ts';
import { useSession } from '../state/session.ts';
import type { BusyRow } from './busy.ts';

interface HeadlineProps {
  /** Outside idle CPUs, heaviest first. */
  readonly functions: readonly BusyRow[];
  readonly modules: readonly BusyRow[];
  /** Heaviest first, without the idle one. */
  readonly processes: readonly { readonly name: string; readonly amount: number }[];
  readonly idle: { readonly name: string; readonly amount: number } | undefined;
  /** All samples in scope. */
  readonly whole: { readonly amount: number; readonly unit: string };
  /** What functions add up to outside idle CPUs: less than the rest where grouping rules hide some. */
  readonly shown: number;
}

/** The answer in one sentence, every name of it a door. What CPUs do while idle is told apart from what they do. */
export function Headline({ functions, modules, processes, idle, whole, shown }: HeadlineProps) {
  const session = useSession();
  const rest = whole.amount - (idle?.amount ?? 0);
  const share = (amount: number, of: number) => <b>{formatPercent((100 * amount) / of)} %</b>;
  const [process] = processes;
  const [module] = modules;
  const func = functions.find(({ row }) => row.function !== '[unknown]');
  return (
    <p className="headline">
      Of {formatInteger(whole.amount)} {whole.unit},{' '}
      {idle && (
        <>
          {share(idle.amount, whole.amount)} found a CPU idle (
          <button type="button" onClick={() => narrowToProcess(session, idle.name)}>
            {idle.name}
          </button>
          ){process ? `; of the other ${formatInteger(rest)}, ` : '.'}
        </>
      )}
      {process && (
        <>
          <button type="button" onClick={() => narrowToProcess(session, process.name)}>
            {process.name}
          </button>{' '}
          took {share(process.amount, rest)}.
        </>
      )}
      {process && module && (
        <>
          {' '}
          The busiest module is{' '}
          <button type="button" onClick={() => showModule(session, text(module.row.module))}>
            {baseName(text(module.row.module))}
          </button>{' '}
          with {share(module.self, shown)}
          {func && (
            <>
              , the busiest function with a name{' '}
              <button
                type="button"
                onClick={() =>
                  walkTo(session, { function: text(func.row.function), module: text(func.row.module) })
                }
              >
                <code>{text(func.row.function)}</code>
              </button>{' '}
              with {share(func.self, shown)}
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
