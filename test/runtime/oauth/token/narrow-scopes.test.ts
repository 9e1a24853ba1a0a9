import fc from 'fast-check';
import { expect, test } from 'vitest';
import { narrowScopes } from '#runtime/oauth/token/choose-scopes.ts';
import { readScopes } from '#runtime/token/allowed-scopes.ts';
import { splitScope } from '#runtime/token/claims.ts';
import { indexClients } from '#runtime/token/clients.ts';
import { defineTable } from '../authorization-in-test.ts';

const scopes = fc.uniqueArray(fc.constantFrom<string>('a', 'b', 'c', 'd', 'A', 'ab'));
const requests = fc.option(
  fc.array(fc.constantFrom('a', 'b', 'c', 'd', 'A', 'ab', '', 'e')).map((words) => words.join(' ')),
  { nil: undefined },
);

test('narrowing never widens: what comes out was granted, is allowed, and was asked for', () => {
  fc.assert(
    fc.property(scopes, scopes, requests, (granted, allowed, requested) => {
      const table = defineTable({ scopes: allowed });
      const client = indexClients(table.manifest).get('Web-production');
      if (!client) throw new Error('the client is declared');
      const narrowed = narrowScopes({ scopes: readScopes(table) }, client, granted.toSorted(), requested);
      if ('refused' in narrowed) {
        const words = splitScope(requested ?? '');
        const isBeyond = words.some((scope) => !granted.includes(scope));
        const isNothing = words.length > 0 && !words.some((scope) => allowed.includes(scope));
        expect(isBeyond || isNothing).toBe(true);
        return;
      }
      const bounds = [granted, allowed, ...(requested === undefined ? [] : [requested.split(' ')])];
      for (const bound of bounds) expect(bound).toEqual(expect.arrayContaining([...narrowed]));
      expect(narrowed).toEqual([...new Set(narrowed)].toSorted());
      expect(narrowed.length > 0 || (requested ?? '') === '').toBe(true);
    }),
  );
});
