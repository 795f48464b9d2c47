import { baseName } from '../lib/names.ts';
import { formatInteger, formatPercent } from '../lib/numbers.ts';
import type { Cell } from '../state/paged-answer.ts';
import { useSession } from '../state/session.ts';
import { narrowToProcess, showModule, walkTo } from './function-rows.ts';

type Rows = readonly Record<string, Cell>[] | null;

interface HeadlineProps {
  readonly functions: Rows;
  /** Most self first. */
  readonly modules: Rows;
  readonly processes: Rows;
  readonly whole: { readonly amount: number; readonly unit: string } | null;
}

/** The answer in one sentence, every name of it a door. */
export function Headline({ functions, modules, processes, whole }: HeadlineProps) {
  const session = useSession();
  const [process] = processes ?? [];
  const [module] = modules ?? [];
  const func = functions?.find(row => row.function !== '[unknown]');
  if (!whole || !process || !module) return null;
  const name = String(process.process ?? '[unknown]');
  const share = (processes ?? [])
    .filter(row => row.process === process.process)
    .reduce((sum, row) => sum + Number(row.percent), 0);
  return (
    <p className="headline">
      Of {formatInteger(whole.amount)} {whole.unit},{' '}
      <button type="button" onClick={() => narrowToProcess(session, name)}>
        {name}
      </button>{' '}
      took <b>{formatPercent(share)} %</b>. The busiest module is{' '}
      <button type="button" onClick={() => showModule(session, String(module.module))}>
        {baseName(String(module.module))}
      </button>{' '}
      with <b>{formatPercent(Number(module.self_percent))} %</b>
      {func && (
        <>
          , the busiest function with a name{' '}
          <button
            type="button"
            onClick={() => walkTo(session, { function: String(func.function), module: String(func.module) })}
          >
            <code>{String(func.function)}</code>
          </button>{' '}
          with <b>{formatPercent(Number(func.self_percent))} %</b>
        </>
      )}
      .
    </p>
  );
}
