/** What people write about a finding, as markup. */
import MarkdownIt from 'markdown-it';
import { visible } from '../wording/visible.ts';
import { Markup } from './markup.ts';

/** HTML stays text; a picture would be fetched from elsewhere, so that it stays text, too. */
const markdown = new MarkdownIt({ html: false, linkify: false, typographer: false }).disable(['image']);

markdown.validateLink = link => /^(?:https?:\/\/|mailto:)/i.test(link.trim());
markdown.renderer.rules.link_open = (tokens, index, options, _, self) => {
  tokens[index]!.attrSet('rel', 'noopener noreferrer nofollow');
  return self.renderToken(tokens, index, options);
};
// The outline of a report is its findings; headings within what is said of one are bold lines.
markdown.renderer.rules.heading_open = () => '<p class="heading">';
markdown.renderer.rules.heading_close = () => '</p>\n';

export const noteMarkup = (text: string): Markup => new Markup(markdown.render(visible(text)));
