import { describeFamily } from './describe-family.ts';
import { tagOf, type Json } from './declare-family.ts';
import type { TextField } from './text-fields.ts';

/** Where names are chosen freely in a document. */
const records: ReadonlySet<string> = new Set([
  'paths',
  'headers',
  'content',
  'links',
  'schemas',
  'properties',
  'securitySchemes',
  'scopes',
]);

/** Of a fixed list of words. */
const words: ReadonlySet<string> = new Set(['openapi', 'type', 'in']);

/** Every text of the document of a family, and every name that is chosen freely, by their places in it. */
export function listDocumentFields(): readonly TextField[] {
  return walk(describeFamily(tagOf(0)), [], false).map((steps) => ({
    name: `OpenAPI ${steps.join('/')}`,
    kind: 'OpenAPI',
    steps,
    limits: {},
  }));
}

function walk(value: Json, steps: readonly string[], isRecord: boolean): readonly (readonly string[])[] {
  if (typeof value === 'string') return words.has(steps.at(-1) ?? '') ? [] : [steps];
  if (typeof value !== 'object' || value === null) return [];
  return Object.entries(value).flatMap(([name, member]) => [
    ...(isRecord ? [[...steps, name, '{name}']] : []),
    ...walk(member, [...steps, name], records.has(name) && steps.at(-1) !== 'properties'),
  ]);
}

/** The text at a place of a document, or the name that leads there. */
export function readInDocument(document: Json, steps: readonly string[]): string | undefined {
  if (steps.at(-1) === '{name}') return steps.at(-2);
  let value: Json | undefined = document;
  for (const step of steps)
    value =
      typeof value === 'object' && value !== null
        ? Object.entries(value).find(([name]) => name === step)?.[1]
        : undefined;
  return typeof value === 'string' ? value : undefined;
}

/** Puts a text at a place of a document. */
export function putInDocument(document: Json, [step, ...steps]: readonly string[], text: string): Json {
  if (step === undefined) return text;
  if (typeof document !== 'object' || document === null) return document;
  const entries = Object.entries(document).map(([name, member]): [string, Json] => {
    if (name !== step) return [name, member];
    return steps[0] === '{name}' ? [text, member] : [name, putInDocument(member, steps, text)];
  });
  return Array.isArray(document) ? entries.map(([, member]) => member) : Object.fromEntries(entries);
}
