import { DOMParser, type Attr, type Element, type Node } from '@xmldom/xmldom';
import { refuse } from '../assertion-refused.ts';
import { forbiddenCharacter } from './require-plain-markup.ts';
import { namespaceOfDeclarations, type XmlAttribute, type XmlElement } from './xml-element.ts';

const largestDepth = 32;
const maxAttributesPerElement = 64;
const maxNamespaceLength = 512;

/** Parses a document that contains only plain markup after `requirePlainMarkup` or canonicalization. */
export function parseXml(text: string): XmlElement {
  return toElement(parseDocument(text), 1);
}

/** The parser repairs many ill-formed documents and only warns, so every warning is an error here. */
function parseDocument(text: string): Element {
  const parser = new DOMParser({
    locator: false,
    normalizeLineEndings: (source) => source.replace(/\r\n?/g, '\n'),
    onError: (_level, message) => {
      throw new Error(message);
    },
  });
  try {
    const { documentElement } = parser.parseFromString(text, 'application/xml');
    if (documentElement) return documentElement;
  } catch {
    // Every message of the parser quotes the assertion.
  }
  return refuse('The assertion is not a well-formed XML document.');
}

function toElement(element: Element, depth: number): XmlElement {
  if (depth > largestDepth) refuse('The assertion is nested too deeply.');
  requireUsualName(element.tagName);
  const attributes = [...element.attributes].map(toAttribute);
  if (attributes.length > maxAttributesPerElement)
    refuse('An element of the assertion has too many attributes.');
  return {
    namespace: element.namespaceURI ?? '',
    localName: element.localName ?? '',
    tagName: element.tagName,
    attributes,
    children: [...element.childNodes].map((node) => toChild(node, depth)),
  };
}

function toChild(node: Node, depth: number): XmlElement | string {
  if (node.nodeType === node.ELEMENT_NODE) return toElement(node as Element, depth + 1);
  if (node.nodeType === node.TEXT_NODE) return requireCharacters(node.nodeValue ?? '');
  return refuse('The assertion contains something other than elements, attributes and text.');
}

function toAttribute({ namespaceURI, localName, name, value }: Attr): XmlAttribute {
  const attribute = { namespace: namespaceURI ?? '', localName: localName ?? '', name, value };
  if (attribute.namespace === namespaceOfDeclarations) requireUsualDeclaration(attribute);
  requireUsualName(name);
  requireCharacters(value);
  return attribute;
}

/** With a prefix or without one. */
const usualName = /^(?:[A-Za-z_][\w.-]*:)?[A-Za-z_][\w.-]*$/;

/**
 * Parsers differ in which other names they accept, and some fail on the names of properties that every object has.
 */
function requireUsualName(name: string): void {
  if (!usualName.test(name) || name.split(':').some((part) => part in Object.prototype))
    refuse('The assertion has a name with unusual characters or of a special meaning.');
}

/** The prefixes xml and xmlns may not be declared, nor any prefix be taken back (Namespaces in XML 1.0 section 3). */
function requireUsualDeclaration({ name, localName, value }: XmlAttribute): void {
  const isReserved = name !== 'xmlns' && (localName === 'xml' || localName === 'xmlns' || value === '');
  if (
    isReserved ||
    value.length > maxNamespaceLength ||
    /^http:\/\/www\.w3\.org\/(XML\/1998|2000\/xmlns)/.test(value)
  ) {
    refuse('The assertion declares a reserved namespace.');
  }
}

function requireCharacters(text: string): string {
  return forbiddenCharacter.test(text) ? refuse('The assertion has a character that is not allowed.') : text;
}
