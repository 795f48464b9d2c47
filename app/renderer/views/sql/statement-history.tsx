import { DropdownMenu } from 'radix-ui';
import { useSession } from '../../state/session.ts';
import { useStore } from '../../state/store.ts';
import { DropdownContent } from '../../widgets/menu-content.tsx';

/** Statements run in this workspace; choosing one runs it again. */
export function StatementHistory() {
  const { sql } = useSession();
  const history = useStore(sql.history);
  return (
    <DropdownMenu.Root modal={false}>
      <DropdownMenu.Trigger className="button" disabled={history.length === 0}>
        history <span aria-hidden="true">▾</span>
      </DropdownMenu.Trigger>
      <DropdownContent className="sql-ran" align="start">
        {history.map(each => (
          <DropdownMenu.Item key={each} className="menu-item" title={each} onSelect={() => sql.run(each)}>
            <code className="ellipsis">{each.replace(/\s+/g, ' ')}</code>
          </DropdownMenu.Item>
        ))}
      </DropdownContent>
    </DropdownMenu.Root>
  );
}
