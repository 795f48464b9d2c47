import { DropdownMenu } from 'radix-ui';
import { baseName } from '../../wording/names.ts';
import { useSession } from '../state/session.ts';
import { useStore } from '../state/store.ts';
import { useIsDark } from '../state/use-colours.ts';
import { DropdownContent } from '../widgets/menu-content.tsx';

export function Header() {
  const session = useSession();
  const workspace = useStore(session.workspace);
  return (
    <header className="header">
      <h1>Aftertrace</h1>
      <span className="header-workspace" title={workspace?.path ?? undefined}>
        {workspace?.path ? (
          baseName(workspace.path)
        ) : workspace?.captures.length ? (
          <button
            type="button"
            className="quiet"
            title="Save the workspace, so that it opens again without reading the captures  Ctrl+S"
            onClick={() => void session.save()}
          >
            not saved
          </button>
        ) : null}
      </span>
      <button type="button" className="header-search" onClick={() => session.dialog.set({ kind: 'palette' })}>
        Search or run anything <kbd>Ctrl K</kbd>
      </button>
      <ZoneMenu />
      <ThemeButton />
    </header>
  );
}

/** UTC, the zones the captures were taken in, and this machine's. */
function ZoneMenu() {
  const session = useSession();
  const zone = useStore(session.zone);
  const workspace = useStore(session.workspace);
  const localZone = Intl.DateTimeFormat().resolvedOptions().timeZone;
  const zones = new Set([
    'UTC',
    ...(workspace?.captures ?? []).flatMap(({ clock }) => clock.zone ?? []),
    localZone,
  ]);
  return (
    <DropdownMenu.Root modal={false}>
      <DropdownMenu.Trigger className="quiet" aria-label={`Times are shown in ${zone}`}>
        {zone} <span aria-hidden="true">▾</span>
      </DropdownMenu.Trigger>
      <DropdownContent align="end">
        <DropdownMenu.Label className="menu-label">Show times in</DropdownMenu.Label>
        <DropdownMenu.RadioGroup value={zone} onValueChange={value => session.zone.set(value)}>
          {[...zones].map(each => (
            <DropdownMenu.RadioItem key={each} className="menu-item" value={each}>
              <DropdownMenu.ItemIndicator className="menu-check">✓</DropdownMenu.ItemIndicator>
              {each}
            </DropdownMenu.RadioItem>
          ))}
        </DropdownMenu.RadioGroup>
      </DropdownContent>
    </DropdownMenu.Root>
  );
}

function ThemeButton() {
  const session = useSession();
  const isDark = useIsDark();
  const other = isDark ? 'light' : 'dark';
  return (
    <button
      type="button"
      className="quiet"
      aria-label={`Turn ${other}`}
      title={`Turn ${other}`}
      onClick={() => session.choose('theme', other)}
    >
      <span aria-hidden="true">{isDark ? '☾' : '☀'}</span>
    </button>
  );
}
