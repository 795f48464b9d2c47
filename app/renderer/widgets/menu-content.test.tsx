import { DropdownMenu } from 'radix-ui';
import { expect, it } from 'vitest';
import { mount } from '../window.testing.tsx';
import { DropdownContent } from './menu-content.tsx';

it('returns the focus when it closes, and takes it from nothing that a key after Esc has focused', async () => {
  const window = await mount(
    <>
      <input aria-label="search" />
      <DropdownMenu.Root>
        <DropdownMenu.Trigger>saved</DropdownMenu.Trigger>
        <DropdownContent>
          <DropdownMenu.Item>Save as…</DropdownMenu.Item>
        </DropdownContent>
      </DropdownMenu.Root>
      <div id="menus" />
    </>,
  );
  const button = window.get('button', 'saved');
  button.focus();
  await window.press('Enter');
  expect(window.all('[role=menuitem]')).toHaveLength(1);
  window.pressNow('Escape');
  await expect.poll(() => document.activeElement).toBe(button);

  await window.press('Enter');
  const search = window.get('input', 'search');
  // Before the later task in which Radix returns the focus.
  const closed = new MutationObserver(() => window.all('[role=menuitem]').length === 0 && search.focus());
  closed.observe(document.body, { childList: true, subtree: true });
  await window.press('Escape');
  closed.disconnect();
  expect(window.all('[role=menuitem]')).toHaveLength(0);
  expect(document.activeElement).toBe(search);
});
