import { abstractNames } from './resources/word-lists.ts';
import { defineRule } from '#compiler/rule/define-rule.ts';
import { editDefinition } from '#compiler/rule/example-edits.ts';
import { branchesAlong, type PathTree } from '../../resources/path-tree.ts';
import { resourceNames } from '#compiler/rule/paths/resource-names.ts';

/** Resources have specific names, not words that fit anything. */
export const pathConcrete = defineRule<'abstract'>({
  name: 'path-concrete',
  section: '4.5',
  severity: 'error',
  group: 'design',
  isConvention: true,
  reads: 'place',
  summary: 'The resource names of a path are concrete.',
  why: 'A generic name tells callers nothing, and soon a second resource needs it too.',
  options: {
    abstract: {
      description: 'Generic names that do not describe a resource.',
      effect: 'forbid',
      words: abstractNames,
    },
  },
  examples: [
    { title: 'A concrete name', edits: [], findings: [] },
    {
      title: 'A name that fits anything',
      edits: [editDefinition('/dogs:', '/items:')],
      findings: ['apis/dog_park/v1/openapi.yaml:8:3 The resource name `items` is too generic.'],
    },
    {
      title: 'A name that another word makes concrete',
      edits: [editDefinition('/dogs:', '/order_items:')],
      findings: [],
    },
  ],
  readsElsewhere: true,
  checkDefinition: {
    path(path, { report, options }) {
      for (const { text, index } of resourceNames(path)) {
        if (!options.abstract.has(text.toLowerCase()) || isPrefix(branchesAlong(path)[index])) continue;
        report({
          at: path.pointer,
          part: 'key',
          message: `The resource name \`${text}\` is too generic.`,
          help: 'Name what it holds, as `dogs` does.',
        });
      }
    },
  },
});

/** Whether a segment only groups resources, and so is not a resource itself. */
function isPrefix(branch: PathTree | undefined): boolean {
  return branch !== undefined && branch.paths.length === 0 && branch.templated.size === 0;
}
