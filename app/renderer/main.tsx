import { createRoot } from 'react-dom/client';
import './styles/all.ts';
import { App } from './frame/app.tsx';
import { Session, SessionProvider } from './state/session.ts';
import { trackDoors } from './timeline/show-track.ts';

const session = new Session(window.shell, await window.shell.start(), trackDoors);
session.listen(window);

// A file dropped outside of the drop target must not replace the window's page.
for (const event of ['dragover', 'drop'] as const)
  window.addEventListener(event, each => each.preventDefault());

createRoot(document.getElementById('root')!).render(
  <SessionProvider value={session}>
    <App />
  </SessionProvider>,
);
await window.shell.connect();
