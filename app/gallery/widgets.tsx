/** The widgets that can be shown by themselves, by file. */
import { type FunctionComponent, useState } from 'react';
import { searchLanguage } from '../renderer/views/search/language.ts';
import { CodeEditor } from '../renderer/widgets/code-editor/code-editor.tsx';
import { FindBar } from '../renderer/widgets/find-bar.tsx';
import { FoldList, type GroupedRow } from '../renderer/widgets/fold-list.tsx';
import { Marked } from '../renderer/widgets/marked.tsx';
import { Modal } from '../renderer/widgets/modal.tsx';
import { NameDialog } from '../renderer/widgets/name-dialog.tsx';
import { Note } from '../renderer/widgets/note/note.tsx';
import { Noted } from '../renderer/widgets/noted.tsx';
import { Parts } from '../renderer/widgets/parts.tsx';
import { RowMenu } from '../renderer/widgets/row-menu.tsx';
import { SavedMenu } from '../renderer/widgets/saved-menu.tsx';
import { SmallGrid } from '../renderer/widgets/small-grid.tsx';
import { Sparkline } from '../renderer/widgets/sparkline.tsx';
import { SplitRows } from '../renderer/widgets/split-rows.tsx';
import { Verbatim } from '../renderer/widgets/verbatim.tsx';
import { Waiting } from '../renderer/widgets/waiting.tsx';

const nothing = () => undefined;
const long = 'A name that is much longer than there is room for, with <b>markup</b> and 読み込み in it';

function Dialogs() {
  const [open, setOpen] = useState<'modal' | 'name' | null>(null);
  const close = () => setOpen(null);
  return (
    <p>
      <button type="button" className="button" onClick={() => setOpen('modal')}>
        Open a dialog
      </button>
      <button type="button" className="button" onClick={() => setOpen('name')}>
        Give a name
      </button>
      {open === 'modal' && (
        <Modal label="A dialog" onClose={close}>
          <h2>A dialog</h2>
          <p>{long}</p>
        </Modal>
      )}
      {open === 'name' && (
        <NameDialog
          label="Name"
          heading="What it is called"
          name="As it was"
          placeholder="Name"
          verb="Rename"
          onClose={close}
          onName={close}
        />
      )}
    </p>
  );
}

function ChosenParts() {
  const [current, setCurrent] = useState<'one' | 'other'>('one');
  return (
    <Parts<'one' | 'other'>
      label="Sides"
      parts={[
        { id: 'one', title: 'One side' },
        { id: 'other', title: 'The other' },
      ]}
      current={current}
      onChange={setCurrent}
    />
  );
}

function Find() {
  const [text, setText] = useState('nowhere');
  const [isOn, setOn] = useState(false);
  return (
    <FindBar
      text={text}
      onText={setText}
      onFind={async () => false}
      filter={{ isOn, left: 3, total: 1200 }}
      onFilter={setOn}
      onClose={nothing}
    />
  );
}

const items: readonly GroupedRow<string>[] = ['open', 'closed'].flatMap((key, k) => [
  { kind: 'group' as const, key, level: 1, title: `Group ${key}`, about: long, count: 40, isOpen: k === 0 },
  ...Array.from({ length: k === 0 ? 40 : 0 }, (_, i) => ({
    kind: 'item' as const,
    key: `${key} ${i}`,
    level: 2,
    item: i === 1 ? long : `Item ${i}`,
  })),
]);

function Folded() {
  const [active, setActive] = useState<string | null>('open 1');
  return (
    <FoldList
      label="Groups"
      rows={items}
      heightOf={() => 24}
      active={active}
      onActive={row => setActive(row.key)}
      onOpen={nothing}
      onFold={nothing}
      draw={item => <span className="ellipsis">{item}</span>}
      empty="Nothing."
    />
  );
}

function Grid() {
  const [active, setActive] = useState(0);
  return (
    <SmallGrid
      label="Few rows"
      table="gallery"
      columns={[
        { name: 'name', kind: 'text', about: 'What it is.' },
        { name: 'trend', kind: 'sparkline', about: 'How it went.' },
        { name: 'value', kind: 'number', unit: 'kB/s', about: 'How much.' },
      ]}
      rows={[
        { name: long, trend: '▁▂▃▄▅▆▇█', value: 12.5 },
        { name: 'nothing is known', trend: null, value: null },
      ]}
      active={active}
      isMain={false}
      empty="Nothing."
      onActive={setActive}
      onOpen={nothing}
      onKey={() => false}
      menu={() => [{ label: 'Copy', keys: 'Ctrl+C', run: nothing }]}
      isMarked={() => false}
    />
  );
}

function Search() {
  const [text, setText] = useState('level:error duration>1s -"not this" /re(gex)?/');
  return (
    <CodeEditor
      label="Search"
      text={text}
      onText={setText}
      onSubmit={nothing}
      language={searchLanguage}
      wrongAt={12}
      wrong="An example."
    />
  );
}

/** One entry per file of `renderer/widgets` that can be shown by itself. */
export const widgets: Readonly<Record<string, FunctionComponent>> = {
  'code-editor': Search,
  'find-bar': Find,
  'fold-list': Folded,
  marked: () => (
    <p>
      <Marked
        text={long}
        matches={[
          { from: 2, to: 6 },
          { from: 49, to: 55 },
        ]}
      />
    </p>
  ),
  modal: Dialogs,
  'name-dialog': Dialogs,
  note: () => (
    <Note
      text={
        '# What happened\n\nIt **waits** for `fsync`, see [the log](https://example.org).\n\n- one\n- <b>two</b>\n\n> said elsewhere'
      }
    />
  ),
  noted: () => (
    <p>
      autovacuum <Noted refers="process" value="autovacuum" cell={() => null} />
    </p>
  ),
  parts: ChosenParts,
  'row-menu': () => (
    <RowMenu
      entries={() => [
        { label: 'Do something', keys: 'd', run: nothing },
        null,
        { label: long, run: nothing },
      ]}
      onKeyboard={nothing}
    >
      <button type="button">Right click, or Shift+F10</button>
    </RowMenu>
  ),
  'saved-menu': () => (
    <p>
      <SavedMenu kind="search" text="level:error" example="duration>1s" onOpen={nothing} />
    </p>
  ),
  'small-grid': Grid,
  sparkline: () => <Sparkline text="▁▂▃ ▄▅▆▇█▇▆▅" symptom="█▇▆▅▄▃▂▁▁▂▃▄" mark={0.4} />,
  'split-rows': () => (
    <SplitRows name="Upper part" above={<p>Above</p>} below={<p>Below</p>} proposed={height => height / 2} />
  ),
  verbatim: () => (
    <Verbatim text={'a tab\there, an end \u202Eof line\u0000, <b>markup</b>\r\nand the next'} />
  ),
  waiting: () => <Waiting what="Reading" />,
};

/** Widgets shown as parts of the pictures and widgets above. */
export const inOthers = [
  'bars',
  'data-grid',
  'grid',
  'grid-find',
  'grid-header',
  'grid-body',
  'grid-row',
  'menu-content',
  'part-grid',
  'splitter',
  'tree-grid',
];
