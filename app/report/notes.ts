import { noteHtml } from '../wording/notes.ts';
import { Markup } from './markup.ts';

/** What people write about a finding. */
export const noteMarkup = (text: string): Markup => new Markup(noteHtml(text));
