// @module-tag full
import { XmlDocument, type XmlElement } from 'libxml2-wasm';
import { beforeAll, describe, expect, test } from 'vitest';
import { cleanDefinition } from '#compiler/rule/clean-sources.ts';
import { git } from '../../../platform/git-in-test.ts';
import { openShared, start } from '../../../serve/running-gateway.ts';
import type { PageInTest } from '../../oauth/authorize/browser-in-test.ts';
import { formOf, makeProposalOrigin, proposeShown, signIn } from './proposals-in-test.ts';

const file = 'apis/dog_park/v1/api.yaml';
const document = 'apis/dog_park/v1/openapi.yaml';

const declaration = `kind: Api
name: DogPark
context: /dog_park
version: v1
state: published
description: Dogs & <b>parks</b>.
tags: [dogs]
owner: parks-team
definition: ./openapi.yaml
endpoints:
  production: { url: https://dogs.internal.example.edu }
  sandbox: { url: https://dogs-sandbox.internal.example.edu, timeouts: { connectMs: 100 } }
`;
/** A version that nobody can call yet. */
const created = declaration
  .replace('DogPark', 'BirdPark')
  .replace('dog_park', 'bird_park')
  .replace('published', 'created')
  .replaceAll('https://dogs', 'https://birds');
const camel = cleanDefinition.replace('  /dogs:', '  /parkDogs:');

let origin: Awaited<ReturnType<typeof makeProposalOrigin>>;
let gatewayUrl: string;
let ada: Awaited<ReturnType<typeof signIn>>;

beforeAll(() =>
  openShared(async (atEnd) => {
    const rules = 'lint: { rules: { path-snake-case: warning } }\n';
    origin = await makeProposalOrigin(rules, 'branch', atEnd);
    await origin.push({
      [file]: declaration,
      [document]: camel,
      'apis/bird_park/v1/api.yaml': created,
      'apis/bird_park/v1/openapi.yaml': cleanDefinition,
    });
    const stateFolder = `${origin.folder}/state`;
    ({ gatewayUrl } = await start({ root: origin.work, plainHttp: true, stateFolder }, atEnd));
    ada = await signIn(gatewayUrl, 'ada');
  }),
);

const open = (form: string, query = '?api=DogPark/v1', person = ada) =>
  person.visit(`/store/proposals/new/${form}${query}`);

/** What a browser sends of a form, text areas included. */
function fieldsOf(page: PageInTest): Readonly<Record<string, string>> {
  using parsed = XmlDocument.fromString(page.body.slice('<!doctype html>'.length));
  const areas = parsed.find('//textarea').map((node) => node as XmlElement);
  const texts = areas.map((node) => [node.attr('name')?.value ?? '', node.content.slice(1)] as const);
  return { ...formOf(page).fields, ...Object.fromEntries(texts) };
}

async function send(page: PageInTest, fields: Readonly<Record<string, string>>, step = 'preview') {
  return ada.send(formOf(page).action, { ...fieldsOf(page), step, ...fields });
}

const refs = async () =>
  (await git(origin.bare, 'for-each-ref', '--format=%(refname:lstrip=2)', 'refs/heads/proposals')).split(
    '\n',
  );

describe('the form for details', () => {
  test('opens with what is declared, and its change keeps the rest', async () => {
    const page = await open('details');
    expect([page.status, fieldsOf(page)]).toEqual([
      200,
      {
        csrf: expect.any(String),
        api: 'DogPark/v1',
        details: expect.stringMatching(/^sha256:/),
        description: 'Dogs & <b>parks</b>.',
        tags: 'dogs',
        'production.shown': 'on',
        production: 'https://dogs.internal.example.edu',
      },
    ]);
    expect(page.body).not.toContain('<b>parks');
    expect(page.text).toContain('Sandbox endpoint More than a URL is declared for it');
    const production = 'https://new.example.edu';
    // The parser of this test reads line breaks in attributes as spaces, which browsers do not.
    const tags = 'dogs\r\ncity';
    const preview = await send(page, { description: '<script>x</script>', tags, production });
    expect([preview.status, preview.heading]).toEqual([
      200,
      'Change the details and endpoints of DogPark/v1',
    ]);
    expect(preview.body).not.toContain('<script>x');
    expect(preview.text).toContain('Sensitive: where calls go');
    expect(preview.text).toContain('Changed: DogPark/v1 – description ');
    const again = await send(preview, {}, 'edit');
    expect(fieldsOf(again)).toMatchObject({ description: '<script>x</script>', production });
    const done = await proposeShown(ada, preview, { tags });
    expect([done.status, done.heading]).toEqual([200, 'Change the details and endpoints of DogPark/v1']);
    expect(done.text).toContain('The repository has accepted your proposal.');
    expect(done.text).toContain('Those who may push to the branch main of the repository merge it there');
    expect(done.body).toContain('href="/store/publisher/dog_park/v1"');
    expect((await send(page, { description: 'Later.' })).text).toContain(
      'You have an open proposal for the details and endpoints of this API version. If you propose this change, it replaces that proposal: make its changes here too',
    );
    expect(`${await git(origin.bare, 'show', `proposals/ada/details-DogPark-v1:${file}`)}\n`).toBe(
      declaration
        .replace('Dogs & <b>parks</b>.', '<script>x</script>')
        .replace('[dogs]', '[dogs, city]')
        .replace('https://dogs.internal.example.edu', production),
    );
  });

  test('is refused unchanged, and with findings at their fields', async () => {
    const page = await open('details');
    const unchanged = await send(page, {});
    expect([unchanged.status, unchanged.problem]).toEqual([
      422,
      'The change is not valid Nothing would change.',
    ]);
    for (const [field, value] of [
      ['production', 'http://169.254.169.254/'],
      ['production', 'no address'],
      ['tags', 'x'.repeat(51)],
    ] as const) {
      const wrong = await send(page, { [field]: value });
      expect([field, wrong.status, wrong.body]).toEqual([
        field,
        422,
        expect.stringContaining(`<p class="error" id="${field}-error">`),
      ]);
    }
    const hidden = await send(page, { description: 'a\u202Eb' });
    expect([hidden.status, hidden.body]).toEqual([422, expect.stringContaining('id="description-error"')]);
  });

  test('names each wrong tag and a wrong URL at once, and keeps its fields', async () => {
    const page = await open('details');
    const tags = `dogs\r\n<b>words, Dictionary\r\n${'x'.repeat(60)}`;
    const wrong = await send(page, { tags, production: 'ftp://x' });
    expect([wrong.status, wrong.problem]).toEqual([
      422,
      'Some fields need changes ' +
        'The line “<b>words, Dictionary” has a comma. Write each tag on a line of its own. ' +
        `The tag “${'x'.repeat(50)}…” has more than 50 characters.` +
        'This is not an absolute http or https URL. Write it as https://host/path.',
    ]);
    expect(wrong.body).not.toContain('<b>words');
    expect(fieldsOf(wrong)).toMatchObject({ production: 'ftp://x', 'production.shown': 'on' });
    const many = await send(page, { tags: Array.from({ length: 3000 }, (_, at) => at).join('\n') });
    expect(many.text).toContain('A version has at most 20 tags.');
  });

  test('removes an endpoint whose field is empty, and keeps the field after an error', async () => {
    await origin.push({ [file]: declaration.replace(/, timeouts: .*\} \}/, ' }') });
    const page = await open('details');
    expect(fieldsOf(page)).toMatchObject({ sandbox: 'https://dogs-sandbox.internal.example.edu' });
    const wrong = await send(page, { sandbox: '', tags: 'a,b' });
    expect(wrong.status).toBe(422);
    expect(fieldsOf(wrong)).toMatchObject({ sandbox: '', 'sandbox.shown': 'on' });
    expect(wrong.text).not.toContain('More than a URL');
    const preview = await send(wrong, { tags: 'dogs', description: 'New.' });
    expect(preview.text).toContain('the sandbox endpoint was removed');
    expect(fieldsOf(await send(preview, {}, 'edit'))).toMatchObject({ sandbox: '', description: 'New.' });
    const production = await send(page, { production: '' });
    expect([production.status, production.text]).toEqual([
      422,
      expect.stringContaining('DogPark/v1 is published but has no production endpoint.'),
    ]);
    expect(production.text).toContain('The rules for changes forbid this change');
    await origin.push({ [file]: declaration });
  });

  test('neither changes an endpoint that it does not show, nor the API of somebody else', async () => {
    const page = await open('details');
    const forged = await send(page, { sandbox: 'https://evil.example.org' });
    expect([forged.status, forged.text]).toEqual([
      422,
      expect.stringContaining('The sandbox endpoint of DogPark/v1 has more than a URL.'),
    ]);
    const removed = await send(page, { 'sandbox.shown': 'on' });
    expect([removed.status, removed.text]).toEqual([
      422,
      expect.stringContaining('The sandbox endpoint of DogPark/v1 has more than a URL.'),
    ]);
    const eve = await signIn(gatewayUrl, 'eve');
    expect((await open('details', '?api=DogPark/v1', eve)).status).toBe(404);
    const { csrf = '' } = formOf(await eve.visit('/store/proposals/new/application')).fields;
    const stolen = { ...fieldsOf(page), csrf, description: 'Mine.', step: 'propose' };
    expect((await eve.send('/store/proposals/new/details', stolen)).status).toBe(404);
    expect((await refs()).filter((name) => name.includes('/eve/'))).toEqual([]);
  });

  test('is shown again with all of it after its session has ended', async () => {
    const typed = { ...fieldsOf(await open('details')), description: 'Typed <b>.', tags: 'typed' };
    const again = await ada.send('/store/proposals/new/details', { ...typed, csrf: 'x', step: 'propose' });
    const { csrf: _, ...fields }: Readonly<Record<string, string>> = typed;
    expect([again.status, again.code, fieldsOf(again)]).toEqual([
      403,
      'form_not_of_session',
      expect.objectContaining(fields),
    ]);
  });

  test('does not undo what was changed since it was opened', async () => {
    const page = await open('details');
    const preview = await send(page, { description: 'Mine.' });
    await origin.push({ 'README.md': 'moved\n' });
    const moved = await send(preview, {}, 'propose');
    expect([moved.status, moved.text]).toEqual([
      409,
      expect.stringContaining('have changed since the preview'),
    ]);
    await origin.push({ [file]: declaration.replace('[dogs]', '[dogs, theirs]') });
    const late = await send(moved, {}, 'propose');
    expect([late.status, late.text]).toEqual([
      422,
      expect.stringContaining('The details of DogPark/v1 are not those with which this form was opened.'),
    ]);
    expect(fieldsOf(await open('details'))['tags']).toBe('dogs\ntheirs');
    // What was typed is there, next to what is declared now.
    expect(fieldsOf(late)).toMatchObject({ description: 'Mine.', tags: 'dogs' });
    const declaredNow = (field: string) =>
      new RegExp(`id="${field}-declared">.*?<bdi>(.*?)</bdi>`, 's').exec(late.body)?.[1];
    expect(['description', 'tags', 'production', 'sandbox'].map(declaredNow)).toEqual([
      'Dogs &amp; &lt;b&gt;parks&lt;/b&gt;.',
      'dogs\ntheirs',
      undefined,
      undefined,
    ]);
    expect(late.body).toMatch(/id="tags"[^>]*aria-describedby="tags-hint tags-declared"/);
    const again = await send(late, {});
    expect([again.status, again.heading]).toEqual([200, 'Change the details and endpoints of DogPark/v1']);
    await origin.push({ [file]: declaration });
  });

  test('has the fields that there are now, after endpoints were changed by hand meanwhile', async () => {
    const page = await open('details');
    const simple = declaration.replace(', timeouts: { connectMs: 100 }', '');
    const url = 'https://dogs.internal.example.edu';
    const swapped = simple.replace(`{ url: ${url} }`, `{ url: ${url}, timeouts: { connectMs: 100 } }`);
    await origin.push({ [file]: swapped });
    const late = await send(page, { description: '', production: 'https://mine.example' });
    expect(late.status).toBe(422);
    const fields = fieldsOf(late);
    // The production endpoint has more than a URL now, and the sandbox endpoint a URL alone.
    expect(fields).not.toHaveProperty('production');
    expect(fields).toMatchObject({ description: '', sandbox: 'https://dogs-sandbox.internal.example.edu' });
    const preview = await send(late, {});
    expect([preview.status, preview.text]).toEqual([200, expect.not.stringContaining('mine.example')]);
    await origin.push({ [file]: declaration });
  });
});

describe('the form for a document', () => {
  test('shows what breaks, and for whom', async () => {
    const page = await open('document');
    const harmless = await send(page, { definition: camel.replace('Lists the dogs.', 'Lists all dogs.') });
    expect(harmless.text).toContain('The new document of DogPark/v1, compared with the present one');
    expect(harmless.text).toContain('Nothing breaks a caller of DogPark/v1.');
    const definition = camel.replace('- name: breed', '- required: true\n          name: breed');
    const breaking = await send(page, { definition });
    expect([breaking.status, breaking.heading]).toEqual([422, 'Replace the OpenAPI document of DogPark/v1']);
    expect(breaking.text).toContain('query parameter breed became required');
    expect(breaking.text).not.toContain('then propose it');
    expect(breaking.body).toContain('href="/store/proposals/new/version?api=DogPark%2Fv1"');
    expect(breaking.text).toContain('Their calls may fail as soon as the change is served: DogWalker');
    expect((await send(breaking, {}, 'propose')).status).toBe(422);
    const wrong = await send(page, { definition: camel.replace('/parkDogs:', '/getDogs:') });
    expect([wrong.status, wrong.body]).toEqual([422, expect.stringContaining('id="definition-error"')]);
    expect(wrong.body).toMatch(/getDogs[^]*name="acceptErrors"/);
    const accepted = await send(wrong, { acceptErrors: 'on' });
    expect([accepted.status, accepted.text]).toEqual([
      422,
      expect.stringMatching(
        /\d+ errors? of design rules in the document goe?s? into gatewright-baseline\.json\./,
      ),
    ]);
    expect(accepted.problem).toBe('The rules for changes forbid this change, so it cannot be proposed.');
    const same = await send(page, { definition: camel });
    expect(same.text).toContain('Nothing would change: this is the document that is there.');
    expect((await send(page, { definition: '' })).status).toBe(422);
  });

  test('has a link to the document as it is in the repository, for owners alone', async () => {
    const [, path = ''] =
      /<a href="([^"]+)">Download the present document/.exec((await open('document')).body) ?? [];
    expect(path).toBe('/store/proposals/document?api=DogPark%2Fv1');
    const download = await ada.visit(path);
    expect([download.status, download.body]).toEqual([200, camel]);
    expect(download.headers['content-type']).toBe('application/yaml; charset=utf-8');
    expect(download.headers['content-disposition']).toBe('attachment; filename="openapi.yaml"');
    const eve = await signIn(gatewayUrl, 'eve');
    for (const api of ['DogPark/v1', 'NoPark/v1', '../DogPark/v1', ''])
      expect(
        (await eve.visit(`/store/proposals/document?${new URLSearchParams({ api }).toString()}`)).status,
      ).toBe(404);
    const reworded = camel.replace('Lists the dogs.', 'Lists many dogs.');
    await origin.push({ [document]: reworded });
    expect((await ada.visit(path)).body).toBe(reworded);
    await origin.push({ [document]: camel });
  });

  test('is not downloaded if it has several files, since the form does not replace it', async () => {
    const several = camel.replace(/^( *)NewDog:$/m, "$1Name: { $ref: './schemas.yaml#/Name' }\n$&");
    const schemas = 'apis/dog_park/v1/schemas.yaml';
    await origin.push({ [document]: several, [schemas]: 'Name: { type: string }\n' });
    const page = await ada.visit('/store/proposals/document?api=DogPark%2Fv1');
    expect([page.status, page.text]).toEqual([422, expect.stringContaining('is made of 2 files')]);
    await origin.push({ [document]: camel, [schemas]: undefined });
  });
});

describe('the forms for the lifecycle', () => {
  test('are offered for the states that allow them', async () => {
    const links = async (path: string) => {
      const { body } = await ada.visit(`/store/publisher/${path}`);
      return [...body.matchAll(/proposals\/new\/(\w+)\?api=/g)].map(([, name]) => name);
    };
    const common = ['details', 'document', 'version'];
    expect((await links('dog_park/v1')).filter((name) => name !== 'suppress')).toEqual([
      'deprecate',
      'block',
      ...common,
    ]);
    expect(await links('bird_park/v1')).toEqual(['publish', ...common]);
    const refused = await open('publish');
    expect([refused.status, refused.text]).toEqual([
      422,
      expect.stringContaining('Only a created version can be published.'),
    ]);
    expect((await open('unblock')).status).toBe(404);
  });

  test('publish and block a version', async () => {
    const published = await send(await open('publish', '?api=BirdPark/v1'), {});
    expect([published.status, published.heading]).toEqual([200, 'Publish BirdPark/v1']);
    const until = await send(await open('block'), { blockedUntil: 'soon' });
    expect([until.status, until.body]).toEqual([422, expect.stringContaining('id="blockedUntil-error"')]);
    for (const wrong of ['2030-02-30', '2030-01-31T25:00', '<b>', '9'.repeat(5000)])
      expect((await send(await open('block'), { blockedUntil: wrong })).text).toContain(
        'Enter a date such as 2026-01-31, or a date and time such as 2026-01-31T12:00:00Z.',
      );
    const past = await send(await open('block'), { blockedUntil: '2025-01-01' });
    expect([past.status, past.text]).toEqual([422, expect.stringContaining('This time is in the past.')]);
    for (const [typed, written] of [
      ['2030-01-31', '2030-01-31T00:00:00Z'],
      ['2030-01-31 12:30', '2030-01-31T12:30:00Z'],
    ] as const)
      expect((await send(await open('block'), { blockedUntil: typed })).text).toContain(
        `+blockedUntil: ${written}`,
      );
    const blocked = await send(await open('block'), { blockedUntil: '2030-01-31T12:00:00Z' });
    expect(blocked.text).toContain('+blockedUntil: 2030-01-31T12:00:00Z');
    expect((await proposeShown(ada, blocked)).status).toBe(200);
    expect(await refs()).toContain('proposals/ada/lifecycle-DogPark-v1');
    // Both states are on the same branch.
    const warning = 'You have an open proposal for the state of this API version.';
    const deprecated = await send(await open('deprecate'), { since: '2030-01-31', sunset: '', link: '' });
    expect([deprecated.status, deprecated.text]).toEqual([200, expect.stringContaining(warning)]);
    expect((await send(await open('publish', '?api=BirdPark/v1'), {})).text).not.toContain(warning);
  });
});

describe('the form for a finding', () => {
  const finding = { rule: 'path-snake-case', file: document, pointer: '/paths/~1parkDogs' };
  const query = (changes = {}) =>
    `?${new URLSearchParams({ api: 'DogPark/v1', ...finding, ...changes }).toString()}`;

  test('is reached from the list, needs a reason, and writes a comment', async () => {
    const { body } = await ada.visit('/store/publisher/dog_park/v1');
    expect(body).toContain(`/store/proposals/new/suppress${query()}"`.replaceAll('&', '&amp;'));
    const page = await open('suppress', query());
    expect(page.text).toMatch(/Finding .*parkDogs.* Line \d+/);
    const empty = await send(page, {});
    expect(empty.text).toMatch(/Finding .*parkDogs.* Line \d+/);
    expect([empty.status, empty.body]).toEqual([422, expect.stringContaining('id="reason-error"')]);
    const two = await send(page, { reason: 'a\nkind: Api' });
    expect([two.status, two.text]).toEqual([422, expect.stringContaining('The reason has a character')]);
    const preview = await send(page, { reason: 'Old <b>URL</b>.' });
    expect([preview.status, preview.heading]).toEqual([
      200,
      'Suppress a finding of path-snake-case in DogPark/v1',
    ]);
    expect(preview.text).toContain('Nothing changes for callers.');
    expect(preview.body).not.toContain('<b>URL');
    const done = await proposeShown(ada, preview);
    expect(done.status).toBe(200);
    const branch = (await refs()).find((name) => name.startsWith('proposals/ada/finding-DogPark-v1-'));
    expect(await git(origin.bare, 'diff', '--unified=0', `main...${branch}`, '--', document)).toContain(
      '\n+  # gatewright-ignore path-snake-case: Old <b>URL</b>.',
    );
    const waiting = await ada.visit('/store/publisher/dog_park/v1');
    expect(waiting.text).toContain('Suppress a finding of path-snake-case in DogPark/v1');
    // The same finding is the same subject, whatever the reason is.
    const other = await send(await open('suppress', query()), { reason: 'Another.' });
    await send(other, {}, 'propose');
    expect((await refs()).filter((name) => name.includes('/finding-'))).toEqual([branch]);
  });

  test.each([
    ['a rule that is none', { rule: '"><script>alert(1)</script>' }],
    ['another file', { file: '../../../etc/passwd' }],
    ['another place', { pointer: `/paths/${'x'.repeat(5000)}` }],
    ['a finding of others', { file: 'applications/dog_walker.yaml', pointer: '' }],
  ])('refuses %s', async (_, changes) => {
    const page = await open('suppress', query(changes));
    expect([page.status, page.forms.filter(({ action }) => action.includes('/new/'))]).toEqual([422, []]);
    expect(page.body).not.toContain('<script>alert');
    const sent = await send(await open('suppress', query()), { reason: 'Because.', ...changes });
    expect(sent.body).not.toContain('<script>alert');
    expect([sent.status, sent.text]).toEqual([
      422,
      expect.stringContaining('Lint reports no such finding any more, or its rule cannot be suppressed.'),
    ]);
  });

  test('is about a finding', async () => {
    const page = await open('suppress');
    expect([page.status, page.text]).toEqual([
      422,
      expect.stringContaining('Choose the finding in the list'),
    ]);
    expect(page.body).toContain('href="/store/publisher/dog_park/v1"');
    expect(page.forms.filter(({ action }) => action.includes('/new/'))).toEqual([]);
    const { csrf = '' } = formOf(await open('suppress', query())).fields;
    const forged = await ada.send('/store/proposals/new/suppress', { csrf, api: 'DogPark/v1', reason: 'x' });
    expect([forged.status, forged.text]).toEqual([422, page.text]);
  });
});
