import { createRoot } from 'react-dom/client';
import '@fontsource-variable/inter/wght.css';
import '@fontsource/jetbrains-mono/400.css';
import './styles/tokens.css';
import './styles/base.css';
import './styles/chrome.css';
import './styles/grid.css';
import './styles/panels.css';
import './styles/timeline.css';
import './styles/views.css';
import './styles/events.css';
import './styles/metrics.css';
import './styles/flame.css';
import './styles/notebook.css';
import { App } from './chrome/app.tsx';
import { Session, SessionProvider } from './state/session.ts';

const session = new Session(window.shell, await window.shell.start());
session.listen(window);

// A file dropped beside its mark must not replace the window's page.
for (const event of ['dragover', 'drop'] as const)
  window.addEventListener(event, each => each.preventDefault());

createRoot(document.getElementById('root')!).render(
  <SessionProvider value={session}>
    <App />
  </SessionProvider>,
);
await window.shell.connect();
