import { useEffect, useLayoutEffect, useMemo, useState } from 'react';
import { focusedItem, hasTextSelection, isFocusFree } from '../lib/focus.ts';
import { type Session, useSession } from '../state/session.ts';
import { useStore } from '../state/store.ts';
import { MarkDialog } from '../timeline/mark-dialog.tsx';
import { GroupDialog } from '../timeline/track-group.tsx';
import { TrackPicker } from '../timeline/track-picker.tsx';
import { TableDialog } from '../views/metrics/table-dialog.tsx';
import { views } from '../views/views.ts';
import { isModalOpen } from '../widgets/modal.tsx';
import { BringDialog } from './bring-dialog.tsx';
import { ClockDialog } from './clock-dialog.tsx';
import { commandsOf } from './commands.ts';
import { Desk } from './desk.tsx';
import { EmptyWindow } from './empty-window.tsx';
import { Header } from './header.tsx';
import { type Command, KeyReader } from './keys.ts';
import { KeysDialog } from './keys-dialog.tsx';
import { EvidenceDialog } from './notebook/evidence-dialog.tsx';
import { ExportDialog } from './notebook/export-dialog.tsx';
import { Notices } from './notices.tsx';
import { Palette } from './palette.tsx';
import { ScopeBar } from './scope-bar.tsx';
import { StatusBar } from './status-bar.tsx';
import { UnsavedDialog } from './unsaved-dialog.tsx';

export function App() {
  const session = useSession();
  const hasCaptures = useStore(session.workspace, workspace => (workspace?.captures.length ?? 0) > 0);
  const isOpening = useStore(session.isOpening);
  const commands = useMemo(() => commandsOf(session), [session]);
  useKeys(session, commands);
  useLayoutEffect(() => {
    void session.shell.setViews(views.map(({ id, title, key }) => ({ id, title, key })));
    session.shell.onDrop(paths => void session.bring(paths));
    session.shell.onClosing(() => void session.close());
    session.shell.onOpen(paths => void session.bring(paths));
    session.shell.onMenu(({ command, path }) => {
      if (path !== undefined) void session.open([path]);
      else commands.find(each => each.id === command)?.run();
    });
  }, [session, commands]);

  return (
    <div className="app">
      <Header />
      {!isOpening && hasCaptures && (
        <>
          <ScopeBar />
          <Desk />
        </>
      )}
      {!isOpening && !hasCaptures && <EmptyWindow run={id => commands.find(each => each.id === id)?.run()} />}
      <StatusBar />
      <Notices />
      <Dialogs commands={commands} />
      <DropTarget />
    </div>
  );
}

/** Shows that files dragged over the window can be dropped. */
function DropTarget() {
  const [isOver, setOver] = useState(false);
  useEffect(() => {
    const over = (event: DragEvent) => setOver(event.dataTransfer?.types.includes('Files') ?? false);
    const away = (event: DragEvent) => {
      if (event.type === 'drop' || event.relatedTarget === null) setOver(false);
    };
    window.addEventListener('dragenter', over);
    window.addEventListener('dragleave', away);
    window.addEventListener('drop', away);
    return () => {
      window.removeEventListener('dragenter', over);
      window.removeEventListener('dragleave', away);
      window.removeEventListener('drop', away);
    };
  }, []);
  return isOver ? <div className="drop-target">Drop to read</div> : null;
}

function Dialogs({ commands }: { commands: readonly Command[] }) {
  const session = useSession();
  const dialog = useStore(session.dialog);
  const captures = useStore(session.workspace, workspace => workspace?.captures);
  const path = useStore(session.workspace, workspace => workspace?.path);
  switch (dialog?.kind) {
    case 'palette':
      return <Palette commands={commands} />;
    case 'export':
      return <ExportDialog />;
    case 'keys':
      return <KeysDialog commands={commands} />;
    case 'track':
      return <TrackPicker />;
    case 'group':
      return <GroupDialog group={dialog.group} />;
    case 'mark':
      return <MarkDialog mark={dialog.mark} isNew={dialog.isNew} />;
    case 'clock': {
      const capture = captures?.find(({ id }) => id === dialog.capture);
      return capture ? <ClockDialog capture={capture} /> : null;
    }
    case 'table': {
      const capture = captures?.find(({ id }) => id === dialog.capture);
      return capture ? <TableDialog capture={capture} /> : null;
    }
    case 'evidence':
      return <EvidenceDialog evidence={dialog.evidence} />;
    case 'unsaved':
      return <UnsavedDialog answer={dialog.answer} captures={captures ?? []} />;
    case 'bring':
      return <BringDialog answer={dialog.answer} paths={dialog.paths} workspace={path ?? ''} />;
    case undefined:
      return null;
  }
}

/** Keys that move within a table. */
const walks = /^(?:Arrow(?:Up|Down)|Page(?:Up|Down)|Home|End)$/;

/** Keys that, with Ctrl, edit a text field. */
const edits = /^[acvxyz]$/i;

/** The buttons at the side of a mouse. */
const backButtons: Readonly<Record<number, string>> = { 3: 'back', 4: 'forward' };

/** Single keys act unless the user is typing; the focused element handles them first. */
function useKeys(session: Session, commands: readonly Command[]): void {
  // Before the first paint, so that keys work as soon as the window shows.
  useLayoutEffect(() => {
    const reader = new KeyReader(commands);
    const inDialogs = new KeyReader(commands.filter(({ everywhere }) => everywhere));
    const act = (event: KeyboardEvent, by = reader) => {
      const command = by.press(event);
      if (command === undefined) return false;
      event.preventDefault();
      if (command !== 'waiting') command.run();
      return true;
    };
    // The second key of two must not reach a row, which has keys of its own.
    const onCapture = (event: KeyboardEvent) => {
      if (reader.isWaiting && act(event)) event.stopPropagation();
    };
    const onKeyDown = (event: KeyboardEvent) => {
      if (event.defaultPrevented) return;
      if (isModalOpen()) {
        act(event, inDialogs);
        return;
      }
      const target = event.target as HTMLElement;
      const isTyping = target.closest('input, textarea, select, .code-editor, [role="menu"]') !== null;
      const isHeld = event.ctrlKey || event.metaKey;
      if (isTyping && (!isHeld || edits.test(event.key))) return;
      if (isHeld && event.key === 'c' && !event.shiftKey && !hasTextSelection()) {
        const text = focusedItem();
        if (text !== null) void session.shell.copy(text);
        return;
      }
      if (act(event)) return;
      if (walks.test(event.key) && isFocusFree()) session.mainGrid.get()?.take?.(event.key);
    };
    const onMouseUp = (event: MouseEvent) => {
      const button = backButtons[event.button];
      if (!button || isModalOpen()) return;
      event.preventDefault();
      commands.find(({ id }) => id === button)?.run();
    };
    document.addEventListener('mouseup', onMouseUp);
    document.addEventListener('keydown', onCapture, true);
    document.addEventListener('keydown', onKeyDown);
    return () => {
      document.removeEventListener('mouseup', onMouseUp);
      document.removeEventListener('keydown', onCapture, true);
      document.removeEventListener('keydown', onKeyDown);
    };
  }, [session, commands]);
}
