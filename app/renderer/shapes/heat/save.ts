/** What ECharts draws as files. */
import { CustomChart } from 'echarts/charts';
import { GraphicComponent, GridComponent, TitleComponent } from 'echarts/components';
import { type EChartsCoreOption, init, use } from 'echarts/core';
import { CanvasRenderer, SVGRenderer } from 'echarts/renderers';
import type { PictureKind } from '../../../shell.ts';
import type { Size } from '../../widgets/use-size.ts';
import { pngOf } from '../save-picture.ts';

use([CustomChart, GraphicComponent, GridComponent, TitleComponent, CanvasRenderer, SVGRenderer]);

/** Pixels of a PNG for each px of the picture. */
export const pixelRatio = 2;

/** The bytes of a file with a picture that ECharts draws. */
export async function pictureBytes(
  kind: PictureKind,
  option: EChartsCoreOption,
  size: Size,
): Promise<Uint8Array> {
  const chart =
    kind === 'svg'
      ? init(null, null, { renderer: 'svg', ssr: true, ...size })
      : init(document.createElement('div'), null, { renderer: 'canvas', ...size });
  try {
    chart.setOption(option);
    return kind === 'svg'
      ? new TextEncoder().encode(chart.renderToSVGString())
      : await pngOf(chart.renderToCanvas({ pixelRatio }));
  } finally {
    chart.dispose();
  }
}
