import { DropdownMenu, Tabs } from 'radix-ui';
import { useEffect, useMemo, useRef, useState } from 'react';
import type { QuestionInfo } from '../../contract.ts';
import { fitting } from '../lib/fitting.ts';
import { isFocusFree } from '../lib/focus.ts';
import { textWidth } from '../lib/text-width.ts';
import { rulesOf, switches, withoutRule, withRule } from '../state/grouping.ts';
import { useSession } from '../state/session.ts';
import { useStore } from '../state/store.ts';
import { needsOf, useOffer } from '../views/offer.ts';
import { Question } from '../views/question.tsx';
import { DrawnView } from '../views/question-view.tsx';
import { isQuestionView, type View } from '../views/view.ts';
import { shownQuestions, views } from '../views/views.ts';
import { DropdownContent } from '../widgets/menu-content.tsx';
import { useWidth } from '../widgets/use-width.ts';

interface TabInfo {
  readonly id: string;
  readonly title: string;
  readonly key?: string;
}

/** The font of the current `.tab`, the widest. */
const tabFont = '600 13px "Inter Variable", system-ui, sans-serif';
/** px of padding around the title of a tab, and of the gap to the next. */
const tabPadding = 18;
/** px of the button "more". */
const moreWidth = 62;

/** The tabs that fit; the others are under "more". */
function useFitting(tabs: readonly TabInfo[], current: string, room: number): readonly TabInfo[] {
  const [fonts, setFonts] = useState(0);
  useEffect(() => {
    void document.fonts.ready.then(() => setFonts(1));
  }, []);
  // biome-ignore lint/correctness/useExhaustiveDependencies: widths change when fonts are loaded
  return useMemo(() => {
    const widths = tabs.map(({ title }) => Math.ceil(textWidth(title, tabFont)) + tabPadding);
    const at = tabs.findIndex(({ id }) => id === current);
    return fitting(widths, room - moreWidth, at).map(i => tabs[i]!);
  }, [tabs, current, room, fonts]);
}

/** A tab for each view with data, as far as they fit; every other view and question is under "more". */
export function ViewTabs() {
  const session = useSession();
  const wantedView = useStore(session.history.places, places => places.present.view);
  const hasSamples = useStore(session.workspace, workspace => Boolean(workspace?.rows.sample));
  const { questions, lackOfView, lackOfQuestion } = useOffer();
  const more = questions.filter(each => !shownQuestions.has(each.id) && !lackOfQuestion(each));
  const question = questions.find(({ id }) => wantedView === `question-${id}`);
  const current = question || views.some(({ id }) => id === wantedView) ? wantedView : 'overview';
  // The current view keeps its tab even without data, because a saved workspace may open with it.
  const offered = views.filter(view => view.id === current || !lackOfView(view));
  const front = views.find(({ id }) => id === current);
  const needs = question?.needs ?? (front ? needsOf(front, questions) : []);
  const isOfSamples = hasSamples && (needs.length === 0 || needs.includes('sample'));
  const root = useRef<HTMLDivElement>(null);
  const [room, setRoom] = useState<HTMLElement | null>(null);
  const tabs: readonly TabInfo[] = question ? [...offered, { id: current, title: question.title }] : offered;
  const shown = useFitting(tabs, current, useWidth(room));
  const hidden = tabs.filter(tab => !shown.includes(tab));
  // biome-ignore lint/correctness/useExhaustiveDependencies: the tab and the panel depend on the view
  useEffect(() => {
    const find = (selector: string) =>
      root.current?.querySelector<HTMLElement>(`${selector}[data-state="active"]`);
    // The panel is still hidden, and cannot take the focus before the next frame.
    const frame = requestAnimationFrame(() => {
      if (isFocusFree()) find('.view')?.focus({ preventScroll: true });
    });
    return () => cancelAnimationFrame(frame);
  }, [current]);
  return (
    <Tabs.Root
      ref={root}
      className="views"
      value={current}
      onValueChange={view => session.history.go({ view })}
    >
      <div className="tab-bar">
        <div ref={setRoom} className="tab-room">
          <Tabs.List className="tabs" aria-label="Views">
            {shown.map(({ id, title, key }) => (
              <Tabs.Trigger
                key={id}
                value={id}
                className="tab"
                title={key === undefined ? title : `${title}  ${key}`}
              >
                {title}
              </Tabs.Trigger>
            ))}
          </Tabs.List>
          {(hidden.length > 0 || more.length > 0) && <MoreMenu views={hidden} questions={more} />}
        </div>
        {isOfSamples && (
          <>
            <WeightMenu />
            <GroupMenu />
          </>
        )}
        <button type="button" className="quiet" onClick={() => session.mainGrid.get()?.openFind()}>
          find <kbd>/</kbd>
        </button>
      </div>
      {offered.map(view => (
        <Tabs.Content key={view.id} value={view.id} className="view" tabIndex={-1}>
          <Shown view={view} lack={lackOfView(view)} />
        </Tabs.Content>
      ))}
      {question && (
        <Tabs.Content value={current} className="view" tabIndex={-1}>
          {lackOfQuestion(question) ? (
            <p className="hint">{lackOfQuestion(question)}</p>
          ) : (
            <Question key={question.id} question={question} />
          )}
        </Tabs.Content>
      )}
    </Tabs.Root>
  );
}

interface MoreMenuProps {
  readonly views: readonly TabInfo[];
  readonly questions: readonly QuestionInfo[];
}

function MoreMenu({ views: hidden, questions }: MoreMenuProps) {
  const session = useSession();
  return (
    <DropdownMenu.Root modal={false}>
      <DropdownMenu.Trigger className="quiet">
        more <span aria-hidden="true">▾</span>
      </DropdownMenu.Trigger>
      <DropdownContent align="start">
        {hidden.map(({ id, title, key }) => (
          <DropdownMenu.Item
            key={id}
            className="menu-item"
            aria-label={title}
            onSelect={() => session.history.go({ view: id })}
          >
            {title} {key !== undefined && <kbd>{key}</kbd>}
          </DropdownMenu.Item>
        ))}
        {hidden.length > 0 && questions.length > 0 && <DropdownMenu.Separator className="menu-separator" />}
        {questions.map(({ id, title, question }) => (
          <DropdownMenu.Item
            key={id}
            className="menu-item"
            title={question}
            onSelect={() => session.history.go({ view: `question-${id}` })}
          >
            {title}
          </DropdownMenu.Item>
        ))}
      </DropdownContent>
    </DropdownMenu.Root>
  );
}

function Shown({ view, lack }: { view: View; lack: string | null }) {
  if (lack) return <p className="hint">{lack}</p>;
  return isQuestionView(view) ? <DrawnView view={view} /> : <view.component views={views} />;
}

function WeightMenu() {
  const session = useSession();
  const scope = useStore(session.history.places, places => places.present.scope);
  const weight = scope.weight ?? 'samples';
  return (
    <DropdownMenu.Root modal={false}>
      <DropdownMenu.Trigger className="quiet" title="What a sample weighs  p">
        <span className="menu-word">weight </span>
        {weight} <span aria-hidden="true">▾</span>
      </DropdownMenu.Trigger>
      <DropdownContent align="end">
        <DropdownMenu.RadioGroup
          value={weight}
          onValueChange={value => {
            const { weight: _weight, ...rest } = scope;
            session.narrow(value === 'period' ? { ...rest, weight: 'period' } : rest);
          }}
        >
          <DropdownMenu.RadioItem className="menu-item" value="samples">
            <DropdownMenu.ItemIndicator className="menu-check">✓</DropdownMenu.ItemIndicator>
            samples: each counts once
          </DropdownMenu.RadioItem>
          <DropdownMenu.RadioItem className="menu-item" value="period">
            <DropdownMenu.ItemIndicator className="menu-check">✓</DropdownMenu.ItemIndicator>
            period: the events it stands for
          </DropdownMenu.RadioItem>
        </DropdownMenu.RadioGroup>
      </DropdownContent>
    </DropdownMenu.Root>
  );
}

function GroupMenu() {
  const session = useSession();
  const scope = useStore(session.history.places, places => places.present.scope);
  const rules = rulesOf(scope);
  return (
    <DropdownMenu.Root modal={false}>
      <DropdownMenu.Trigger className="quiet" title="Which frames are shown as one">
        group{rules.length > 0 && ` ${rules.length}`}
        {rules.length === 0 && <span className="menu-word"> none</span>} <span aria-hidden="true">▾</span>
      </DropdownMenu.Trigger>
      <DropdownContent align="end">
        {switches.map(({ rule, title }) => (
          <DropdownMenu.CheckboxItem
            key={rule}
            className="menu-item"
            checked={rules.includes(rule)}
            onCheckedChange={isOn => session.narrow(isOn ? withRule(scope, rule) : withoutRule(scope, rule))}
          >
            <DropdownMenu.ItemIndicator className="menu-check">✓</DropdownMenu.ItemIndicator>
            {title}
          </DropdownMenu.CheckboxItem>
        ))}
      </DropdownContent>
    </DropdownMenu.Root>
  );
}
