import { defineRule } from '#compiler/rule/define-rule.ts';
import { editDefinition } from '#compiler/rule/example-edits.ts';
import { findPath } from '../../resources/find-path.ts';
import type { OpenapiDocument } from '#openapi/model.ts';

/** No element of a path is empty. */
export const pathNoTrailingSlash = defineRule({
  name: 'path-no-trailing-slash',
  section: '4.5',
  severity: 'error',
  group: 'design',
  isConvention: true,
  reads: 'place',
  summary: 'A path neither ends with a slash nor contains two slashes in a row.',
  why: 'Callers do not expect that `/dogs/` and `/dogs` are different paths.',
  examples: [
    {
      title: 'A path that ends with a slash',
      edits: [editDefinition('/dogs:', '/dogs/:')],
      findings: ['apis/dog_park/v1/openapi.yaml:8:3 The path ends with a slash.'],
    },
    {
      title: 'An empty segment, which the gateway rejects',
      edits: [editDefinition('/dogs:', '//dogs:')],
      findings: ['apis/dog_park/v1/openapi.yaml:8:3 The path has an empty segment.'],
    },
    {
      title: 'The root of the API',
      edits: [editDefinition('/dogs:', '/:')],
      findings: [],
    },
  ],
  readsElsewhere: true,
  checkDefinition: {
    path(path, { report }) {
      const { template, document } = path;
      const isDoubled = template.includes('//');
      if (template === '/' || (!isDoubled && !template.endsWith('/'))) return;
      report({
        at: path.pointer,
        part: 'key',
        message: isDoubled ? 'The path has an empty segment.' : 'The path ends with a slash.',
        help: adviseOn(document, template.replaceAll(/\/{2,}/g, '/').replace(/(?<=.)\/$/, '')),
      });
    },
  },
});

function adviseOn(document: OpenapiDocument, template: string): string {
  const known = findPath(document, template);
  return known ? `Combine it with \`${known.template}\`.` : `Write \`${template}\`.`;
}
