// @module-tag full
import { XmlDocument, type XmlElement } from 'libxml2-wasm';
import fc from 'fast-check';
import { beforeAll, describe, expect, test } from 'vitest';
import { cleanDefinition, cleanSources } from '#compiler/rule/clean-sources.ts';
import { draws } from '../../../full-run.ts';
import { git } from '../../../platform/git-in-test.ts';
import { openShared, start } from '../../../serve/running-gateway.ts';
import type { PageInTest } from '../../oauth/authorize/browser-in-test.ts';
import { formOf, makeProposalOrigin, signIn } from './proposals-in-test.ts';

let origin: Awaited<ReturnType<typeof makeProposalOrigin>>;
let ada: Awaited<ReturnType<typeof signIn>>;

beforeAll(() =>
  openShared(async (atEnd) => {
    origin = await makeProposalOrigin('', 'branch', atEnd);
    await origin.push({ ...filesOf('Plain', cleanDefinition), ...filesOf('Scoped', withScope) });
    const stateFolder = `${origin.folder}/state`;
    const { gatewayUrl } = await start({ root: origin.work, plainHttp: true, stateFolder }, atEnd);
    ada = await signIn(gatewayUrl, 'ada');
  }),
);

const document = cleanDefinition;
const catCafe = document.replace(/title: .*/, 'title: Cat Cafe');
const withScope = document.replace(/^paths:/m, 'security: [{ login: [walk:dogs] }]\npaths:').replace(
  /^components:/m,
  `components:
  securitySchemes:
    login:
      type: oauth2
      flows: { clientCredentials: { tokenUrl: https://login.example.edu/token, scopes: { walk:dogs: Walks. } } }`,
);

function filesOf(name: string, definition: string): Fields {
  const folder = `apis/${name.toLowerCase()}/v1`;
  const api = (cleanSources['apis/dog_park/v1/api.yaml'] ?? '')
    .replace('DogPark', name)
    .replace('/dog_park', `/${name.toLowerCase()}`);
  const titled = definition.replace(/title: .*/, `title: The ${name} house`);
  return { [`${folder}/api.yaml`]: api, [`${folder}/openapi.yaml`]: titled };
}

type Fields = Readonly<Record<string, string>>;

async function send(form: string, fields: Fields): Promise<PageInTest> {
  const path = `/store/proposals/new/${form}`;
  const { csrf = '' } = formOf(await ada.visit('/store/proposals/new/application')).fields;
  return ada.send(path, { csrf, step: 'preview', ...fields });
}

/** What is wrong with each field, as the page says it there. */
function readErrors({ body }: PageInTest): Fields {
  using page = XmlDocument.fromString(body.slice('<!doctype html>'.length));
  const found = page
    .find('//*[contains(concat(" ", @class, " "), " error ")]')
    .map((node) => node as XmlElement);
  return Object.fromEntries(
    found.map((node) => [
      (node.attr('id')?.value ?? '').replace(/-error$/, ''),
      node.content.replaceAll(/\s+/g, ' ').trim(),
    ]),
  );
}

test('a new application with an error in each part is answered once', async () => {
  const page = await send('application', {
    name: 'word app!',
    owner: 'ada',
    type: 'web',
    callbackUrls:
      'http://foo.example.edu/\r\n\r\nhttps://cats.example.edu/callback\r\nnot a url\r\nhttps://foo.example.edu/#x',
    'apis.Scoped/v1': 'on',
  });
  expect(page.status).toBe(422);
  expect(readErrors(page)).toEqual({
    name: '"word app!" is not a valid application name. Use letters, digits, hyphens and underscores, with a letter or a digit in front.',
    callbackUrls:
      'Line 1 (http://foo.example.edu/): A callback URL of word-app does not use https. ' +
      'Write the whole URL that the browser returns to, such as https://walker.example.edu/callback. ' +
      'Line 4 (not a url): A callback URL of word-app is not an absolute https URL. ' +
      'Line 5 (https://foo.example.edu/#x): A callback URL of word-app contains a fragment.',
    'scopes.Scoped/v1': 'Choose the scopes that the application needs for Scoped/v1, and check its tier.',
  });
  expect(await git(origin.bare, 'for-each-ref', 'refs/heads/proposals')).toBe('');
});

test('a line is quoted as a text, up to a length, without marks and hidden characters', async () => {
  const page = await send('application', {
    name: 'CatCafe',
    owner: 'ada',
    type: 'web',
    callbackUrls: ['http://a/`<b>x</b>', 'https://b/\u202e', `http://c/${'y'.repeat(5000)}`].join('\n'),
  });
  const { callbackUrls = '' } = readErrors(page);
  expect(callbackUrls).toContain("Line 1 (http://a/'<b>x</b>): ");
  expect(callbackUrls).toContain(
    'Line 2 (https://b/\ufffd): The callback URL has a character that cannot be shown.',
  );
  expect(callbackUrls).toContain(`Line 3 (http://c/${'y'.repeat(71)}…): `);
  expect(page.body).not.toContain('<b>x');
});

test('a further subscription to an API without scopes gets the tier that its list begins with', async () => {
  const page = await send('application', {
    name: 'CatCafe',
    owner: 'ada',
    type: 'service',
    'apis.Plain/v1': 'on',
  });
  expect([page.status, page.heading]).toEqual([200, 'Add the application CatCafe']);
  expect(page.body).toContain('tier: gold');
});

/** A form with nothing wrong, and its fields with a value that is. */
interface DrawnForm {
  readonly form: string;
  readonly right: Fields;
  readonly wrong: Readonly<Record<string, fc.Arbitrary<string>>>;
}

const withControl = fc
  .constantFrom('\u0007', '\u200b', '\u202e')
  .map((character) => `https://a.example.edu/${character}`);
const wrongUrl = fc.oneof(
  withControl,
  fc.constantFrom(
    'http://foo.example.edu/',
    'not a url',
    'https://a.example.edu/#x',
    'https://*.example.edu/',
  ),
);
const wrongEndpoint = fc.constantFrom('not a url', 'https://a.example.edu/#x', 'https://a.example.edu/?q=1');
const hidden = fc.constantFrom('a\u0007', 'a\u200b', 'a\u202eb');

const drawnForms: readonly DrawnForm[] = [
  {
    form: 'application',
    right: { name: 'CatCafe', owner: 'ada', type: 'web', callbackUrls: 'https://cats.example.edu/callback' },
    wrong: {
      name: fc.constantFrom('', ' ', 'word app!', '<b>', '../x', 'é', 'DogWalker', 'x'.repeat(101)),
      description: hidden,
      owner: fc.constantFrom('eve', 'nobody'),
      callbackUrls: wrongUrl,
    },
  },
  {
    form: 'settings',
    right: {
      application: 'DogWalker',
      callbackUrls: 'https://walker.example.edu/callback2',
      'grants.authorization_code': 'on',
    },
    wrong: { callbackUrls: wrongUrl },
  },
  {
    form: 'api',
    right: {
      definition: catCafe,
      name: 'CatCafe',
      context: '/cats',
      version: 'v1',
      owner: 'ada',
      production: 'https://cats.example.edu',
    },
    wrong: {
      definition: fc.constantFrom('', '{', 'no: document', catCafe.replace('/dogs:', '/getDogs:')),
      name: fc.constantFrom('cats', 'Cat Cafe', '<b>'),
      context: fc.constantFrom('/Cats', '/a/b', '..'),
      version: fc.constantFrom('beta', '../v1'),
      owner: fc.constantFrom('eve', 'nobody'),
      production: wrongEndpoint,
      sandbox: wrongEndpoint,
    },
  },
  {
    form: 'version',
    right: { api: 'DogPark/v1', definition: document, version: 'v2', production: 'https://cats.example.edu' },
    wrong: {
      definition: fc.constantFrom('', '{', 'no: document'),
      version: fc.constantFrom('beta', 'v1', '../v1'),
      production: wrongEndpoint,
      sandbox: wrongEndpoint,
    },
  },
  {
    form: 'deprecate',
    right: { api: 'DogPark/v1', since: '2026-12-01', sunset: '2027-12-01' },
    wrong: {
      since: fc.constantFrom('soon', '2026-02-31', 'a\u200b'),
      sunset: fc.constantFrom('later', '2027-02-31'),
      successor: fc.constantFrom('Nothing/v1', 'DogPark/v1'),
      link: fc.constantFrom('x y', 'javascript:alert(1)', 'https://a.example.edu/\u200b'),
    },
  },
];

describe('what is wrong with a form is said in one round', () => {
  test.each(drawnForms)('$form', async ({ form, right, wrong }) => {
    const drawn = fc
      .subarray(Object.keys(wrong), { minLength: 1 })
      .chain((names) =>
        fc.record(Object.fromEntries(names.map((name) => [name, wrong[name] ?? fc.constant('')]))),
      );
    await fc.assert(
      fc.asyncProperty(drawn, async (typed: Fields) => {
        const page = await send(form, { ...right, ...typed });
        expect(page.status).toBe(422);
        expect(Object.keys(readErrors(page)).toSorted()).toEqual(Object.keys(typed).toSorted());
      }),
      { numRuns: draws(40) },
    );
  });
});
