const entities: Readonly<Record<string, string>> = {
  '&': '&amp;',
  '<': '&lt;',
  '>': '&gt;',
  '"': '&quot;',
  "'": '&apos;',
};

/** Everything outside the Char production (XML 1.0 section 2.2), which not even a character reference may name. */
const notXml = /[^\t\n\r\u0020-\uD7FF\uE000-\uFFFD\u{10000}-\u{10FFFF}]/gu;

/** Escapes a text for the content of an XML element; characters that XML cannot hold become U+FFFD. */
export function escapeXml(text: string): string {
  return text.replace(notXml, '\uFFFD').replace(/[&<>"']/g, (character) => entities[character] ?? character);
}
