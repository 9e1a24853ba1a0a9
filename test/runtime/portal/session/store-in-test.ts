import { findStoreSession } from '#runtime/portal/visit/store-session.ts';
import type { OptionsInTest } from '../../gateway-in-test.ts';
import {
  defineTable,
  openAuthorization,
  type AuthorizationInTest,
  type ChangesInTest,
} from '../../oauth/authorization-in-test.ts';
import { authOrigin, BrowserInTest, type PageInTest } from '../../oauth/authorize/browser-in-test.ts';
import { alicesPassword } from '../../oauth/authorize/flow-in-test.ts';

export const authUrl = authOrigin;
export const storeUrl = 'https://apis.example.org';

/** A gateway whose store and login pages are on different sites. */
export function openStore(changes: ChangesInTest = {}, options: OptionsInTest = {}) {
  return openAuthorization(defineStore(changes), options);
}

export function defineStore({ gateway, ...changes }: ChangesInTest = {}) {
  const store = { title: 'Park APIs', visibility: 'public' } as const;
  return defineTable({ ...changes, gateway: { authUrl, storeUrl, store, ...gateway } });
}

type User = Readonly<Record<'username' | 'password', string>>;

/** A browser, which keeps the cookies of the store and of the login pages apart. */
export class StoreBrowser {
  readonly store: BrowserInTest;
  readonly login: BrowserInTest;

  constructor({ url }: Pick<AuthorizationInTest, 'url'>) {
    this.store = new BrowserInTest(url);
    this.login = new BrowserInTest(url);
  }

  /** Follows redirects between the two sites, to the first page. */
  async follow(page: PageInTest): Promise<PageInTest> {
    return page.location === '' ? page : this.follow(await this.open(page.location));
  }

  open(location: string): Promise<PageInTest> {
    const from = location.startsWith('/authorize') ? authUrl : storeUrl;
    const { origin, pathname, search } = new URL(location, from);
    return (origin === authUrl ? this.login : this.store).visit(pathname + search);
  }

  submitToStore(action: string, fields: Readonly<Record<string, string>>): Promise<PageInTest> {
    return this.store.submit(action, fields, { origin: storeUrl });
  }

  /** Signs alice in; returns the page after that. */
  async signIn(path = '/store', user: User = alicesPassword): Promise<PageInTest> {
    const ticket = await this.fetchTicket(path, user);
    return this.follow(await this.open(ticket));
  }

  /** Goes as far as to the address with the ticket. */
  async fetchTicket(path = '/store', user: User = alicesPassword): Promise<string> {
    const page = await this.follow(
      await this.store.visit(`/store/sign-in?return=${encodeURIComponent(path)}`),
    );
    const form = page.forms[0];
    if (!form) throw new Error(`there is no form on this page: ${page.status} ${page.text}`);
    const answer = await this.login.submit(form.action, { ...form.fields, ...user }, { origin: authUrl });
    const { location } = await this.login.visit(answer.location);
    return location;
  }

  /** The name of who is signed in at the store. */
  async reader(): Promise<string> {
    const { body } = await this.store.visit('/store');
    return /<span class="reader"><bdi>([^<]*)/.exec(body)?.[1] ?? 'nobody';
  }

  /** The signed-in user, as the endpoints of the store get it. */
  async user({ serving }: Pick<AuthorizationInTest, 'serving'>) {
    const portal = serving.generation?.portal;
    if (!portal) throw new Error('there is no store');
    const session = this.store.cookies.get('__Host-gatewright-store-session') ?? '';
    return (await findStoreSession(portal, { session }, '127.0.0.1'))?.user;
  }

  /** Sends the form of the sign-out, and follows where that leads. */
  async signOut(): Promise<PageInTest> {
    return this.follow(await this.leaveStore());
  }

  /** Sends the form of the sign-out; returns the answer of the login pages. */
  async leaveStore(): Promise<PageInTest> {
    const page = await this.store.visit('/store');
    const form = page.forms.find(({ action }) => action === '/store/sign-out');
    if (!form) throw new Error('nobody is signed in');
    const answer = await this.submitToStore(form.action, form.fields);
    const [, location = ''] = /^0; url=(.*)$/.exec(String(answer.headers['refresh'])) ?? [];
    return this.open(location);
  }
}
