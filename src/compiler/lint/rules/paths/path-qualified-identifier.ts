import { defineRule } from '#compiler/rule/define-rule.ts';
import { editDefinition } from '#compiler/rule/example-edits.ts';
import { formatSuffixOf } from '#compiler/rule/paths/format-elements.ts';
import { identifierKinds, isOwnId, kindWithoutEquals } from './parameters/identifier-kinds.ts';
import { isToken } from '../../resources/identifying-parameters.ts';
import { listNames } from '#compiler/rule/words/list-names.ts';
import { toSnakeCase } from '#compiler/rule/words/split-words.ts';
import type { PathNode } from '#openapi/model.ts';

/** An identifier other than the usual one is written `<id_kind>=<id>`. */
export const pathQualifiedIdentifier = defineRule({
  name: 'path-qualified-identifier',
  section: '4.5',
  severity: 'error',
  group: 'design',
  isConvention: true,
  reads: 'place',
  summary: 'An identifier of a named kind has the form `<id_kind>={id}`.',
  why: 'Otherwise such a segment looks like a sub-resource, and every API writes it differently.',
  examples: [
    {
      title: 'A dog by its chip',
      edits: [editDefinition('/dogs/{dogId}:', '/dogs/chip={dogId}:')],
      findings: [],
    },
    {
      title: 'The kind as a separate segment',
      edits: [editDefinition('/dogs/{dogId}:', '/dogs/by_chip/{dogId}:')],
      findings: [
        'apis/dog_park/v1/openapi.yaml:46:3 The path writes the kind of an identifier as `by_chip/{dogId}`.',
      ],
    },
    {
      title: 'Several kinds one below the other',
      edits: [editDefinition('/dogs/{dogId}:', '/dogs/country/{country}/town/{town}:')],
      findings: [
        'apis/dog_park/v1/openapi.yaml:46:3 The path writes the kind of an identifier as `country/{country}`.',
        'apis/dog_park/v1/openapi.yaml:46:3 The path writes the kind of an identifier as `town/{town}`.',
      ],
    },
  ],
  checkDefinition: {
    path(path, { report }) {
      for (const [text, help] of findKinds(path)) {
        report({
          at: path.pointer,
          part: 'key',
          message: `The path writes the kind of an identifier as \`${text}\`.`,
          help,
        });
      }
    },
    parameter(parameter, { report }) {
      const style = parameter.location === 'path' ? parameter.text('style') : undefined;
      if (style !== 'matrix' && style !== 'label') return;
      report({
        at: parameter.pointerTo('style'),
        message: `The path parameter \`${parameter.name}\` uses the style \`${style}\`.`,
        help: 'Remove the style, and write the kind of the identifier in the path: `<id_kind>={id}`.',
      });
    },
  },
});

/** Pairs of the text that names a kind of identifier, and the advice on it. */
function findKinds(path: PathNode): readonly (readonly [string, string])[] {
  const { segments } = path;
  const within = segments.flatMap((segment, start) => {
    const kind = kindWithoutEquals(segment);
    if (kind === undefined) return [];
    const advice = adviseOnKind(path, { kind: toSnakeCase(kind), start }, [`{${segment.parameters[0]}}`]);
    return [[segment.text, advice] as const];
  });
  const before = identifierKinds(path).map(({ kind, start, end }) => {
    const run = [segments[end]?.text ?? '', ...identifiersAfter(path, end)];
    const named = run.findIndex((text) => !isToken(text));
    const words = segments.slice(start, end).map(({ text }) => text);
    return [
      [...words, ...run.slice(0, named + 1)].join('/'),
      adviseOnKind(path, { kind, start }, named === -1 ? run : run.filter((text) => !isToken(text))),
    ] as const;
  });
  return [...before, ...within];
}

/**
 * The advice on a kind of identifier. It is conditional, since several elements may have the same year, unless the kind
 * is an id; a page identifies nothing.
 */
function adviseOnKind(
  { segments }: PathNode,
  { kind, start }: { readonly kind: string; readonly start: number },
  identifiers: readonly string[],
): string {
  if (kind === 'page') return 'Declare it as the query parameter `pageNumber`.';
  const advised = `Write \`${qualify(kind, identifiers)}\``;
  if (isOwnId(kind, segments[start - 1]?.text ?? '')) return `${advised}.`;
  const names = identifiers.map((text) => text.slice(1, -1));
  const [condition, declared] =
    names.length === 1 ? ['it identifies', 'a query parameter'] : ['they identify', 'query parameters'];
  return `${advised} if ${condition} one element. Otherwise declare ${listNames(names, 'conjunction')} as ${declared}.`;
}

/** All identifiers joined to one, beginning with those that contain the kind in their name. */
function qualify(kind: string, identifiers: readonly string[]): string {
  const isNamed = (text: string) => `${toSnakeCase(text.slice(1, -1))}_`.startsWith(`${kind}_`);
  const first = identifiers.filter(isNamed);
  return `${kind}=${[...first, ...identifiers.filter((text) => !isNamed(text))].join(',')}`;
}

/** The identifiers that directly follow the one at `end`, and so are parts of it. */
function identifiersAfter(path: PathNode, end: number): readonly string[] {
  const texts = path.segments.map(({ text }, index) =>
    text.slice(0, text.length - (formatSuffixOf(path, index) ?? '').length),
  );
  const after = texts.slice(end + 1);
  const next = after.findIndex((text) => !/^\{[^{}]*\}$/.test(text));
  return after.slice(0, next === -1 ? undefined : next);
}
