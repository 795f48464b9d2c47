import { describe, expect, it } from 'vitest';
import { capture, markup, sessionWith, textOf } from '../window.testing.tsx';
import { Header } from './header.tsx';

describe('the header', () => {
  it('names the workspace by its file, with the path in the title', () => {
    const session = sessionWith({ path: '/cases/slow.aftertrace', captures: [capture()] });
    expect(textOf(session, <Header />)).toContain('Aftertrace slow.aftertrace Search');
    expect(markup(session, <Header />)).toContain('title="/cases/slow.aftertrace"');
  });

  it('says that captures are not saved, but not of an empty workspace', () => {
    expect(textOf(sessionWith({ captures: [capture()] }), <Header />)).toContain(
      'Aftertrace not saved Search',
    );
    expect(textOf(sessionWith(), <Header />)).toContain('Aftertrace Search');
  });

  it('names the zone that times are shown in, and the theme that a click turns on', () => {
    const session = sessionWith();
    session.zone.set('Europe/Berlin');
    const html = markup(session, <Header />);
    expect(html).toContain('Times are shown in Europe/Berlin');
    expect(html).toContain('Turn dark');
  });
});
