// @module-tag full
import { XmlDocument, type XmlElement } from 'libxml2-wasm';
import fc from 'fast-check';
import { beforeAll, describe, expect, test } from 'vitest';
import { digestOf } from '#compiled/digest.ts';
import { cleanSources } from '#compiler/rule/clean-sources.ts';
import { draws } from '../../../full-run.ts';
import { git } from '../../../platform/git-in-test.ts';
import { openShared, start } from '../../../serve/running-gateway.ts';
import { BrowserInTest, type PageInTest } from '../../oauth/authorize/browser-in-test.ts';
import { formOf, makeProposalOrigin, signIn } from './proposals-in-test.ts';

type Person = Awaited<ReturnType<typeof signIn>>;

let origin: Awaited<ReturnType<typeof makeProposalOrigin>>;
let gatewayUrl: string;
let ada: Person;

beforeAll(() =>
  openShared(async (atEnd) => {
    origin = await makeProposalOrigin('', 'branch', atEnd);
    const stateFolder = `${origin.folder}/state`;
    ({ gatewayUrl } = await start({ root: origin.work, plainHttp: true, stateFolder }, atEnd));
    ada = await signIn(gatewayUrl, 'ada');
  }),
);

const pathOf = (form: string) => `/store/proposals/new/${form}`;
const contract = (cleanSources['apis/dog_park/v1/openapi.yaml'] ?? '').replace(
  /title: .*/,
  'title: Cat Cafe',
);

async function send(form: string, fields: Readonly<Record<string, string>>, person = ada) {
  const { csrf = '' } = formOf(await person.visit(pathOf('application'))).fields;
  return person.send(pathOf(form), { csrf, step: 'preview', ...fields });
}

/** The fields of a form by name: what is filled in, and what is wrong with it as assistive technology reads it. */
function readFields({ body }: PageInTest) {
  using page = XmlDocument.fromString(body.slice('<!doctype html>'.length));
  const attribute = (node: XmlElement, name: string) => node.attr(name)?.value ?? '';
  const found = page.find('//form[@class="form"]//*[self::input or self::textarea or self::select]');
  const inputs = found.map((node) => node as XmlElement);
  return Object.fromEntries(
    inputs.map((node) => {
      const chosen = node.name === 'select' ? node.get('option[@selected]') : undefined;
      const text = node.name === 'textarea' ? node.content.slice(1) : attribute(node, 'value');
      const value = node.name === 'select' ? chosen && attribute(chosen as XmlElement, 'value') : text;
      const described = attribute(node, 'aria-describedby').split(' ');
      const errors = described.filter((id) => id.endsWith('-error'));
      const error = errors.map((id) => page.get(`//*[@id="${id}"]`)?.content).join(' ');
      const isInvalid = attribute(node, 'aria-invalid') === 'true';
      expect(isInvalid).toBe(error !== '');
      return [attribute(node, 'name'), { value, error }];
    }),
  );
}

function readErrors(page: PageInTest) {
  const wrong = Object.entries(readFields(page)).filter(([, { error }]) => error !== '');
  return Object.fromEntries(wrong.map(([name, { error }]) => [name, error]));
}

function readOptions({ body }: PageInTest, name: string): readonly string[] {
  using page = XmlDocument.fromString(body.slice('<!doctype html>'.length));
  return page.find(`//select[@name="${name}"]/option`).map((node) => node.content);
}

describe('a document that does not say all', () => {
  const definition = contract
    .replace('title: Cat Cafe', 'title: "1"')
    .replace(/version: .*/, 'version: beta')
    .replace(/servers:\n(\s+-.*\n)+/, '');

  test('is answered with what to enter, at each field', async () => {
    const page = await send('api', { definition, owner: 'ada' });
    expect([page.status, page.title]).toEqual([422, 'Error: Propose an API – Parks']);
    expect(readErrors(page)).toEqual({
      name: 'The title of the document gives no name. Enter a name, such as DogPark.',
      context: 'The title of the document gives no context. Enter a context, such as /dog_park.',
      version: 'The document states no version number. Enter a version, such as v1.',
      production: 'The document names no server that the gateway can call. Enter the production endpoint.',
    });
    for (const field of Object.keys(readErrors(page))) expect(page.body).toContain(`<a href="#${field}">`);
    expect(page.body).toMatch(/<div class="problem" role="alert" tabindex="-1" autofocus="">/);
    expect(readFields(page)['definition']?.value?.trim()).toBe(definition.trim());
  });

  test('is previewed once that is entered; the context is that of the name', async () => {
    const typed = { definition, owner: 'ada', name: 'CatCafe', version: 'v3' };
    const page = await send('api', { ...typed, production: 'https://cats.example.edu' });
    expect([page.status, page.heading]).toEqual([200, 'Add the API CatCafe/v3']);
    expect(page.text).toContain('Taken from the document: Context /cat_cafe.');
  });

  test('is missing altogether', async () => {
    for (const form of ['api', 'version']) {
      const page = await send(form, { api: 'DogPark/v1', definition: '  ' });
      // What a document would fill in is not missing besides.
      expect([page.status, readErrors(page)]).toEqual([
        422,
        { definition: 'Choose the file of an OpenAPI document, or paste its text.' },
      ]);
    }
  });
});

describe('a change with errors', () => {
  test('is shown again with each error at its field', async () => {
    const typed = { definition: contract.replace('/dogs:', '/getDogs:'), name: 'CatCafe', owner: 'ada' };
    const page = await send('api', { ...typed, production: 'http://cats.example.edu' });
    expect(page.status).toBe(422);
    const errors = readErrors(page);
    expect(Object.keys(errors).toSorted()).toEqual(['definition', 'production']);
    expect(errors['production']).toContain('does not use https. Use https;');
    expect(errors['definition']).toContain('contains the verb get. Write dogs');
    expect(page.body).toContain('value="CatCafe"');
  });

  test.each<[form: string, field: string, text: string, typed: Readonly<Record<string, string>>]>([
    ['api', 'name', 'Write it in UpperCamelCase: DogPark.', { definition: contract, name: 'cats' }],
    ['api', 'version', 'Write it as a number: v1.', { definition: contract, version: 'beta' }],
    ['api', 'definition', 'The document is broken at line 1, column 1', { definition: '{' }],
    ['version', 'version', 'already exists.', { api: 'DogPark/v1', definition: contract, version: 'v1' }],
    ['application', 'name', 'Enter a name for the application.', { name: '' }],
    ['application', 'name', 'Choose another name.', { name: 'DogWalker' }],
    ['application', 'callbackUrls', 'has no callback URL. Add the URL', { name: 'Cats', type: 'web' }],
    [
      'settings',
      'callbackUrls',
      'is not an absolute https URL',
      { application: 'DogWalker', callbackUrls: 'x y' },
    ],
    ['deprecate', 'since', 'date', { api: 'DogPark/v1', since: 'soon' }],
    ['deprecate', 'successor', 'No other published version', { api: 'DogPark/v1', successor: 'DogPark/v1' }],
    ['subscribe', 'api', 'This API version does not exist', { application: 'DogWalker', api: 'DogParc/v1' }],
  ])('%s: the %s, since %s', async (form, field, text, typed) => {
    const page = await send(form, typed);
    expect([page.status, page.title.startsWith('Error: ')]).toEqual([422, true]);
    const errors = readErrors(page);
    expect(Object.keys(errors)).toContain(field);
    expect(errors[field]).toContain(text);
  });

  test('keeps all that was typed', async () => {
    const text = fc.oneof(
      fc.string({ unit: 'grapheme', maxLength: 60 }),
      fc.constantFrom('<b>', '"\'&amp;', ' x '),
    );
    const names = ['name', 'context', 'version', 'production', 'sandbox'] as const;
    await fc.assert(
      fc.asyncProperty(fc.tuple(text, text, text, text, text), async (values) => {
        const typed = Object.fromEntries(names.map((name, index) => [name, values[index] ?? '']));
        const page = await send('api', { ...typed, definition: 'no: document', owner: 'ada' });
        expect(page.status).toBe(422);
        const shown = readFields(page);
        for (const name of names) expect(shown[name]?.value).toBe(typed[name]);
      }),
      { numRuns: draws(30) },
    );
  });
});

describe('a name that is mistyped', () => {
  test.each([
    ['version?api=DogParc/v1', 'api', 'DogPark/v1'],
    ['deprecate?api=DogParc/v1', 'api', 'DogPark/v1'],
    ['retire?api=DogParc/v1', 'api', 'DogPark/v1'],
    ['settings?application=DogWolker', 'application', 'DogWalker'],
    ['keys?application=DogWolker', 'application', 'DogWalker'],
    ['withdraw?application=DogWalker&api=DogParc/v1', 'api', 'DogPark/v1'],
    ['subscribe?application=DogWalker&api=DogParc/v1', 'api', 'DogPark/v1'],
  ])('leads to a choice: %s', async (form, field, offered) => {
    const page = await ada.visit(pathOf(form));
    expect(page.status).toBe(422);
    expect(readOptions(page, field)).toEqual(['Choose …', offered]);
    expect(Object.keys(readErrors(page))).toEqual([field]);
    const [name = ''] = form.split('?');
    const unnamed = await ada.visit(pathOf(name));
    expect([unnamed.status, unnamed.problem]).toEqual([200, '']);
  });

  test('is not a successor, and neither is the version itself', async () => {
    const page = await ada.visit(pathOf('deprecate?api=DogPark/v1&successor=DogParc/v2'));
    expect([page.status, Object.keys(readErrors(page))]).toEqual([422, ['successor']]);
    expect(readOptions(page, 'successor')).toEqual(['None']);
  });
});

describe('a form whose session has ended', () => {
  const typed = { name: 'CatCafe', 'grants.client_credentials': 'on', type: 'service', owner: 'ada' };
  /** In one line, since XML reads line breaks in attributes as spaces. */
  const definition = JSON.stringify({ openapi: '3.1.0', 'x-notes': '&猫<'.repeat(200_000) });

  /** Somebody whose session ends in another tab of their browser. */
  async function openEnded() {
    const browser = new BrowserInTest(gatewayUrl);
    const person = await signIn(gatewayUrl, 'ada', browser);
    const { csrf = '' } = formOf(await person.visit(pathOf('api'))).fields;
    await person.send('/store/sign-out', { csrf });
    return { browser, person, csrf };
  }

  test.each([
    ['application', typed],
    ['api', { definition, name: 'CatCafe', context: '/cats', version: 'v1', production: 'https://a.edu' }],
  ])('comes back filled once they have signed in again: %s', async (form, fields: Record<string, string>) => {
    const { browser, person, csrf } = await openEnded();
    const ended = await person.send(pathOf(form), { csrf, step: 'propose', base: '0', ...fields });
    expect([ended.status, ended.heading, ended.code]).toEqual([
      403,
      'You are not signed in any more',
      'signed_out',
    ]);
    expect(ended.body).not.toContain(csrf);
    const kept = formOf(ended);
    const still = await person.send(kept.action, kept.fields);
    expect(digestOf(JSON.stringify(formOf(still).fields))).toBe(digestOf(JSON.stringify(kept.fields)));
    const again = await signIn(gatewayUrl, 'ada', browser);
    const back = await again.visit('/store/signed-in-again');
    expect([back.status, back.heading]).toEqual([200, 'You are signed in as Ada <b>Lovelace']);
    const restored = await again.send(kept.action, { ...kept.fields, step: 'propose' });
    expect([restored.status, restored.problem]).toEqual([200, '']);
    expect(restored.text).toContain('Your form is as you left it.');
    const shown = readFields(restored);
    const lost = Object.keys(fields).filter((name) => shown[name]?.value !== fields[name]);
    expect(lost).toEqual([]);
    expect(await git(origin.bare, 'for-each-ref', 'refs/heads/proposals')).toBe('');
  });

  test('is shown, and changes nothing, if it is of an earlier session', async () => {
    const browser = new BrowserInTest(gatewayUrl);
    const before = await signIn(gatewayUrl, 'ada', browser);
    const { csrf = '' } = formOf(await before.visit(pathOf('application'))).fields;
    await before.send('/store/sign-out', { csrf });
    const after = await signIn(gatewayUrl, 'eve', browser);
    const page = await after.send(pathOf('application'), { csrf, ...typed, step: 'propose', base: '0' });
    expect([page.status, page.code]).toEqual([403, 'form_not_of_session']);
    expect(readFields(page)['name']?.value).toBe('CatCafe');
    expect(formOf(page).fields['csrf']).not.toBe(csrf);
    expect(await git(origin.bare, 'for-each-ref', 'refs/heads/proposals')).toBe('');
  });

  test('is not read if nobody has signed in with the browser', async () => {
    const stranger = new BrowserInTest(gatewayUrl);
    await stranger.visit('/store/sign-in?return=%2Fstore');
    const page = await stranger.submit(pathOf('application'), typed, { origin: gatewayUrl });
    expect([page.status, page.code, page.forms.length]).toEqual([403, 'signed_out', 0]);
    expect(page.body).not.toContain('CatCafe');
  });
});

describe('a proposal from nothing to a call', () => {
  test('is one commit, whose secret is shown once', async () => {
    const page = await ada.visit(pathOf('application?api=DogPark/v1'));
    expect(readFields(page)['api']?.value).toBe('DogPark/v1');
    const form = { name: 'CatCounter', type: 'service', owner: 'ada', 'keys.production': 'on' };
    const preview = await send('application', {
      ...form,
      'keys.sandbox': 'on',
      api: 'DogPark/v1',
      tier: 'gold',
    });
    expect([preview.status, preview.problem]).toEqual([200, '']);
    const { action, fields } = formOf(preview);
    const done = await ada.send(action, { ...fields, step: 'propose' });
    const secrets = [...done.body.matchAll(/<dt>Consumer secret<\/dt>.*?<code>([\w-]{43})</gs)];
    expect([done.status, secrets.length]).toEqual([200, 2]);
    const branch = 'proposals/ada/application-CatCounter';
    const files = await git(origin.bare, 'diff', '--name-only', 'main', branch);
    expect(files.split('\n')).toEqual([
      'apis/dog_park/v1/subscriptions/cat_counter.yaml',
      'applications/cat_counter.yaml',
    ]);
    expect(await git(origin.bare, 'rev-list', '--count', `main..${branch}`)).toBe('1');

    const again = await ada.send(action, { ...fields, step: 'propose' });
    expect(again.text).toContain('The keys of the last preview have expired, or were proposed already.');
    expect(again.text).toContain('You have an open proposal for this application.');
    for (const [, secret = ''] of secrets) expect(again.body).not.toContain(secret);
    expect(again.text).not.toContain('Consumer secret');
    await git(origin.bare, 'update-ref', '-d', `refs/heads/${branch}`);
  });
});
