import { decodeElement } from '#compiler/rule/paths/resource-names.ts';

/** A placeholder value for parameters, which no template contains as a literal. */
const anyValue = '\u{F0000}';

/** A path that matches both templates, with a literal wherever either has one; undefined if there is no such path. */
export function overlapOf(one: string, other: string): string | undefined {
  const [segments, others] = [one.split('/'), other.split('/')];
  if (segments.length !== others.length) return undefined;
  const path = segments.map((segment, index) => {
    const counterpart = others[index] ?? '';
    return fill(freedomOf(segment) <= freedomOf(counterpart) ? segment : counterpart);
  });
  return [segments, others].every((template) => matches(template, path)) ? path.join('/') : undefined;
}

/** Formats a path from `overlapOf` for messages, with `1` as an example of each parameter. */
export function showPath(path: string): string {
  return path.replaceAll(anyValue, '1');
}

/**
 * The template that the gateway selects for a path: at the first difference, a literal wins. Undefined if no template
 * matches.
 */
export function findTemplate(templates: readonly string[], path: string): string | undefined {
  const segments = path.split('/');
  const matching = templates.filter((template) => matches(template.split('/'), segments));
  const [first] = matching.toSorted((a, b) => compare(freedomsOf(a), freedomsOf(b)));
  return first;
}

function compare(a: string, b: string): number {
  return a === b ? 0 : a < b ? -1 : 1;
}

function freedomsOf(template: string): string {
  return template.split('/').map(freedomOf).join('');
}

/** 0 for a literal, 1 for a literal with parameters, 2 for a parameter. */
function freedomOf(segment: string): number {
  if (/^\{[^{}]*\}$/.test(segment)) return 2;
  return /\{[^{}]*\}/.test(segment) ? 1 : 0;
}

function fill(segment: string): string {
  return decodeElement(segment.replaceAll(/\{[^{}]*\}/g, anyValue));
}

function matches(template: readonly string[], path: readonly string[]): boolean {
  return (
    template.length === path.length &&
    template.every((segment, index) => matchesSegment(segment, path[index] ?? ''))
  );
}

function matchesSegment(segment: string, text: string): boolean {
  const freedom = freedomOf(segment);
  if (freedom === 0) return decodeElement(segment) === text;
  if (freedom === 2) return text !== '';
  const literals = segment.split(/\{[^{}]*\}/).map((literal) => escapeExpression(decodeElement(literal)));
  return new RegExp(`^${literals.join('.+')}$`, 'su').test(text);
}

function escapeExpression(text: string): string {
  return text.replaceAll(/[\\^$.*+?()[\]{}|/]/g, String.raw`\$&`);
}
