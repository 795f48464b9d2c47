import { noteHtml } from '../wording/notes.ts';
import { Markup } from './markup.ts';

/** Text that people write about a finding. */
export const noteMarkup = (text: string): Markup => new Markup(noteHtml(text));
