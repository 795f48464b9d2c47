import { describe, expect, it } from 'vitest';
import { capture, sessionWith, textOf } from '../window.testing.tsx';
import { Inspector } from './inspector.tsx';

describe('the inspector', () => {
  const host = { host: 'db1', os: 'Linux 6.18', cpus: 2, command: 'perf record -a' };
  const other = capture({
    id: 2,
    name: 'vmstat.txt',
    host: 'web1',
    os: null,
    cpus: null,
    rows: { metric: 5 },
  });

  it('says what can be selected, by what the captures have', () => {
    const withSamples = sessionWith({ captures: [capture()], rows: { sample: 1234 } });
    expect(textOf(withSamples, <Inspector />)).toContain('Select a function');
    const without = sessionWith({ captures: [other], rows: { metric: 5 } });
    expect(textOf(without, <Inspector />)).toContain('Select a capture, an interval on the timeline');
  });

  it('names the machines of the captures in scope, with what is known of them', () => {
    const session = sessionWith({ captures: [capture(host), other] });
    expect(textOf(session, <Inspector />)).toMatch(
      /Captured on db1 system Linux 6\.18 CPUs 2 With perf record -a Captured on web1$/,
    );
    session.narrow({ captures: [2] });
    expect(textOf(session, <Inspector />)).toMatch(/details\. Captured on web1$/);
  });

  it('shows the selected capture in place of that', () => {
    const session = sessionWith({ captures: [capture(host), other] });
    session.capture.set(2);
    const text = textOf(session, <Inspector />);
    expect(text).toMatch(/^Inspector vmstat\.txt/);
    expect(text).not.toContain('Select a');
  });
});
