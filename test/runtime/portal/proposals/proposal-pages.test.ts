// @module-tag full
import { rm, writeFile } from 'node:fs/promises';
import { XmlDocument, type XmlNode } from 'libxml2-wasm';
import { describe, expect, test } from 'vitest';
import { full } from '../../../full-run.ts';
import { digestOf } from '#compiled/digest.ts';
import { cleanSources } from '#compiler/rule/clean-sources.ts';
import { git } from '../../../platform/git-in-test.ts';
import { start } from '../../../serve/running-gateway.ts';
import { BrowserInTest } from '../../oauth/authorize/browser-in-test.ts';
import { formOf, makeProposalOrigin, signIn } from './proposals-in-test.ts';

interface OpenedStore {
  readonly workers?: number;
  readonly delivery?: 'branch' | 'patch';
}

async function openStore({ workers = 1, delivery }: OpenedStore = {}) {
  const origin = await makeProposalOrigin(workers > 1 ? 'state: { store: sqlite }\n' : '', delivery);
  const gateway = await start({
    root: origin.work,
    plainHttp: true,
    workers,
    stateFolder: `${origin.folder}/state`,
  });
  return { ...gateway, ...origin };
}

describe('the pages of proposals', () => {
  test.each([1, 2])('lead from a form to a branch, with %i threads', async (workers) => {
    const { gatewayUrl, bare, push } = await openStore({ workers });
    const ada = await signIn(gatewayUrl, 'ada');
    const empty = formOf(await ada.visit('/store/proposals/new/application'));
    const typed = {
      csrf: empty.fields['csrf'] ?? '',
      name: 'CatCafe',
      description: '<script>alert(1)</script>',
      type: 'service',
      owner: 'ada',
      'grants.client_credentials': 'on',
      'keys.production': 'on',
      step: 'preview',
    };
    const preview = await ada.send(empty.action, typed);
    expect(preview.status).toBe(200);
    expect(preview.heading).toBe('Add the application CatCafe');
    expect(preview.body).not.toContain('<script>alert');
    expect(preview.text).toContain('+name: CatCafe');
    expect(preview.text).toContain('Sensitive: who may call');
    expect(preview.text).not.toContain('Consumer secret');
    const [digest = ''] = /sha256:[\da-f]{64}/.exec(preview.text) ?? [];
    const confirm = formOf(preview);
    const moved = await push({ 'README.md': 'moved\n' });
    const again = await ada.send(confirm.action, { ...confirm.fields, step: 'propose' });
    expect([again.status, formOf(again).fields['base']]).toEqual([409, moved]);
    const done = await ada.send(confirm.action, { ...formOf(again).fields, step: 'propose' });
    expect(done.status).toBe(200);
    const branch = 'proposals/ada/application-CatCafe';
    expect(done.text).toContain(branch);
    const [, secret = ''] = /<dt>Consumer secret<\/dt>.*?<code>([\w-]{43})</s.exec(done.body) ?? [];
    expect(digestOf(secret)).toBe(digest);
    const raw = await git(bare, 'cat-file', 'commit', branch);
    expect(raw).toContain('author Ada b Lovelace <ada@users.noreply.localhost> ');
    const patch = await git(bare, 'show', branch);
    expect(patch).not.toContain(secret);
    expect(patch).toContain(`+      - ${digest}`);
    expect(patch).toContain('+description: <script>alert(1)</script>');
    const list = await ada.visit('/store/proposals');
    expect(list.text).toContain('Add the application CatCafe');
    const eve = await signIn(gatewayUrl, 'eve');
    expect((await eve.visit('/store/proposals')).text).not.toContain('CatCafe');
  });

  test('an API is proposed from its document, and its findings are shown', async () => {
    const { gatewayUrl, bare } = await openStore();
    const ada = await signIn(gatewayUrl, 'ada');
    const empty = formOf(await ada.visit('/store/proposals/new/api'));
    const definition = (cleanSources['apis/dog_park/v1/openapi.yaml'] ?? '').replace(
      /title: .*/,
      'title: Cat Cafe',
    );
    const completed = formOf(await ada.send(empty.action, { ...empty.fields, definition, step: 'preview' }));
    expect(completed.fields).toMatchObject({
      name: 'CatCafe',
      context: '/cat_cafe',
      version: 'v1',
    });
    const production = 'http://cats.example.edu';
    const preview = await ada.send(completed.action, { ...completed.fields, production, step: 'preview' });
    expect(preview.text).toContain('This change has errors, so it cannot be proposed.');
    expect(formOf(preview).buttons.join(' ')).not.toContain('propose');
    const forced = { ...formOf(preview).fields, step: 'propose' };
    expect((await ada.send(completed.action, forced)).status).toBe(422);
    expect(await git(bare, 'for-each-ref', 'refs/heads/proposals')).toBe('');
    const broken = await ada.send(empty.action, { ...empty.fields, definition: '{', step: 'preview' });
    expect([broken.status, broken.problem]).toEqual([422, expect.stringContaining('The document is broken')]);
  });
});

describe('a proposal without a repository to push to', full, () => {
  test.each([1, 2])('is a patch to download, with %i threads', async (workers) => {
    const { gatewayUrl, work } = await openStore({ workers, delivery: 'patch' });
    const ada = await signIn(gatewayUrl, 'ada');
    const { action, fields } = formOf(await ada.visit('/store/proposals/new/api'));
    const definition = (cleanSources['apis/dog_park/v1/openapi.yaml'] ?? '').replace(
      /title: .*/,
      `title: Cat Cafe\n  x-notes: "${'&猫<'.repeat(400_000)}"`,
    );
    const typed = { ...fields, definition, production: 'https://cats.example.edu' };
    const completed = formOf(await ada.send(action, { ...typed, step: 'preview' }));
    const sent = { ...completed.fields, ...typed, name: 'CatCafe', context: '/cat_cafe', version: 'v1' };
    const preview = formOf(await ada.send(action, { ...sent, step: 'preview' }));
    const { base = '' } = preview.fields;
    const done = await ada.send(action, { ...sent, base, step: 'propose' });
    expect(done.text).toContain('Your proposal is a patch.');
    expect(Buffer.byteLength(done.body)).toBeLessThan(100_000);
    const download = formOf(done, '/store/proposals/patch');
    expect(download.buttons).toEqual(['||Download 0001-add-the-api-catcafe-v1.patch']);
    const { status, headers, body } = await ada.send(download.action, download.fields);
    expect([status, headers['content-type'], headers['content-disposition']]).toEqual([
      200,
      'text/x-patch; charset=utf-8',
      'attachment; filename="0001-add-the-api-catcafe-v1.patch"',
    ]);
    expect(Buffer.byteLength(body)).toBeGreaterThan(2_000_000);
    await writeFile(`${work}/../cats.patch`, body);
    await git(work, 'am', '../cats.patch');
    expect(await git(work, 'log', '--format=%an: %s', '-1')).toBe('Ada b Lovelace: Add the API CatCafe/v1');
    const eve = await signIn(gatewayUrl, 'eve');
    const { csrf = '' } = formOf(await eve.visit('/store/proposals/new/api')).fields;
    const refused = await eve.send(download.action, { ...download.fields, csrf });
    expect([refused.status, refused.problem]).toEqual([
      404,
      'The patch has expired The gateway keeps a patch for up to ten minutes. Nothing has been changed: propose the change again.',
    ]);
  });
});

describe('a gateway that cannot make proposals', () => {
  test('says how to change declarations by hand', async () => {
    const { work, folder } = await makeProposalOrigin('', 'patch');
    await rm(`${work}/.git`, { recursive: true });
    const { gatewayUrl } = await start({ root: work, plainHttp: true, stateFolder: `${folder}/state` });
    const ada = await signIn(gatewayUrl, 'ada');
    for (const path of ['', '/new/application', '/new/deprecate?api=DogPark/v1']) {
      const { status, heading, text, body } = await ada.visit(`/store/proposals${path}`);
      expect([status, heading]).toEqual([404, 'Change a declaration by hand']);
      expect(text).toContain(
        'Edit the file of your application, subscription or API, or add one, on a new branch.',
      );
      expect(body).not.toContain('>Proposals</a');
    }
    for (const path of ['', '/dog_park/v1']) {
      const { text, body } = await ada.visit(`/store/publisher${path}`);
      expect(text).toContain('Edit the file of the declaration in the repository');
      expect(text).not.toContain('Proposals that wait for you');
      expect(body).not.toContain('/store/proposals');
    }
    const { csrf = '' } = formOf(await ada.visit('/store'), '/store/sign-out').fields;
    const sent = await ada.send('/store/proposals/new/application', { csrf, name: 'A', step: 'preview' });
    expect([sent.status, sent.heading]).toEqual([404, 'Change a declaration by hand']);
  });
});

describe('the findings of a draft', full, () => {
  const contract = cleanSources['apis/dog_park/v1/openapi.yaml'] ?? '';
  const fromScript = { 'sec-fetch-dest': 'empty', 'sec-fetch-site': 'same-origin' };

  async function openDraft(username: string) {
    const { gatewayUrl, bare } = await openStore();
    const session = await signIn(gatewayUrl, username);
    const page = await session.visit('/store/proposals/new/api');
    const { csrf = '' } = formOf(page).fields;
    const ask = (fields: Readonly<Record<string, string>>, headers = fromScript) =>
      session.send('/store/proposals/findings', { csrf, ...fields }, headers);
    return { page, ask, bare };
  }

  test('are those of lint, with what the document proposes', async () => {
    const { page, ask, bare } = await openDraft('ada');
    expect(page.body).toContain('data-findings="/store/proposals/findings"');
    const clean = contract.replace(/title: .*/, 'title: "Cat Cafe <b>"');
    const production = 'https://cats.example.edu';
    const found = await ask({ definition: clean, production, name: '', context: '', version: '' });
    expect([found.status, readFindings(found.body)]).toEqual([
      200,
      {
        status: 'No problems found.',
        name: 'CatCafeB',
        context: '/cat_cafe_b',
        version: 'v1',
        production: 'https://dogs.example.edu',
        findings: [],
      },
    ]);
    const definition = clean.replace('/dogs:', '/getDogs:');
    const typed = { name: '<i>Cats', context: '/cat_cafe_b' };
    const broken = await ask({ definition, production: 'http://cats.example.edu', ...typed });
    expect(broken.body).not.toMatch(/<i>|<b>/);
    expect(readFindings(broken.body).findings).toEqual([
      'Error The name "<i>Cats" contains characters other than letters, numbers and underscores. Write it as ICats. api-name-format api.yaml:2:7/name',
      "Error The endpoint http://cats.example.edu does not use https. Use https; set ca to trust your own certificate authority. Where nobody can read the calls, as inside a cluster, add allowPlainHttp: { reason: 'The mesh encrypts all calls.' } to the endpoint. endpoint-https api.yaml:10:10/endpoints/production/url",
      'Error The path segment getDogs contains the verb get. Write dogs, and use the method GET. path-noun openapi.yaml:8:3/paths/~1getDogs',
      'Error The path segment getDogs is not in snake_case. Write dogs, and use the method GET. path-snake-case openapi.yaml:8:3/paths/~1getDogs',
      'Warning The context /cat_cafe_b is not the name <i>Cats in lower case. Make it /i_cats, or rename the API. api-context-matches-name api.yaml:3:10/context',
    ]);
    expect(await git(bare, 'for-each-ref', 'refs/heads/proposals')).toBe('');
  });

  test('are only those of the document while a field is missing', async () => {
    const { ask } = await openDraft('ada');
    const definition = contract.replace(/title: .*/, 'title: "1"').replace('/dogs:', '/getDogs:');
    const { body } = await ask({ definition, production: 'http://dogs.example.edu' });
    expect(readFindings(body).findings).toEqual([
      'Error The path segment getDogs contains the verb get. Write dogs, and use the method GET. path-noun openapi.yaml:8:3/paths/~1getDogs',
      'Error The path segment getDogs is not in snake_case. Write dogs, and use the method GET. path-snake-case openapi.yaml:8:3/paths/~1getDogs',
    ]);
  });

  test('name the place at which a document cannot be read', async () => {
    const { ask } = await openDraft('ada');
    const broken = await ask({ definition: 'openapi: 3.1.0\ninfo: [' });
    expect([broken.status, readFindings(broken.body).status]).toEqual([
      200,
      'The document is broken at line 2, column 7: This [ is not closed.',
    ]);
    const other = await ask({ definition: 'dogs: 3' });
    expect([other.status, readFindings(other.body).status]).toEqual([
      200,
      'This is not an OpenAPI document: it has neither openapi nor swagger at its top level.',
    ]);
  });

  test('of a version are for those who own the API', async () => {
    const draft = { api: 'DogPark/v1', version: 'v2', definition: contract };
    const ada = await openDraft('ada');
    expect((await ada.ask(draft)).status).toBe(200);
    const eve = await openDraft('eve');
    const refused = await eve.ask(draft);
    expect([refused.status, refused.code]).toEqual([404, 'page_unknown']);
    const forged = await eve.ask({ definition: contract, csrf: 'x' });
    expect([forged.status, forged.code]).toEqual([403, 'form_not_of_session']);
    const elsewhere = await eve.ask(
      { definition: contract },
      { ...fromScript, 'sec-fetch-site': 'cross-site' },
    );
    expect(elsewhere.status).toBe(403);
  });
});

/** What the script of the form reads, and the rows of the table. */
function readCell({ content }: XmlNode): string {
  return content.trim().replaceAll(/\s+/g, ' ');
}

function readFindings(body: string) {
  using part = XmlDocument.fromString(body);
  const [status = '', name = '', context = '', version = '', production = ''] = [
    'status',
    'name',
    'context',
    'version',
    'production',
  ].map((key) => part.get(`//section/@data-${key}`)?.content);
  const findings = part.find('//tbody/tr').map((row) => row.find('td|th').map(readCell).join(' '));
  return { status, name, context, version, production, findings };
}

describe('a preview', full, () => {
  test('is made of one change of a user at a time', async () => {
    const { gatewayUrl } = await openStore({ workers: 2 });
    const [ada, eve] = [await signIn(gatewayUrl, 'ada'), await signIn(gatewayUrl, 'eve')];
    const previewFor = async (session: typeof ada, owner: string) => {
      const { action, fields } = formOf(await session.visit('/store/proposals/new/application'));
      const typed = { csrf: fields['csrf'] ?? '', name: 'CatCafe', type: 'service', owner, step: 'preview' };
      return () => session.send(action, typed);
    };
    const [ofAda, ofEve] = [await previewFor(ada, 'ada'), await previewFor(eve, 'eve')];
    const pages = await Promise.all([ofAda(), ofAda(), ofEve()]);
    expect(pages.map(({ status }) => status).toSorted((one, other) => one - other)).toEqual([200, 200, 429]);
    const busy = pages.find(({ status }) => status === 429);
    expect(busy?.problem).toBe(
      'The gateway is busy The gateway is planning another change of yours, or too many changes at once. Wait a moment, and send the form or open the page again.',
    );
    expect((await ofAda()).status).toBe(200);
  });

  test('carries the fields of its form only', async () => {
    const { gatewayUrl } = await openStore();
    const ada = await signIn(gatewayUrl, 'ada');
    const { action, fields } = formOf(await ada.visit('/store/proposals/new/application'));
    const typed = { csrf: fields['csrf'] ?? '', name: 'CatCafe', type: 'service', owner: 'ada' };
    const others = { 'grants.client_credentials': 'on', 'grants.other': 'on', password: 'x', base: '0' };
    const preview = formOf(await ada.send(action, { ...typed, ...others, step: 'preview' }));
    expect({ ...preview.fields, csrf: '', base: '' }).toEqual({
      ...typed,
      csrf: '',
      base: '',
      'grants.client_credentials': 'on',
    });
  });

  test.each<[string, (keys: string, ofOthers: string) => string]>([
    ['no keys', () => ''],
    ['forged keys', (keys) => `${keys.slice(0, -20)}AAAA${keys.slice(-16)}`],
    ['the keys of somebody else', (_keys, ofOthers) => ofOthers],
  ])('with %s is shown again, with new keys', async (_title, changed) => {
    const { gatewayUrl, bare } = await openStore();
    const sent = {
      name: 'CatCafe',
      type: 'service',
      'grants.client_credentials': 'on',
      'keys.sandbox': 'on',
    };
    const previewOf = async (name: string) => {
      const person = await signIn(gatewayUrl, name);
      const { action, fields } = formOf(await person.visit('/store/proposals/new/application'));
      const all = { ...sent, csrf: fields['csrf'] ?? '', owner: name, step: 'preview' };
      return { person, action, fields: formOf(await person.send(action, all)).fields };
    };
    const [{ person, action, fields }, eve] = [await previewOf('ada'), await previewOf('eve')];
    const keys = fields['previewed-keys'] ?? '';
    expect(keys.length).toBeGreaterThan(200);
    const wrong = changed(keys, eve.fields['previewed-keys'] ?? '');
    const again = await person.send(action, { ...fields, 'previewed-keys': wrong, step: 'propose' });
    expect([again.status, again.text.includes('This is a new preview with new keys')]).toEqual([200, true]);
    expect(formOf(again).fields['previewed-keys']).not.toBe(keys);
    expect(await git(bare, 'for-each-ref', 'refs/heads/proposals')).toBe('');
  });
});

describe('what somebody else owns', full, () => {
  const forms = [
    'settings?application=DogWalker',
    'keys?application=DogWalker&keys=production',
    'subscribe?application=DogWalker&api=DogPark/v1',
    'withdraw?application=DogWalker&api=DogPark/v1',
    'version?api=DogPark/v1',
    'deprecate?api=DogPark/v1',
    'retire?api=DogPark/v1',
  ];

  test('is answered like what does not exist, in each form', async () => {
    const { gatewayUrl, bare } = await openStore();
    const [ada, eve] = [await signIn(gatewayUrl, 'ada'), await signIn(gatewayUrl, 'eve')];
    const { fields } = formOf(await eve.visit('/store/proposals/new/application'));
    const answers: unknown[] = [];
    for (const form of forms) {
      const [name = '', query = ''] = form.split('?');
      const action = `/store/proposals/new/${name}`;
      const values = Object.fromEntries(new URLSearchParams(query));
      const shown = await eve.visit(`${action}?${query}`);
      const sent = await eve.send(action, {
        csrf: fields['csrf'] ?? '',
        ...values,
        step: 'propose',
        base: '0',
      });
      const unknown = await eve.visit(
        `${action}?${query.replace('DogWalker', 'No').replace('DogPark', 'No')}`,
      );
      expect([shown.text, sent.text]).toEqual([unknown.text, unknown.text]);
      answers.push([name, shown.status, sent.status, unknown.status]);
    }
    expect(answers).toEqual(forms.map((form) => [form.split('?')[0], 404, 404, 404]));
    const owner = {
      csrf: fields['csrf'] ?? '',
      name: 'Mine',
      type: 'service',
      owner: 'ada',
      step: 'propose',
    };
    const refused = await eve.send('/store/proposals/new/application', owner);
    expect([refused.status, refused.problem]).toEqual([
      422,
      'Some fields need changes You cannot declare anything for that owner. Choose yourself or one of your teams.',
    ]);
    expect((await ada.visit('/store/proposals/new/settings?application=DogWalker')).status).toBe(200);
    expect((await ada.visit('/store/proposals/new/__proto__')).status).toBe(404);
    expect(await git(bare, 'for-each-ref', 'refs/heads/proposals')).toBe('');
  });

  test('needs a session and its token', async () => {
    const { gatewayUrl } = await openStore();
    const nobody = new BrowserInTest(gatewayUrl);
    expect((await nobody.visit('/store/proposals')).location).toContain('/store/sign-in');
    const eve = await signIn(gatewayUrl, 'eve');
    const forged = await eve.send('/store/proposals/new/application', { name: 'A', step: 'propose' });
    expect(forged.status).toBe(403);
  });
});
