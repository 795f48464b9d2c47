import { describe, expect, it } from 'vitest';
import { History, type ViewLocation } from './history.ts';

const start: ViewLocation = { scope: {}, view: 'overview', subject: null, module: null };

describe('History', () => {
  it('walks back and forward over scopes', () => {
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

  it('forgets the future when another way is taken', () => {
    const history = new History(start);
    history.go({ subject: { function: 'main', module: 'a' } });
    history.back();
    history.go({ subject: { function: 'idle', module: 'b' } });
    history.forward();
    expect(history.present.subject?.function).toBe('idle');
    expect(history.places.get().past).toEqual([start]);
  });

  it('begins anew', () => {
    const history = new History(start);
    history.go({ scope: { cpus: [1] } });
    history.reset(start);
    history.back();
    expect(history.present).toEqual(start);
  });
});
