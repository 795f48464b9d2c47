/** Saves pictures of ECharts as files, with title, scope and units above them. */
import { CustomChart } from 'echarts/charts';
import { GraphicComponent, GridComponent, TitleComponent } from 'echarts/components';
import { type EChartsCoreOption, init, use } from 'echarts/core';
import { CanvasRenderer, SVGRenderer } from 'echarts/renderers';
import type { PictureKind } from '../../shell.ts';
import type { Session } from '../state/session.ts';
import { coloursNow } from '../state/use-colours.ts';
import { type ChartTheme, defaultsOf } from '../widgets/use-echart.ts';
import type { Size } from '../widgets/use-size.ts';
import { captionOf, pngOf, savePicture, xmlCharacters } from './save-picture.ts';

use([CustomChart, GraphicComponent, GridComponent, TitleComponent, CanvasRenderer, SVGRenderer]);

/** Pixels of a PNG for each px of the picture. */
export const pixelRatio = 2;

/** px above a picture for its caption. */
export const heading = 70;

/** The bytes of a file with a picture of ECharts. */
export async function pictureBytes(
  kind: PictureKind,
  option: EChartsCoreOption,
  size: Size,
  theme?: ChartTheme,
): Promise<Uint8Array> {
  const defaults = theme ? defaultsOf(theme) : null;
  const chart =
    kind === 'svg'
      ? init(null, defaults, { renderer: 'svg', ssr: true, ...size })
      : init(document.createElement('div'), defaults, { renderer: 'canvas', ...size });
  try {
    chart.setOption({ animation: false, ...option });
    return kind === 'svg'
      ? new TextEncoder().encode(xmlCharacters(chart.renderToSVGString()))
      : await pngOf(chart.renderToCanvas({ pixelRatio }));
  } finally {
    chart.dispose();
  }
}

interface Chart {
  readonly title: string;
  /** Meaning of its marks and axes. */
  readonly units: string;
  /** Its grid must have a number for `top`. */
  readonly option: EChartsCoreOption;
  readonly size: Size;
  readonly theme: ChartTheme;
}

export function saveChart(session: Session, kind: PictureKind, chart: Chart): Promise<void> {
  const { title, units, option, size, theme } = chart;
  const { width, height } = size;
  const grid = option.grid as { readonly top?: number };
  const moved = { ...option, grid: { ...grid, top: (grid.top ?? 0) + heading } };
  return savePicture(session, kind, title, () =>
    pictureBytes(
      kind,
      captioned(moved, captionOf(session, title, units)),
      { width, height: height + heading },
      theme,
    ),
  );
}

/** Adds a caption to the option of a picture; its first line is the title. The picture must leave {@link heading} px for it. */
export function captioned(
  option: EChartsCoreOption,
  [title = '', ...lines]: readonly string[],
): EChartsCoreOption {
  const [text = '', muted = '', surface = ''] = coloursNow(['var(--text)', 'var(--muted)', 'var(--surface)']);
  const font = { fontFamily: 'Inter Variable, sans-serif' };
  return {
    ...option,
    backgroundColor: surface,
    title: {
      text: xmlCharacters(title),
      subtext: xmlCharacters(lines.join('\n')),
      left: 14,
      top: 10,
      textStyle: { ...font, color: text, fontSize: 15 },
      subtextStyle: { ...font, color: muted, fontSize: 12, lineHeight: 17 },
    },
  };
}
