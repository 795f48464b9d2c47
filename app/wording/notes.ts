/**
 * Notes on findings as Markdown. HTML stays text. Images stay text too, because they would be fetched from other hosts. Only
 * links to the web and to mail addresses are links.
 */
import MarkdownIt, { type Token } from 'markdown-it';
import { visible } from './visible.ts';

const markdown = new MarkdownIt({ html: false, linkify: false, typographer: false }).disable(['image']);

markdown.validateLink = link => /^(?:https?:\/\/|mailto:)/i.test(link.trim());
markdown.renderer.rules.link_open = (tokens, index, options, _, self) => {
  tokens[index]!.attrSet('rel', 'noopener noreferrer nofollow');
  return self.renderToken(tokens, index, options);
};
// Headings of a note become bold lines, because the outline of a report consists of its findings.
markdown.renderer.rules.heading_open = () => '<p class="heading">';
markdown.renderer.rules.heading_close = () => '</p>\n';

/** HTML of a note, escaped, so that it is safe in a page. */
export const noteHtml = (text: string): string => markdown.render(visible(text));

/** Tokens of a note, for callers that create elements instead of HTML. */
export const noteTokens = (text: string): readonly Token[] => markdown.parse(visible(text), {});
