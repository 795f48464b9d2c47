/** Syntax highlighting of searches, which also works for incomplete ones. */
import { StreamLanguage, type StringStream } from '@codemirror/language';

interface Where {
  /** True before a value, which may begin with the character of an operator. */
  isValue: boolean;
}

const regex = /\/(?:\\.|[^/\\])+\/i?(?=[\s()"]|$)/;
const phrase = /"(?:\\.|[^"\\])*"?/;

function token(stream: StringStream, where: Where): string | null {
  if (stream.eatSpace()) {
    where.isValue = false;
    return null;
  }
  if (stream.match(phrase)) return ended(where, 'string');
  if (stream.match(regex)) return ended(where, 'regexp');
  if (stream.match(/[()]/)) return ended(where, 'punctuation');
  if (where.isValue) {
    const isNumber = stream.match(/-?\d[\w.:+-]*(?=[\s()"]|$)/);
    if (!isNumber) stream.match(/[^\s()"]+/);
    return ended(where, isNumber ? 'number' : 'literal');
  }
  if (stream.match(/(?:AND|OR|NOT)(?=[\s()"]|$)/)) return 'keyword';
  if (stream.match(/-(?![-\s)]|$)/)) return 'keyword';
  if (stream.match(/[\p{L}][\p{L}\p{N}_.-]*(?=>=|<=|!=|:(?!:)|[=<>])/u)) return 'propertyName';
  if (stream.match(/>=|<=|!=|[:=<>]/)) {
    where.isValue = true;
    return 'operator';
  }
  stream.match(/[^\s()"]+/);
  return null;
}

function ended(where: Where, style: string): string {
  where.isValue = false;
  return style;
}

export const searchLanguage = StreamLanguage.define<Where>({
  name: 'search',
  startState: () => ({ isValue: false }),
  copyState: where => ({ ...where }),
  token,
});
