/** Colours of code, from the tokens of the window's theme. */
import { HighlightStyle, syntaxHighlighting } from '@codemirror/language';
import type { Extension } from '@codemirror/state';
import { EditorView } from '@codemirror/view';
import { tags } from '@lezer/highlight';

const look = EditorView.theme({
  '&': {
    color: 'var(--text)',
    height: '100%',
    font: '12.5px / 1.5 var(--mono)',
    fontVariantLigatures: 'none',
  },
  '&.cm-focused': { outline: 'none' },
  '.cm-scroller': { font: 'inherit', overflow: 'auto', scrollbarWidth: 'none' },
  '.cm-scroller::-webkit-scrollbar': { width: '8px', height: '0' },
  '::-webkit-scrollbar-thumb': {
    border: '2px solid transparent',
    borderRadius: '6px',
    background: 'var(--faint) padding-box',
  },
  '.cm-tooltip ::-webkit-scrollbar': { width: '11px' },
  '.cm-content': { padding: '5px 0', caretColor: 'var(--accent)' },
  '.cm-line': { padding: '0 9px' },
  '.cm-cursor': { borderLeftColor: 'var(--accent)' },
  '.cm-placeholder': { color: 'var(--muted)' },
  '&.cm-focused > .cm-scroller > .cm-selectionLayer .cm-selectionBackground, .cm-selectionBackground': {
    background: 'var(--selection)',
  },
  '.cm-matchingBracket, &.cm-focused .cm-matchingBracket': { background: 'var(--found)', color: 'inherit' },
  '.cm-wrong': { textDecoration: 'underline wavy var(--error-dot)', textUnderlineOffset: '3px' },
  '.cm-tooltip': {
    border: '1px solid var(--border)',
    borderRadius: 'var(--radius)',
    background: 'var(--surface)',
    color: 'var(--text)',
    boxShadow: 'var(--shadow)',
    overflow: 'hidden',
  },
  '.cm-tooltip.cm-tooltip-autocomplete > ul': { font: '12.5px / 1.5 var(--mono)', maxHeight: '16em' },
  '.cm-tooltip.cm-tooltip-autocomplete > ul > li': {
    display: 'flex',
    alignItems: 'baseline',
    gap: '18px',
    padding: '3px 10px',
  },
  '.cm-tooltip.cm-tooltip-autocomplete > ul > li[aria-selected]': {
    background: 'var(--selection)',
    color: 'var(--text)',
  },
  '.cm-completionLabel': { flex: '1 1 auto', overflow: 'hidden', textOverflow: 'ellipsis' },
  '.cm-completionMatchedText': { textDecoration: 'none', fontWeight: '600' },
  '.cm-completionDetail': {
    marginLeft: '0',
    font: '11.5px var(--sans)',
    fontVariantNumeric: 'tabular-nums',
    fontStyle: 'normal',
    color: 'var(--muted)',
  },
  '.cm-tooltip.cm-completionInfo': {
    maxWidth: '340px',
    padding: '7px 10px',
    font: '12px / 1.4 var(--sans)',
    color: 'var(--muted)',
  },
});

const colours = HighlightStyle.define([
  { tag: [tags.propertyName, tags.typeName], color: 'var(--code-name)' },
  { tag: [tags.operator, tags.punctuation], color: 'var(--muted)' },
  { tag: [tags.keyword, tags.operatorKeyword], color: 'var(--code-keyword)' },
  { tag: [tags.string, tags.special(tags.string)], color: 'var(--code-text)' },
  { tag: tags.regexp, color: 'var(--code-pattern)' },
  { tag: [tags.number, tags.bool, tags.null, tags.literal], color: 'var(--code-number)' },
  { tag: tags.comment, color: 'var(--muted)' },
]);

export const theme: Extension = [look, syntaxHighlighting(colours)];
