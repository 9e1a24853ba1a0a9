import { expect, test } from 'vitest';
import { grantTypes } from '../../../../src/compiler/declaration/parts/grant-type.ts';
import { grants } from '../../../../src/runtime/oauth/token/grants.ts';

test('applications may declare the grants of the token endpoint, and the one of the authorization endpoint', () => {
  const supported = grants.map(({ grantType }) => grantType);
  expect([...supported, 'implicit'].toSorted()).toEqual([...grantTypes].toSorted());
});
