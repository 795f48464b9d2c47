/**
 * Draws parts of the window in a document without layout, for tests of what they show and do. Elements have the size
 * of {@link size}, and canvases a context that draws nothing.
 */
import type { ReactNode } from 'react';
import { createRoot } from 'react-dom/client';
import { renderToStaticMarkup } from 'react-dom/server';
import { onTestFinished, vi } from 'vitest';
import type { WorkspaceInfo } from '../contract.ts';
import { emptyWorkspace } from '../empty-workspace.ts';
import { connect, type FixedWorkspace, fixedEngine } from '../gallery/engine.ts';
import type { Shell, Start } from '../shell.ts';
import { Session, SessionProvider } from './state/session.ts';
import { trackDoors } from './timeline/show-track.ts';

export { capture } from './lib/capture.testing.ts';

/** px of every element. */
const size = { width: 1200, height: 800 };

for (const [name, value] of Object.entries({
  clientWidth: size.width,
  clientHeight: size.height,
  offsetWidth: size.width,
  offsetHeight: size.height,
}))
  Object.defineProperty(HTMLElement.prototype, name, { configurable: true, get: () => value });
Element.prototype.getBoundingClientRect = () => new DOMRect(0, 0, size.width, size.height);
Element.prototype.setPointerCapture = () => undefined;

/** A context that draws nothing. */
const context = (canvas: object) =>
  new Proxy({ canvas } as Record<string | symbol, unknown>, {
    get: (target, name) =>
      target[name] ??
      ((...args: readonly unknown[]) => {
        if (name === 'measureText') return { width: 7 * String(args[0]).length };
        if (name === 'getImageData')
          return { data: new Uint8ClampedArray(4 * Number(args[2]) * Number(args[3])) };
        return { addColorStop: () => undefined };
      }),
  });
const contexts = new WeakMap<object, object>();
for (const canvas of [HTMLCanvasElement, OffscreenCanvas])
  Object.defineProperty(canvas.prototype, 'getContext', {
    value(this: object) {
      if (!contexts.has(this)) contexts.set(this, context(this));
      return contexts.get(this);
    },
  });
Object.defineProperty(document, 'fonts', { value: { load: async () => [] } });
// A frame is the next turn, so that tests do not wait for time to pass.
let lastFrame = 0;
const frames = new Set<number>();
globalThis.requestAnimationFrame = work => {
  const id = ++lastFrame;
  frames.add(id);
  setImmediate(() => frames.delete(id) && work(performance.now()));
  return id;
};
globalThis.cancelAnimationFrame = id => void frames.delete(id);

const nothing = async () => undefined;
const noShell = {
  setUnsaved: nothing,
  remember: async () => [],
  onGone: () => undefined,
} as Partial<Shell> as Shell;

/** A session without an engine. */
export function sessionWith(
  workspace: Partial<WorkspaceInfo> = {},
  begin: Partial<Start> = {},
  shell: Partial<Shell> = {},
): Session {
  const start = { paths: [], recent: [], crash: null, process: 0, samples: [], ...begin };
  const session = new Session({ ...noShell, ...shell }, start, trackDoors);
  session.workspace.set({ ...emptyWorkspace, ...workspace });
  return session;
}

/** The markup of the first drawing of a part, before any question is answered. */
export const markup = (session: Session, part: ReactNode): string =>
  renderToStaticMarkup(<SessionProvider value={session}>{part}</SessionProvider>);

const spaced = (texts: readonly string[]) => texts.join(' ').replaceAll(/\s+/g, ' ').trim();

/** The text of the first drawing of a part; elements are set apart by blanks. */
export const textOf = (session: Session, part: ReactNode): string =>
  spaced(markup(session, part).split(/<[^>]*>/));

interface MountOptions extends FixedWorkspace {
  readonly shell?: Partial<Shell>;
  /** Sets the state that the part is drawn in. */
  begin?(session: Session): void;
}

/** ms */
const patience = 20_000;
/** Turns without a call of the engine after which nothing follows. Answers that arrive together are drawn in as many frames. */
const stillTurns = 40;

/** A part of the window in a document, on an engine with fixed answers. */
export class Mounted {
  constructor(
    readonly session: Session,
    readonly root: HTMLElement,
    private readonly running: () => number,
  ) {}

  /** Resolves when all calls of the engine have returned, and what they led to is drawn. */
  async answered(): Promise<void> {
    const end = Date.now() + patience;
    for (let still = 0; still < stillTurns; still++) {
      if (this.running() > 0) still = 0;
      if (Date.now() > end) throw new Error('A call is not answered: act without waiting, and poll.');
      await new Promise<void>(done => setImmediate(done));
    }
  }

  /** All elements that a selector matches, also in menus and dialogs, with this name or text. */
  all(selector: string, name: string | RegExp = '', within: ParentNode = document): HTMLElement[] {
    const isNamed = (element: HTMLElement) =>
      typeof name === 'string' ? name === '' || nameOf(element) === name : name.test(nameOf(element));
    return [...within.querySelectorAll<HTMLElement>(selector)].filter(isNamed);
  }

  /** The first of these elements. */
  get(selector: string, name: string | RegExp = '', within: ParentNode = document): HTMLElement {
    const [found] = this.all(selector, name, within);
    if (found) return found;
    const there = this.all(selector, '', within).map(nameOf).join(' | ');
    throw new Error(`No ${selector} is named ${name}; there are: ${there || 'none'}`);
  }

  /** The text of the part, or of an element; elements are set apart by blanks. */
  text(within: HTMLElement | string = this.root): string {
    const textIn = (node: Node): string =>
      node.nodeType === Node.TEXT_NODE
        ? (node.textContent ?? '')
        : ` ${[...node.childNodes].map(textIn).join('')} `;
    return spaced([textIn(typeof within === 'string' ? this.get(within) : within)]);
  }

  /** Clicks as a pointer does. */
  async click(element: HTMLElement, { altKey = false, button = 0 } = {}): Promise<void> {
    const pressed = { bubbles: true, cancelable: true, altKey, button };
    for (const type of ['pointerdown', 'mousedown', 'pointerup', 'mouseup'])
      element.dispatchEvent(new (type.startsWith('p') ? PointerEvent : MouseEvent)(type, pressed));
    element.focus();
    element.dispatchEvent(new MouseEvent(button === 2 ? 'contextmenu' : 'click', pressed));
    await this.answered();
  }

  /** Presses keys one after the other on the focused element; `Shift+Enter` with Shift. */
  async press(...keys: readonly string[]): Promise<void> {
    for (const name of keys) {
      this.pressNow(name);
      await this.answered();
    }
  }

  /** The same, without waiting for what it leads to. */
  pressNow(name: string): void {
    const key = name.replace(/^.+\+(?=.)/, '');
    const held = {
      shiftKey: name.startsWith('Shift+'),
      ctrlKey: name.startsWith('Control+'),
      altKey: name.startsWith('Alt+'),
    };
    const target = document.activeElement ?? document.body;
    const event = new KeyboardEvent('keydown', { key, bubbles: true, cancelable: true, ...held });
    // What a browser does with Enter unless a handler prevents it.
    if (!target.dispatchEvent(event) || key !== 'Enter') return;
    if (target instanceof HTMLButtonElement) target.click();
    else if (target instanceof HTMLInputElement) target.form?.requestSubmit();
  }

  /** Replaces the text of a field. */
  async fill(field: HTMLElement, text: string): Promise<void> {
    const { set } = Object.getOwnPropertyDescriptor(Object.getPrototypeOf(field), 'value')!;
    field.focus();
    set!.call(field, text);
    field.dispatchEvent(new Event('input', { bubbles: true }));
    field.dispatchEvent(new Event('change', { bubbles: true }));
    await this.answered();
  }

  /** Opens the menu of an element, and returns the texts of its entries. */
  async menu(of: HTMLElement): Promise<string[]> {
    await this.click(of, { button: 2 });
    return this.all('[role^=menuitem]').map(item => this.text(item));
  }
}

function nameOf(element: HTMLElement): string {
  const name = element.getAttribute('aria-label') ?? element.textContent ?? '';
  return name.replaceAll(/\s+/g, ' ').trim();
}

/** Removes the part that is drawn, if there is one. */
let unmount: () => void = () => undefined;

/**
 * Draws a part on an engine with fixed answers, until the end of the test or the next part. Resolves when its questions are
 * answered.
 */
export async function mount(
  part: ReactNode,
  { shell, begin, ...fixture }: MountOptions = {},
): Promise<Mounted> {
  unmount();
  const session = sessionWith(fixture.workspace, {}, shell);
  let running = 0;
  session.link.watch = () => {
    running++;
    return () => running--;
  };
  const frame = new EventTarget() as Window;
  session.listen(frame);
  const port = connect(frame, fixedEngine(fixture));
  await vi.waitFor(() => {
    if (session.questions.get().length === 0) throw new Error('The engine has not answered.');
  });
  const element = document.body.appendChild(document.createElement('div'));
  const mounted = new Mounted(session, element, () => running);
  await mounted.answered();
  begin?.(session);
  let failure: unknown = null;
  const root = createRoot(element, {
    onUncaughtError: error => {
      failure = error;
    },
  });
  root.render(<SessionProvider value={session}>{part}</SessionProvider>);
  unmount = () => {
    root.unmount();
    port.close();
    element.remove();
    localStorage.clear();
    unmount = () => undefined;
  };
  onTestFinished(() => unmount());
  await mounted.answered();
  if (failure !== null) throw failure;
  return mounted;
}
