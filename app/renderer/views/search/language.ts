/** Syntax highlighting of searches, which also works for incomplete ones. */
import { StreamLanguage, type StringStream } from '@codemirror/language';

interface Where {
  /** True before a value, which may begin with the character of an operator. */
  isValue: boolean;
}

const regex = /\/(?:\\.|[^/\\])+\/i?(?=[\s()"]|$)/;
const phrase = /"(?:\\.|[^"\\])*"?/;

function token(stream: StringStream, state: Where): string | null {
  if (stream.eatSpace()) {
    state.isValue = false;
    return null;
  }
  if (stream.match(phrase)) return endToken(state, 'string');
  if (stream.match(regex)) return endToken(state, 'regexp');
  if (stream.match(/[()]/)) return endToken(state, 'punctuation');
  if (state.isValue) {
    const isNumber = stream.match(/-?\d[\w.:+-]*(?=[\s()"]|$)/);
    if (!isNumber) stream.match(/[^\s()"]+/);
    return endToken(state, isNumber ? 'number' : 'literal');
  }
  if (stream.match(/(?:AND|OR|NOT)(?=[\s()"]|$)/)) return 'keyword';
  if (stream.match(/-(?![-\s)]|$)/)) return 'keyword';
  if (stream.match(/[\p{L}][\p{L}\p{N}_.-]*(?=>=|<=|!=|:(?!:)|[=<>])/u)) return 'propertyName';
  if (stream.match(/>=|<=|!=|[:=<>]/)) {
    state.isValue = true;
    return 'operator';
  }
  stream.match(/[^\s()"]+/);
  return null;
}

function endToken(state: Where, style: string): string {
  state.isValue = false;
  return style;
}

export const searchLanguage = StreamLanguage.define<Where>({
  name: 'search',
  startState: () => ({ isValue: false }),
  copyState: where => ({ ...where }),
  token,
});
