import { readFile } from 'node:fs/promises';
import { expect, test } from 'vitest';
import { grantTypes } from '#compiler/declaration/parts/grant-type.ts';
import { grants } from '#runtime/oauth/token/grants.ts';

test('applications may declare the grants of the token endpoint, and the one of the authorization endpoint', () => {
  const supported = grants.map(({ grantType }) => grantType);
  expect([...supported, 'implicit'].toSorted()).toEqual([...grantTypes].toSorted());
});

test('docs/authorization.md says which programs use which grant', async () => {
  const page = await readFile('docs/authorization.md', 'utf8');
  const [, rows = ''] = page.split(/^\| the program .+ \| application type +\|$/m);
  const [lines = ''] = rows.split('\n\n');
  const named = [...lines.matchAll(/\| `(\S+)`/g)].map(([, grantType]) => grantType);
  expect(new Set(named)).toEqual(new Set(grantTypes));
});
