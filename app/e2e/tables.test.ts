/** A CSV whose columns a person corrects. */
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { axeViolations } from './axe.ts';
import { TestWindow } from './window.ts';

describe('the columns of a table', () => {
  let window: TestWindow;
  let page: Page;
  const folder = mkdtempSync(join(tmpdir(), 'aftertrace-columns-'));
  beforeAll(async () => {
    const path = join(folder, 'array.csv');
    const rows = [0, 1, 2, 3].map(i => `05.11.2026 04:0${i};web1;sda;${i},5;${1000 + i * 60};${'ab'[i % 2]}`);
    writeFileSync(path, `${['Zeit;Server;LUN;Service;Requests;Note', ...rows].join('\n')}\n`);
    window = await TestWindow.shared([path]);
    page = window.page;
  });
  afterAll(async () => {
    expect(window.pageErrors).toEqual([]);
    await window.close();
    rmSync(folder, { recursive: true });
  });

  const dialog = () => page.getByRole('dialog', { name: 'Columns of array.csv' });
  const again = () => dialog().getByRole('button', { name: 'Read again' });

  it('are shown as detected, guesses as guesses', async () => {
    await page.getByRole('button', { name: 'correct the columns of array.csv' }).click();
    const row = (title: string) => dialog().getByRole('row', { name: title });
    await expect.poll(() => row('Note').textContent()).toContain('guess');
    expect(await dialog().getByLabel('What Note holds').inputValue()).toBe('instance');
    expect(await dialog().getByLabel('Format of the times of Zeit').inputValue()).toBe('day-first');
    expect(await dialog().textContent()).toContain('is read as 2026-11-05 04:00:00');
    expect(await again().isDisabled()).toBe(true);
    expect(await axeViolations(window, 'dialog')).toEqual([]);
  });

  it('have a preview of a correction, and reject one that no cell fits', async () => {
    await dialog().getByLabel('What Note holds').selectOption('nothing');
    await dialog().getByLabel('Unit of Service').fill('ms');
    await dialog().getByLabel('Name of the counter Requests').fill('ops');
    // Not check(): the box changes only after the engine has answered.
    const grows = dialog().getByRole('row', { name: 'Requests' }).getByRole('checkbox');
    await grows.click();
    await expect.poll(() => grows.isChecked()).toBe(true);
    await dialog().getByLabel('Format of the times of Zeit').selectOption('letters');
    const letters = dialog().getByLabel('Pattern of the times of Zeit');
    await expect.poll(() => letters.inputValue()).toBe('dd.MM.yyyy HH:mm');
    await letters.fill('yyyy-MM-dd');
    await expect.poll(() => dialog().getByRole('alert').textContent()).toContain('do not have that form');
    expect(await again().isDisabled()).toBe(true);
    await letters.fill('MM.dd.yyyy HH:mm');
    await expect.poll(() => dialog().textContent()).toContain('is read as 2026-05-11 04:00:00');
  });

  it('are read again as the user described them', async () => {
    await again().click();
    await window.untilRead();
    await expect.poll(() => page.getByRole('button', { name: /correct the columns/ }).count()).toBe(0);
    await window.show('Metrics');
    const tree = page.getByRole('treegrid', { name: 'Series' });
    await page.getByRole('searchbox', { name: 'Search the series' }).fill('sda');
    await expect.poll(() => tree.textContent()).toMatch(/Servicems.*ops\/s/);
  });
});
