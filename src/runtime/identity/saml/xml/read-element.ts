import type { Seconds } from '../../../ports/token-store.ts';
import { refuse } from '../assertion-refused.ts';
import { readDateTime } from '../date-time.ts';
import { attributeOf, childElements, samlNamespace, type XmlElement } from './xml-element.ts';

type ChildrenByName = ReadonlyMap<string, readonly XmlElement[]>;

/** The children of an element of SAML by name; refuses one of another name. */
export function childrenByName(parent: XmlElement, names: readonly string[]): ChildrenByName {
  for (const { namespace, localName } of childElements(parent)) {
    if (namespace !== samlNamespace || !names.includes(localName)) {
      refuse(`The ${parent.localName} has a part that is not known: ${localName}.`);
    }
  }
  return Map.groupBy(childElements(parent), ({ localName }) => localName);
}

/** The one child of a name. */
export function onlyChild(children: ChildrenByName, name: string): XmlElement {
  const [child, ...others] = children.get(name) ?? [];
  return child && others.length === 0 ? child : refuse(`The assertion does not have exactly one ${name}.`);
}

/** The text of an element that has nothing else. */
export function textOf({ localName, children }: XmlElement): string {
  const [text = '', ...others] = children;
  if (typeof text !== 'string' || others.length > 0 || text === '')
    return refuse(`The ${localName} is not a text.`);
  return text;
}

export function requiredAttribute(element: XmlElement, name: string): string {
  return attributeOf(element, name) ?? refuse(`The ${element.localName} has no ${name}.`);
}

export function optionalTime(element: XmlElement, name: string): Seconds | undefined {
  const text = attributeOf(element, name);
  return text === undefined ? undefined : readDateTime(text, name);
}
