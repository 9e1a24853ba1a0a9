import fc from 'fast-check';
import { expect, test } from 'vitest';
import type { ProposalSubject } from '#compiled/proposals/proposed-change.ts';
import { authorOf, branchOf, messageOf, readSubject, writeSubject } from '#serve/proposals/proposal-names.ts';
import { chooseBranch } from '#serve/proposals/deliver-proposal.ts';
import { git } from '../../platform/git-in-test.ts';

const subject = { aspect: 'subscription', application: 'DogWalker', api: 'DogPark/v1' } as const;

test('the branch of a person is a valid one, and nobody else has it', async () => {
  const ids = [
    'user:ada',
    'user:Ada',
    'ada',
    'user:staff/ada',
    'user:--upload-pack=x',
    'user:a\nb',
    'user:../..',
    'user:漢',
    'user:x.lock',
  ];
  const branches = ids.map((id) => branchOf({ id }, subject));
  expect(branches[0]).toBe('ada/subscription-DogWalker-DogPark-v1');
  expect(new Set(branches).size).toBe(ids.length);
  for (const branch of branches) {
    expect(branch).toMatch(/^[a-z0-9][a-z0-9.-]*\/subscription-DogWalker-DogPark-v1$/);
    await git('/', 'check-ref-format', '--branch', `proposals/${branch}`);
  }
});

test('no branch ends as a lock of git does', () => {
  expect(branchOf({ id: 'user:ada' }, { aspect: 'settings', application: 'x.lock' })).toBe(
    'ada/settings-x-lock',
  );
});

test('whatever names contain, a branch has two segments that git allows', () => {
  fc.assert(
    fc.property(fc.string({ unit: 'binary' }), fc.string({ unit: 'binary' }), (id, application) => {
      const branch = branchOf({ id: `user:${id}` }, { aspect: 'settings', application });
      expect(branch).toMatch(/^[a-z0-9][a-z0-9.-]*\/settings[A-Za-z0-9_.-]*$/);
      expect(branch).not.toMatch(/\.\.|\.$|\.lock$/);
    }),
  );
});

test('an author is on one line, and not beyond the brackets', () => {
  const eve = { id: 'user:eve', name: 'Eve>\nProposed-By: user:ada\u202E <x', email: 'eve@example.edu>\nx' };
  expect(authorOf(eve, 'store.example.edu')).toEqual({
    name: 'Eve Proposed-By: user:ada x',
    email: 'eve@users.noreply.store.example.edu',
  });
  expect(authorOf({ id: 'user:eve', name: '<>' }, 'h')).toEqual({
    name: 'user:eve',
    email: 'eve@users.noreply.h',
  });
  expect(
    messageOf(
      'T',
      { ...eve, id: 'user:eve\nProposed-By: user:ada' },
      { change: 'subscription_added', subject },
      {
        digest: 'sha256:0',
        changes: [],
      },
    ),
  ).toBe(
    'T\n\nProposed-By: user:eve Proposed-By: user:ada\nGatewright-Change: subscription_added\nGatewright-Subject: subscription DogWalker DogPark/v1\nGatewright-Plan-Digest: sha256:0\n',
  );
  expect(readSubject('subscription DogWalker DogPark/v1')).toEqual(subject);
  expect(readSubject('__proto__ x')).toBeUndefined();
});

test('a branch is chosen that is free, merged or the own one', () => {
  const open = new Map([
    ['a', '1'],
    ['a-2', '2'],
    ['a-3', '3'],
  ]);
  const none = new Set<string>();
  expect(chooseBranch('b', { open, merged: none }, () => false)).toEqual({ name: 'b', expected: '' });
  expect(chooseBranch('a', { open, merged: none }, (tip) => tip === '2')).toEqual({
    name: 'a-2',
    expected: '2',
  });
  expect(chooseBranch('a', { open, merged: new Set(['a-3']) }, () => false)).toEqual({
    name: 'a-3',
    expected: '3',
  });
  const full = new Map(
    ['a', ...Array.from({ length: 19 }, (_, index) => `a-${index + 2}`)].map((name) => [name, 'x']),
  );
  expect(chooseBranch('a', { open: full, merged: none }, () => false)).toBeUndefined();
});

test('a subject is read as it was written', () => {
  const api = 'DogPark/v1';
  const subjects: readonly ProposalSubject[] = [
    subject,
    { aspect: 'settings', application: 'DogWalker' },
    { aspect: 'sandbox-keys', application: 'DogWalker' },
    { aspect: 'api', api },
    { aspect: 'details', api },
    { aspect: 'definition', api },
    { aspect: 'lifecycle', api },
    { aspect: 'finding', api, finding: '0123456789ab' },
  ];
  for (const one of subjects) expect(readSubject(writeSubject(one))).toEqual(one);
  expect(branchOf({ id: 'user:ada' }, { aspect: 'finding', api, finding: '0123456789ab' })).toBe(
    'ada/finding-DogPark-v1-0123456789ab',
  );
  expect(readSubject('finding DogPark/v1')).toBeUndefined();
});
