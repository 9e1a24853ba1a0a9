import { defineRule } from '../../../rule/define-rule.ts';
import { editDefinition } from '../../../rule/example-edits.ts';
import { identifierKinds, kindWithoutEquals } from '../../../rule/paths/identifier-kinds.ts';
import { toSnakeCase } from '../../../rule/words/split-words.ts';
import type { PathNode } from '../../../../openapi/model.ts';

/** An identifier of a kind of its own says so by `<id_kind>=<id>`. */
export const pathQualifiedIdentifier = defineRule({
  name: 'path-qualified-identifier',
  section: '4.5',
  severity: 'error',
  group: 'design',
  summary: 'An identifier that names its kind reads `<id_kind>={id}`.',
  why: 'An element that says how to find something is else taken for a sub-resource, and every API has its own way.',
  examples: [
    {
      title: 'A dog by its chip',
      edits: [editDefinition('/dogs/{dogId}:', '/dogs/chip={dogId}:')],
      findings: [],
    },
    {
      title: 'The kind as an element of its own',
      edits: [editDefinition('/dogs/{dogId}:', '/dogs/by_chip/{dogId}:')],
      findings: [
        'apis/dog_park/v1/openapi.yaml:46:3 The path names a kind of identifier by `by_chip/{dogId}`, not by `=`.',
      ],
    },
    {
      title: 'The kind below `by`',
      edits: [editDefinition('/dogs/{dogId}:', '/dogs/by/chipNumber/{dogId}:')],
      findings: [
        'apis/dog_park/v1/openapi.yaml:46:3 The path names a kind of identifier by `by/chipNumber/{dogId}`, not by `=`.',
      ],
    },
    {
      title: 'The kind as an element that is called as the identifier is',
      edits: [editDefinition('/dogs/{dogId}:', '/dogs/dog_id/{dogId}:')],
      findings: [
        'apis/dog_park/v1/openapi.yaml:46:3 The path names a kind of identifier by `dog_id/{dogId}`, not by `=`.',
      ],
    },
    {
      title: 'The kind before another sign, and in the way of matrix parameters',
      edits: [
        editDefinition('/dogs:', '/kennels/city:{city}/dogs:'),
        editDefinition('/dogs/{dogId}:', '/dogs/;chip={dogId}:'),
      ],
      findings: [
        'apis/dog_park/v1/openapi.yaml:8:3 The path names a kind of identifier by `city:{city}`, not by `=`.',
        'apis/dog_park/v1/openapi.yaml:46:3 The path names a kind of identifier by `;chip={dogId}`, not by `=`.',
      ],
    },
    {
      title: 'A parameter that is written with its name',
      edits: [editDefinition('in: path', 'in: path\n        style: matrix')],
      findings: [
        'apis/dog_park/v1/openapi.yaml:50:16 The path parameter `dogId` is written in the style `matrix`.',
      ],
    },
  ],
  checkDefinition: {
    path(path, { report }) {
      for (const [text, kind, identifier] of findKinds(path)) {
        report({
          at: path.pointer,
          part: 'key',
          message: `The path names a kind of identifier by \`${text}\`, not by \`=\`.`,
          help: `Write \`${kind}=${identifier}\`.`,
        });
      }
    },
    parameter(parameter, { report }) {
      const style = parameter.location === 'path' ? parameter.text('style') : undefined;
      if (style !== 'matrix' && style !== 'label') return;
      report({
        at: parameter.pointerTo('style'),
        message: `The path parameter \`${parameter.name}\` is written in the style \`${style}\`.`,
        help: 'Remove the style, and write the kind of the identifier in the path: `<id_kind>={id}`.',
      });
    },
  },
});

/** What names a kind of identifier, the kind in snake_case, and the identifier. */
function findKinds(path: PathNode): readonly (readonly [string, string, string])[] {
  const { segments } = path;
  const within = segments.flatMap((segment) => {
    const kind = kindWithoutEquals(segment);
    return kind === undefined
      ? []
      : [[segment.text, toSnakeCase(kind), `{${segment.parameters[0]}}`] as const];
  });
  const before = identifierKinds(path).map(({ kind, start, end }) => {
    const texts = segments.slice(start, end + 1).map(({ text }) => text);
    return [texts.join('/'), kind, texts.at(-1) ?? ''] as const;
  });
  return [...before, ...within];
}
