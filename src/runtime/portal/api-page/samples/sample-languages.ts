import type { StoreVisit } from '../../visit/store-visit.ts';
import {
  browserFetch,
  csharp,
  go,
  java,
  nodejs,
  php,
  renderWith,
  ruby,
} from './library/library-languages.ts';
import { renderCurl } from './render-curl.ts';
import { renderPython } from './render-python.ts';
import type { SampleRequest } from './sample-request.ts';

/** A language that samples are shown in. */
export interface SampleLanguage {
  /** The value of `language` in URLs and of the cookie. */
  readonly key: string;
  readonly title: string;
  /** Where the program runs; one in a browser cannot keep a secret, and has no environment variables. */
  readonly runs: 'outside' | 'in a browser';
  readonly render: (request: SampleRequest) => string;
}

const curl: SampleLanguage = { key: 'curl', title: 'curl', runs: 'outside', render: renderCurl };

/** The languages of samples. The library is wrong in curl and Python. */
export const sampleLanguages: readonly SampleLanguage[] = [
  curl,
  { key: 'javascript', title: 'JavaScript', runs: 'in a browser', render: renderWith(browserFetch) },
  { key: 'nodejs', title: 'Node.js', runs: 'outside', render: renderWith(nodejs) },
  { key: 'python', title: 'Python', runs: 'outside', render: renderPython },
  { key: 'java', title: 'Java', runs: 'outside', render: renderWith(java) },
  { key: 'go', title: 'Go', runs: 'outside', render: renderWith(go) },
  { key: 'csharp', title: 'C#', runs: 'outside', render: renderWith(csharp) },
  { key: 'php', title: 'PHP', runs: 'outside', render: renderWith(php) },
  { key: 'ruby', title: 'Ruby', runs: 'outside', render: renderWith(ruby) },
];

/** The language that the reader chooses with `language` in the URL, or has chosen on an earlier page. */
export function chooseLanguage({ query, cookies }: StoreVisit): SampleLanguage {
  const find = (wanted: string | null | undefined) => sampleLanguages.find(({ key }) => key === wanted);
  return find(query.get('language')) ?? find(cookies.language) ?? curl;
}

/** The cookie that remembers the language; none unless the URL chooses another one. */
export function rememberLanguage(visit: StoreVisit): { readonly cookies?: { readonly language: string } } {
  const { key } = chooseLanguage(visit);
  const isNew = visit.query.get('language') === key && visit.cookies.language !== key;
  return isNew ? { cookies: { language: key } } : {};
}
