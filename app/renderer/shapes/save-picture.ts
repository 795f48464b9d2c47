/** Saves a picture as a file with a caption. */
import { listed } from '../../../analyzers/kit/answer.ts';
import type { PictureKind } from '../../shell.ts';
import { ownStart } from '../../wording/time.ts';
import { scopeParts } from '../state/scope.ts';
import type { Session } from '../state/session.ts';

/** Lines above a saved picture: title, captures, scope and unit. */
export function captionOf(session: Session, title: string, unit: string): readonly string[] {
  const { scope } = session.history.present;
  const zone = session.shownZone.get();
  const captures = session.workspace.get()?.captures.map(({ name }) => name) ?? [];
  const parts = scopeParts(scope, zone, session.captureName).map(({ text }) => text);
  const context = [
    listed(captures),
    parts.length > 0 ? parts.join(' · ') : 'all of it',
    ownStart(zone) === null ? zone : 'own clock',
  ];
  return [title, context.filter(Boolean).join(' · '), unit];
}

/** Asks for a path, writes the picture and shows a notification. */
export function savePicture(
  session: Session,
  kind: PictureKind,
  title: string,
  make: () => Promise<Uint8Array>,
): Promise<void> {
  return session.attempt(async () => {
    const name = `${title.toLowerCase().replaceAll(/\W+/g, '-')}.${kind}`;
    const path = await session.shell.savePicture(kind, name, await make());
    if (path !== null) session.imports.notify('info', `Written to ${path}.`);
  });
}

/** The content of a canvas as PNG. */
export async function pngOf(canvas: HTMLCanvasElement): Promise<Uint8Array> {
  const blob = await new Promise<Blob | null>(resolve => canvas.toBlob(resolve, 'image/png'));
  if (!blob) throw new Error('The picture is too large to be made into a PNG; save it as SVG.');
  return new Uint8Array(await blob.arrayBuffer());
}

/** Escapes text for XML. Names come from captures and may have any characters. */
export function xmlText(text: string): string {
  const escapes: Readonly<Record<string, string>> = { '&': '&amp;', '<': '&lt;', '>': '&gt;', '"': '&quot;' };
  return xmlCharacters(text).replace(/[&<>"]/g, each => escapes[each]!);
}

/** Replaces characters that XML does not allow, such as control characters, with U+FFFD. */
export function xmlCharacters(text: string): string {
  // biome-ignore lint/suspicious/noControlCharactersInRegex: control characters are replaced here
  return text.replace(/[\u0000-\u0008\u000b\u000c\u000e-\u001f\ufffe\uffff]|[\ud800-\udfff]/gu, '\ufffd');
}
