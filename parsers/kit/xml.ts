/** Helpers for readers that find elements of XML and HTML by their text. */

const entities = new Map([
  ['lt', '<'],
  ['gt', '>'],
  ['amp', '&'],
  ['quot', '"'],
  ['apos', "'"],
  ['nbsp', ' '],
]);

/** Text with its character references resolved; unknown references stay as they are. */
export function unescaped(text: string): string {
  if (!text.includes('&')) return text;
  return text.replace(/&(?:#(\d{1,7})|#x([0-9a-fA-F]{1,6})|([a-z]{2,4}));/g, (whole, decimal, hex, name) => {
    if (name !== undefined) return entities.get(name) ?? whole;
    const point = decimal === undefined ? Number.parseInt(hex, 16) : Number(decimal);
    return point > 0 && point <= 0x10ffff ? String.fromCodePoint(point) : whole;
  });
}

/** The value of an attribute among those of a tag (`ID="7" Name='x'`), with its character references resolved; null without it. */
export function attributeIn(attributes: string, name: string): string | null {
  let at = attributes.indexOf(`${name}=`);
  while (at > 0 && !/\s/.test(attributes[at - 1]!)) at = attributes.indexOf(`${name}=`, at + 1);
  if (at < 0) return null;
  const from = at + name.length + 2;
  const quote = attributes[from - 1]!;
  const end = quote === '"' || quote === "'" ? attributes.indexOf(quote, from) : -1;
  return end < 0 ? null : unescaped(attributes.slice(from, end));
}
