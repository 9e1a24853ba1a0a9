// @module-tag full
import { afterAll, beforeAll, describe, expect, onTestFinished, test } from 'vitest';
import { slapd, slapdNeeded } from '../../runtime/identity/ldap/slapd-in-test.ts';
import { BrowserInTest } from '../../runtime/oauth/authorize/browser-in-test.ts';
import { openUpstream } from '../../runtime/upstream-in-test.ts';
import { openPeople } from './people.ts';
import { readStoreRights } from './read-rights.ts';
import { places, type Served } from './serve-rights.ts';
import { signInToStore, type Subject } from './store-user.ts';
import { edits, persons, storeEdits } from './takings.ts';

const rights = await readStoreRights();

/** What takes a right away besides declarations, and how it is given back. */
interface Act {
  readonly take: (world: World) => unknown;
  readonly giveBack?: (world: World) => unknown;
}

interface World {
  readonly user: Awaited<ReturnType<typeof signInToStore>>;
  readonly people: Awaited<ReturnType<typeof openPeople>>;
  readonly served: Served;
}

const acts: Readonly<Record<string, Act>> = {
  'signed out': { take: ({ user }) => user.signOut() },
  'grants of a user revoked (`grants revoke --user`)': {
    take: ({ served }) => served.revokeGrants('user=alice'),
  },
  'all grants revoked (`grants revoke --all`)': { take: ({ served }) => served.revokeGrants('all=true') },
  'user removed from a directory': {
    take: async ({ people, user }) => {
      await people.removeFromDirectory();
      expect(await user.openPage()).toBe('ends');
    },
    giveBack: ({ people }) => people.addToDirectory(),
  },
  'user removed at a provider': {
    take: async ({ people, user }) => {
      people.removeAtProvider();
      expect(await user.openPage()).toBe('ends');
    },
    giveBack: ({ people }) => people.addAtProvider(),
  },
  'login ended at a provider': {
    take: async ({ people, user }) => {
      await people.endLoginsAtProvider();
      expect(await user.openPage()).toBe('ends');
    },
  },
};

/** The rows that are about something else than the application. */
const subjects: Readonly<Record<string, Subject>> = {
  'API limited to its owners (`visibility: owners`)': 'API',
  'API removed': 'API',
};

const editOf = (name: string) => (storeEdits[name] ?? edits[name])?.();

test('the table in docs/store.md has every right that only the store gives, and no other', () => {
  const names = rights.map(({ name }) => name);
  expect(names.filter((name) => !acts[name] && !editOf(name))).toEqual([]);
  expect([...Object.keys(acts), ...Object.keys(storeEdits)].filter((name) => !names.includes(name))).toEqual(
    [],
  );
});

describe.each(places)('at %s', (place, open) => {
  const isSkipped = place.includes('skipped');
  let served: Served;
  let people: World['people'];
  const opened = new AsyncDisposableStack();

  beforeAll(async () => {
    if (isSkipped) return;
    const upstream = await openUpstream('dogs');
    opened.defer(upstream.close);
    people = await openPeople(opened);
    served = await open(opened, {
      upstreamUrl: upstream.url,
      people: people.files,
      settings: 'store: {}\n',
    });
  });

  afterAll(() => opened.disposeAsync());

  test.skipIf(isSkipped).for(rights)('$name', async ({ name, outcomes }, { skip }) => {
    const person = persons[name] ?? 'alice';
    if (person === 'directory' && slapd === undefined) skip(slapdNeeded);
    const user = await signInToStore(served.urls, people.logIns[person]);
    const subject = subjects[name] ?? 'application';
    expect(await user.observe(subject)).toEqual({ page: 'stays', form: 'stays', 'console call': 'stays' });
    const edit = editOf(name);
    if (edit) {
      onTestFinished(() => served.restore(edit));
      await served.edit(edit);
    }
    const act = acts[name];
    const world = { user, people, served };
    onTestFinished(async () => void (await act?.giveBack?.(world)));
    await act?.take(world);
    expect(await user.observe(subject)).toEqual(outcomes);
  });

  test.skipIf(isSkipped)(
    'a store that is switched to signed-in users shows nobody else its catalogue',
    async () => {
      const visit = () =>
        Promise.all(
          served.urls.flatMap((url) =>
            ['/store', '/store/apis/dog_park/v1', '/store/apis/dog_park/v1/openapi.json'].map(
              async (path) => {
                const { status, location } = await new BrowserInTest(url).visit(path);
                return [status, location.slice(0, '/store/sign-in'.length)];
              },
            ),
          ),
        );
      expect(new Set((await visit()).map(String))).toEqual(new Set(['200,']));
      const edit = {
        'gateway.config.yaml': (text: string) =>
          text.replace('store: {}', 'store: { visibility: signed-in }'),
      };
      onTestFinished(() => served.restore(edit));
      await served.edit(edit);
      expect(new Set((await visit()).map(String))).toEqual(new Set(['303,/store/sign-in', '403,']));
    },
  );
});
