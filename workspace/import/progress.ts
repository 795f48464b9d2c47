/** How far an import has come. */
import type { FoundFile } from '../files/discover.ts';
import type { ImportProgress } from './request.ts';

/** Milliseconds without progress after which a report says so: a device or a server may never answer. */
const patience = 60_000;

/** Reports the progress of an import, at most as often as a user can see. */
export class ProgressMeter {
  private readonly began: number;
  /** When bytes or rows last increased. */
  private moved: number;
  private readonly totalBytes: number;
  private reported = 0;
  private index = -1;
  private bytesBefore = 0;
  private rowsBefore = 0;
  private rows = 0;
  private bytes = 0;
  private current: FoundFile | null = null;
  private onDisk: FoundFile | null = null;
  /** Number of files found in the archive on disk; it counts as one file until a second is found. */
  private members = 0;
  private total: number;

  constructor(
    files: readonly FoundFile[],
    private readonly onProgress: ((progress: ImportProgress) => void) | undefined,
    private readonly now: () => number = () => performance.now(),
  ) {
    this.began = this.moved = now();
    this.total = files.length;
    this.totalBytes = files.reduce((sum, file) => sum + file.bytes, 0);
  }

  /** Begins a file on disk. */
  begin(file: FoundFile): void {
    this.bytesBefore += this.onDisk?.bytes ?? 0;
    this.bytes = 0;
    this.onDisk = file;
    this.enter(file);
  }

  /** Begins the file itself, or a file in it. */
  enter(file: FoundFile): void {
    if (file === this.current) return;
    this.moved = this.now();
    this.rowsBefore += this.rows;
    this.rows = 0;
    if (file !== this.onDisk && this.members++ > 0) this.total++;
    this.current = file;
    if (file === this.onDisk) this.members = 0;
    if (file === this.onDisk || this.members > 1) this.index++;
    this.report();
  }

  read(bytes: number, rows: number): void {
    this.moved = this.now();
    this.rows = rows;
    if (this.current === this.onDisk) this.bytes = bytes;
    if (this.moved - this.reported > 50) this.report();
  }

  /** Reports that nothing has moved for a minute; to be called about once a second. */
  watch(): void {
    if (this.now() - this.moved >= patience) this.report();
  }

  /** Adds the bytes of the finished file. */
  end(): void {
    if (this.current) this.report();
  }

  private report(): void {
    this.reported = this.now();
    const name = this.current?.path.split(/[\\/]/).at(-1) ?? '';
    const still = Math.floor((this.reported - this.moved) / 1000);
    const stuck = still * 1000 >= patience ? ` (no progress for ${still} s; it can be cancelled)` : '';
    this.onProgress?.({
      what: `reading ${name}${stuck}`,
      bytes: this.bytesBefore + this.bytes,
      totalBytes: this.totalBytes,
      rows: this.rowsBefore + this.rows,
      files: this.index,
      totalFiles: this.total,
      elapsed: Math.round((this.reported - this.began) * 1e6),
    });
  }
}
