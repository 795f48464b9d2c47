/**
 * Yields the elements of selected arrays of a JSON document, one after the other, without holding the document: a
 * month of `sadf -j` is larger than memory, a single sample is not.
 */

/** Maximum length of an element, and of the document without its elements; characters. */
export const maxLength = 32 << 20;

const [quote, backslash, brace, bracket, braceEnd, bracketEnd] = [0x22, 0x5c, 0x7b, 0x5b, 0x7d, 0x5d];

export class ElementScanner {
  /** The document with the selected arrays emptied, as far as it was read. */
  skeleton = '';
  /** True within an element. */
  holding = false;
  private element = '';
  private array: string | null = null;
  private arrayDepth = 0;
  private depth = 0;
  private inString = false;
  private escaped = false;

  /**
   * @param arrays keys of the arrays whose elements are wanted
   * @param give called with the key and the JSON text of an element
   */
  constructor(
    private readonly arrays: readonly string[],
    private readonly give: (array: string, element: string) => void,
  ) {}

  /** True if every bracket was closed. */
  get complete(): boolean {
    return this.depth === 0 && !this.inString;
  }

  /** Takes the next line, without its end. False if it is not JSON, or too long to be held. */
  push(line: string): boolean {
    let from = 0;
    for (let at = 0; at < line.length; at++) {
      const char = line.charCodeAt(at);
      if (this.inString) this.inside(char);
      else if (char === quote) this.inString = true;
      else if (char === brace || char === bracket) {
        this.keep(line.slice(from, at));
        from = at;
        this.open(char);
      } else if (char === braceEnd || char === bracketEnd) {
        if (this.depth === 0) return false;
        this.keep(line.slice(from, at + 1));
        from = at + 1;
        this.close();
      }
    }
    this.keep(`${line.slice(from)}\n`);
    return this.element.length <= maxLength && this.skeleton.length <= maxLength;
  }

  private inside(char: number): void {
    if (this.escaped) this.escaped = false;
    else if (char === backslash) this.escaped = true;
    else if (char === quote) this.inString = false;
  }

  private keep(text: string): void {
    if (this.holding) this.element += text;
    else this.skeleton += text;
  }

  private open(opened: number): void {
    this.depth++;
    if (this.array !== null) {
      if (this.depth === this.arrayDepth + 1) this.holding = true;
      return;
    }
    const key = opened === bracket ? /"([^"]*)"\s*:\s*$/.exec(this.skeleton.slice(-200))?.[1] : undefined;
    if (key === undefined || !this.arrays.includes(key)) return;
    this.array = key;
    this.arrayDepth = this.depth;
  }

  private close(): void {
    this.depth--;
    if (this.array === null) return;
    if (this.holding && this.depth === this.arrayDepth) {
      this.holding = false;
      this.give(this.array, this.element);
      this.element = '';
    } else if (this.depth < this.arrayDepth) this.array = null;
  }
}
