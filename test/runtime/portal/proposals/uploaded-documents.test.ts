// @module-tag full
import { describe, expect, test } from 'vitest';
import { cleanSources } from '#compiler/rule/clean-sources.ts';
import { git } from '../../../platform/git-in-test.ts';
import { start } from '../../../serve/running-gateway.ts';
import type { PageInTest } from '../../oauth/authorize/browser-in-test.ts';
import { formOf, makeProposalOrigin, proposeShown, signIn } from './proposals-in-test.ts';

const action = '/store/proposals/new/api';
const contract = (cleanSources['apis/dog_park/v1/openapi.yaml'] ?? '').replace(
  /title: .*/,
  'title: Cat Cafe',
);
const own = { name: 'CatCafe', context: '/cat_cafe', version: 'v1', production: 'https://cats.example.edu' };

/** A document of about a length, in bytes. */
const documentOf = (bytes: number) =>
  contract.replace('title:', `x-notes: "${'猫&'.repeat(bytes / 4)}"\n  title:`);

type Person = Awaited<ReturnType<typeof signIn>>;
type Fields = Readonly<Record<string, string>>;

async function openStore(settings = '', workers = 1) {
  const state = workers > 1 ? 'state: { store: sqlite }\n' : '';
  const origin = await makeProposalOrigin(settings + state);
  const { gatewayUrl } = await start({
    root: origin.work,
    plainHttp: true,
    workers,
    stateFolder: `${origin.folder}/state`,
  });
  const ada = await signIn(gatewayUrl, 'ada');
  return { ...origin, gatewayUrl, ada, fields: await emptyForm(ada) };
}

const emptyForm = async (person: Person) => formOf(await person.visit(action)).fields;

/** Sends a form as a browser does; `file` is what its file input holds. */
async function upload(person: Person, fields: Fields, file: string | Uint8Array<ArrayBuffer> = '') {
  const form = new FormData();
  for (const [name, value] of Object.entries(fields)) if (name !== 'definition.file') form.set(name, value);
  form.set('definition.file', new File([file], file.length === 0 ? '' : 'cats <b> 猫.yaml'));
  const sent = new Response(form);
  const type = sent.headers.get('content-type') ?? '';
  return person.sendBody(action, Buffer.from(await sent.arrayBuffer()), { 'content-type': type });
}

const step = (page: PageInTest, name: string) => ({ ...formOf(page).fields, step: name });

describe('a document of 6 MB', () => {
  test.each([1, 2])('is proposed as a file, and never sent back, with %i threads', async (workers) => {
    const { ada, bare, fields } = await openStore('', workers);
    const completed = await upload(ada, { ...fields, step: 'preview' }, documentOf(6_000_000));
    expect([completed.status, completed.heading]).toEqual([200, 'Add the API CatCafe/v1']);
    expect(completed.problem).toBe(
      'Taken from the document: Name CatCafe, Context /cat_cafe, Version v1, Production endpoint https://dogs.example.edu. A name, a context and a version cannot be changed later: check them.',
    );
    expect(formOf(completed).fields).toMatchObject({ name: 'CatCafe', context: '/cat_cafe', version: 'v1' });
    const filled = await ada.send(action, step(completed, 'edit'));
    expect(filled.text).toContain('The gateway has the file cats <b> 猫.yaml.');
    const preview = await upload(ada, { ...step(filled, 'preview'), ...own });
    expect([preview.status, preview.heading, preview.problem]).toEqual([200, 'Add the API CatCafe/v1', '']);
    expect(Math.max(completed.body.length, preview.body.length)).toBeLessThan(100_000);
    const edited = await ada.send(action, step(preview, 'edit'));
    expect(edited.text).toContain('The gateway has the file cats <b> 猫.yaml.');
    const done = await proposeShown(ada, preview);
    expect([done.status, done.problem]).toEqual([200, '']);
    const committed = 'proposals/ada/api-CatCafe-v1:apis/cat_cafe/v1/openapi.yaml';
    const size = await git(bare, 'cat-file', '-s', committed);
    expect(Number(size)).toBe(Buffer.byteLength(documentOf(6_000_000)));
  });

  test('is stored too if it is typed', async () => {
    const { ada, fields } = await openStore();
    const preview = await upload(ada, {
      ...fields,
      ...own,
      definition: documentOf(6_000_000),
      step: 'preview',
    });
    expect([preview.status, preview.heading]).toEqual([200, 'Add the API CatCafe/v1']);
    const edited = await ada.send(action, step(preview, 'edit'));
    expect(edited.text).toContain('The gateway has the text that you sent.');
    const replaced = await upload(ada, { ...step(edited, 'preview'), definition: '{' });
    expect(replaced.text).toContain('This { is not closed.');
  });
});

test('a stored document is only of the person who sent it', async () => {
  const { ada, fields, gatewayUrl } = await openStore();
  const completed = await upload(ada, { ...fields, step: 'preview' }, contract);
  const stored = formOf(completed).fields['definition.stored'] ?? '';
  expect(stored).toMatch(/^sha256:/);
  const eve = await signIn(gatewayUrl, 'eve');
  const sent = { ...(await emptyForm(eve)), ...own, owner: 'eve', step: 'preview' };
  const taken = await upload(eve, { ...sent, 'definition.stored': stored });
  expect([taken.status, taken.problem]).toEqual([
    410,
    expect.stringContaining(
      'The gateway keeps a document for up to an hour. Nothing has been changed: send the',
    ),
  ]);
  const again = formOf(taken).fields;
  expect([again['definition.stored'], again['name']]).toEqual([undefined, 'CatCafe']);
});

test('a document has at most the size that the gateway declares', async () => {
  const { ada, fields } = await openStore('sizes: { definitionBytes: 300000 }\n');
  const send = async (bytes: number) => {
    const page = await upload(ada, { ...fields, step: 'preview' }, 'x'.repeat(bytes));
    return [page.status, page.code, page.text.includes('The limit is 293 KiB.')];
  };
  expect(await send(300_000)).toEqual([422, 'openapi', false]);
  expect(await send(300_001)).toEqual([413, 'upload_too_large', true]);
  expect(await send(3_000_000)).toEqual([413, 'upload_too_large', true]);
});

test('a file that is not UTF-8 is refused', async () => {
  const { ada, fields } = await openStore();
  const page = await upload(ada, { ...fields, step: 'preview' }, new Uint8Array([0xc3, 0x28]));
  expect([page.status, page.code]).toEqual([400, 'form_unreadable']);
});

test('an upload without the token of the session is refused', async () => {
  const { ada, fields, gatewayUrl } = await openStore();
  const eve = await signIn(gatewayUrl, 'eve');
  for (const csrf of ['', 'x', (await emptyForm(eve))['csrf'] ?? '']) {
    const page = await upload(ada, { ...fields, csrf, step: 'preview' }, contract);
    expect([page.status, page.code]).toEqual([403, 'form_not_of_session']);
  }
});
