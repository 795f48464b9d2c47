import { DropdownMenu } from 'radix-ui';
import { useSession } from '../../state/session.ts';
import { useStore } from '../../state/store.ts';
import { DropdownContent } from '../../widgets/menu-content.tsx';

/** Statements run in this workspace; choosing one runs it again. */
export function Ran() {
  const { sql } = useSession();
  const ran = useStore(sql.ran);
  return (
    <DropdownMenu.Root modal={false}>
      <DropdownMenu.Trigger className="button" disabled={ran.length === 0}>
        history <span aria-hidden="true">▾</span>
      </DropdownMenu.Trigger>
      <DropdownContent className="sql-ran" align="start">
        {ran.map(each => (
          <DropdownMenu.Item key={each} className="menu-item" title={each} onSelect={() => sql.run(each)}>
            <code className="ellipsis">{each.replace(/\s+/g, ' ')}</code>
          </DropdownMenu.Item>
        ))}
      </DropdownContent>
    </DropdownMenu.Root>
  );
}
