import { Command as Cmdk } from 'cmdk';
import { type ReactNode, useDeferredValue, useEffect, useRef, useState } from 'react';
import { baseName } from '../../wording/names.ts';
import { formatInteger, formatPercent } from '../../wording/numbers.ts';
import { formatExact } from '../../wording/time.ts';
import { momentOf } from '../lib/moment.ts';
import { goToMoment, searchFor, showModule, walkTo } from '../meaning/actions.ts';
import { templateOf } from '../state/events.ts';
import { narrowedTo } from '../state/scope.ts';
import { useSession } from '../state/session.ts';
import { useStore } from '../state/store.ts';
import { useFiltered } from '../state/use-filtered.ts';
import { showTemplate } from '../views/events/event-entries.ts';
import { Level } from '../views/events/level.tsx';
import { useOffer } from '../views/offer.ts';
import { shownQuestions, views } from '../views/views.ts';
import { Modal } from '../widgets/modal.tsx';
import { type Command, writtenKeys } from './keys.ts';

const offered = 8;

/** Finds a command, question, function, module, template, series or capture by any part of its name. */
export function Palette({ commands }: { commands: readonly Command[] }) {
  const session = useSession();
  const [text, setText] = useState('');
  const wanted = useDeferredValue(text.trim());
  const functions = useFiltered('functions', wanted, offered);
  const modules = useFiltered('modules', wanted, offered);
  const templates = useFiltered('templates', wanted, offered, { table: 'event', column: 'count' });
  const series = useFiltered('series', wanted, offered, { table: 'metric', column: 'points' });
  const captures = useStore(session.workspace, workspace => workspace?.captures ?? none);
  const zone = useStore(session.shownZone);
  const span = useStore(session.span);
  const moment = span && momentOf(wanted, span, zone);
  const { questions, lackOfView, lackOfQuestion } = useOffer();
  const hasEvents = useStore(session.workspace, workspace => Boolean(workspace?.rows.event));
  const saved = useStore(session.saved.all);
  const close = () => session.dialog.set(null);
  // What was found arrives after the text that asked for it: the first is chosen again then.
  const [chosen, setChosen] = useState('');
  const list = useRef<HTMLDivElement>(null);
  // biome-ignore lint/correctness/useExhaustiveDependencies: another list has another first
  useEffect(() => {
    setChosen(list.current?.querySelector('[cmdk-item]')?.getAttribute('data-value') ?? '');
  }, [wanted, functions, modules, templates, series]);
  const has = (title: string) => title.toLowerCase().includes(wanted.toLowerCase());
  const lacking = new Set(views.filter(view => lackOfView(view)).map(({ id }) => `view-${id}`));

  const item = (key: string, run: () => void, children: ReactNode) => (
    <Cmdk.Item
      key={key}
      value={key}
      className="palette-item"
      onSelect={() => {
        close();
        run();
      }}
    >
      {children}
    </Cmdk.Item>
  );
  return (
    <Modal label="Find anything" className="palette" onClose={close}>
      <Cmdk label="Find anything" shouldFilter={false} loop value={chosen} onValueChange={setChosen}>
        <Cmdk.Input
          className="palette-input"
          placeholder="Time, function, module, template, series, capture, question or command"
          value={text}
          onValueChange={setText}
        />
        <Cmdk.List ref={list} className="palette-list" label="Found">
          <Cmdk.Empty className="palette-empty">Nothing has this in its name.</Cmdk.Empty>
          <Group title="Time">
            {moment !== null && [
              item(
                `time ${moment}`,
                () => goToMoment(session, moment),
                <>
                  Go to {formatExact(moment, zone)}
                  {span && (moment < span.from || moment > span.to) && (
                    <span className="muted">outside of all captures</span>
                  )}
                </>,
              ),
            ]}
          </Group>
          <Group title="Functions">
            {wanted !== '' &&
              functions.map(row => {
                const to = { function: String(row.function), module: String(row.module) };
                return item(
                  `f ${to.function} ${to.module}`,
                  () => walkTo(session, to),
                  <>
                    <code>{to.function}</code>
                    <span className="muted">{baseName(to.module)}</span>
                    <span className="number">{formatPercent(Number(row.total_percent))} %</span>
                  </>,
                );
              })}
          </Group>
          <Group title="Modules">
            {wanted !== '' &&
              modules.map(row =>
                item(
                  `m ${row.module}`,
                  () => showModule(session, String(row.module)),
                  <>
                    <code>{baseName(String(row.module))}</code>
                    <span className="number">{formatPercent(Number(row.total_percent))} %</span>
                  </>,
                ),
              )}
          </Group>
          <Group title="Templates">
            {wanted !== '' &&
              templates.map(row =>
                item(
                  `t ${row.level} ${row.template}`,
                  () => {
                    const { template, level } = templateOf(row);
                    showTemplate(session, template, level);
                    session.history.go({ view: 'events' });
                  },
                  <>
                    {typeof row.level === 'string' && (
                      <span className="palette-level">
                        <Level level={row.level} />
                      </span>
                    )}
                    <span className="ellipsis">{String(row.template)}</span>
                    <span className="number">{formatInteger(Number(row.count))}</span>
                  </>,
                ),
              )}
          </Group>
          <Group title="Series">
            {wanted !== '' &&
              series.map(row => {
                const words = [row.object, row.instance, row.counter].filter(
                  word => typeof word === 'string',
                );
                return item(
                  `s ${row.capture} ${row.host} ${words.join(' ')}`,
                  () => {
                    session.metrics.part.set('series');
                    session.metrics.search.set(words.join(' '));
                    session.history.go({ view: 'metrics' });
                  },
                  <>
                    <span>{words.join(' › ')}</span>
                    <span className="muted">{session.captureName(Number(row.capture))}</span>
                    <span className="number">{String(row.unit ?? '')}</span>
                  </>,
                );
              })}
          </Group>
          <Group title="Captures">
            {captures
              .filter(({ name }) => wanted !== '' && has(name))
              .map(({ id, name, formatTitle }) =>
                item(
                  `c ${id}`,
                  () => session.narrow(narrowedTo(session.history.present.scope, 'captures', id)),
                  <>
                    <span className="palette-title">{name}</span>
                    <span className="muted">{formatTitle}</span>
                  </>,
                ),
              )}
          </Group>
          <Group title="Saved searches">
            {saved
              .filter(({ of, name, text }) => of === 'search' && has(`${name} ${text}`))
              .map(({ name, text }) =>
                item(
                  `saved ${name}`,
                  () => searchFor(session, text),
                  <>
                    <span className="palette-title">{name}</span>
                    <code className="ellipsis muted">{text}</code>
                  </>,
                ),
              )}
          </Group>
          <Group title="Questions">
            {questions
              .filter(each => !shownQuestions.has(each.id) && !lackOfQuestion(each))
              .filter(({ title, question }) => has(`${title} ${question}`))
              .map(({ id, title, question }) =>
                item(
                  `q ${id}`,
                  () => session.history.go({ view: `question-${id}` }),
                  <>
                    <span className="palette-title">{title}</span>
                    <span className="muted">{question}</span>
                  </>,
                ),
              )}
          </Group>
          <Group title="Commands">
            {commands
              .filter(({ id, title }) => id !== 'palette' && !lacking.has(id) && has(title))
              .map(({ id, title, keys, run }) =>
                item(
                  `x ${id}`,
                  run,
                  <>
                    {title}
                    {keys && <kbd>{writtenKeys(keys)}</kbd>}
                  </>,
                ),
              )}
          </Group>
          <Group title="Search">
            {wanted !== '' &&
              hasEvents && [
                item(
                  'search',
                  () => searchFor(session, wanted),
                  <>
                    Search for “{wanted}”<kbd>{writtenKeys('Ctrl+Shift+F')}</kbd>
                  </>,
                ),
              ]}
          </Group>
        </Cmdk.List>
      </Cmdk>
    </Modal>
  );
}

const none: readonly never[] = [];

/** Without a heading where there is nothing under it. */
function Group({ title, children }: { title: string; children: ReactNode }) {
  const isEmpty = !Array.isArray(children) || children.length === 0;
  return isEmpty ? null : (
    <Cmdk.Group heading={title} className="palette-group">
      {children}
    </Cmdk.Group>
  );
}
