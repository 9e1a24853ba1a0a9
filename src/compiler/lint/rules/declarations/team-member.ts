import { placeOf, type Place } from '#source/place.ts';
import { defineRule } from '#compiler/rule/define-rule.ts';
import { addProvider, addTeam } from '#compiler/rule/example-edits.ts';
import type { Declared } from '#compiler/workspace/declared.ts';
import type { Finding } from '#compiler/workspace/finding.ts';
import { suggestName } from '#compiler/workspace/suggest-name.ts';
import type { TeamDeclaration } from '#compiler/kinds/team/declaration.ts';

const campus = addProvider(
  'campus',
  'type: ldap\nurl: ldaps://ldap.example.edu\nsearchBase: ou=people,dc=example,dc=edu\n',
);
const parks = (fields: string) => addTeam('parks-team', fields);

export const teamMember = defineRule({
  name: 'team-member',
  section: '5.3',
  severity: 'warning',
  group: 'integrity',
  summary: 'The users and the identity providers that a team names are declared.',
  why: 'A wrong name keeps people out of their team. This is a warning because removing a user or a provider takes access away, which is always allowed.',
  examples: [
    {
      title: 'A declared user, an address, a user of a provider and a group',
      edits: [
        campus,
        parks('members: [ada, bob@example.edu, user:campus/carol]\ngroups: { campus: [parks] }\n'),
      ],
      findings: [],
    },
    {
      title: 'A misspelled user',
      edits: [parks('members: [adda]\n')],
      findings: ['teams/parks-team.yaml:3:11 The user adda does not exist.'],
    },
    {
      title: 'A misspelled identity provider',
      edits: [campus, parks('groups: { campsu: [parks] }\n')],
      findings: ['teams/parks-team.yaml:3:19 The identity provider campsu does not exist.'],
    },
  ],
  check: {
    workspace: ({ teams, names }, { report }) => {
      for (const team of teams) {
        for (const [name, at] of usersIn(team))
          if (!names.User.has(name)) report(describeUnknown('user', name, names.User, at));
        for (const [name, at] of providersIn(team))
          if (!names.IdentityProvider.has(name))
            report(describeUnknown('identity provider', name, names.IdentityProvider, at));
      }
    },
  },
});

type NamedAt = readonly (readonly [name: string, at: Place])[];

/** The members that are names of declared users, rather than email addresses or `user:` subjects. */
function usersIn({ value, place }: Declared<TeamDeclaration>): NamedAt {
  return (value.members ?? [])
    .map((member, index) => [member, placeOf(place, 'members', index)] as const)
    .filter(([member]) => !member.includes('@') && !member.startsWith('user:'));
}

function providersIn({ value, place }: Declared<TeamDeclaration>): NamedAt {
  return Object.keys(value.groups ?? {}).map((name) => [name, placeOf(place, 'groups', name)] as const);
}

function describeUnknown(noun: string, name: string, known: ReadonlySet<string>, at: Place): Finding {
  return {
    at,
    message: `The ${noun} ${name} does not exist.`,
    help: suggestName(name, known, `Declare the ${noun}, or name one that is declared.`),
  };
}
