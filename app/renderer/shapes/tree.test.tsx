import { describe, expect, it } from 'vitest';
import { exhibits } from '../../gallery/shapes.ts';
import { capture, mount } from '../window.testing.tsx';
import { shapes } from './shapes.ts';

const { component: Tree } = shapes.tree;
const open = () =>
  mount(<Tree question="call-tree" params={{}} label="Call tree" isMain empty="No samples." />, {
    workspace: { captures: [capture()] },
    answers: { 'call-tree': exhibits.tree.answer },
  });

describe('a tree', () => {
  it('is opened and closed by Right and Left, which also walk it', async () => {
    const ui = await open();
    const names = () =>
      ui
        .all('.grid-body [role=row]')
        .map(row => `${row.ariaLevel ?? row.getAttribute('aria-level')} ${ui.text(row)}`);
    const active = () => ui.text('.grid-row.is-active');
    const functions = (texts: readonly string[]) =>
      texts.map(text => /^(\d).*?([a-z[][\w\]]*)/.exec(text)!.slice(1).join(' '));
    ui.get('.grid').focus();
    await ui.press('Home');
    expect(functions(names())).toEqual(['1 main', '1 [unknown]']);
    await ui.press('ArrowRight');
    expect(functions(names())).toEqual(['1 main', '2 parse', '2 execute', '1 [unknown]']);
    expect(ui.get('.grid-row.is-active').getAttribute('aria-expanded')).toBe('true');
    await ui.press('ArrowRight');
    expect(active()).toContain('parse');
    await ui.press('ArrowDown', 'ArrowRight');
    expect(functions(names())).toContain('3 scan');
    await ui.press('ArrowLeft', 'ArrowLeft', 'ArrowLeft');
    expect(active()).toContain('main');
    expect(functions(names())).toEqual(['1 main', '1 [unknown]']);
  });
});
