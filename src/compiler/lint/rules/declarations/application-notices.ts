import { defineRule } from '#compiler/rule/define-rule.ts';
import { editApplication, editGateway } from '#compiler/rule/example-edits.ts';
import { mayHoldSecret } from '#compiler/rule/declarations/find-url-problem.ts';
import { placeOf } from '#source/place.ts';
import { prepareAddressCheck } from './parts/find-address-problem.ts';

const owner = 'owner: ada@example.edu';
const organisation = 'organisation: Example University';
const declare = (webhook: string) => [editApplication(owner, `${owner}\nnotices: { webhook: ${webhook} }`)];

export const applicationNotices = defineRule({
  name: 'application-notices',
  section: '5.6',
  severity: 'error',
  group: 'integrity',
  summary:
    'A webhook for notices is an absolute https URL without a user name or a fragment, neither at an address of the gateway itself nor at one that `upstreams.forbidden` lists.',
  why: 'The gateway can reach addresses that the owners of applications cannot, and must not call them on their behalf.',
  examples: [
    { title: 'A service of its owner', edits: declare('https://hooks.example.edu/walker'), findings: [] },
    {
      title: 'A user name',
      edits: declare('https://ada@hooks.example.edu/'),
      findings: [
        'applications/dog_walker.yaml:5:21 The webhook for notices of DogWalker is a URL with a user name or password.',
      ],
    },
    {
      title: 'An address that the gateway lists',
      edits: [
        editGateway(organisation, `${organisation}\nupstreams: { forbidden: [10.0.0.0/8] }`),
        ...declare('https://10.1.2.3/hook'),
      ],
      findings: [
        'applications/dog_walker.yaml:5:21 The webhook for notices of DogWalker is at 10.1.2.3, which the gateway must not call (10.0.0.0/8).',
      ],
    },
  ],
  check: {
    workspace: (workspace, { report }) => {
      const findProblem = prepareAddressCheck(workspace);
      for (const { value, place } of workspace.applications) {
        const webhook = value.notices?.webhook;
        const what = webhook === undefined ? undefined : (findFlaw(webhook) ?? findProblem(webhook)?.what);
        if (webhook === undefined || what === undefined) continue;
        report({
          at: placeOf(place, 'notices', 'webhook'),
          message: `The webhook for notices of ${value.name} is ${what}.`,
          help: 'Use an https URL of a service that receives the notices, such as https://hooks.example.edu/walker.',
          ...(mayHoldSecret(webhook) && { secret: true }),
        });
      }
    },
  },
});

/** What is wrong with the text of a URL, as the end of a sentence. */
function findFlaw(text: string): string | undefined {
  const url = URL.parse(text);
  if (!url || url.protocol !== 'https:' || /[\s\\]/.test(text)) return 'not an absolute https URL';
  if (url.username !== '' || url.password !== '') return 'a URL with a user name or password';
  if (text.includes('#')) return 'a URL with a fragment';
  return url.port === '0' ? 'a URL with port 0' : undefined;
}
