import { expect, test } from 'vitest';
import { compileGateway } from '#compiler/kinds/gateway/compile.ts';
import type { DeploymentDeclaration } from '#compiler/kinds/gateway/declaration.ts';

function compiled(deployment: Partial<DeploymentDeclaration>) {
  const gatewayUrl = 'https://gateway.example.edu';
  const { accessLog, tracing } = compileGateway(
    { kind: 'Gateway', format: 1, organisation: 'Tests', deployments: { qa: { gatewayUrl, ...deployment } } },
    'qa',
  );
  return { accessLog, tracing };
}

test('neither a log nor traces unless they are declared', () => {
  expect(compiled({})).toEqual({});
  expect(compiled({ accessLog: 'off' })).toEqual({});
});

test('what is declared, with the usual ratio', () => {
  const endpoint = 'http://127.0.0.1:4318';
  expect(compiled({ accessLog: 'stdout', tracing: { endpoint } })).toEqual({
    accessLog: 'stdout',
    tracing: { endpoint, ratio: 0.1 },
  });
  expect(compiled({ accessLog: { file: 'access.log' }, tracing: { ratio: 0 } })).toEqual({
    accessLog: { file: 'access.log' },
    tracing: { ratio: 0 },
  });
});
