import { expect, test } from 'vitest';
import type { UsageIncrement } from '#runtime/ports/usage-store.ts';
import type { UsageSubject } from '#runtime/ports/usage.ts';
import { ApplicationCalls } from '#runtime/telemetry/application-calls.ts';

const head = `# HELP gatewright_application_requests_total Completed requests of applications, by API, key set and outcome.
# TYPE gatewright_application_requests_total counter
`;

function line(application: string, number: number): string {
  const labels = `application="${application}",api="DogPark",version="v1",key_set="production",outcome="2xx"`;
  return `gatewright_application_requests_total{${labels}} ${number}\n`;
}

const other =
  'gatewright_application_requests_total{application="(other)",api="unknown",version="unknown",key_set="production",outcome="2xx"}';

function callOf(application: string): UsageIncrement {
  return {
    application,
    api: 'DogPark/v1',
    keySet: 'production',
    start: 0,
    requests: 1,
    responses: { '2xx': 1 },
    rejections: {},
    fromConsole: 0,
    limitUsed: undefined,
  };
}

/** Counts of at most three subjects, and which applications were looked up among the declared ones since the last reading. */
function countThree() {
  const removed = new Set<string>();
  const lookedUp: string[] = [];
  const isDeclared = ({ application }: UsageSubject) => {
    lookedUp.push(application);
    return !removed.has(application);
  };
  return { calls: new ApplicationCalls(isDeclared, 3), removed, takeLookedUp: () => lookedUp.splice(0) };
}

test('the calls of subjects over the maximum are added up, and each subject is looked up once', () => {
  const { calls, takeLookedUp } = countThree();
  calls.add(['a', 'b', 'c'].map(callOf));
  expect(takeLookedUp()).toEqual([]);
  const many = Array.from({ length: 50 }, (_, index) => callOf(`over-${index}`));
  calls.add([...many, callOf('b')]);
  expect(takeLookedUp()).toEqual(['a', 'b', 'c']);
  calls.add(many);
  expect(takeLookedUp()).toEqual(['a', 'b', 'c']);
  expect(calls.render()).toBe(`${head}${line('a', 1)}${line('b', 2)}${line('c', 1)}${other} 100\n`);
  expect(takeLookedUp()).toEqual(['a', 'b', 'c']);
});

test('a subject that is removed makes room for another', () => {
  const { calls, removed } = countThree();
  calls.add(['a', 'b', 'c', 'd'].map(callOf));
  removed.add('b');
  calls.add(['d', 'e'].map(callOf));
  expect(calls.render()).toBe(`${head}${line('a', 1)}${line('c', 1)}${line('d', 1)}${other} 2\n`);
});
