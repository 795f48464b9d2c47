import './note.css';

import type { Token } from 'markdown-it';
import { createElement, Fragment, type ReactNode } from 'react';
import { noteTokens } from '../../../wording/notes.ts';

/** The user's Markdown as elements. Only these elements are created, and links are not clickable. */
export function Note({ text, className = '' }: { readonly text: string; readonly className?: string }) {
  return (
    <div className={`note ${className}`} dir="auto">
      {nodesOf(noteTokens(text))}
    </div>
  );
}

const tags: ReadonlySet<string> = new Set([
  'p',
  'em',
  'strong',
  's',
  'ul',
  'ol',
  'li',
  'blockquote',
  'table',
  'thead',
  'tbody',
  'tr',
  'th',
  'td',
]);

interface Open {
  readonly token: Token;
  readonly children: ReactNode[];
}

/** Tokens are a flat list, with one for the begin and one for the end of each element. */
function nodesOf(tokens: readonly Token[]): ReactNode[] {
  const top: ReactNode[] = [];
  const open: Open[] = [];
  for (const token of tokens) {
    const into = open.at(-1)?.children ?? top;
    if (token.nesting === 1) open.push({ token, children: [] });
    else if (token.nesting === 0) into.push(leaf(token));
    else {
      const closed = open.pop();
      if (closed) (open.at(-1)?.children ?? top).push(elementOf(closed));
    }
  }
  return top.map(keyed);
}

function elementOf({ token, children }: Open): ReactNode {
  const inside = children.map(keyed);
  if (token.type === 'link_open') {
    const address = String(token.attrGet('href') ?? '');
    return (
      <span className="note-link" title={address}>
        {inside}
      </span>
    );
  }
  if (token.type === 'heading_open') return <p className="note-heading">{inside}</p>;
  // A tight list has no paragraphs.
  if (token.hidden || !tags.has(token.tag)) return inside;
  return createElement(token.tag, null, inside);
}

function leaf(token: Token): ReactNode {
  switch (token.type) {
    case 'inline':
      return nodesOf(token.children ?? []);
    case 'code_inline':
      return <code>{token.content}</code>;
    case 'code_block':
    case 'fence':
      return (
        <pre>
          <code>{token.content}</code>
        </pre>
      );
    case 'softbreak':
      return '\n';
    case 'hardbreak':
      return <br />;
    case 'hr':
      return <hr />;
    default:
      return token.content;
  }
}

const keyed = (node: ReactNode, at: number): ReactNode => <Fragment key={at}>{node}</Fragment>;
