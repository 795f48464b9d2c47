/** Address ranges of modules by process and time. */

export interface Image {
  readonly base: number;
  readonly end: number;
  readonly path: string;
  start: number;
  stop: number;
}

interface Loaded {
  readonly images: Image[];
  /** Images not unloaded yet, by base address. */
  readonly open: Map<number, Image>;
}

export class Images {
  private readonly byPid = new Map<number, Loaded>();
  private isSorted = true;

  loaded(pid: number, ts: number, base: number, size: number, path: string): void {
    const { images, open } = this.of(pid);
    const known = open.get(base);
    if (known) {
      if (known.path === path) return;
      known.stop = ts;
    }
    const image = { base, end: base + size, path, start: ts, stop: Number.POSITIVE_INFINITY };
    images.push(image);
    open.set(base, image);
    this.isSorted = false;
  }

  unloaded(pid: number, ts: number, base: number, size: number, path: string): void {
    const { images, open } = this.of(pid);
    const known = open.get(base);
    if (known && known.start <= ts) {
      known.stop = ts;
      open.delete(base);
    } else images.push({ base, end: base + size, path, start: Number.NEGATIVE_INFINITY, stop: ts });
    this.isSorted = false;
  }

  /** null: no module is at the address at any time. `isOnly`: only this module is ever at the address. */
  find(pid: number, address: number, ts: number): { image: Image; isOnly: boolean } | null {
    if (!this.isSorted) this.sort();
    const images = this.byPid.get(pid)?.images;
    if (images === undefined) return null;
    let low = 0;
    let high = images.length;
    while (low < high) {
      const middle = (low + high) >> 1;
      if (images[middle]!.base <= address) low = middle + 1;
      else high = middle;
    }
    let found: Image | null = null;
    let others = 0;
    // A module with a lower base may also contain the address, if modules were unloaded and others loaded.
    for (let at = low - 1, steps = 0; at >= 0 && steps < 64; at--, steps++) {
      const image = images[at]!;
      if (address >= image.end) continue;
      if (found === null) found = image;
      else if (image.path !== found.path || image.base !== found.base) others++;
      if (image.start <= ts && ts < image.stop && !(found.start <= ts && ts < found.stop)) found = image;
    }
    return found && { image: found, isOnly: others === 0 };
  }

  private sort(): void {
    for (const { images } of this.byPid.values()) images.sort((a, b) => a.base - b.base || a.start - b.start);
    this.isSorted = true;
  }

  private of(pid: number): Loaded {
    let loaded = this.byPid.get(pid);
    if (loaded === undefined) {
      loaded = { images: [], open: new Map() };
      this.byPid.set(pid, loaded);
    }
    return loaded;
  }
}

/** `\Device\HarddiskVolume2\Windows\x.dll` → `C:\Windows\x.dll`, if the trace names the volume. */
export class Paths {
  private readonly known = new Map<string, string>();
  private readonly volumes: [from: string, to: string][] = [];
  private windows = '';

  mount(from: string, to: string): void {
    if (from === '' || this.volumes.some(([known]) => known === from.toLowerCase())) return;
    this.volumes.push([from.toLowerCase(), to]);
    this.volumes.sort(([a], [b]) => b.length - a.length);
  }

  /** `C:\Windows\` */
  setWindows(path: string): void {
    if (/^[a-z]:\\/i.test(path)) this.windows = path.endsWith('\\') ? path : `${path}\\`;
  }

  of(path: string): string {
    let known = this.known.get(path);
    if (known === undefined) {
      known = this.resolve(path);
      if (this.known.size < 1 << 20) this.known.set(path, known);
    }
    return known;
  }

  private resolve(path: string): string {
    const lower = path.toLowerCase();
    for (const [from, to] of this.volumes) if (lower.startsWith(from)) return to + path.slice(from.length);
    if (this.windows === '') return path;
    if (lower.startsWith('\\systemroot\\')) return this.windows + path.slice('\\systemroot\\'.length);
    if (lower.startsWith('\\windows\\')) return this.windows.slice(0, 2) + path;
    return path;
  }
}
