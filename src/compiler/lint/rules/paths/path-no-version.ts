import { defineRule } from '#compiler/rule/define-rule.ts';
import { editDefinition } from '#compiler/rule/example-edits.ts';
import { isVersionElement } from '#compiler/rule/words/version-words.ts';

/** The version of an API is before its paths, not in them. */
export const pathNoVersion = defineRule({
  name: 'path-no-version',
  section: '9.1',
  severity: 'error',
  group: 'design',
  isConvention: true,
  reads: 'place',
  summary: 'A path does not contain a version.',
  why: 'The gateway puts the version of the API before each path, so callers would have to write two versions.',
  examples: [
    { title: 'A path without a version', edits: [], findings: [] },
    {
      title: 'A version before the resource',
      edits: [editDefinition('/dogs:', '/v1/dogs:')],
      findings: ['apis/dog_park/v1/openapi.yaml:8:3 The path segment `v1` is a version.'],
    },
    {
      title: 'A version that callers choose',
      edits: [
        editDefinition('/dogs:', '/v{major}.{minor}/dogs:'),
        editDefinition('/dogs/{dogId}:', '/{version}/dogs/{dogId}:'),
      ],
      findings: [
        'apis/dog_park/v1/openapi.yaml:8:3 The path segment `v{major}.{minor}` is a version.',
        'apis/dog_park/v1/openapi.yaml:46:3 The path segment `{version}` is a version.',
      ],
    },
  ],
  checkDefinition: {
    path(path, { report }) {
      for (const [index, { text }] of path.segments.entries()) {
        if (!isVersionElement(path, index)) continue;
        report({
          at: path.pointer,
          part: 'key',
          message: `The path segment \`${text}\` is a version.`,
          help: 'Remove it, since the gateway already puts the version of the API before the path.',
        });
      }
    },
  },
});
