import { describe, expect, it } from 'vitest';
import { Panels } from './panels.ts';

function storage(values: Record<string, string> = {}) {
  return {
    values,
    getItem: (key: string) => values[key] ?? null,
    setItem: (key: string, value: string) => {
      values[key] = value;
    },
  };
}

describe('Panels', () => {
  it('has no default size of its own', () => {
    expect(new Panels(storage()).of('captures').get()).toEqual({ size: null, isOpen: null });
  });

  it('are kept between runs', () => {
    const kept = storage();
    new Panels(kept).of('captures').set({ size: 300, isOpen: false });
    expect(new Panels(kept).of('captures').get()).toEqual({ size: 300, isOpen: false });
    expect(new Panels(kept).of('inspector').get().size).toBeNull();
  });

  it('use only the valid parts of the stored state', () => {
    const odd = storage({ 'panel captures': '{"size":"wide","isOpen":1}' });
    expect(new Panels(odd).of('captures').get()).toEqual({ size: null, isOpen: null });
  });
});
