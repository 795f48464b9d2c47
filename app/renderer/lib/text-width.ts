/** px that a text takes in a font of the window, as `font` in CSS. */
export function textWidth(text: string, font: string): number {
  context ??= document.createElement('canvas').getContext('2d');
  if (!context) return text.length * usual;
  if (context.font !== font) context.font = font;
  return context.measureText(text).width;
}

/** px of a letter, where nothing can be drawn. */
const usual = 7.5;
let context: CanvasRenderingContext2D | null = null;
