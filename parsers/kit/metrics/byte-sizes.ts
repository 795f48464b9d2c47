/** Sizes with a unit behind the number, as container tools print them: `1.2MB` is 1,200,000 bytes, `123Mi` and `123MiB` are mebibytes. */
const sized = /^(\d{1,20}(?:\.\d{1,9})?)\s?([kKMGTPE]?)(i?)B?$/;

/** Bytes; NaN if the text is no size. */
export function bytesIn(text: string): number {
  const [, digits, prefix = '', binary = ''] = sized.exec(text.trim()) ?? [];
  if (digits === undefined) return Number.NaN;
  const power = prefix === '' ? 0 : 'KMGTPE'.indexOf(prefix.toUpperCase()) + 1;
  return Math.round(Number(digits) * (binary === '' ? 1000 : 1024) ** power);
}
