import { ContextMenu } from 'radix-ui';
import type { CaptureInfo } from '../../contract.ts';
import { useSession } from '../state/session.ts';
import { useFormats } from '../state/use-formats.ts';
import { menus } from '../widgets/menus.ts';

/** The part of a capture's menu that reads its file again in another format. */
export function ReadAgain({ capture }: { capture: CaptureInfo }) {
  return (
    <ContextMenu.Sub>
      <ContextMenu.SubTrigger className="menu-item">
        Read again as <span className="menu-more">›</span>
      </ContextMenu.SubTrigger>
      <ContextMenu.Portal container={menus()}>
        <ContextMenu.SubContent className="menu">
          <Formats capture={capture} />
        </ContextMenu.SubContent>
      </ContextMenu.Portal>
    </ContextMenu.Sub>
  );
}

/** Mounted when the menu opens, so that formats are requested only then. */
function Formats({ capture }: { capture: CaptureInfo }) {
  const session = useSession();
  return useFormats().map(({ id, title }) => (
    <ContextMenu.CheckboxItem
      key={id}
      className="menu-item"
      checked={id === capture.format}
      onSelect={() => void session.readAgainAs(capture, id)}
    >
      <ContextMenu.ItemIndicator className="menu-check">✓</ContextMenu.ItemIndicator>
      {title}
    </ContextMenu.CheckboxItem>
  ));
}
