import { expect, test } from 'vitest';
import type { EndedCall } from '#runtime/gateway/call.ts';
import { mergeRecentCalls, RecentCalls } from '#runtime/telemetry/recent-calls.ts';

let now = 0;

/** The fields of a completed call that are stored. */
function callOf(consumerKey: string | undefined, requestId: string): EndedCall {
  const client = consumerKey === undefined ? undefined : { consumerKey, keySet: 'sandbox' };
  const fields = {
    client,
    requestId,
    request: { method: 'GET' },
    target: { path: `/dog_park/v1/${'x'.repeat(300)}` },
    response: { headersSent: true, statusCode: 404 },
    rejected: 'resource_unknown',
    startedAt: 10,
  };
  // A real call needs a server around it; the other fields are not read.
  return fields as unknown as EndedCall;
}

function openRecent() {
  const recent = new RecentCalls(() => (now += 1));
  const end = (consumerKey: string | undefined, count: number) => {
    for (let index = 1; index <= count; index += 1)
      recent.ended(callOf(consumerKey, `${consumerKey}-${index}`), 32.4, 'console');
  };
  return { recent, end };
}

test('the last hundred calls of a key set are stored, the newest first', () => {
  now = 1000;
  const { recent, end } = openRecent();
  end('walker', 3);
  expect(recent.read(['walker'])[0]).toEqual({
    endedAt: 1003,
    requestId: 'walker-3',
    method: 'GET',
    path: `/dog_park/v1/${'x'.repeat(187)}…`,
    api: undefined,
    status: 404,
    code: 'resource_unknown',
    durationMs: 22,
    keySet: 'sandbox',
    source: 'console',
  });
  end('walker', 250);
  const ids = recent.read(['walker']).map(({ requestId }) => requestId);
  expect(ids).toEqual(Array.from({ length: 100 }, (_, index) => `walker-${250 - index}`));
});

test('calls without a known application are not stored, and idle key sets make room for others', () => {
  const { recent, end } = openRecent();
  end(undefined, 5);
  for (let index = 0; index < 600; index += 1) {
    end(`key-${index}`, 1);
    end('busy', 1);
  }
  expect(recent.read(['undefined'])).toEqual([]);
  expect(recent.read(['key-50'])).toEqual([]);
  expect(recent.read(['key-599'])).toHaveLength(1);
  expect(recent.read(['busy'])).toHaveLength(100);
});

test('calls of several key sets are read together', () => {
  now = 0;
  const { recent, end } = openRecent();
  end('one', 2);
  end('other', 1);
  end('one', 1);
  expect(recent.read(['one', 'other']).map(({ endedAt }) => endedAt)).toEqual([4, 3, 2, 1]);
});

test('calls of several threads are merged by time', () => {
  now = 0;
  const [one, other] = [openRecent(), openRecent()];
  for (let index = 0; index < 80; index += 1) {
    one.end('walker', 1);
    other.end('walker', 1);
  }
  const merged = mergeRecentCalls([one.recent.read(['walker']), other.recent.read(['walker'])]);
  expect(merged.map(({ endedAt }) => endedAt)).toEqual(
    Array.from({ length: 100 }, (_, index) => 160 - index),
  );
});
