import type { Seconds } from '#runtime/ports/token-store.ts';
import { refuse } from '../assertion-refused.ts';
import { attributeOf, childElements, samlNamespace, type XmlElement } from './xml-element.ts';

type ChildrenByName = ReadonlyMap<string, readonly XmlElement[]>;

/** The child elements by name. Refuses a child that is not a SAML element with one of the names. */
export function childrenByName(parent: XmlElement, names: readonly string[]): ChildrenByName {
  for (const { namespace, localName } of childElements(parent)) {
    if (namespace !== samlNamespace || !names.includes(localName)) {
      refuse(`The ${parent.localName} has a part that is not known: ${localName}.`);
    }
  }
  return Map.groupBy(childElements(parent), ({ localName }) => localName);
}

/** The only child with this name. Refuses the assertion if there is none, or more than one. */
export function onlyChild(children: ChildrenByName, name: string): XmlElement {
  const [child, ...others] = children.get(name) ?? [];
  return child && others.length === 0 ? child : refuse(`The assertion does not have exactly one ${name}.`);
}

/** The text of an element. Refuses the assertion if the element is empty or has child elements. */
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

const dateTime =
  /^[1-9]\d{3}-(?:0[1-9]|1[0-2])-(?:0[1-9]|[12]\d|3[01])T(?:[01]\d|2[0-3]):[0-5]\d:[0-5]\d(?:\.\d{1,9})?(?:Z|[+-](?:0\d|1[0-4]):[0-5]\d)$/;

/** Reads an xs:dateTime with a time zone (SAML 2.0 core section 1.3.3). The result may have a fraction. */
export function readDateTime(text: string, attribute: string): Seconds {
  const milliseconds = dateTime.test(text) && hasSuchDay(text) ? Date.parse(text) : NaN;
  if (Number.isNaN(milliseconds)) refuse(`The ${attribute} is not a date and time with a time zone.`);
  return milliseconds / 1000;
}

/** Whether the month has this day: `Date.parse` would read 30 February as a day in March. */
function hasSuchDay(text: string): boolean {
  const [year = 0, month = 0, day = 0] = text.slice(0, 10).split('-').map(Number);
  return new Date(Date.UTC(year, month - 1, day)).getUTCDate() === day;
}
