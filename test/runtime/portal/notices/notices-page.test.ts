// @module-tag full
import { readFile } from 'node:fs/promises';
import { expect, test } from 'vitest';
import { cleanSources } from '#compiler/rule/clean-sources.ts';
import { eventually } from '../../../eventually.ts';
import { git } from '../../../platform/git-in-test.ts';
import { start } from '../../../serve/running-gateway.ts';
import { formOf, makeProposalOrigin, signIn } from '../proposals/proposals-in-test.ts';

const apiFile = 'apis/dog_park/v1/api.yaml';
const subscriptionsFile = 'apis/dog_park/v1/subscriptions.yaml';

function declare(file: string, change: (text: string) => string): Readonly<Record<string, string>> {
  return { [file]: change(cleanSources[file] ?? '') };
}

test('the page of notices shows what was decided and restricted, and marks what is new', async () => {
  const origin = await makeProposalOrigin();
  const { gatewayUrl, sees } = await start({
    root: origin.work,
    plainHttp: true,
    stateFolder: `${origin.folder}/state`,
  });
  const ada = await signIn(gatewayUrl, 'ada');
  const read = async (person = ada) => {
    const { status, text, body } = await person.visit('/store/notices');
    expect(status).toBe(200);
    return { text, body, count: body.match(/class="badge accent">New/g)?.length ?? 0 };
  };
  expect((await read()).text).toContain('Nothing to report');

  const empty = formOf(await ada.visit('/store/proposals/new/application'));
  const { csrf = '' } = empty.fields;
  const typed = { name: 'CatCafe', type: 'service', owner: 'ada', 'grants.client_credentials': 'on' };
  const confirm = formOf(await ada.send(empty.action, { ...typed, csrf, step: 'preview' }));
  await ada.send(confirm.action, { ...confirm.fields, step: 'propose' });
  expect((await read()).text).toContain('Nothing to report');

  await git(origin.work, 'fetch', '--quiet', origin.bare, 'proposals/ada/application-CatCafe');
  await git(origin.work, 'merge', '--quiet', '--no-ff', '-m', 'Merge', 'FETCH_HEAD');
  await origin.push({
    ...declare(apiFile, (text) =>
      text.replace(
        'state: published',
        'state: deprecated\ndeprecation: { since: 2026-01-01, sunset: 2030-01-01 }',
      ),
    ),
    ...declare(subscriptionsFile, (text) => `${text}since: 2025-01-01\n`),
  });
  await sees('reloaded');
  const first = await eventually(async () => {
    const page = await read();
    expect(page.text).toContain('DogPark v1 is deprecated');
    expect(page.text).toContain('Merged:');
    return page;
  });
  expect(first.text).toContain('It is available until 1 January 2030.');
  expect(first.body).toContain('href="/store/apis/dog_park/v1"');
  expect(first.body).toMatch(
    /Merged:\s*<a\s+href="\/store\/proposals\/review\?branch=proposals%2Fada%2Fapplication-CatCafe"/,
  );
  expect(first.count).toBeGreaterThan(0);
  expect((await read()).count).toBe(0);

  const changed = formOf(await ada.visit('/store/proposals/new/settings?application=CatCafe'));
  const wanted = { ...changed.fields, 'grants.refresh_token': 'on', step: 'preview' };
  const settings = formOf(await ada.send(changed.action, wanted));
  await ada.send(settings.action, { ...settings.fields, step: 'propose' });
  expect((await read()).text).not.toContain('In conflict');
  const catCafe = await readFile(`${origin.work}/applications/cat_cafe.yaml`, 'utf8');
  await origin.push({
    'applications/cat_cafe.yaml': catCafe.replace(/grants:[^]*?(?=\n\w|$)/, 'grants: [password]'),
  });
  const conflict = await eventually(async () => {
    const page = await read();
    expect(page.text).toContain('In conflict: Change the callback URLs and grants of CatCafe');
    return page;
  });
  expect(conflict.count).toBe(1);
  expect(conflict.text).toContain('It cannot be merged as it is.');
  expect(conflict.body).toContain('review?branch=proposals%2Fada%2Fsettings-CatCafe"');
  expect((await read()).count).toBe(0);
  expect((await ada.visit('/store/proposals')).body).toContain(
    '<span class="badge alert">In conflict</span>',
  );

  await origin.push(declare(apiFile, (text) => `# As before.\n${text}`));
  await eventually(async () => expect((await read()).text).toContain('DogPark v1 is published again'));

  const eve = await signIn(gatewayUrl, 'eve');
  expect((await read(eve)).text).toContain('Nothing to report');
  const page = await ada.visit('/store/notices');
  expect(page.body).toMatch(/href="\/store\/notices"\s+aria-current="true"/);
});
