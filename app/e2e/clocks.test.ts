import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { fixture } from '../../fixtures/shared.ts';
import { axeViolations, view } from './axe.ts';
import { gone, seen, TestWindow } from './window.ts';

describe('the clocks of the captures', () => {
  let window: TestWindow;
  let page: Page;
  beforeAll(async () => {
    window = await TestWindow.shared(
      ['strace.txt.zst', 'cpu.perf.txt.zst'].map(name => fixture(`clocks/${name}`)),
    );
    page = window.page;
  });
  afterAll(async () => {
    expect(window.pageErrors).toEqual([]);
    await window.close();
  });

  const grid = () => page.getByRole('grid', { name: 'Clocks of the captures' });
  const row = (name: RegExp) => grid().getByRole('row', { name });
  const dialog = () => page.getByRole('dialog', { name: /^Clock of strace/ });
  const openView = async () => {
    await page.keyboard.press('v');
    await page.keyboard.press('c');
    await seen(grid());
  };
  const openDialog = async () => {
    await row(/strace/).click({ button: 'right' });
    await page.getByRole('menuitem', { name: /^Set the clock of strace/ }).click();
    await seen(dialog());
  };

  it('are listed with their source and their possible error', async () => {
    await openView();
    await expect.poll(() => row(/strace.*seconds since 1970.*µs/).count()).toBe(1);
    await expect.poll(() => row(/cpu\.perf.*reference time/).count()).toBe(1);
    expect(await axeViolations(window, view)).toEqual([]);
  });

  it('are drawn as a graph from UTC to each capture, which opens the dialog of its clock', async () => {
    const graph = page.getByRole('region', { name: 'How captures are aligned to UTC' });
    await expect.poll(() => graph.textContent()).toMatch(/UTC.*strace.*stated.*cpu\.perf.*stated, ±1 µs/);
    await graph.getByRole('button', { name: /^strace/ }).click();
    await seen(dialog());
    await page.keyboard.press('Escape');
    await gone(dialog());
  });

  it('are shifted, corrected by a fit to other captures, and undone', async () => {
    await openDialog();
    await dialog().getByRole('textbox', { name: 'Shift all its times by' }).fill('-90 s');
    await dialog().getByRole('button', { name: 'Set the clock' }).click();
    await gone(dialog());
    await expect.poll(() => row(/strace.*−90\.0 s|strace.*-90\.0 s/).count()).toBe(1);
    await openDialog();
    await dialog().getByRole('button', { name: 'Fit to other captures' }).click();
    await seen(dialog().getByText(/\+90\.0 s/));
    await dialog().getByRole('button', { name: 'Apply the fit' }).click();
    await gone(dialog());
    await expect.poll(() => row(/strace.*90\.0 s/).count()).toBe(0);
    await page.keyboard.press('Control+z');
    await expect.poll(() => row(/strace.*90\.0 s/).count()).toBe(1);
    await page.keyboard.press('Control+z');
    await expect.poll(() => row(/strace.*90\.0 s/).count()).toBe(0);
  });

  it('have fits with a picture of the residuals', async () => {
    await openDialog();
    await dialog().getByRole('button', { name: 'Fit to other captures' }).click();
    await seen(dialog().getByText('agrees with it'));
    await dialog().getByRole('button', { name: 'Residuals' }).click();
    const picture = page.getByRole('region', { name: 'Residuals of a fit' });
    await seen(picture.locator('canvas').first());
    await expect.poll(() => picture.locator('output').first().textContent()).toMatch(/moments of strace/);
    expect(await axeViolations(window)).toEqual([]);
  });
});

describe('an event that two captures recorded', () => {
  const folder = mkdtempSync(join(tmpdir(), 'aftertrace-pin-'));
  let window: TestWindow;
  beforeAll(async () => {
    const lines = (minute: string, who: string) =>
      Array.from({ length: 6 }, (_, i) => `2026-11-20T10:${minute}:${10 + i}Z INFO ${who} job ${i}\n`).join(
        '',
      );
    for (const [name, minute] of [
      ['server.log', '00'],
      ['client.log', '02'],
    ] as const)
      writeFileSync(join(folder, name), lines(minute, name));
    window = await TestWindow.shared(['server.log', 'client.log'].map(name => join(folder, name)));
  });
  afterAll(async () => {
    expect(window.pageErrors).toEqual([]);
    await window.close();
    rmSync(folder, { recursive: true, force: true });
  });

  it('is pinned to itself, which moves one capture; undoing moves it back', async () => {
    const { page } = window;
    await page.getByRole('tab', { name: 'Events' }).click();
    const event = (text: string) =>
      page.getByRole('grid', { name: 'Events' }).getByRole('row', { name: text });
    await event('client.log job 3').click({ button: 'right' });
    await page.getByRole('menuitem', { name: 'Pin client.log by this event…' }).click();
    await seen(page.getByText('Pin an event of client.log'));
    await event('server.log job 3').click({ button: 'right' });
    await page.getByRole('menuitem', { name: 'Pin to this event: client.log moves' }).click();
    await page.keyboard.press('v');
    await page.keyboard.press('c');
    const clock = page
      .getByRole('grid', { name: 'Clocks of the captures' })
      .getByRole('row', { name: /client/ });
    await expect.poll(() => clock.textContent()).toMatch(/[−-]120\.0 s|[−-]2 min/);
    await page.keyboard.press('Control+z');
    await expect.poll(() => clock.textContent()).not.toMatch(/[−-]120\.0 s|[−-]2 min/);
  });
});
