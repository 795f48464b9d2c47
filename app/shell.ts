/**
 * The calls that a window may make to the desktop around it, and the events that it gets: the other process boundary, next
 * to `contract.ts`. The main process answers, and the preload script passes calls on. No rows are transferred here.
 */

import type { CommandId } from './commands.ts';
import type { Choice, SettingValues } from './settings.ts';

export type Theme = SettingValues['theme'];

export type PictureKind = 'png' | 'svg';

export type SaveKind = 'workspace' | 'csv' | 'html' | 'md' | 'pdf' | 'json';

export interface Shell {
  /** Asks for a port to the engine. It arrives as a {@link PortMessage} on the window, again after each restart. */
  connect(): Promise<void>;
  /** Settings and paths the window begins with. */
  start(): Promise<Start>;
  /** The files or folders that the user picked; empty if they cancelled. */
  pickCaptures(what: 'files' | 'folder'): Promise<readonly string[]>;
  pickWorkspace(): Promise<string | null>;
  /** Path to save to; null if the user cancelled. */
  pickSave(what: SaveKind, name: string): Promise<string | null>;
  /** Asks where to save a picture, and writes it there. Returns its path; null if the user cancelled. */
  savePicture(kind: PictureKind, name: string, bytes: Uint8Array): Promise<string | null>;
  /** Prints a page of a report as PDF, and removes the page. */
  printReport(page: string, to: string): Promise<void>;
  copy(text: string): Promise<void>;
  /** Applies a setting, and keeps it. Answers whether the menus follow it already; if not, they do from the next start on. */
  choose(...choice: Choice): Promise<boolean>;
  /** Makes the page larger (1) or smaller (-1) by a step, or as large as usual (0). */
  magnify(by: -1 | 0 | 1): void;
  /** Notes that a workspace or capture was opened. Answers with the new list. */
  remember(path: string): Promise<readonly string[]>;

  /** Names the views of the window, for the menu. */
  setViews(views: readonly MenuView[]): Promise<void>;

  /**
   * Says if closing the window would lose captures: the desktop then asks the page first, by {@link
   * onClosing}.
   */
  setUnsaved(isUnsaved: boolean): Promise<void>;
  /** Closes the window without asking. */
  close(): Promise<void>;

  /** The window is about to be closed and something is not saved: nothing happens unless the page calls {@link close}. */
  onClosing(listener: () => void): void;
  /** Files or folders were dropped on the window. */
  onDrop(listener: (paths: readonly string[]) => void): void;
  /** Files or folders came from elsewhere: the desktop, or another launch of the program. */
  onOpen(listener: (paths: readonly string[]) => void): void;
  /** A menu entry was chosen: the id of a window command, or a path to open. */
  onMenu(listener: (choice: MenuChoice) => void): void;
  /** The engine died too often to be started again. */
  onGone(listener: (message: string) => void): void;
}

export interface Start {
  /** Captures, folders or a workspace named on the command line. */
  readonly paths: readonly string[];
  /** Opened before, latest first. */
  readonly recent: readonly string[];
  /** The reason why the previous page ended, if that was unexpected: a sentence. */
  readonly crash: string | null;
  /** The page's process. */
  readonly process: number;
  /** Captures that come with Aftertrace, to try it on. */
  readonly samples: readonly string[];
}

/** A view as the menu names it; `view-` and its id is the command that shows it. */
export interface MenuView {
  readonly id: string;
  readonly title: string;
  /** One key, or two with a space between. */
  readonly key: string;
}

export type MenuChoice =
  | { readonly command: CommandId; readonly path?: never }
  | { readonly path: string; readonly command?: never };

/** Comes with one MessagePort. `reason` says why the engine before it ended. */
export interface PortMessage {
  readonly aftertrace: 'engine';
  readonly reason: string | null;
}

declare global {
  interface Window {
    readonly shell: Shell;
  }
}
