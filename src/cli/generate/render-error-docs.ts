import { oauthRefusals } from '#runtime/rejection/oauth-refusals.ts';
import { codesByStatus, describeError } from '../rule-pages/describe-error-code.ts';
import { code, heading, list, paragraph, type Block, type Page } from '../rule-pages/page.ts';
import { renderPageAsMarkdown } from '../rule-pages/render-markdown.ts';

const generated = '<!-- `npm run generate` writes this file from the tables of errors. -->\n\n';

/** The page of docs/errors.md: every error that a caller can get from the gateway itself. */
export function renderErrorDocs(): string {
  const page = [...introduction, ...describeCodes(), ...describeRefusals()];
  return generated + renderPageAsMarkdown(page, () => undefined);
}

const introduction: Page = [
  heading(1, 'Errors'),
  paragraph(
    'An error response of the gateway itself has one of the codes below. Error responses of the service behind an API are ' +
      'passed on unchanged.',
  ),
  paragraph(
    'The body is JSON, or XML (`<error>`) if the `Accept` header prefers that. It contains a `message` for users, a ' +
      '`developerMessage`, and the `code`, which stays the same in later releases. If a request has several problems, ' +
      '`errors` lists them, each with a `message`. Empty elements are omitted.',
  ),
  code('json', [
    '{',
    '  "message": "This API requires an access token.",',
    '  "developerMessage": "Send the header Authorization: Bearer ACCESS_TOKEN.",',
    '  "code": "token_missing"',
    '}',
  ]),
  paragraph(
    'With a store, or with `errorDocsUrl` in the configuration, the body also contains `moreInformation`: the page of the ' +
      'store about the error, or that URL followed by the code. If the URL ends with `#`, it can link to the headings of ' +
      'a copy of this page.',
  ),
];

function describeCodes(): readonly Block[] {
  return [...codesByStatus]
    .toSorted(([one], [other]) => one - other)
    .flatMap(([status, names]) => [
      heading(2, String(status)),
      ...names.flatMap((name) => [heading(3, `\`${name}\``), ...describeError(name)]),
    ]);
}

function describeRefusals(): readonly Block[] {
  const byError = Map.groupBy(
    Object.values(oauthRefusals),
    ({ status, error }) => `\`${error}\`, status ${status}`,
  );
  return [
    heading(2, 'The OAuth endpoints'),
    paragraph(
      'Their error responses follow RFC 6749 section 5.2: a JSON body with `error` and `error_description`, and the same text as `message`, as in all other error bodies.',
    ),
    ...[...byError].flatMap(([title, refusals]) => [
      heading(3, title),
      list(refusals.map(({ description }) => description)),
    ]),
  ];
}
