/** A window of the built program to measure. */
import { _electron, type ElectronApplication, type Page } from 'playwright-core';

const categories = [
  'devtools.timeline',
  'disabled-by-default-devtools.timeline',
  'disabled-by-default-devtools.timeline.frame',
  'v8',
  '__metadata',
];

export class BenchWindow {
  private constructor(
    private readonly app: ElectronApplication,
    readonly page: Page,
    /** Process id of the renderer. */
    readonly pid: number,
  ) {}

  /** Opens the program on a workspace, in the repository's root, with settings of its own. */
  static async open(settings: string, workspace: string): Promise<BenchWindow> {
    const { ELECTRON_RUN_AS_NODE: _, ...env } = process.env;
    const program = env.AFTERTRACE_ELECTRON;
    if (!program) throw new Error('AFTERTRACE_ELECTRON names no runtime; npm run bench finds one.');
    const app = await _electron.launch({
      executablePath: program,
      // Chromium's sandbox does not run as root, which containers run as.
      args: [
        ...(process.getuid?.() === 0 ? ['--no-sandbox'] : []),
        `--user-data-dir=${settings}`,
        process.cwd(),
        workspace,
      ],
      env: env as Record<string, string>,
      timeout: 60_000,
    });
    const page = await app.firstWindow();
    page.setDefaultTimeout(60_000);
    const pid = await app.evaluate(({ BrowserWindow }) => {
      const [window] = BrowserWindow.getAllWindows();
      window!.setContentSize(1440, 900);
      return window!.webContents.getOSProcessId();
    });
    await page.getByRole('tablist', { name: 'Views' }).waitFor();
    return new BenchWindow(app, page, pid);
  }

  /** Traces `work` with Chromium; resolves to the path of a JSON file. */
  async traced(work: () => Promise<void>): Promise<string> {
    await this.app.evaluate(
      ({ contentTracing }, included) => contentTracing.startRecording({ included_categories: included }),
      categories,
    );
    await work();
    return this.app.evaluate(({ contentTracing }) => contentTracing.stopRecording());
  }

  close(): Promise<void> {
    return this.app.close();
  }
}
