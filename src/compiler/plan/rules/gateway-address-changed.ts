import { editGateway } from '#compiler/rule/example-edits.ts';
import type { Change } from '../change.ts';
import { defineHistoryRule, type HistoryFinding } from '../history/define-history-rule.ts';
import type { History } from '../history/history.ts';
import { locateFindingOfChange } from '../history/locate-change.ts';
import { describeValue, nameSome } from '../wording/describe-value.ts';

const file = 'gateway.config.yaml';
const moveTo = (host: string) => editGateway('https://gateway.example.edu', `https://${host}.example.edu`);
const keyManager = (host: string) =>
  editGateway('  qa:\n', `    keyManagerUrl: https://${host}.example.edu\n  qa:\n`);

/** The addresses that applications use, with the purpose of each. */
const addresses: ReadonlyMap<string, string> = new Map([
  ['gatewayUrl', 'call the gateway at'],
  ['authUrl', 'send users to'],
  ['keyManagerUrl', 'get tokens from the issuer'],
]);

export const gatewayAddressChanged = defineHistoryRule({
  name: 'gateway-address-changed',
  section: '4',
  severity: 'error',
  summary:
    'The addresses of the gateway and the issuer of its tokens stay the same while applications use them.',
  why: 'Every caller has these addresses in its configuration, and calls fail from the moment at which they change.',
  examples: [
    {
      title: 'Another deployment moves',
      base: [],
      head: [editGateway('gateway-qa', 'gateway-test-qa')],
      findings: [],
    },
    {
      title: 'The gateway moves, and its issuer with it',
      base: [],
      head: [moveTo('api')],
      findings: [
        `${file}:6:5 DogWalker must call the gateway at https://api.example.edu instead of https://gateway.example.edu, send users to https://api.example.edu instead of https://gateway.example.edu and get tokens from the issuer https://api.example.edu instead of https://gateway.example.edu.`,
      ],
    },
    {
      title: 'The issuer changes',
      base: [keyManager('keys')],
      head: [editGateway('https://keys.', 'https://tokens.')],
      findings: [
        `${file}:7:5 DogWalker must get tokens from the issuer https://tokens.example.edu instead of https://keys.example.edu.`,
      ],
    },
  ],
  check: (history, report) => {
    const moved = [...addresses.keys()].flatMap((name) => movesOf(name, history));
    const [first] = moved;
    if (first) report(describe(first, moved, history));
  },
});

function movesOf(name: string, { plan }: History): readonly Change[] {
  return plan.changes.filter(
    ({ subject, path, affected }) => subject.kind === 'Gateway' && path === name && affected.length > 0,
  );
}

/** Reports all moved addresses in one finding, since most gateways have them at one host. */
function describe(first: Change, moved: readonly Change[], history: History): HistoryFinding {
  const applications = moved.flatMap(({ affected }) => affected.map(({ application }) => application));
  const effects = moved.map(
    ({ path, before, after }) =>
      `${addresses.get(path)} ${describeValue(path, after)} instead of ${describeValue(path, before)}`,
  );
  return {
    ...locateFindingOfChange(first, history),
    message: `${nameSome([...new Set(applications)])} must ${nameSome(effects)}.`,
    help: 'Serve the earlier address too until all callers have moved, and agree on the day with their owners.',
    changes: moved,
  };
}
