import { placeOf } from '#source/place.ts';
import { defineRule } from '#compiler/rule/define-rule.ts';
import { editApi } from '#compiler/rule/example-edits.ts';
import type { Finding } from '#compiler/workspace/finding.ts';
import { apiKey } from '#compiled/api-key.ts';

type Problem = Pick<Finding, 'message' | 'help'>;

function editOrigins(origins: string) {
  return [editApi('endpoints:', `cors: { allowOrigins: [${origins}] }\nendpoints:`)];
}

export const apiCorsOrigins = defineRule({
  name: 'api-cors-origins',
  section: '4.4',
  severity: 'error',
  group: 'integrity',
  summary: 'Each CORS origin is written as browsers send it, and `*` is the only origin where it is used.',
  why: 'The gateway compares an origin exactly with the `Origin` header of the call, so another spelling never matches.',
  examples: [
    {
      title: 'Two origins',
      edits: editOrigins('"https://walker.example.edu", "http://localhost:3000"'),
      findings: [],
    },
    {
      title: 'Every origin, and one',
      edits: editOrigins('"https://walker.example.edu", "*"'),
      findings: ['apis/dog_park/v1/api.yaml:8:54 The origin * of DogPark/v1 is not the only one.'],
    },
    {
      title: 'A wildcard in place of a part of a host',
      edits: editOrigins('"https://*.example.edu"'),
      findings: [
        'apis/dog_park/v1/api.yaml:8:24 The * in the origin "https://*.example.edu" stands for no other text.',
      ],
    },
  ],
  check: {
    api: ({ value, place }, { report }) => {
      const origins = value.cors?.allowOrigins ?? [];
      for (const [index, origin] of origins.entries()) {
        const problem = origin === '*' ? findCompany(apiKey(value), origins) : findMisspelling(origin);
        if (problem) report({ at: placeOf(place, 'cors', 'allowOrigins', index), ...problem });
      }
    },
  },
});

function findCompany(api: string, origins: readonly string[]): Problem | undefined {
  if (origins.length === 1) return undefined;
  return {
    message: `The origin * of ${api} is not the only one.`,
    help: 'Remove the other origins, or remove `*`.',
  };
}

function findMisspelling(origin: string): Problem | undefined {
  if (origin.includes('*')) {
    return {
      message: `The * in the origin ${JSON.stringify(origin)} stands for no other text.`,
      help: 'List each origin, such as https://walker.example.edu, or write only `*` to allow all.',
    };
  }
  const spelled = URL.parse(origin)?.origin;
  if (origin === spelled) return undefined;
  return {
    message: `No browser sends the origin ${JSON.stringify(origin)}.`,
    help: spelled === undefined ? 'Write it as https://host.' : `Write it as ${spelled}.`,
  };
}
