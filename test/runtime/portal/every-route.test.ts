import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import type { StoreSettings } from '#compiled/settings/store-settings.ts';
import type { PortalEndpoint } from '#runtime/portal/visit/store-visit.ts';
import { portalEndpoints } from '#runtime/portal/portal-endpoints.ts';
import {
  alice,
  openAuthorization,
  passwordOfAlice,
  type AuthorizationInTest,
} from '../oauth/authorization-in-test.ts';
import { authOrigin, type PageInTest } from '../oauth/authorize/browser-in-test.ts';
import { proposalForms } from '#runtime/portal/proposals/proposal-forms.ts';
import { buildTable, defineApi, defineApplication, subscribe } from '../table-builder.ts';
import { storeUrl, StoreBrowser } from './session/store-in-test.ts';

/**
 * Who tries each route, for what alice owns: nobody who is signed in, bob who owns nothing, carol who owns the same kinds
 * of things, and alice.
 */
const roles = ['nobody', 'bob', 'carol', 'alice'] as const;

/** What a route is requested with; its parameters have the values of `values`. */
interface RouteCase {
  readonly query?: string;
  readonly form?: Readonly<Record<string, string>>;
  /** The status for each of the roles. */
  readonly statuses: readonly [number, number, number, number];
}

/** Who is not signed in is sent to the sign-in by 303. What belongs to others is answered like what does not exist. */
const everyone = [200, 200, 200, 200] as const;
const signedIn = [303, 200, 200, 200] as const;
const owner = [303, 404, 404, 200] as const;
const ownerOfUnlisted = [404, 404, 404, 200] as const;

const operation = '?method=GET&path=%2Fdogs';
const subjectFields = { application: 'Walker', api: 'CatCafe/v1' };
const subject = `?${new URLSearchParams(subjectFields).toString()}`;
const subjectOfNobody = subject.replaceAll('Walker', 'Nothing').replace('CatCafe', 'Nothing');
/** The forms about what is new do not need anything that exists. */
const statusesOfForms: Readonly<Record<string, readonly number[]>> = {
  api: [303, 200, 200, 200],
  application: [303, 422, 422, 200],
  // It asks the repository what is declared.
  details: [303, 404, 422, 503],
  // No version here is created or blocked, so that there is none to choose.
  publish: [303, 404, 404, 404],
  unblock: [303, 404, 404, 404],
  // The finding has to be chosen too.
  suppress: [303, 404, 422, 422],
};
const call = { application: 'Walker', keys: 'production' };

/** Every endpoint of the store; one that is missing here fails the first test. */
const cases: Readonly<Record<string, RouteCase>> = {
  'GET /assets/:name': { statuses: everyone },
  'GET /sign-in': { statuses: [303, 303, 303, 303] },
  'GET /signed-in': { query: '?ticket=x', statuses: [400, 400, 400, 400] },
  'POST /sign-out': { statuses: [403, 200, 200, 200] },
  'GET /signed-in-again': { statuses: signedIn },
  'GET /signed-out': { statuses: [200, 303, 303, 303] },
  'GET ': { statuses: everyone },
  'GET /index.md': { statuses: everyone },
  'GET /llms.txt': { statuses: everyone },
  'GET /found': { statuses: everyone },
  'GET /owners': { statuses: everyone },
  'GET /owners.md': { statuses: everyone },
  'GET /topics': { statuses: everyone },
  'GET /topics.md': { statuses: everyone },
  'GET /applications': { statuses: signedIn },
  'GET /applications/:application': { statuses: owner },
  'GET /applications/:application/calls': { statuses: owner },
  // The gateway of these tests calls no webhook.
  'POST /applications/:application/webhook-key': { form: {}, statuses: [403, 404, 404, 404] },
  'GET /publisher': { statuses: signedIn },
  'GET /publisher/:context/:version': { statuses: owner },
  'GET /publisher/:context/:version/findings': { query: '?rule=path-plural', statuses: owner },
  'GET /publisher/:context/:version/message': { statuses: owner },
  'POST /publisher/:context/:version/message': { form: { subject: 'x' }, statuses: [403, 404, 404, 422] },
  'GET /publisher/:context/:version/messages/:message': { statuses: [303, 404, 404, 404] },
  'GET /apis/:context': { statuses: [404, 404, 404, 303] },
  'GET /apis/:context/:version': { statuses: ownerOfUnlisted },
  'GET /apis/:context/:version/operations': { statuses: ownerOfUnlisted },
  'GET /apis/:context/:version/operation': { query: operation, statuses: ownerOfUnlisted },
  'GET /apis/:context/:version/operations.md': { statuses: ownerOfUnlisted },
  'GET /apis/:context/:version/operation.md': { query: operation, statuses: ownerOfUnlisted },
  'GET /apis/:context/:version/schemas.md': { statuses: ownerOfUnlisted },
  'GET /apis/:context/:version/changes.md': { statuses: ownerOfUnlisted },
  'GET /guides': { statuses: everyone },
  'GET /guides.md': { statuses: everyone },
  'GET /guides/:guide': { statuses: everyone },
  'GET /apis/:context/:version/guides/:guide': { statuses: ownerOfUnlisted },
  'GET /apis/:context/:version/schemas': { statuses: ownerOfUnlisted },
  'GET /apis/:context/:version/schemas/:schema': { statuses: ownerOfUnlisted },
  'GET /apis/:context/:version/changes': { statuses: ownerOfUnlisted },
  'GET /apis/:context/:version/openapi.json': { statuses: ownerOfUnlisted },
  'GET /apis/:context/:version/operation/try': { query: operation, statuses: owner },
  'POST /apis/:context/:version/operation/try': {
    query: operation,
    form: call,
    statuses: [403, 404, 404, 200],
  },
  // These tests have no repository, so that what passes the checks gets 503.
  'GET /proposals': { statuses: [303, 503, 503, 503] },
  // Bob has no application to choose from, and carol chooses among her own.
  'GET /proposals/new/:form': { query: '?application=Walker', statuses: [303, 404, 422, 200] },
  'POST /proposals/new/:form': { form: { application: 'Walker' }, statuses: [403, 404, 422, 503] },
  'GET /proposals/review': { query: '?branch=proposals%2Fx', statuses: [303, 503, 503, 503] },
  'GET /proposals/document': { query: '?api=CatCafe%2Fv1', statuses: [303, 404, 404, 503] },
  'GET /proposals/withdraw': { query: '?branch=proposals%2Fx', statuses: [303, 503, 503, 503] },
  'POST /proposals/withdraw': { form: { branch: 'proposals/x' }, statuses: [403, 503, 503, 503] },
  'GET /proposals/decline': { query: '?branch=proposals%2Fx', statuses: [303, 503, 503, 503] },
  'POST /proposals/decline': { form: { branch: 'proposals/x' }, statuses: [403, 503, 503, 503] },
  'POST /proposals/approve': { form: { branch: 'proposals/x' }, statuses: [403, 503, 503, 503] },
  'POST /proposals/patch': { form: { patch: 'sha256:0' }, statuses: [403, 503, 503, 503] },
  'POST /proposals/findings': {
    form: { api: 'CatCafe/v1', definition: 'openapi: 3.1.0' },
    statuses: [403, 404, 404, 503],
  },
  'GET /apis/:context/:version/reference': { statuses: [404, 404, 404, 308] },
  'GET /notices': { statuses: signedIn },
  'GET /changes.atom': { statuses: everyone },
  // It has no session, so that it is about what everybody may see alone.
  'GET /apis/:context/:version/changes.atom': { statuses: [404, 404, 404, 404] },
  'GET /errors': { statuses: everyone },
  'GET /errors.md': { statuses: everyone },
  'GET /errors/:code': { statuses: everyone },
};

const contract = {
  openapi: '3.1.0',
  info: { title: 'Cats', version: 'v1' },
  paths: { '/dogs': { get: { summary: 'Lists dogs.', responses: { 200: { description: 'All.' } } } } },
  components: { schemas: { Dog: { type: 'string' } } },
};

const guides = [{ name: 'start', title: 'Start', text: '# Start' }];

function table(visibility: StoreSettings['visibility']) {
  const endpoints = { production: { targets: ['http://127.0.0.1:9'] } };
  const unlisted = { visibility: 'owners', operations: ['GET /dogs'], contract, endpoints } as const;
  return buildTable({
    gateway: { authUrl: authOrigin, storeUrl, store: { visibility, guides } },
    apis: [
      defineApi({ ...unlisted, name: 'CatCafe', context: 'cat_cafe', owner: 'parks', guides }),
      defineApi({ ...unlisted, name: 'FishShop', context: 'fish_shop', owner: 'carol' }),
      defineApi({ endpoints, contract, operations: ['GET /dogs'] }),
    ],
    applications: [
      { ...defineApplication('Walker'), owner: 'parks' },
      { ...defineApplication('Swimmer'), owner: 'carol' },
    ],
    subscriptions: [subscribe('Walker', 'CatCafe/v1'), subscribe('Swimmer', 'FishShop/v1')],
    users: [alice, { ...alice, name: 'bob' }, { ...alice, name: 'carol' }],
    teams: [{ name: 'parks', members: ['alice'], groups: {} }],
  });
}

describe('every route of the store', () => {
  let server: AuthorizationInTest;
  const browsers = new Map<string, StoreBrowser>();
  const csrf = new Map<string, string>();
  let values: Readonly<Record<string, string>> = {};

  const signIn = async (role: string) => {
    const browser = new StoreBrowser(server);
    const page = await browser.signIn('/store', { username: role, password: passwordOfAlice });
    csrf.set(role, page.forms.find(({ action }) => action === '/store/sign-out')?.fields['csrf'] ?? '');
    browsers.set(role, browser);
  };

  beforeAll(async () => {
    server = await openAuthorization(table('public'));
    browsers.set('nobody', new StoreBrowser(server));
    for (const role of roles.slice(1)) await signIn(role);
    const { body } = await new StoreBrowser(server).store.visit('/store');
    const [, name = ''] = /\/store\/assets\/([^"]+)/.exec(body) ?? [];
    values = {
      name,
      code: 'token_missing',
      context: 'cat_cafe',
      version: 'v1',
      application: 'Walker',
      schema: 'Dog',
      form: 'settings',
      guide: 'start',
      message: '1',
    };
  });
  afterAll(() => server.close());

  const request = (
    { method, path, use }: PortalEndpoint,
    role: string,
    { query = '', form = {} }: Pick<RouteCase, 'query' | 'form'>,
    changes: Readonly<Record<string, string>> = {},
  ): Promise<PageInTest> => {
    const all = { ...values, ...changes };
    const target = `/store${path.replaceAll(/:(\w+)/g, (_, name: string) => all[name] ?? '')}${query}`;
    const store = (browsers.get(role) ?? new StoreBrowser(server)).store;
    const fromScript = { 'sec-fetch-dest': 'empty', 'sec-fetch-site': 'same-origin' };
    const headers = use === 'script' ? fromScript : {};
    return method === 'GET'
      ? store.visit(target, headers)
      : store.submit(target, { csrf: csrf.get(role) ?? '', ...form }, { ...headers, origin: storeUrl });
  };
  const keyOf = ({ method, path }: PortalEndpoint) => `${method} ${path}`;
  const caseOf = (endpoint: PortalEndpoint): RouteCase =>
    cases[keyOf(endpoint)] ?? { statuses: [0, 0, 0, 0] };

  test('is classified here', () => {
    expect(portalEndpoints.map(keyOf).toSorted()).toEqual(Object.keys(cases).toSorted());
  });

  test.for(portalEndpoints.map((endpoint) => [keyOf(endpoint), endpoint] as const))(
    'answers each role: %s',
    async ([key, endpoint]) => {
      const found: number[] = [];
      for (const role of roles) {
        const { status } = await request(endpoint, role, caseOf(endpoint));
        found.push(status);
        if (key === 'POST /sign-out' && role !== 'nobody') await signIn(role);
      }
      expect(found).toEqual(caseOf(endpoint).statuses);
    },
  );

  test.for(
    portalEndpoints
      .filter(({ path }) => path.includes(':context') || path.includes(':application'))
      .map((endpoint) => [keyOf(endpoint), endpoint] as const),
  )('does not reveal what others own: %s', async ([, endpoint]) => {
    const [foreign, unknown] = [
      await request(endpoint, 'carol', caseOf(endpoint)),
      await request(endpoint, 'carol', caseOf(endpoint), { context: 'nothing', application: 'Nothing' }),
    ];
    const read = ({ status, code, heading }: PageInTest) => ({ status, code, heading });
    expect(read(foreign)).toEqual(read(unknown));
    expect(foreign.body).not.toMatch(/CatCafe|cat_cafe|Walker/);
  });

  test.for(
    portalEndpoints
      .filter(({ method }) => method === 'POST')
      .map((endpoint) => [keyOf(endpoint), endpoint] as const),
  )('takes no form without the token of its session: %s', async ([, endpoint]) => {
    const { form, ...rest } = caseOf(endpoint);
    for (const token of ['', 'x', csrf.get('carol') ?? '']) {
      const { status, code } = await request(endpoint, 'alice', { ...rest, form: { ...form, csrf: token } });
      expect([status, code]).toEqual([403, 'form_not_of_session']);
    }
  });

  test.for(Object.keys(proposalForms))("opens forms about what is one's own alone: %s", async (form) => {
    const endpoint = portalEndpoints.find((one) => keyOf(one) === 'GET /proposals/new/:form');
    if (!endpoint) throw new Error('there are no forms');
    const found: number[] = [];
    for (const role of roles) {
      const { status, body, text } = await request(endpoint, role, { query: subject }, { form });
      found.push(status);
      if (role === 'alice') continue;
      expect(body).not.toMatch(/CatCafe|cat_cafe|Walker/);
      const unknown = await request(endpoint, role, { query: subjectOfNobody }, { form });
      expect([unknown.status, unknown.text]).toEqual([status, text]);
    }
    expect(found).toEqual(statusesOfForms[form] ?? [303, 404, 422, 200]);
  });

  test('names carol and bob no API or application of alice in any list', async () => {
    for (const endpoint of portalEndpoints.filter(
      ({ method, path }) => method === 'GET' && !path.includes(':'),
    ))
      for (const role of ['nobody', 'bob', 'carol']) {
        const { body } = await request(endpoint, role, { query: '?q=cat' });
        expect(body).not.toMatch(/CatCafe|cat_cafe|Walker/);
      }
  });

  test('is for signed-in users alone where the catalogue is', async () => {
    await server.swap(table('signed-in'));
    const open: string[] = [];
    for (const endpoint of portalEndpoints) {
      const { status, location } = await request(endpoint, 'nobody', caseOf(endpoint), {
        context: 'dog_park',
      });
      const isRefused = status === 403 || location.startsWith('/store/sign-in?return=');
      if (!isRefused) open.push(keyOf(endpoint));
    }
    expect(open).toEqual([
      'GET /assets/:name',
      'GET /sign-in',
      'GET /signed-in',
      'GET /signed-out',
      'GET /errors',
      'GET /errors.md',
      'GET /errors/:code',
    ]);
    await server.swap(table('public'));
  });
});
