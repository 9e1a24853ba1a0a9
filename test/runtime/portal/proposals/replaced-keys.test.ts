// @module-tag full
import { expect, test } from 'vitest';
import { digestOf } from '#compiled/digest.ts';
import { git } from '../../../platform/git-in-test.ts';
import { start } from '../../../serve/running-gateway.ts';
import { formOf, makeProposalOrigin, signIn } from './proposals-in-test.ts';

const address = '/store/proposals/new/keys';
const branch = 'proposals/ada/production-keys-DogWalker';

async function openStore() {
  const origin = await makeProposalOrigin();
  const gateway = await start({
    root: origin.work,
    plainHttp: true,
    stateFolder: `${origin.folder}/state`,
  });
  const ada = await signIn(gateway.gatewayUrl, 'ada');
  const fill = async (form: string, typed: Readonly<Record<string, string>>) => {
    const { csrf = '' } = formOf(await ada.visit('/store/proposals/new/application')).fields;
    return ada.send(`/store/proposals/new/${form}`, { csrf, ...typed, step: 'preview' });
  };
  return { ...origin, ada, fill };
}

const ofDogWalker = { application: 'DogWalker', keys: 'production', action: 'add' };
const warning =
  'You have an open proposal for these keys. If you propose this change, it replaces that proposal, and a secret that was shown for it never works.';

test('a preview warns of an open proposal with keys that it would replace', async () => {
  const { bare, push, ada, fill } = await openStore();
  const first = await fill('keys', ofDogWalker);
  expect(first.text).not.toContain('You have an open proposal');
  const secretOf = async (page: typeof first) => {
    const done = await ada.send(address, { ...formOf(page).fields, step: 'propose' });
    return /<dt>Consumer secret<\/dt>.*?<code>([\w-]{43})</s.exec(done.body)?.[1] ?? '';
  };
  const shownFirst = await secretOf(first);
  const second = await fill('keys', ofDogWalker);
  expect(second.text).toContain(warning);
  expect((await fill('keys', { ...ofDogWalker, action: 'replace' })).text).toContain(warning);
  expect((await fill('keys', { ...ofDogWalker, keys: 'sandbox' })).text).not.toContain(warning);

  await push({ 'README.md': 'moved\n' });
  const moved = await ada.send(address, { ...formOf(second).fields, step: 'propose' });
  expect([moved.status, moved.text.includes(warning)]).toEqual([409, true]);
  const shownSecond = await secretOf(moved);
  const committed = await git(bare, 'show', `${branch}:applications/dog_walker.yaml`);
  const works = (secret: string) => committed.includes(digestOf(secret));
  expect([works(shownFirst), works(shownSecond)]).toEqual([false, true]);

  await git(bare, 'update-ref', '-d', `refs/heads/${branch}`);
  expect((await fill('keys', ofDogWalker)).text).not.toContain(warning);
});

test('also that of an application, whose keys are in the same proposal', async () => {
  const { ada, fill } = await openStore();
  const typed = { name: 'CatCafe', type: 'service', owner: 'ada', 'grants.client_credentials': 'on' };
  const first = await fill('application', { ...typed, 'keys.production': 'on' });
  await ada.send('/store/proposals/new/application', { ...formOf(first).fields, step: 'propose' });
  expect((await fill('application', typed)).text).toContain(
    'You have an open proposal for this application. If you propose this change, it replaces that proposal, and a secret that was shown for it never works.',
  );
  expect((await fill('application', { ...typed, name: 'CatCafe2' })).text).not.toContain(
    'You have an open proposal',
  );
});
