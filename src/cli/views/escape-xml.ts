/** Characters that XML 1.0 has no way to write, with printable text for what `printable` leaves of them. */
const noncharacters = /[\uFFFE\uFFFF]/g;

const entities: Readonly<Record<string, string>> = {
  '&': '&amp;',
  '<': '&lt;',
  '>': '&gt;',
  '"': '&quot;',
};

/** Printable text for XML 1.0, in an element or between double quotes. */
export function escapeXml(text: string): string {
  return text
    .replaceAll(noncharacters, '\uFFFD')
    .replaceAll(/[&<>"]/g, (character) => entities[character] ?? '');
}
