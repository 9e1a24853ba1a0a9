/**
 * One part of a path between slashes. `static`: `dogs`; `identifier`: `{dogId}`; `compound`: `{city},{street}`;
 * `qualified`: `chip={chipId}`, the kind of an identifier and its value, or several of them after commas; `mixed`: any
 * other segment with a parameter.
 */
export interface PathSegment {
  readonly text: string;
  readonly form: 'static' | 'identifier' | 'compound' | 'qualified' | 'mixed';
  /** The names between braces, in order. */
  readonly parameters: readonly string[];
}

const forms: readonly (readonly [RegExp, PathSegment['form']])[] = [
  [/^\{[^{}]+\}$/, 'identifier'],
  [/^\{[^{}]+\}(,\{[^{}]+\})+$/, 'compound'],
  [/^[^{}=,;&?#(]+=\{[^{}]+\}(,([^{}=,;&?#(]+=)?\{[^{}]+\})*$/, 'qualified'],
];

/** A path template without the names of its parameters: `/dogs/{}`. */
export function shapeOfPath(template: string): string {
  return template.replaceAll(/\{[^{}]*\}/g, '{}');
}

/** The segments of a path template; a trailing slash adds no segment. */
export function splitPath(template: string): readonly PathSegment[] {
  return template
    .replace(/^\//, '')
    .replace(/\/$/, '')
    .split('/')
    .filter((text, _, all) => text !== '' || all.length > 1)
    .map(toSegment);
}

function toSegment(text: string): PathSegment {
  if (!text.includes('{') && !text.includes('}')) return { text, form: 'static', parameters: [] };
  const form = forms.find(([pattern]) => pattern.test(text))?.[1] ?? 'mixed';
  const parameters = [...text.matchAll(/\{([^{}]*)\}/g)].map(([, name = '']) => name);
  return { text, form, parameters };
}
