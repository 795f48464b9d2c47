import { Command as Cmdk } from 'cmdk';
import { useDeferredValue, useLayoutEffect, useRef, useState } from 'react';
import { useSession } from '../state/session.ts';
import { Modal } from '../widgets/modal.tsx';
import { useHeldEnter } from '../widgets/use-held-enter.ts';
import type { Command } from './keys.ts';
import { type Found, useFound } from './palette-sources.tsx';

/** Finds a command, question, function, module, template, series or capture by any part of its name. */
export function Palette({ commands }: { commands: readonly Command[] }) {
  const session = useSession();
  const [text, setText] = useState('');
  const query = useDeferredValue(text.trim());
  const { sections, isCurrent } = useFound(query, commands);
  const close = () => session.dialog.set(null);
  const choose = ({ run }: Found) => {
    close();
    run();
  };
  const onKeyDown = useHeldEnter(isCurrent && query === text.trim(), () => {
    const first = sections[0]?.results[0];
    if (first) choose(first);
  });
  // Results arrive after the text that asked for them: choose the first again then.
  const [chosen, setChosen] = useState('');
  const list = useRef<HTMLDivElement>(null);
  const keys = sections.flatMap(({ results }) => results.map(({ key }) => key)).join('\n');
  // biome-ignore lint/correctness/useExhaustiveDependencies: the first item depends on the list
  useLayoutEffect(() => {
    setChosen(list.current?.querySelector('[cmdk-item]')?.getAttribute('data-value') ?? '');
  }, [keys]);

  const item = (result: Found) => (
    <Cmdk.Item key={result.key} value={result.key} className="palette-item" onSelect={() => choose(result)}>
      {result.shown}
    </Cmdk.Item>
  );
  return (
    <Modal label="Find anything" className="palette" onClose={close}>
      <Cmdk
        label="Find anything"
        shouldFilter={false}
        loop
        value={chosen}
        onValueChange={setChosen}
        onKeyDown={onKeyDown}
      >
        <Cmdk.Input
          className="palette-input"
          placeholder="Time, function, module, template, series, capture, question or command"
          value={text}
          onValueChange={setText}
        />
        <Cmdk.List ref={list} className="palette-list" label="Found">
          <Cmdk.Empty className="palette-empty">Nothing has this in its name.</Cmdk.Empty>
          {sections.map(({ title, results }) => (
            <Cmdk.Group key={title} heading={title} className="palette-group">
              {results.map(item)}
            </Cmdk.Group>
          ))}
        </Cmdk.List>
      </Cmdk>
    </Modal>
  );
}
