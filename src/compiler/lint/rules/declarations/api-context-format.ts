import { placeOf } from '#source/place.ts';
import { defineRule } from '#compiler/rule/define-rule.ts';
import { editApi } from '#compiler/rule/example-edits.ts';
import { splitWords } from '#compiler/rule/words/split-words.ts';

const contextPattern = /^\/[a-z0-9]+(_[a-z0-9]+)*$/;

export const apiContextFormat = defineRule({
  name: 'api-context-format',
  section: '2.2',
  severity: 'error',
  group: 'integrity',
  summary:
    'A context is a slash followed by snake_case: lower-case ASCII letters, numbers and single underscores.',
  why: 'The context is one path segment that the gateway compares exactly, so it can route a call before reading the rest of it.',
  examples: [
    { title: 'One word', edits: [editApi('/dog_park', '/dogpark')], findings: [] },
    {
      title: 'Curly braces',
      edits: [editApi('/dog_park', "'/{tenant}/dogs'")],
      findings: [
        'apis/dog_park/v1/api.yaml:3:10 The context "/{tenant}/dogs" contains curly braces, but a context has no parameters.',
      ],
    },
    {
      title: 'No slash',
      edits: [editApi('/dog_park', 'dog_park')],
      findings: ['apis/dog_park/v1/api.yaml:3:10 The context "dog_park" does not begin with a slash.'],
    },
  ],
  check: {
    api: ({ value: { context }, place }, { report }) => {
      if (contextPattern.test(context)) return;
      report({
        at: placeOf(place, 'context'),
        message: `The context ${JSON.stringify(context)} ${describeProblem(context)}.`,
        help: suggestForm(context),
      });
    },
  },
});

function describeProblem(context: string): string {
  if (/[{}]/.test(context)) return 'contains curly braces, but a context has no parameters';
  if (!context.startsWith('/')) return 'does not begin with a slash';
  return context.includes('/', 1) ? 'has more than one slash' : 'is not in snake_case';
}

function suggestForm(context: string): string {
  const form = `/${splitWords(context).join('_').toLowerCase()}`;
  const usable = contextPattern.test(form) && !/[{}]/.test(context);
  return usable
    ? `Write it as ${form}.`
    : 'Write one segment of lower-case letters, numbers and underscores, such as /dog_park.';
}
