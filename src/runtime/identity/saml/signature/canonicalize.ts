import { ExclusiveCanonicalization } from 'xml-crypto';
import { parseDocument } from '../xml/parse-xml.ts';
import { writeXml } from '../xml/write-xml.ts';
import type { XmlAttribute, XmlElement } from '../xml/xml-element.ts';

/**
 * The text of an element by which it is signed (Exclusive XML Canonicalization 1.0). `prefixes` are those whose
 * namespaces are in it wherever they are declared; `inherited` are the namespaces that its ancestors declare.
 */
export function canonicalize(
  element: XmlElement,
  prefixes: readonly string[],
  inherited: readonly XmlAttribute[] = [],
): string {
  const document = parseDocument(writeXml(element, inherited));
  return new ExclusiveCanonicalization().process(document, { inclusiveNamespacesPrefixList: [...prefixes] });
}
