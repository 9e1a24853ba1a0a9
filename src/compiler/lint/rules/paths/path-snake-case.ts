import { defineRule } from '../../../rule/define-rule.ts';
import { editDefinition } from '../../../rule/example-edits.ts';
import type { PathSegment } from '../../../workspace/openapi/path-segment.ts';

/** Every element of a path is in snake_case. */
export const pathSnakeCase = defineRule({
  name: 'path-snake-case',
  section: '4.5',
  severity: 'error',
  group: 'design',
  summary: 'The elements of a path are in snake_case.',
  why: 'Callers who know one URL of the organisation can then spell all others.',
  examples: [
    { title: 'Words in snake_case', edits: [editDefinition('/dogs:', '/park_dogs:')], findings: [] },
    {
      title: 'Words in camelCase',
      edits: [editDefinition('/dogs:', '/parkDogs:')],
      findings: ['apis/dog_park/v1/openapi.yaml:8:3 The path element `parkDogs` is not in snake_case.'],
    },
  ],
  checkDefinition: {
    path(path, { report }) {
      for (const text of new Set(path.segments.flatMap(literalsOf))) {
        if (isSnakeCase(text)) continue;
        report({
          at: path.pointer,
          part: 'key',
          message: `The path element \`${text}\` is not in snake_case.`,
          help: `Write \`${toSnakeCase(text)}\`.`,
        });
      }
    },
  },
});

/** What a segment says itself; separators belong to other rules. */
function literalsOf({ text }: PathSegment): readonly string[] {
  return text.split(/\{[^{}]*\}|[=,;:.]/).filter((literal) => literal !== '');
}

function isSnakeCase(text: string): boolean {
  return /^[a-z0-9]+(_[a-z0-9]+)*$/.test(text);
}

function toSnakeCase(text: string): string {
  return text
    .replaceAll(/([a-z0-9])([A-Z])/g, '$1_$2')
    .replaceAll(/[^A-Za-z0-9]+/g, '_')
    .toLowerCase();
}
