/** Text as UTF-8 in one buffer that is used again: of short ASCII, a loop takes less time than the encoder's call. */
export class Utf8Buffer {
  /** Valid until the next call of {@link write}; {@link length} bytes of it. */
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
