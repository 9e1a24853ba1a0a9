import { placeOf } from '#source/place.ts';
import { defineRule } from '#compiler/rule/define-rule.ts';
import { editApi } from '#compiler/rule/example-edits.ts';
import { furtherPaths, stepsToPath } from '#compiler/workspace/further-addresses.ts';

const file = 'apis/dog_park/v1/api.yaml';
const alsoAt = (items: string) => editApi('owner:', `alsoAt: [${items}]\nowner:`);

/** A context in snake_case and a version. */
const usualForm = /^\/[a-z0-9]+(_[a-z0-9]+)*\/v?\d+(\.\d+)*$/;

export const apiAddressFormat = defineRule({
  name: 'api-address-format',
  section: '2.2',
  severity: 'warning',
  group: 'design',
  summary:
    'A further address has the form of the usual one, a context in snake_case and a version, unless it is deprecated.',
  why: 'Such an address serves clients that exist already. New ones find the form that all APIs have easier to guess.',
  examples: [
    { title: 'A context and a version', edits: [alsoAt('/dogs/v2')], findings: [] },
    {
      title: 'A hyphen',
      edits: [alsoAt('/dog-service/v2')],
      findings: [
        `${file}:6:10 The address /dog-service/v2 has not the form of a context in snake_case and a version.`,
      ],
    },
    {
      title: 'The version first',
      edits: [alsoAt('{ path: /v2/dogs }')],
      findings: [
        `${file}:6:18 The address /v2/dogs has not the form of a context in snake_case and a version.`,
      ],
    },
  ],
  check: {
    api: ({ value, place }, { report }) => {
      const { alsoAt: declared = [], context, version } = value;
      for (const [index, path] of furtherPaths(value).entries()) {
        const item = declared[index];
        if (usualForm.test(path) || (typeof item === 'object' && item.deprecation)) continue;
        report({
          at: placeOf(place, ...stepsToPath(value, index)),
          message: `The address ${path} has not the form of a context in snake_case and a version.`,
          help: `Keep it for the clients that use it, tell new ones ${context}/${version}, and declare its \`deprecation\` once they should move; or set the rule to off.`,
        });
      }
    },
  },
});
