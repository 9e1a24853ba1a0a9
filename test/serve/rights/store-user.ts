import { BrowserInTest, authOrigin, type PageInTest } from '../../runtime/oauth/authorize/browser-in-test.ts';
import type { LogIn } from './people.ts';
import { used, type Outcome, type StoreRight, type Used } from './read-rights.ts';

/** How often each gateway is asked, so that every worker is likely to be. */
const times = 3;

/** What a row is about; that is what is requested. */
export type Subject = 'application' | 'API';

interface Requested {
  readonly page: string;
  readonly form: readonly [path: string, fields: Readonly<Record<string, string>>];
}

const version = '/store/apis/dog_park/v1';
const tryForm = `${version}/operation/try?method=GET&path=%2Fdogs`;
const call = { application: 'DogWalker', keys: 'production' };

const requested: Readonly<Record<Subject, Requested>> = {
  application: {
    page: '/store/applications/DogWalker',
    form: ['/store/proposals/new/settings', { application: 'DogWalker' }],
  },
  API: {
    page: version,
    form: [tryForm, call],
  },
};

/** Somebody who has signed in to the store of the first gateway, and uses it at all of them. */
export async function signInToStore(gateways: readonly string[], logIn: LogIn) {
  const [first = ''] = gateways;
  const browser = new BrowserInTest(first);
  const begun = await browser.visit('/store/sign-in?return=%2Fstore');
  const home = await follow(browser, await logIn(browser, pathIn(begun)));
  const csrf = home.forms.find(({ action }) => action === '/store/sign-out')?.fields['csrf'];
  if (csrf === undefined) throw new Error(`nobody is signed in: ${home.status} ${home.text}`);
  const send = (at: BrowserInTest, path: string, fields: object) => at.submit(path, { csrf, ...fields });
  const uses: Readonly<Record<Used, (at: BrowserInTest, subject: Subject) => Promise<Outcome>>> = {
    page: async (at, subject) => read(await at.visit(requested[subject].page)),
    form: async (at, subject) => read(await send(at, ...requested[subject].form)),
    'console call': async (at) => readCall(await send(at, tryForm, call)),
  };
  return {
    /** The next page, at the last gateway: those that are opened at the same time may rely on what it asks. */
    openPage: () => uses.page(sameBrowserAt(gateways.at(-1) ?? '', browser), 'application'),
    signOut: () => send(browser, '/store/sign-out', {}),
    /** What the user may still do at each of the gateways. */
    observe: async (subject: Subject): Promise<StoreRight['outcomes']> => {
      const seen: Partial<Record<Used, Outcome>> = {};
      for (const use of used) {
        const outcomes = gateways.flatMap((url) =>
          Array.from({ length: times }, () => uses[use](sameBrowserAt(url, browser), subject)),
        );
        seen[use] = allSame(await Promise.all(outcomes));
      }
      return seen as StoreRight['outcomes'];
    },
  };
}

/** With the cookies that it has now, on a connection of its own. */
function sameBrowserAt(url: string, { cookies }: BrowserInTest): BrowserInTest {
  const browser = new BrowserInTest(url);
  for (const [name, value] of cookies) browser.cookies.set(name, value);
  return browser;
}

async function follow(browser: BrowserInTest, page: PageInTest): Promise<PageInTest> {
  return page.location === '' ? page : follow(browser, await browser.visit(pathIn(page)));
}

function pathIn({ location }: PageInTest): string {
  return location.replace(authOrigin, '');
}

/** Without a commit, a proposal that is not refused gets 503, and 429 while another of the user is planned. */
function read({ status, location, code, text }: PageInTest): Outcome {
  if ([200, 429, 503].includes(status)) return 'stays';
  if (status === 303 && location.startsWith('/store/sign-in?')) return 'ends';
  if (status === 403 || status === 404) return 'ends';
  throw new Error(`this is no refusal: ${status} ${code} ${text}`);
}

/** The gateway may refuse what the store sends, and the form what the application cannot call. */
function readCall(page: PageInTest): Outcome {
  if (page.status === 422) return 'ends';
  const answered = /Status (\d{3}) Time/.exec(page.text)?.[1];
  if (answered === undefined) {
    if (read(page) === 'ends') return 'ends';
    throw new Error(`this is no answer: ${page.status} ${page.text}`);
  }
  return answered === '200' ? 'stays' : 'ends';
}

function allSame(outcomes: readonly Outcome[]): Outcome {
  const [first = 'stays'] = outcomes;
  if (outcomes.some((outcome) => outcome !== first)) throw new Error(`they differ: ${outcomes.join()}`);
  return first;
}
