import type { App } from 'electron';
import { mayLoad, mayNavigate } from './page.ts';

/**
 * Aftertrace shows the content of captures, which are untrusted. So the window can only load the program's own files; it
 * cannot navigate or open windows, and gets no permissions.
 */
export function lockDown(app: App): void {
  app.on('web-contents-created', (_event, contents) => {
    contents.on('will-navigate', (event, url) => {
      if (!mayNavigate(url)) event.preventDefault();
    });
    contents.on('will-attach-webview', event => event.preventDefault());
    contents.setWindowOpenHandler(() => ({ action: 'deny' }));
    contents.session.setPermissionRequestHandler((_contents, _permission, answer) => answer(false));
    contents.session.setPermissionCheckHandler(() => false);
    contents.session.webRequest.onBeforeRequest((details, answer) =>
      answer({ cancel: !mayLoad(details.url) }),
    );
  });
}
