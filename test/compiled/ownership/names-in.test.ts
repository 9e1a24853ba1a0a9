import { expect, test } from 'vitest';
import type { ManifestTeam, ManifestUser } from '#compiled/manifest.ts';
import { namesIn } from '#compiled/ownership.ts';

const ada: ManifestUser = { name: 'ada', passwordDigest: '', state: 'active', email: 'ada@example.edu' };

function team(name: string, members: readonly string[], groups: ManifestTeam['groups'] = {}): ManifestTeam {
  return { name, members, groups };
}

test('a declared user has the address and the teams of the table', () => {
  const teams = [team('by-name', ['ada']), team('by-old-address', ['old@example.edu'])];
  const person = { subject: 'user:ada', username: 'ada', emails: ['old@example.edu'], provider: 'users' };
  const names = (users: readonly ManifestUser[]) => namesIn({ users, teams }, { ...person, groups: [] });
  const known = { ...person, groups: [], emails: ['ada@example.edu'], teams: ['by-name'] };
  expect(names([ada])).toEqual(known);
  const { email: _, ...withoutAddress } = ada;
  expect(names([withoutAddress])).toEqual({ ...known, emails: [] });
  expect(names([{ ...ada, state: 'disabled' }])).toBeUndefined();
  expect(names([{ ...ada, name: 'eve' }])).toBeUndefined();
});

test('a user of an identity provider has the addresses of the provider, and the teams of the table', () => {
  const teams = [
    team('by-group', [], { staff: ['parks'] }),
    team('by-group-of-others', [], { campus: ['parks'] }),
    team('by-address', ['ada@EXAMPLE.edu']),
    team('of-others', ['ada']),
  ];
  const person = {
    subject: 'user:staff/ada',
    emails: ['ada@example.edu'],
    provider: 'staff',
    groups: ['parks'],
  };
  expect(namesIn({ users: [ada], teams }, person)).toEqual({
    ...person,
    teams: ['by-address', 'by-group'],
  });
});
