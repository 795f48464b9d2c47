import { createRoot } from 'react-dom/client';
import '../renderer/styles/all.ts';
import './gallery.css';
import { Session, SessionProvider } from '../renderer/state/session.ts';
import { connect } from './engine.ts';
import { findings } from './findings.ts';
import { Gallery } from './gallery.tsx';
import { modules, processes } from './shapes.ts';

const session = new Session(window.shell, { paths: [], recent: [], crash: null, process: 0, samples: [] });
session.listen(window);
session.findings.set(findings);
session.colours.update(colours => colours.with(processes, modules));
createRoot(document.getElementById('root')!).render(
  <SessionProvider value={session}>
    <Gallery />
  </SessionProvider>,
);
connect(window);
