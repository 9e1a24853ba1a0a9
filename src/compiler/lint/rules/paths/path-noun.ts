import { defineRule } from '#compiler/rule/define-rule.ts';
import { editDefinition } from '#compiler/rule/example-edits.ts';
import { findCalls } from './verbs/find-call.ts';
import { adviseOnVerb } from './verbs/advise-on-verb.ts';
import { findVerb } from './verbs/find-verb.ts';
import { verbs } from './verbs/verb-words.ts';
import { resourceNames } from '#compiler/rule/paths/resource-names.ts';

/** A path names things; the method is the action. */
export const pathNoun = defineRule<'verbs'>({
  name: 'path-noun',
  section: '4.5',
  severity: 'error',
  group: 'design',
  isConvention: true,
  summary: 'The resource names of a path are nouns.',
  why: 'The method states the action, so callers, caches and proxies know what a request can change.',
  options: {
    verbs: {
      description:
        'Words that are verbs at the start of a resource name, unless it shows a thing that callers read and delete, or whose elements they change.',
      effect: 'forbid',
      words: verbs,
    },
  },
  examples: [
    { title: 'A noun', edits: [], findings: [] },
    {
      title: 'A verb and its object',
      edits: [editDefinition('/dogs:', '/getDogs:')],
      findings: ['apis/dog_park/v1/openapi.yaml:8:3 The path segment `getDogs` contains the verb `get`.'],
    },
    {
      title: 'Verbs that fewer APIs have',
      edits: [
        editDefinition('/dogs:', '/regenerateKeys:'),
        editDefinition('/dogs/{dogId}:', '/dogs/{dogId}/defend:'),
      ],
      findings: [
        'apis/dog_park/v1/openapi.yaml:8:3 The path segment `regenerateKeys` contains the verb `regenerate`.',
        'apis/dog_park/v1/openapi.yaml:46:3 The path segment `defend` is a verb.',
      ],
    },
  ],
  readsElsewhere: true,
  checkDefinition: {
    path(path, { report, options }) {
      for (const name of resourceNames(path)) {
        const verb = findVerb(path, name, options.verbs);
        if (verb === undefined) continue;
        report({
          at: path.pointer,
          part: 'key',
          message: describe(name.text, verb),
          help: adviseOnVerb(path, name.text, verb),
        });
      }
      for (const { verb, text, name, before } of findCalls(path, options.verbs)) {
        report({
          at: path.pointer,
          part: 'key',
          message: describe(text, verb),
          help: adviseOnVerb(path, name, verb, before),
        });
      }
    },
  },
});

function describe(text: string, verb: string): string {
  return text.toLowerCase() === verb
    ? `The path segment \`${text}\` is a verb.`
    : `The path segment \`${text}\` contains the verb \`${verb}\`.`;
}
