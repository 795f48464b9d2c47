/** Underlines the position of an error. The message is beside the editor, for screen readers. */
import { type Extension, StateEffect, StateField } from '@codemirror/state';
import { Decoration, type DecorationSet, EditorView } from '@codemirror/view';

/** UTF-16 units; null: no error. */
export const setWrong = StateEffect.define<number | null>();

const underline = Decoration.mark({ class: 'cm-wrong' });
/** A mark at a position where text is missing, which cannot be underlined. */
const gap = Decoration.line({ class: 'cm-wrong' });

export const wrongMark: Extension = StateField.define<DecorationSet>({
  create: () => Decoration.none,
  update(marks, { state, effects, changes, docChanged }) {
    const effect = effects.find(each => each.is(setWrong));
    // Typing may fix the error: remove the mark until the text is checked again.
    if (!effect) return docChanged ? Decoration.none : marks.map(changes);
    const at = effect.value as number | null;
    if (at === null) return Decoration.none;
    const { length } = state.doc;
    if (length === 0) return Decoration.set([gap.range(0)]);
    const from = Math.min(at, length - 1);
    const word = state.wordAt(from);
    return Decoration.set([underline.range(from, Math.max(from + 1, word?.to ?? 0))]);
  },
  provide: field => EditorView.decorations.from(field),
});
