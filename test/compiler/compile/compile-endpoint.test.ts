import { expect, test } from 'vitest';
import { compileEndpoint } from '#compiler/kinds/api/compile/compile-endpoint.ts';
import type { EndpointDeclaration } from '#compiler/kinds/api/declaration.ts';

const place = { file: 'apis/dog_park/v1/api.yaml', document: 0, pointer: [] };

function compile(endpoint: EndpointDeclaration) {
  return compileEndpoint({ keySet: 'production', endpoint, place } as never);
}

test('keeps what an endpoint says, and fills in the rest of each part', () => {
  const key = { fromEnv: 'KEY' };
  const endpoint: EndpointDeclaration = {
    targets: ['https://A.example.edu:443/', 'https://b.example.edu/x/'],
    auth: { header: { name: 'X-Key', value: key } },
    ca: { fromFile: 'ca.pem' },
    timeouts: { firstByteMs: 1500 },
    retries: 0,
    maxConnections: 3,
    http2: true,
    circuitBreaker: { failures: 5 },
    healthCheck: { path: '/up', intervalMs: 500 },
    allowPlainHttp: { reason: 'The mesh encrypts all calls.' },
  };
  expect(compile(endpoint)).toEqual({
    targets: ['https://a.example.edu', 'https://b.example.edu/x'],
    auth: { header: { name: 'X-Key', value: key } },
    ca: { fromFile: 'ca.pem' },
    timeouts: { connectMs: 10_000, firstByteMs: 1500, idleMs: 60_000 },
    retries: 0,
    maxConnections: 3,
    http2: true,
    circuitBreaker: { failures: 5, ratio: 0.5, windowMs: 10_000, openMs: 10_000 },
    healthCheck: { path: '/up', intervalMs: 500, timeoutMs: 2000, healthyAfter: 2, unhealthyAfter: 3 },
    allowPlainHttp: { reason: 'The mesh encrypts all calls.' },
  });
});

test('has no circuit breaker where it is switched off', () => {
  expect(compile({ url: 'https://a.example.edu', circuitBreaker: { failures: 0 } })).toEqual({
    targets: ['https://a.example.edu'],
    timeouts: { connectMs: 10_000, firstByteMs: 60_000, idleMs: 60_000 },
    retries: 1,
    maxConnections: 1024,
    http2: false,
  });
});
