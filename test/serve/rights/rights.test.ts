// @module-tag full
import { afterAll, beforeAll, describe, expect, onTestFinished, test } from 'vitest';
import { openStreamingUpstream } from '../../runtime/gateway/in-flight/streaming-upstream.ts';
import { slapd, slapdNeeded } from '../../runtime/identity/ldap/slapd-in-test.ts';
import { readRights } from './read-rights.ts';
import { openPeople } from './people.ts';
import { places, type Served } from './serve-rights.ts';
import { signIn } from './signed-in.ts';
import { acts, edits, persons } from './takings.ts';

const rights = await readRights();

test('the table in docs/authorization.md has every right that is tried here, and no other', () => {
  expect(rights.map(({ name }) => name).toSorted()).toEqual(
    [...Object.keys(edits), ...Object.keys(acts)].toSorted(),
  );
});

describe.each(places)('at %s', (place, open) => {
  const isSkipped = place.includes('skipped');
  let served: Served;
  let people: Awaited<ReturnType<typeof openPeople>>;
  const opened = new AsyncDisposableStack();

  beforeAll(async () => {
    if (isSkipped) return;
    const upstream = await openStreamingUpstream();
    opened.defer(upstream.close);
    people = await openPeople(opened);
    served = await open(opened, { upstreamUrl: upstream.url, people: people.files });
  });

  afterAll(() => opened.disposeAsync());

  test.skipIf(isSkipped).for(rights)('$name', async (right, { skip }) => {
    const person = persons[right.name] ?? 'alice';
    if (person === 'directory' && slapd === undefined) skip(slapdNeeded);
    const signedIn = await signIn(served.urls, people.logIns[person]);
    const edit = edits[right.name]?.();
    if (edit) {
      onTestFinished(() => served.restore(edit));
      await served.edit(edit);
    }
    const act = acts[right.name];
    const world = { signedIn, people, revokeGrants: served.revokeGrants };
    onTestFinished(async () => void (await act?.giveBack?.(world)));
    await act?.take(world);
    expect(await signedIn.observe(right)).toEqual(right.outcomes);
  });
});
