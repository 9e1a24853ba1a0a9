import { DOMParser, type Attr, type Element, type Node } from '@xmldom/xmldom';
import { refuse } from '../assertion-refused.ts';
import { forbiddenCharacter } from './require-plain-markup.ts';
import { namespaceOfDeclarations, type XmlAttribute, type XmlElement } from './xml-element.ts';

const largestDepth = 32;
const maxAttributesPerElement = 64;
const maxNamespaceLength = 512;

/** Parses a document of plain markup: text that passed `requirePlainMarkup`. */
export function parseXml(text: string): XmlElement {
  return toElement(parseDocument(text), 1);
}

/** Treats every warning as an error, since the parser repairs many ill-formed documents and only warns. */
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
    // The message is dropped, since the parser quotes the assertion in it.
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

/** A name of common characters, with or without a prefix. */
const usualName = /^(?:[A-Za-z_][\w.-]*:)?[A-Za-z_][\w.-]*$/;

/**
 * Refuses unusual names: parsers differ in which of them they accept, and some fail on names of properties that every
 * object has.
 */
function requireUsualName(name: string): void {
  if (!usualName.test(name) || name.split(':').some((part) => part in Object.prototype))
    refuse('The assertion has a name with unusual characters or of a special meaning.');
}

/**
 * Refuses declarations of the prefixes `xml` and `xmlns` and of their namespaces, and declarations that undeclare a
 * prefix (Namespaces in XML 1.0 section 3).
 */
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
