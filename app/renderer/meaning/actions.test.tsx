import { describe, expect, it } from 'vitest';
import { fixed } from '../../gallery/fixed.ts';
import { capture, mount } from '../window.testing.tsx';
import { showRequestOf } from './actions.ts';

describe('the request of an event', () => {
  const event = { capture: 1, line: 7 };
  const open = (fields: readonly { field: string; text: string }[]) =>
    mount(null, {
      workspace: { captures: [capture()] },
      answers: { record: fixed('record', fields).answer },
    });

  it('is shown by the id among its fields', async () => {
    const ui = await open([
      { field: 'status', text: '200' },
      { field: 'trace_id', text: '4314eceac4222801ddb3b4b5ebaefde4' },
    ]);
    await showRequestOf(ui.session, event);
    expect(ui.session.history.present.view).toBe('question-waterfall');
    expect(ui.session.formOf('waterfall').get()).toEqual({ request: '4314eceac4222801ddb3b4b5ebaefde4' });
  });

  it('is said not to be known if no field names one', async () => {
    const ui = await open([{ field: 'status', text: '200' }]);
    await showRequestOf(ui.session, event);
    expect(ui.session.history.present.view).toBe('overview');
    expect(ui.session.imports.notices.get().map(({ text }) => text)).toEqual([
      'No field of this event names a request or a trace.',
    ]);
  });
});
