import { namespaceOfDeclarations, type XmlAttribute, type XmlElement } from './xml-element.ts';

/**
 * Writes an element in a plain form that every parser reads as the same tree. `inherited` are the namespace
 * declarations of its ancestors.
 */
export function writeXml(element: XmlElement, inherited: readonly XmlAttribute[] = []): string {
  const own = new Set(element.attributes.map(({ name }) => name));
  const attributes = [...inherited.filter(({ name }) => !own.has(name)), ...element.attributes];
  const start = attributes.map(
    ({ name, value }) => ` ${name}="${escapeCharacters(value, /[&<>"\t\n\r\u0085\u2028\u2029]/g)}"`,
  );
  const content = element.children.map((child) =>
    typeof child === 'string' ? escapeCharacters(child, /[&<>\r\u0085\u2028\u2029]/g) : writeXml(child),
  );
  return `<${element.tagName}${start.join('')}>${content.join('')}</${element.tagName}>`;
}

/** The namespace declarations of an element. */
export function declarationsOf({ attributes }: XmlElement): readonly XmlAttribute[] {
  return attributes.filter(({ namespace }) => namespace === namespaceOfDeclarations);
}

/**
 * Replaces the characters that `characters` matches by references. All callers include characters that some parsers
 * read as the end of a line.
 */
function escapeCharacters(text: string, characters: RegExp): string {
  return text.replace(characters, (character) => `&#x${character.charCodeAt(0).toString(16).toUpperCase()};`);
}
