import { abstractNames } from '../../../rule/words/word-lists.ts';
import { defineRule } from '../../../rule/define-rule.ts';
import { editDefinition } from '../../../rule/example-edits.ts';
import { branchesAlong, type PathTree } from '../../../rule/paths/path-tree.ts';
import { resourceNames } from '../../../rule/paths/resource-names.ts';

/** Resources are called by what they are, not by a word that fits anything. */
export const pathConcrete = defineRule<'abstract'>({
  name: 'path-concrete',
  section: '4.5',
  severity: 'error',
  group: 'design',
  summary: 'The resource names of a path are concrete.',
  why: 'A name that fits anything tells callers nothing, and a second resource soon wants it too.',
  options: {
    abstract: {
      description: 'Names that say nothing of what they stand for.',
      words: abstractNames,
    },
  },
  examples: [
    { title: 'A concrete name', edits: [], findings: [] },
    {
      title: 'A name that fits anything',
      edits: [editDefinition('/dogs:', '/items:')],
      findings: [
        'apis/dog_park/v1/openapi.yaml:8:3 The resource name `items` does not say what it stands for.',
      ],
    },
    {
      title: 'A name that another word makes concrete',
      edits: [editDefinition('/dogs:', '/order_items:')],
      findings: [],
    },
    {
      title: 'A sub-resource whose name fits anything',
      edits: [editDefinition('/dogs/{dogId}:', '/dogs/{dogId}/data:')],
      findings: [
        'apis/dog_park/v1/openapi.yaml:46:3 The resource name `data` does not say what it stands for.',
      ],
    },
    {
      title: 'A prefix that groups resources',
      edits: [editDefinition('/dogs:', '/data/dogs:')],
      findings: [],
    },
  ],
  checkDefinition: {
    path(path, { report, options }) {
      for (const { text, index } of resourceNames(path)) {
        if (!options.abstract.has(text.toLowerCase()) || isPrefix(branchesAlong(path)[index])) continue;
        report({
          at: path.pointer,
          part: 'key',
          message: `The resource name \`${text}\` does not say what it stands for.`,
          help: 'Name the resource by what it is, as `dogs` does.',
        });
      }
    },
  },
});

/** What only groups resources is none itself. */
function isPrefix(branch: PathTree | undefined): boolean {
  return branch !== undefined && branch.paths.length === 0 && branch.templated.size === 0;
}
