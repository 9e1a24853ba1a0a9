import { describe, expect, test } from 'vitest';
import { ownsApi, ownsApplication, type StoreUser } from '#runtime/portal/visit/store-user.ts';

const ada: StoreUser = {
  subject: 'user:ada',
  username: 'ada',
  displayName: 'Ada',
  emails: ['Ada@Example.edu'],
  teams: ['parks-team'],
  provider: 'users',
  groups: [],
  sessionId: 'a-session',
};

/** A user of an identity provider who has the same name there. */
const otherAda: StoreUser = {
  subject: 'user:staff/ada',
  displayName: 'Ada',
  emails: [],
  teams: [],
  provider: 'staff',
  groups: [],
  sessionId: 'another-session',
};

describe('the owner of an application or an API', () => {
  test.for([
    ['ada', [true, false]],
    ['user:ada', [true, false]],
    ['user:staff/ada', [false, true]],
    ['staff/ada', [false, false]],
    ['Ada', [false, false]],
    ['Ada@example.EDU', [true, false]],
    ['ada@example.edu', [false, false]],
    ['Ada@example.edu.example.com', [false, false]],
    ['parks-team', [true, false]],
    ['Parks-Team', [false, false]],
    ['', [false, false]],
  ] as const)('%s', ([owner, expected]) => {
    const owners = [ada, otherAda].map((user) => ownsApplication(user, { owner }));
    expect(owners).toEqual(expected);
    expect([ada, otherAda].map((user) => ownsApi(user, { owner }))).toEqual(owners);
    expect(ownsApplication(undefined, { owner })).toBe(false);
    expect(ownsApi(undefined, { owner })).toBe(false);
  });
});
