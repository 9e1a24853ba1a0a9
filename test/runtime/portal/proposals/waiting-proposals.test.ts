// @module-tag full
import { beforeAll, describe, expect, test } from 'vitest';
import { cleanSources } from '#compiler/rule/clean-sources.ts';
import { git } from '../../../platform/git-in-test.ts';
import { eventually } from '../../../eventually.ts';
import { openShared, start } from '../../../serve/running-gateway.ts';
import type { PageInTest } from '../../oauth/authorize/browser-in-test.ts';
import { formOf, makeProposalOrigin, proposeShown, signIn } from './proposals-in-test.ts';

type Person = Awaited<ReturnType<typeof signIn>>;
type Fields = Readonly<Record<string, string>>;

let origin: Awaited<ReturnType<typeof makeProposalOrigin>>;
let ada: Person;
let eve: Person;

beforeAll(() =>
  openShared(async (atEnd) => {
    origin = await makeProposalOrigin('', 'branch', atEnd);
    const application = (name: string, owner: string) =>
      `kind: Application\nname: ${name}\ntype: service\nowner: ${owner}\ngrants: [client_credentials]\n`;
    await origin.push({
      'applications/kennels.yaml': application('Kennels', 'ada'),
      'applications/eve_app.yaml': application('EveApp', 'eve'),
      'apis/cat_park/v1/api.yaml': (cleanSources['apis/dog_park/v1/api.yaml'] ?? '')
        .replace('DogPark', 'CatPark')
        .replace('/dog_park', '/cat_park'),
      'apis/cat_park/v1/openapi.yaml': cleanSources['apis/dog_park/v1/openapi.yaml'],
    });
    const stateFolder = `${origin.folder}/state`;
    const { gatewayUrl } = await start({ root: origin.work, plainHttp: true, stateFolder }, atEnd);
    [ada, eve] = [await signIn(gatewayUrl, 'ada'), await signIn(gatewayUrl, 'eve')];
  }),
);

async function propose(person: Person, form: string, fields: Fields): Promise<PageInTest> {
  const { csrf = '' } = formOf(await person.visit('/store/proposals/new/application')).fields;
  const preview = await person.send(`/store/proposals/new/${form}`, { csrf, step: 'preview', ...fields });
  return proposeShown(person, preview);
}

const linkTo = (branch: string) => `/store/proposals/review?branch=${encodeURIComponent(branch)}"`;
const subscription = 'proposals/ada/subscription-Kennels-DogPark-v1';
const form = '/store/proposals/new/subscribe?application=Kennels&api=DogPark/v1';
const warning = 'You have an open proposal for the subscription of this application to this API version.';

/** A page once its proposals are known in time, which a busy machine may not manage at first. */
function showingLink(person: Person, path: string, branch: string): Promise<PageInTest> {
  return eventually(async () => {
    const page = await person.visit(path);
    expect([page.status, page.body]).toEqual([200, expect.stringContaining(linkTo(branch))]);
    return page;
  });
}

describe('an open proposal of the reader', () => {
  beforeAll(async () => {
    const done = await propose(ada, 'subscribe', { application: 'Kennels', api: 'DogPark/v1', tier: 'gold' });
    expect(done.text).toContain('The repository has accepted your proposal.');
    const other = { application: 'EveApp', api: 'CatPark/v1', tier: 'gold' };
    expect((await propose(eve, 'subscribe', other)).status).toBe(200);
  });

  test('is linked on the pages of its application and of its API, and above its form', async () => {
    const application = await showingLink(ada, '/store/applications/Kennels', subscription);
    expect(application.text).toContain(
      'A proposal of yours waits for its merge: Subscribe Kennels to DogPark/v1',
    );
    await showingLink(ada, '/store/apis/dog_park/v1?application=Kennels', subscription);
    expect((await showingLink(ada, form, subscription)).text).toContain(warning);
    const { csrf = '' } = formOf(await ada.visit(form)).fields;
    const typed = { csrf, application: 'Kennels', api: 'DogPark/v1', tier: 'gold', step: 'preview' };
    const preview = await ada.send('/store/proposals/new/subscribe', typed);
    expect([preview.text, preview.body]).toEqual([
      expect.stringContaining(warning),
      expect.stringContaining(linkTo(subscription)),
    ]);
  });

  test('is not on pages about something else, and nobody else sees it', async () => {
    await showingLink(ada, '/store/applications/Kennels', subscription);
    for (const path of [
      '/store/applications/DogWalker',
      '/store/apis/cat_park/v1',
      '/store/proposals/new/subscribe?application=DogWalker&api=CatPark/v1',
    ])
      expect((await ada.visit(path)).body).not.toContain('/store/proposals/review?');
    const ofEve = 'proposals/eve/subscription-EveApp-CatPark-v1';
    await showingLink(eve, '/store/applications/EveApp', ofEve);
    for (const path of ['/store/apis/dog_park/v1', form])
      expect((await eve.visit(path)).body).not.toContain('/store/proposals/review?');
    expect((await ada.visit('/store/apis/cat_park/v1')).body).not.toContain(linkTo(ofEve));
  });

  test('is not there any more once it has ended', async () => {
    await git(origin.bare, 'update-ref', '-d', `refs/heads/${subscription}`);
    await eventually(async () => {
      expect((await ada.visit('/store/applications/Kennels')).body).not.toContain(linkTo(subscription));
      expect((await ada.visit(form)).text).not.toContain(warning);
    });
  });
});
