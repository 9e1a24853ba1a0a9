import fc from 'fast-check';
import { expect, test } from 'vitest';
import { ownerField, type FilledForm } from '#runtime/portal/proposals/proposal-form.ts';
import { ownsApplication, type StoreUser } from '#runtime/portal/visit/store-user.ts';

const emails = fc.subarray(['ada@example.edu', 'ada@dogs.example.edu']);
const teams = fc.subarray(['kennel-team', 'parks-team']);
const username = fc.constantFrom('ada', undefined);
const values = ['', 'ada', 'user:ada', 'ada@example.edu', 'ada@DOGS.example.edu', 'kennel-team', 'eve'];

test('the owners to choose from are the user, once, and the teams of the user', () => {
  fc.assert(
    fc.property(emails, teams, username, fc.constantFrom(...values), (given, teamsOfUser, name, owner) => {
      const user = {
        subject: 'user:ada',
        ...(name !== undefined && { username: name }),
        emails: given,
        teams: teamsOfUser,
      } as Partial<StoreUser> as StoreUser;
      const visit = { portal: { nameOwner: (one: string) => one } } as FilledForm['visit'];
      const field = ownerField({ user, value: () => owner, visit, previewed: [] });
      const options = field.options ?? [];
      const isOfUser = (one: string) => ownsApplication({ ...user, teams: [] }, { owner: one });
      expect(options.filter(({ value }) => isOfUser(value))).toHaveLength(1);
      expect(options.map(({ value }) => value).filter((value) => !isOfUser(value))).toEqual(teamsOfUser);
      const isAllowed = owner === '' || ownsApplication(user, { owner });
      expect(field.problem === undefined).toBe(isAllowed);
      // What was chosen before stays chosen, whichever name of the user it is.
      const chosen = options.filter(({ isChosen }) => isChosen).map(({ value }) => value);
      expect(chosen).toEqual(isAllowed && owner !== '' ? [owner] : []);
    }),
  );
});
