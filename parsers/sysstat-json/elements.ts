/**
 * Yields the elements of selected arrays of a JSON document, one after the other, without holding the document: a
 * month of `sadf -j` is larger than memory, a single sample is not.
 */

/** Maximum length of an element, and of the document between two; characters. */
export const maxLength = 32 << 20;

/** Maximum length of the key of a selected array, with the blanks behind it. */
const longestKey = 200;

const [quote, backslash, brace, bracket, braceEnd, bracketEnd] = [0x22, 0x5c, 0x7b, 0x5b, 0x7d, 0x5d];

export class ElementScanner {
  /** The document outside the elements of the selected arrays, since {@link takeOutside}. */
  private outside = '';
  /** The last {@link longestKey} characters outside elements. */
  private recent = '';
  /** True within an element. */
  isInElement = false;
  private element = '';
  private array: string | null = null;
  private arrayDepth = 0;
  private depth = 0;
  private inString = false;
  private escaped = false;

  /**
   * @param arrays keys of the arrays whose elements are wanted
   * @param onElement called with the key and the JSON text of an element
   */
  constructor(
    private readonly arrays: readonly string[],
    private readonly onElement: (array: string, element: string) => void,
  ) {}

  /** True if every bracket was closed. */
  get complete(): boolean {
    return this.depth === 0 && !this.inString;
  }

  /**
   * The document since the last call, without the elements of the selected arrays. Dropped here, because whoever searches
   * it for each element would otherwise take quadratic time.
   */
  takeOutside(): string {
    const { outside } = this;
    this.outside = '';
    return outside;
  }

  /** Reads the next line, without its line end. False if it is not JSON, or if an element is longer than {@link maxLength}. */
  push(line: string): boolean {
    let from = 0;
    for (let at = 0; at < line.length; at++) {
      const char = line.charCodeAt(at);
      if (this.inString) this.readStringChar(char);
      else if (char === quote) this.inString = true;
      else if (char === brace || char === bracket) {
        this.append(line.slice(from, at));
        from = at;
        this.open(char);
      } else if (char === braceEnd || char === bracketEnd) {
        if (this.depth === 0) return false;
        this.append(line.slice(from, at + 1));
        from = at + 1;
        this.close();
      }
    }
    this.append(`${line.slice(from)}\n`);
    return this.element.length <= maxLength && this.outside.length <= maxLength;
  }

  private readStringChar(char: number): void {
    if (this.escaped) this.escaped = false;
    else if (char === backslash) this.escaped = true;
    else if (char === quote) this.inString = false;
  }

  private append(text: string): void {
    if (this.isInElement) this.element += text;
    else {
      this.outside += text;
      this.recent = (this.recent + text).slice(-longestKey);
    }
  }

  private open(bracketChar: number): void {
    this.depth++;
    if (this.array !== null) {
      if (this.depth === this.arrayDepth + 1) this.isInElement = true;
      return;
    }
    const key = bracketChar === bracket ? /"([^"]*)"\s*:\s*$/.exec(this.recent)?.[1] : undefined;
    if (key === undefined || !this.arrays.includes(key)) return;
    this.array = key;
    this.arrayDepth = this.depth;
  }

  private close(): void {
    this.depth--;
    if (this.array === null) return;
    if (this.isInElement && this.depth === this.arrayDepth) {
      this.isInElement = false;
      this.onElement(this.array, this.element);
      this.element = '';
    } else if (this.depth < this.arrayDepth) this.array = null;
  }
}
