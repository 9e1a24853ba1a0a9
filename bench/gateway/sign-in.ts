import { request } from 'undici';
import { anyCertificate } from './server-process.ts';

/** The store's own address, which the repository declares; what listens is elsewhere. */
const storeOrigin = 'https://gateway.example.edu';

/** Signs a user in at the store as a browser does; resolves with the `cookie` header of the session. */
export async function signIn(origin: string, username: string, password: string): Promise<string> {
  const browser = new Browser(origin);
  const login = await browser.follow('/store/sign-in?return=%2Fstore');
  const action = /<form[^>]* action="([^"]*)"/.exec(login)?.[1] ?? '';
  const hidden = [...login.matchAll(/<input type="hidden" name="([^"]*)" value="([^"]*)"/g)];
  const fields = Object.fromEntries(hidden.map(([, name = '', value = '']) => [name, value]));
  const home = await browser.follow(action.replaceAll('&amp;', '&'), { ...fields, username, password });
  if (!home.includes('/store/sign-out')) throw new Error(`${username} could not sign in.`);
  return browser.cookie();
}

/** Keeps cookies and follows redirects. */
class Browser {
  readonly #origin: string;
  readonly #cookies = new Map<string, string>();

  constructor(origin: string) {
    this.#origin = origin;
  }

  cookie(): string {
    return [...this.#cookies].map(([name, value]) => `${name}=${value}`).join('; ');
  }

  /** Gets or posts to a path, and returns the page where the redirects end. */
  async follow(path: string, fields?: Readonly<Record<string, string>>): Promise<string> {
    const { pathname, search } = new URL(path, storeOrigin);
    const { headers, body } = await request(this.#origin + pathname + search, {
      dispatcher: anyCertificate,
      method: fields ? 'POST' : 'GET',
      headers: {
        cookie: this.cookie(),
        origin: storeOrigin,
        'sec-fetch-dest': 'document',
        ...(fields && { 'content-type': 'application/x-www-form-urlencoded' }),
      },
      ...(fields && { body: new URLSearchParams(fields).toString() }),
    });
    for (const set of [headers['set-cookie'] ?? []].flat()) {
      const [, name = '', value = ''] = /^([^=]+)=([^;]*)/.exec(set) ?? [];
      this.#cookies.set(name, value);
    }
    const page = await body.text();
    const { location } = headers;
    return typeof location === 'string' ? this.follow(location) : page;
  }
}
