import { type ClipboardEvent, useMemo } from 'react';
import { runsOf } from '../../wording/visible.ts';

/** Text of a capture with control characters made visible; copying gives the original text. */
export function Verbatim({ text }: { text: string }) {
  const runs = useMemo(() => runsOf(text), [text]);
  return (
    <pre onCopy={copyAsItIs}>
      {runs.map(({ text: raw, shown }, i) =>
        shown === null ? (
          raw
        ) : (
          // biome-ignore lint/suspicious/noArrayIndexKey: parts are identified by their index
          <span key={i} className="unseen" data-raw={raw}>
            {shown}
          </span>
        ),
      )}
    </pre>
  );
}

/** Replaces the visible symbols with the original characters. */
function copyAsItIs(event: ClipboardEvent<HTMLElement>): void {
  const selection = getSelection();
  if (!selection || selection.rangeCount === 0) return;
  const part = selection.getRangeAt(0).cloneContents();
  for (const span of part.querySelectorAll<HTMLElement>('[data-raw]'))
    span.textContent = span.dataset.raw ?? '';
  event.clipboardData.setData('text/plain', part.textContent ?? '');
  event.preventDefault();
}
