/**
 * Encodes text as UTF-8 into one reused buffer. For short ASCII, a loop takes less time than the encoder's
 * call.
 */
export class Utf8Buffer {
  /** The first {@link length} bytes are the text; valid until the next call of {@link write}. */
  bytes: Uint8Array = new Uint8Array(1024);
  length = 0;
  private readonly encoder = new TextEncoder();

  write(text: string): void {
    const { length } = text;
    if (length > this.bytes.length) this.bytes = new Uint8Array(length * 2);
    const { bytes } = this;
    for (let at = 0; at < length; at++) {
      const code = text.charCodeAt(at);
      if (code >= 0x80) {
        this.bytes = this.encoder.encode(text);
        this.length = this.bytes.length;
        return;
      }
      bytes[at] = code;
    }
    this.length = length;
  }
}
