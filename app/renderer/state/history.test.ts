import { describe, expect, it } from 'vitest';
import { History, type ViewLocation } from './history.ts';

const start: ViewLocation = { scope: {}, view: 'overview', function: null, module: null, search: '' };

describe('History', () => {
  it('goes back and forward through scopes', () => {
    const history = new History(start);
    history.go({ scope: { processes: ['postgres'] } });
    history.go({ scope: { processes: ['postgres'], kind: 'cycles' } });
    history.back();
    expect(history.present.scope).toEqual({ processes: ['postgres'] });
    history.back();
    history.back();
    expect(history.present).toEqual(start);
    history.forward();
    history.forward();
    history.forward();
    expect(history.present.scope).toEqual({ processes: ['postgres'], kind: 'cycles' });
  });

  it('does not count a change of view as a step', () => {
    const history = new History(start);
    history.go({ scope: { cpus: [1] } });
    history.go({ view: 'functions' });
    history.go({ view: 'modules' });
    history.back();
    expect(history.present.scope).toEqual({});
    history.forward();
    expect(history.present.view).toBe('modules');
  });

  it('goes through scopes, not tabs', () => {
    const history = new History(start);
    history.go({ scope: { cpus: [1] } });
    history.go({ view: 'events' });
    history.back();
    expect(history.present).toMatchObject({ scope: {}, view: 'events' });
    history.go({ view: 'modules' });
    history.forward();
    expect(history.present).toMatchObject({ scope: { cpus: [1] }, view: 'modules' });
  });

  it('goes back to the function from which another was reached', () => {
    const history = new History(start);
    history.go({ view: 'functions' });
    history.go({ function: { function: 'main', module: 'a' }, view: 'callers' });
    history.back();
    expect(history.present).toMatchObject({ function: null, view: 'functions' });
  });

  it('drops the entries ahead when a new step is made', () => {
    const history = new History(start);
    history.go({ function: { function: 'main', module: 'a' } });
    history.back();
    history.go({ function: { function: 'idle', module: 'b' } });
    history.forward();
    expect(history.present.function?.function).toBe('idle');
    expect(history.places.get().past).toEqual([start]);
  });

  it('goes back to earlier searches, not to each typed letter', () => {
    const history = new History(start);
    history.go({ view: 'search', search: 'l' });
    history.amend({ search: 'lock' });
    history.go({ search: 'lock level=error' });
    history.back();
    expect(history.present).toMatchObject({ view: 'search', search: 'lock' });
    history.back();
    expect(history.present).toEqual(start);
  });

  it('skips removed objects when it goes back', () => {
    const history = new History(start);
    history.go({ scope: { captures: [1], cpus: [0] } });
    history.go({ scope: { captures: [2], cpus: [0] } });
    history.go({ scope: { captures: [1, 2], cpus: [0] } });
    history.back();
    history.rewrite(({ captures, ...rest }) => ({
      ...rest,
      ...(captures?.includes(1) && { captures: [1] }),
    }));
    expect(history.present.scope).toEqual({ cpus: [0] });
    const { past, future } = history.places.get();
    expect(past.map(({ scope }) => scope)).toEqual([{}, { captures: [1], cpus: [0] }]);
    expect(future.map(({ scope }) => scope)).toEqual([{ captures: [1], cpus: [0] }]);
    history.rewrite(({ captures: _, ...rest }) => rest);
    expect(history.places.get()).toMatchObject({ past: [{ scope: {} }], present: { scope: { cpus: [0] } } });
    expect(history.places.get().future).toEqual([]);
  });

  it('is emptied by reset', () => {
    const history = new History(start);
    history.go({ scope: { cpus: [1] } });
    history.reset(start);
    history.back();
    expect(history.present).toEqual(start);
  });
});
