import { XmlDocument, type XmlElement } from 'libxml2-wasm';
import { request } from 'undici';

/** The address of the pages of the tests' gateway. */
export const authOrigin = 'https://gateway.example.edu';

type Fields = Readonly<Record<string, string>>;
type Headers = Readonly<Record<string, string | undefined>>;

export interface FormInTest {
  readonly action: string;
  /** The values of the fields. */
  readonly fields: Fields;
  /** The buttons' names, values and texts. */
  readonly buttons: readonly string[];
}

export interface PageInTest {
  readonly status: number;
  readonly headers: Readonly<Record<string, string | string[] | undefined>>;
  /** The Set-Cookie headers. */
  readonly cookies: readonly string[];
  readonly location: string;
  readonly body: string;
  readonly title: string;
  readonly heading: string;
  /** The text of an alert. */
  readonly problem: string;
  /** The code of an error page. */
  readonly code: string;
  readonly text: string;
  readonly forms: readonly FormInTest[];
}

/** A browser without a screen, which keeps cookies and sends the origin of its requests. */
export class BrowserInTest {
  readonly cookies = new Map<string, string>();
  readonly #url: string;

  constructor(url: string) {
    this.#url = url;
  }

  visit(path: string, headers: Headers = {}): Promise<PageInTest> {
    return this.#send('GET', path, undefined, { 'sec-fetch-site': 'cross-site', ...headers });
  }

  submit(path: string, fields: Fields | string, headers: Headers = {}): Promise<PageInTest> {
    const body = typeof fields === 'string' ? fields : new URLSearchParams(fields).toString();
    return this.#send('POST', path, body, {
      'content-type': 'application/x-www-form-urlencoded',
      'sec-fetch-site': 'same-origin',
      origin: authOrigin,
      ...headers,
    });
  }

  /** Sends a body as it is, of the type in `headers`. */
  submitBody(path: string, body: Buffer, headers: Headers): Promise<PageInTest> {
    return this.#send('POST', path, body, {
      'sec-fetch-site': 'same-origin',
      origin: authOrigin,
      ...headers,
    });
  }

  /** Follows redirects as long as they stay on the server. */
  async follow(page: PageInTest): Promise<PageInTest> {
    return page.location.startsWith('/') ? this.follow(await this.visit(page.location)) : page;
  }

  async #send(method: 'GET' | 'POST', path: string, body: string | Buffer | undefined, headers: Headers) {
    const cookie = [...this.cookies].map(([name, value]) => `${name}=${value}`).join('; ');
    const all = { 'sec-fetch-dest': 'document', ...(cookie === '' ? {} : { cookie }), ...headers };
    const sent = Object.entries(all).filter((entry): entry is [string, string] => entry[1] !== undefined);
    const answer = await request(this.#url + path, {
      method,
      headers: Object.fromEntries(sent),
      ...(body === undefined ? {} : { body }),
    });
    const isOfLogin = path.startsWith('/authorize');
    if (isOfLogin && answer.statusCode === 503 && !/^[1-9]\d*$/.test(String(answer.headers['retry-after'])))
      throw new Error('a page does not say when to try again');
    const cookies = [answer.headers['set-cookie'] ?? []].flat();
    for (const set of cookies) this.#keep(set);
    return readPage(answer.statusCode, answer.headers, cookies, await answer.body.text());
  }

  #keep(set: string): void {
    const [, name = '', value = ''] = /^([^=]+)=([^;]*)/.exec(set) ?? [];
    if (value === '') this.cookies.delete(name);
    else this.cookies.set(name, value);
  }
}

function readPage(
  status: number,
  headers: PageInTest['headers'],
  cookies: readonly string[],
  body: string,
): PageInTest {
  const location = String(headers['location'] ?? '');
  const answer = { status, headers, cookies, location, body };
  if (!body.startsWith('<!doctype html>'))
    return { ...answer, title: '', heading: '', problem: '', code: '', text: '', forms: [] };
  return { ...answer, ...parsePage(body) };
}

/** Reads a page with a strict parser, to which everything that is not well-formed is an error. */
export function parsePage(body: string) {
  using document = XmlDocument.fromString(body.slice('<!doctype html>'.length));
  const textOf = (path: string) => words(document.get(path)?.content ?? '');
  const forms = document.find('//form').map((form) => readForm(form as XmlElement));
  return {
    title: textOf('//title'),
    heading: textOf('//h1'),
    problem: textOf('//*[@role="alert"]'),
    code: textOf('//code'),
    text: textOf('//main'),
    forms,
  };
}

function readForm(form: XmlElement): FormInTest {
  const attribute = (element: XmlElement, name: string) => element.attr(name)?.value ?? '';
  // A browser sends only the chosen ones of its choices.
  const inputs = form
    .find('.//input[not(@type="checkbox" or @type="radio") or @checked]')
    .map((node) => node as XmlElement);
  const buttons = form.find('.//button').map((node) => node as XmlElement);
  return {
    action: attribute(form, 'action'),
    fields: Object.fromEntries(inputs.map((input) => [attribute(input, 'name'), attribute(input, 'value')])),
    buttons: buttons.map((button) =>
      [attribute(button, 'name'), attribute(button, 'value'), words(button.content)].join('|'),
    ),
  };
}

function words(text: string): string {
  return text.trim().replaceAll(/\s+/g, ' ');
}
