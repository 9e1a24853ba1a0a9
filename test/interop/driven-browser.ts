import { DOMParser } from '@xmldom/xmldom';
import { user, type Interop } from './open-interop.ts';

/** A form of a page: its target, its values, and the names of its fields and buttons. */
export interface PageForm {
  readonly action: string;
  readonly fields: Readonly<Record<string, string>>;
  /** The values of its submit buttons, each as `name=value`. */
  readonly choices: readonly string[];
}

/** The state of a browser: a page, or a redirect to another program. */
export interface Shown {
  readonly url: string;
  readonly status: number;
  readonly headers: Headers;
  readonly forms: readonly PageForm[];
  readonly text: string;
}

/** Follows links and redirects like a browser, keeps cookies, and fills in the forms of pages; it runs no script. */
export class DrivenBrowser {
  readonly #interop: Pick<Interop, 'fetch' | 'gatewayUrl'>;
  readonly #cookies = new Map<string, string>();

  constructor(interop: Pick<Interop, 'fetch' | 'gatewayUrl'>) {
    this.#interop = interop;
  }

  /** Follows redirects within the gateway; one that leaves it is returned, and not followed. */
  async visit(url: string | URL, form?: URLSearchParams): Promise<Shown> {
    const { origin } = new URL(this.#interop.gatewayUrl);
    const answer = await this.#interop.fetch(url, {
      method: form ? 'POST' : 'GET',
      redirect: 'manual',
      headers: {
        cookie: [...this.#cookies].map(([name, value]) => `${name}=${value}`).join('; '),
        ...(form && { origin, 'content-type': 'application/x-www-form-urlencoded' }),
      },
      ...(form && { body: form.toString() }),
    });
    const { status } = answer;
    const headers = new Headers([...answer.headers]);
    this.#keepCookies(answer.headers.getSetCookie());
    const text = await answer.text();
    const location = headers.get('location');
    if (location === null) return { url: String(url), status, headers, text, forms: readForms(text, url) };
    const next = new URL(location, url);
    return next.origin === origin ? this.visit(next) : { url: next.href, status, headers, text, forms: [] };
  }

  async submit(form: PageForm, filled: Readonly<Record<string, string>>): Promise<Shown> {
    return this.visit(form.action, new URLSearchParams({ ...form.fields, ...filled }));
  }

  logInAndAllow(url: string | URL): Promise<URL> {
    return this.logInAndDecide(url, 'allow');
  }

  /** The final location of the browser; a missing one is a bug in the test. */
  async logInAndDecide(url: string | URL, decision: 'allow' | 'deny'): Promise<URL> {
    const shown = await this.proceed(url, decision);
    if (shown.status !== 303) throw new Error(`${shown.status} at ${shown.url}: ${shown.text}`);
    return new URL(shown.url);
  }

  /** Logs in and decides as often as requested, until the browser is redirected or shown an error. */
  async proceed(url: string | URL, decision: 'allow' | 'deny'): Promise<Shown> {
    let shown = await this.visit(url);
    for (let pages = 0; pages < 4 && shown.forms.length > 0; pages += 1) {
      const consent = shown.forms.find(({ choices }) => choices.includes(`decision=${decision}`));
      const login = shown.forms.find(({ fields }) => 'password' in fields);
      if (consent) shown = await this.submit(consent, { decision });
      else if (login) shown = await this.submit(login, user);
    }
    return shown;
  }

  #keepCookies(lines: readonly string[]): void {
    for (const line of lines) {
      const [, name = '', value = ''] = /^([^=]+)=([^;]*)/.exec(line) ?? [];
      if (/;\s*max-age=0/i.test(line)) this.#cookies.delete(name);
      else this.#cookies.set(name, value);
    }
  }
}

function readForms(text: string, url: string | URL): readonly PageForm[] {
  if (!text.includes('<form')) return [];
  const page = new DOMParser().parseFromString(text, 'text/html');
  return [...page.getElementsByTagName('form')].map((form) => {
    const inputs = [...form.getElementsByTagName('input')];
    const buttons = [...form.getElementsByTagName('button')];
    const named = buttons.filter((button) => button.hasAttribute('name'));
    return {
      action: new URL(form.getAttribute('action') ?? '', url).href,
      fields: Object.fromEntries(
        inputs.map((input) => [input.getAttribute('name') ?? '', input.getAttribute('value') ?? '']),
      ),
      choices: named.map((button) => `${button.getAttribute('name')}=${button.getAttribute('value')}`),
    };
  });
}
