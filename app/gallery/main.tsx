import { createRoot } from 'react-dom/client';
import '../renderer/styles/all.ts';
import './gallery.css';
import { Session, SessionProvider } from '../renderer/state/session.ts';
import { trackDoors } from '../renderer/timeline/show-track.ts';
import { connect, fixedEngine } from './engine.ts';
import { findings } from './findings.ts';
import { Gallery } from './gallery.tsx';
import { exhibits, modules, processes } from './shapes.ts';
import { failing, unanswered } from './states.ts';

const start = { paths: [], recent: [], crash: null, process: 0, samples: [] };
const session = new Session(window.shell, start, trackDoors);
session.listen(window);
session.findings.set(findings);
session.colours.update(colours => colours.with(processes, modules));
createRoot(document.getElementById('root')!).render(
  <SessionProvider value={session}>
    <Gallery />
  </SessionProvider>,
);
connect(
  window,
  fixedEngine({
    // With a path, closing the window does not ask about an unsaved workspace.
    workspace: { path: 'gallery.aftertrace' },
    answers: {
      ...Object.fromEntries(Object.values(exhibits).map(({ question, answer }) => [question, answer])),
      [failing.question]: () => {
        throw failing.error;
      },
      [unanswered]: () => new Promise(() => undefined),
    },
    api: {
      saved: async () => [
        { name: 'Slow statements', of: 'search', text: 'duration>1s' },
        { name: '<b>Errors</b>', of: 'search', text: 'level:error' },
      ],
    },
  }),
);
