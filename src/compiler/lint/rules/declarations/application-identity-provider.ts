import { placeOf, type Place } from '../../../../source/place.ts';
import { defineRule } from '../../../rule/define-rule.ts';
import { addProvider, editApplication } from '../../../rule/example-edits.ts';
import type { Finding } from '../../../workspace/finding.ts';
import { suggestName } from '../../../workspace/suggest-name.ts';

const provider = (fields: string) =>
  addProvider('campus', `type: ldap\nurl: ldaps://ldap.example.edu\n${fields}`);
const campus = provider('searchBase: ou=people,dc=example,dc=edu\n');
const choose = (names: string) => editApplication('type: web', `type: web\nidentityProviders: [${names}]`);

export const applicationIdentityProvider = defineRule({
  name: 'application-identity-provider',
  section: '5.3',
  severity: 'warning',
  group: 'integrity',
  summary: 'The identity providers of an application are declared.',
  why: 'Only their users may log in to it, so a wrong name keeps people out. It is a warning, since removing a provider takes access away, and that is never refused.',
  examples: [
    { title: 'None, so that all are meant', edits: [campus], findings: [] },
    { title: 'The declared users', edits: [choose('users')], findings: [] },
    { title: 'A declared provider', edits: [campus, choose('campus, users')], findings: [] },
    {
      title: 'A provider whose own declaration is at fault, which is reported there',
      edits: [provider('base: ou=people\n'), choose('campus')],
      findings: [],
    },
    {
      title: 'A misspelled provider',
      edits: [campus, choose('users, campsu')],
      findings: ['applications/dog_walker.yaml:4:28 There is no identity provider campsu.'],
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
    message: `There is no identity provider ${name}.`,
    help: suggestName(name, known, 'Declare it, or name one that is declared.'),
  };
}
