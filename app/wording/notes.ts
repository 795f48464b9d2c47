/**
 * What people write about a finding, as Markdown: HTML in it stays text, and so does a picture, which would be fetched from elsewhere;
 * links lead to the web and to mail alone.
 */
import MarkdownIt, { type Token } from 'markdown-it';
import { visible } from './visible.ts';

const markdown = new MarkdownIt({ html: false, linkify: false, typographer: false }).disable(['image']);

markdown.validateLink = link => /^(?:https?:\/\/|mailto:)/i.test(link.trim());
markdown.renderer.rules.link_open = (tokens, index, options, _, self) => {
  tokens[index]!.attrSet('rel', 'noopener noreferrer nofollow');
  return self.renderToken(tokens, index, options);
};
// The outline of a report is its findings; headings within what is said of one are bold lines.
markdown.renderer.rules.heading_open = () => '<p class="heading">';
markdown.renderer.rules.heading_close = () => '</p>\n';

/** Escaped: it can be put into a page. */
export const noteHtml = (text: string): string => markdown.render(visible(text));

/** For who makes elements of it. */
export const noteTokens = (text: string): readonly Token[] => markdown.parse(visible(text), {});
