// @module-tag full
import { mkdir, readFile, rename, rm, writeFile } from 'node:fs/promises';
import { expect, test } from 'vitest';
import { proposalDefaults } from '#compiled/settings/store-settings.ts';
import type { AuditEvent } from '#runtime/ports/audit.ts';
import { auditProposals } from '#serve/proposals/audit-proposals.ts';
import { git } from '../../platform/git-in-test.ts';
import { formOf, makeProposalOrigin, signIn } from '../../runtime/portal/proposals/proposals-in-test.ts';
import { start } from '../running-gateway.ts';
import { ada, openEngineInTest, subscribe } from './engine-in-test.ts';

test('each proposal is in the audit log with its outcome, and without secrets and digests', async () => {
  const { work, bare, folder, push } = await makeProposalOrigin();
  const stateFolder = `${folder}/state`;
  const gateway = await start({ root: work, plainHttp: true, stateFolder });
  const person = await signIn(gateway.gatewayUrl, 'ada');
  const address = '/store/proposals/new/keys';
  const empty = formOf(await person.visit(`${address}?application=DogWalker&keys=production`));
  /** Each preview has keys of its own, which can be proposed once. */
  const preview = async () =>
    formOf(await person.send(address, { ...empty.fields, action: 'add', step: 'preview' }));
  const first = await preview();
  const base = first.fields['base'] ?? '';
  const propose = (fields: Readonly<Record<string, string>>) =>
    person.send(address, { ...fields, step: 'propose' });
  const done = await propose(first.fields);
  const [, secret = ''] = /<dt>Consumer secret<\/dt>.*?<code>([\w-]{43})</s.exec(done.body) ?? [];
  expect(secret).not.toBe('');
  const branch = 'proposals/ada/production-keys-DogWalker';
  const commit = await git(bare, 'rev-parse', branch);

  const second = await preview();
  const moved = await push({ 'README.md': 'moved\n' });
  const again = formOf(await propose(second.fields));
  await mkdir(`${bare}/hooks`, { recursive: true });
  await writeFile(`${bare}/hooks/pre-receive`, '#!/bin/sh\nexit 1\n', { mode: 0o755 });
  await propose(again.fields);
  await rm(`${bare}/hooks/pre-receive`);
  const last = await preview();
  await rename(bare, `${bare}.away`);
  await propose(last.fields);
  await gateway.close();

  const log = await readFile(`${stateFolder}/audit.jsonl`, 'utf8');
  expect(log).not.toContain(secret);
  expect(
    log.split('\n').filter((line) => line.includes('"change_proposed"') && /sha256:/.test(line)),
  ).toEqual([]);
  const entries = log.split('\n').flatMap((line) => (line === '' ? [] : [JSON.parse(line) as AuditEvent]));
  const proposed = {
    time: expect.any(String),
    event: 'change_proposed',
    user: 'user:ada',
    username: 'ada',
    change: 'keys_added',
    aspect: 'production-keys',
    application: 'DogWalker',
    remote: bare,
  };
  expect(entries.filter(({ event }) => event === 'change_proposed')).toEqual([
    { ...proposed, base, outcome: 'delivered', branch, commit },
    { ...proposed, base, outcome: 'moved', problem: 'base_moved' },
    { ...proposed, base: moved, outcome: 'refused', problem: 'push_refused' },
    { ...proposed, base: moved, outcome: 'unavailable', problem: 'remote_unreachable' },
  ]);
});

test('a remote is named without credentials, and a thread that ends is noted', async () => {
  const events: AuditEvent[] = [];
  const remote = 'https://ada:a-secret@git.example.edu/apis.git';
  const proposals = { ...proposalDefaults, remote };
  const settings = { store: { visibility: 'public', proposals } } as const;
  const audit = (event: AuditEvent) => void events.push(event);
  const failure = new Error('The thread has ended.');
  const ask = auditProposals(
    () => Promise.reject(failure),
    audit,
    () => settings,
  );
  const asked = ask({ method: 'propose', change: subscribe, person: ada, base: 'abc' });
  await expect(asked).rejects.toBe(failure);
  await expect(ask({ method: 'preview', change: subscribe, person: ada })).rejects.toBe(failure);
  expect(events).toEqual([
    {
      event: 'change_proposed',
      user: 'user:ada',
      username: 'ada',
      change: 'subscription_added',
      aspect: 'subscription',
      application: 'KennelSync',
      api: 'DogPark/v1',
      base: 'abc',
      remote: 'https://git.example.edu/apis.git',
      outcome: 'unavailable',
      problem: 'unavailable',
    },
  ]);
});

test('a patch is noted without a branch and a remote', async () => {
  const { open, first } = await openEngineInTest();
  const engine = await open({ settings: undefined });
  const events: AuditEvent[] = [];
  const ask = auditProposals(
    () => engine.propose(subscribe, ada, first),
    (event) => void events.push(event),
    () => ({ store: { visibility: 'public' } }),
  );
  await ask({ method: 'propose', change: subscribe, person: ada, base: first });
  expect(events).toEqual([
    {
      event: 'change_proposed',
      user: 'user:ada',
      username: 'ada',
      change: 'subscription_added',
      aspect: 'subscription',
      application: 'KennelSync',
      api: 'DogPark/v1',
      base: first,
      outcome: 'delivered',
    },
  ]);
});
