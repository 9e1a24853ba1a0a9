import { expect, test } from 'vitest';
import { errorCodes, type ErrorCode } from '#compiled/answers/error-codes.ts';
import { guideProxies } from './guide-proxies.ts';

/** Of a call that is forwarded, and of one whose body arrives too slowly. */
const never: ReadonlySet<ErrorCode> = new Set([
  'upstream_unreachable',
  'upstream_invalid',
  'upstream_timeout',
  'call_too_long',
  'request_timeout',
]);

/** A call without a valid token gets 401 if the gateway declares that. */
const statuses = [
  401,
  ...Object.entries(errorCodes)
    .filter(([code]) => !never.has(code as ErrorCode))
    .map(([, { status }]) => status),
];

function configurationOf(proxy: string): string {
  const { files = {} } = guideProxies.find(({ name }) => name === proxy) ?? {};
  return Object.values(files)[0] ?? '';
}

test('the guide has nginx pass on every status that a refusal can have', () => {
  const named = [...configurationOf('nginx').matchAll(/\$refusal = (\d+)\) { return \1 /g)].map(
    ([, status]) => Number(status),
  );
  expect(new Set([...named, 403])).toEqual(new Set(statuses));
});

test('the guide has Envoy pass on every status of a refusal that is a failure of a server', () => {
  const named = [
    ...configurationOf('envoy').matchAll(/'gatewright-status'\] == '(\d+)'\s+status_code: \1/g),
  ].map(([, status]) => Number(status));
  const failures = statuses.filter((status) => status >= 500);
  expect(new Set(named.filter((status) => status !== 200))).toEqual(new Set(failures));
});
