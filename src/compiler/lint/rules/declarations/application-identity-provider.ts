import { placeOf, type Place } from '#source/place.ts';
import { defineRule } from '#compiler/rule/define-rule.ts';
import { addProvider, editApplication } from '#compiler/rule/example-edits.ts';
import type { Finding } from '#compiler/workspace/finding.ts';
import { suggestName } from '#compiler/workspace/suggest-name.ts';

const provider = (fields: string) =>
  addProvider('campus', `type: ldap\nurl: ldaps://ldap.example.edu\n${fields}`);
const campus = provider('searchBase: ou=people,dc=example,dc=edu\n');
const choose = (names: string) => editApplication('type: web', `type: web\nidentityProviders: [${names}]`);

export const applicationIdentityProvider = defineRule({
  name: 'application-identity-provider',
  section: '5.3',
  severity: 'warning',
  group: 'integrity',
  summary: 'Every identity provider that an application names is declared.',
  why: 'Only users of these providers may log in, so a wrong name locks people out. This is a warning because removing a provider takes access away, which is always allowed.',
  examples: [
    { title: 'None, which admits all providers', edits: [campus], findings: [] },
    { title: 'The declared users', edits: [choose('users')], findings: [] },
    {
      title: 'A misspelled provider',
      edits: [campus, choose('users, campsu')],
      findings: ['applications/dog_walker.yaml:4:28 The identity provider campsu does not exist.'],
    },
  ],
  check: {
    workspace: ({ applications, names }, { report }) => {
      const known = new Set(['users', ...names.IdentityProvider]);
      for (const { value, place } of applications) {
        for (const [index, name] of (value.identityProviders ?? []).entries()) {
          if (!known.has(name))
            report(describeUnknown(name, known, placeOf(place, 'identityProviders', index)));
        }
      }
    },
  },
});

function describeUnknown(name: string, known: ReadonlySet<string>, at: Place): Finding {
  return {
    at,
    message: `The identity provider ${name} does not exist.`,
    help: suggestName(name, known, 'Declare it, or name one that is declared.'),
  };
}
