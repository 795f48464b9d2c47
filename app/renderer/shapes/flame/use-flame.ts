import { useCallback, useLayoutEffect, useMemo, useRef } from 'react';
import type { PictureKind } from '../../../shell.ts';
import { useSession } from '../../state/session.ts';
import { useStore } from '../../state/store.ts';
import type { PictureProps } from '../picture.ts';
import { useFront } from '../use-front.ts';
import { blockAlong } from './layout.ts';
import { paletteOf } from './palette.ts';
import { type DrawnPicture, saveFlame } from './save-flame.ts';
import { search } from './search.ts';
import { useLayout } from './use-layout.ts';

/** Narrower frames are not requested, px. */
const minWidth = 1;

export type FlameData = ReturnType<typeof useFlame>;

/** The frames of a flame graph for the current tree, zoom and width, with their layout, their colours and the matches of the search. */
export function useFlame({ question, params, label, isMain }: PictureProps, width: number) {
  const session = useSession();
  const { flame } = session;
  const scope = useStore(session.history.places, places => places.present.scope);
  const colours = useStore(session.colours);
  const tree = useStore(flame.tree);
  const root = useStore(flame.root)[tree];
  const isIcicle = useStore(flame.isIcicle);
  const query = useStore(flame.sought);
  const zoom = useStore(flame.zoom);

  // Rounded, so that frames are not requested again at every pixel.
  const room = Math.ceil(width / 200) * 200;
  const treeParams = useMemo(
    () => ({
      tree,
      root,
      'min-percent': (100 * minWidth) / room,
      ...params,
      ...(zoom.length > 0 && { under: JSON.stringify(zoom) }),
    }),
    [tree, root, room, params, zoom],
  );
  const { answer, layout, isAsking, error } = useLayout(
    room > 0 ? { question, params: treeParams, scope } : null,
  );
  const found = useMemo(() => (layout ? search(layout, query) : null), [layout, query]);
  const palette = useMemo(() => layout && paletteOf(layout, colours), [layout, colours]);
  const zoomed = useMemo(() => (layout ? blockAlong(layout, zoom) : -1), [layout, zoom]);

  const front = useMemo(
    () =>
      isMain
        ? {
            name: label,
            request: () => ({ question, params: treeParams, scope, arrangement: {} }),
            // All frames, of any size.
            export: (as: 'csv' | 'tsv', path?: string) =>
              session.exportAnswer(
                { question, params: { ...treeParams, 'min-percent': 0 }, scope },
                as,
                path,
              ),
          }
        : null,
    [session, isMain, label, question, treeParams, scope],
  );
  useFront(answer ?? null, front);

  // In a ref, so that the bar does not render at every zoom.
  const drawn = useRef<DrawnPicture | null>(null);
  useLayoutEffect(() => {
    drawn.current =
      layout && palette ? { title: label, layout, palette, found, zoomed, rootIsBelow: !isIcicle } : null;
  });
  const save = useCallback(
    (kind: PictureKind) => void (drawn.current && saveFlame(session, kind, drawn.current)),
    [session],
  );
  return { answer, layout, palette, found, zoomed, zoom, sought: query, isIcicle, isAsking, error, save };
}
