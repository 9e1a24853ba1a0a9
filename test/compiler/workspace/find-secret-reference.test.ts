import { expect, test } from 'vitest';
import { cleanSources } from '#compiler/rule/clean-sources.ts';
import { load } from '#compiler/load/load.ts';
import { findSecretReference } from '#compiler/workspace/find-secret-reference.ts';
import { memorySourceTree } from '#source/memory-source-tree.ts';

const api = 'apis/dog_park/v1/api.yaml';

test('a secret is found where it is first named, by its kind and its name', async () => {
  const auth = 'auth: { header: { name: X-Key, value: { fromEnv: KEY } } }, url:';
  const files = {
    ...cleanSources,
    'gateway.config.yaml': `${cleanSources['gateway.config.yaml']}token: { signingKeys: [{ key: { fromFile: KEY } }] }\n`,
    'identity-providers/sso.yml':
      'kind: IdentityProvider\ntype: saml\nname: sso\nissuer: https://sso.example.edu\ncertificates: [{ fromEnv: SSO }]\n',
    [api]: cleanSources[api]!.replace('url:', auth),
  };
  const { workspace } = await load(memorySourceTree(files), 'gateway.config.yaml');
  expect(findSecretReference(workspace!, { fromFile: 'KEY' })).toEqual({
    file: 'gateway.config.yaml',
    document: 0,
    pointer: '/token/signingKeys/0/key/fromFile',
  });
  expect(findSecretReference(workspace!, { fromEnv: 'KEY' })).toEqual({
    file: api,
    document: 0,
    pointer: '/endpoints/production/auth/header/value/fromEnv',
  });
  expect(findSecretReference(workspace!, { fromEnv: 'SSO' })).toEqual({
    file: 'identity-providers/sso.yml',
    document: 0,
    pointer: '/certificates/0/fromEnv',
  });
  expect(findSecretReference(workspace!, { fromEnv: 'OTHER' })).toBeUndefined();
});
