/** Width of a text, px. `font`: as in CSS. */
export function textWidth(text: string, font: string): number {
  context ??= document.createElement('canvas').getContext('2d');
  if (!context) return text.length * usual;
  if (context.font !== font) context.font = font;
  return context.measureText(text).width;
}

/** Number of lines a text takes, wrapped as by `overflow-wrap: anywhere`. */
export function wrappedLines(text: string, room: number, widthOf: (text: string) => number): number {
  const blank = widthOf(' ');
  let lines = 1;
  let lineWidth = 0;
  for (const word of text.split(' ')) {
    const width = widthOf(word);
    if (lineWidth > 0 && lineWidth + blank + width <= room) lineWidth += blank + width;
    else {
      if (lineWidth > 0) lines++;
      lines += Math.max(0, Math.ceil(width / room) - 1);
      lineWidth = width > room ? width % room : width;
    }
  }
  return lines;
}

/** px of a letter, for environments without a canvas. */
const usual = 7.5;
let context: CanvasRenderingContext2D | null = null;
