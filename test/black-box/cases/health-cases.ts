import {
  call,
  refused,
  refusedUnread,
  sorted,
  type BlackBoxCase,
  type Headers,
  type Outcome,
} from '../black-box-case.ts';

function shown(status: string): Outcome {
  const headers = { 'cache-control': 'no-store', 'content-type': 'application/json; charset=utf-8' };
  return { answers: [{ status: 200, headers, body: JSON.stringify({ status }) }], upstream: [] };
}

function withoutBody({ answers, upstream }: Outcome): Outcome {
  return { answers: answers.map((answer) => ({ ...answer, body: '' })), upstream };
}

function withHeaders({ answers, upstream }: Outcome, headers: Headers): Outcome {
  const changed = answers.map((answer) => ({
    ...answer,
    headers: sorted({ ...answer.headers, ...headers }),
  }));
  return { answers: changed, upstream };
}

const unsupported = withHeaders(refusedUnread('method_not_allowed'), { allow: 'GET, HEAD' });

/** Pages for load balancers. */
export const healthCases: readonly BlackBoxCase[] = [
  { name: 'readiness', bytes: call('GET /health/ready'), expected: shown('ready') },
  {
    name: 'readiness by its short address, with a query',
    bytes: call('GET /health?verbose=1'),
    expected: shown('ready'),
  },
  {
    name: 'readiness without a body',
    bytes: call('HEAD /health/ready'),
    expected: withoutBody(shown('ready')),
  },
  {
    name: 'readiness where headers name versions',
    style: 'header',
    bytes: call('GET /health/ready'),
    expected: shown('ready'),
  },
  {
    name: 'readiness where a header may name a version',
    style: 'hybrid',
    bytes: call('GET /health/ready', { headers: { 'Api-Version': 'v1' } }),
    expected: shown('ready'),
  },
  { name: 'life', bytes: call('GET /health/live'), expected: shown('live') },
  { name: 'readiness by another method', bytes: call('POST /health/ready'), expected: unsupported },
  {
    name: 'a page for load balancers that does not exist',
    bytes: call('GET /health/other'),
    expected: refused('api_unknown'),
  },
  { name: 'a page below readiness', bytes: call('GET /health/ready/'), expected: refused('api_unknown') },
];
