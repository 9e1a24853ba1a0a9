import type { PathSegment } from '../../workspace/openapi/path-segment.ts';

/** `chip:{chip}`, `chip-{chip}`; `;chip={chip}`. */
const separated = /^(?<kind>[A-Za-z][A-Za-z0-9_]*)[:~!-]\{[^{}]*\}$/;
const matrix = /^;(?<kind>[^;={}]+)=\{[^{}]*\}$/;

/** The kind of identifier that an element of a path names, but not by `<id_kind>=`. */
export function kindWithoutEquals({ form, text }: PathSegment): string | undefined {
  if (form !== 'mixed') return undefined;
  return (separated.exec(text) ?? matrix.exec(text))?.groups?.['kind'];
}
