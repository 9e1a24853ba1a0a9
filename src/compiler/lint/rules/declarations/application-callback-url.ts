import { placeOf } from '#source/place.ts';
import { defineRule } from '#compiler/rule/define-rule.ts';
import { editApplication } from '#compiler/rule/example-edits.ts';
import { findCallbackProblem, mayHoldSecret } from '#compiler/rule/declarations/find-url-problem.ts';

const callback = 'https://walker.example.edu/callback';
const at = 'applications/dog_walker.yaml:5:16';
const help = 'Write the whole URL that the browser returns to, such as https://walker.example.edu/callback.';
const helpForNative =
  'Write an https URL, http://127.0.0.1/callback (which allows any port), or a scheme like com.example.walker:/callback.';

export const applicationCallbackUrl = defineRule({
  name: 'application-callback-url',
  section: '2.1',
  severity: 'error',
  group: 'integrity',
  summary:
    'A callback URL is an absolute https URL without a fragment or a wildcard. Only loopback addresses may use http, and only native applications may use a private-use scheme.',
  why: 'Codes and tokens are sent to it, so it must be one known address (RFC 6749, section 3.1.2) that nobody can intercept.',
  examples: [
    { title: 'With a query', edits: [editApplication(callback, `"${callback}?from=gateway"`)], findings: [] },
    {
      title: 'http elsewhere',
      edits: [editApplication(callback, 'http://walker.example.edu/callback')],
      findings: [`${at} A callback URL of DogWalker does not use https.`],
    },
    {
      title: 'A relative URL',
      edits: [editApplication(callback, '/callback')],
      findings: [`${at} A callback URL of DogWalker is not an absolute https URL.`],
    },
  ],
  check: {
    application: ({ value, place }, { report }) => {
      for (const [index, url] of (value.callbackUrls ?? []).entries()) {
        const problem = findCallbackProblem(value.type, url);
        if (problem === undefined) continue;
        report({
          at: placeOf(place, 'callbackUrls', index),
          message: `A callback URL of ${value.name} ${problem}.`,
          help: value.type === 'native' ? helpForNative : help,
          ...(mayHoldSecret(url) && { secret: true }),
        });
      }
    },
  },
});
