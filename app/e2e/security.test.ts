import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { TestWindow } from './window.ts';

describe('a page under the control of a capture', () => {
  let window: TestWindow;
  beforeAll(async () => {
    window = await TestWindow.shared();
  });
  afterAll(() => window.close());

  it('has no Node and only the bridge', async () => {
    const found = await window.page.evaluate(() => ({
      node: ['require', 'process', 'module', 'Buffer'].filter(name => name in globalThis),
      bridge: Object.keys(globalThis.window.shell).sort(),
    }));
    expect(found.node).toEqual([]);
    expect(found.bridge).toEqual([
      'choose',
      'close',
      'connect',
      'copy',
      'magnify',
      'onClosing',
      'onDrop',
      'onGone',
      'onMenu',
      'onOpen',
      'pickCaptures',
      'pickSave',
      'pickWorkspace',
      'printReport',
      'remember',
      'savePicture',
      'setUnsaved',
      'setViews',
      'start',
    ]);
  });

  it('cannot navigate, open windows or get permissions', async () => {
    const { page } = window;
    const before = page.url();
    const tried = await page.evaluate(async () => {
      const opened = globalThis.window.open('https://example.org');
      location.href = 'https://example.org';
      const permission = await Notification.requestPermission();
      const fetched = await fetch('https://example.org').then(
        () => 'fetched',
        () => 'refused',
      );
      const image = await new Promise(resolve => {
        const picture = new Image();
        picture.onload = () => resolve('loaded');
        picture.onerror = () => resolve('refused');
        picture.src = 'https://example.org/x.png';
      });
      return { opened: opened !== null, permission, fetched, image };
    });
    expect(tried).toEqual({ opened: false, permission: 'denied', fetched: 'refused', image: 'refused' });
    expect(page.url()).toBe(before);
  });

  it('executes no code injected into it', async () => {
    const ran = await window.page.evaluate(async () => {
      const script = document.createElement('script');
      script.textContent = 'globalThis.ran = true';
      document.body.append(script);
      document.body.insertAdjacentHTML('beforeend', '<img src="x" onerror="globalThis.ran = true">');
      const failed = new Promise(resolve =>
        document.body.lastElementChild!.addEventListener('error', resolve),
      );
      await failed;
      return 'ran' in globalThis;
    });
    expect(ran).toBe(false);
  });
});
