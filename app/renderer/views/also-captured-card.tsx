import { tables } from '../../../parsers/tables.ts';
import { useSession } from '../state/session.ts';
import { useStore } from '../state/store.ts';
import { alsoCaptured } from './also-captured.ts';
import { Card, Door } from './card.tsx';
import type { View } from './view.ts';

/** Tables that no other card shows, with the views and questions about them. */
export function AlsoCapturedCard({ views }: { readonly views: readonly View[] }) {
  const session = useSession();
  const rows = useStore(session.workspace, workspace => workspace?.rows);
  const questions = useStore(session.questions);
  const found = alsoCaptured(rows ?? {}, questions, views);
  if (found.length === 0) return null;
  return (
    <Card title="Also captured">
      {found.map(({ table, amount, doors }) =>
        doors.length === 0 ? (
          <p key={table} className="card-note">
            {amount}: no question is about them. SQL has them in the view <code>{tables[table].view}</code>.
          </p>
        ) : (
          doors.map(({ view, title, hint }, i) => (
            <Door key={`${table} ${view}`} hint={hint} onOpen={() => session.history.go({ view })}>
              <span className="grow">{title}</span>
              {i === 0 && <span className="number">{amount}</span>}
            </Door>
          ))
        ),
      )}
    </Card>
  );
}
