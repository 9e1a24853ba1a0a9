import { errorCodes } from '../../runtime/rejection/error-codes.ts';
import { oauthRefusals } from '../../runtime/rejection/oauth-refusals.ts';
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
    'What the gateway refuses by itself, it refuses with one of the codes below. An error of the service behind an API ' +
      'passes through as the service gave it.',
  ),
  paragraph(
    'The body is JSON, or XML (`<error>`) where the `Accept` header prefers that. It has a `message` for people, a ' +
      '`developerMessage`, and the `code`, which does not change from one release to the next. Where several things are ' +
      'wrong with a request, `errors` lists them, each with a `message`. An element that has nothing to say is left out.',
  ),
  code('json', [
    '{',
    '  "message": "This API requires an access token.",',
    '  "developerMessage": "Send the header Authorization: Bearer ACCESS_TOKEN.",',
    '  "code": "token_missing"',
    '}',
  ]),
  paragraph(
    'With `errorDocsUrl` in the configuration a body also has `moreInformation`: that URL and the code. Where it ends in ' +
      '`#`, it can lead to the headings of a copy of this page.',
  ),
];

function describeCodes(): readonly Block[] {
  const byStatus = Map.groupBy(Object.entries(errorCodes), ([, { status }]) => status);
  return [...byStatus]
    .toSorted(([one], [other]) => one - other)
    .flatMap(([status, entries]) => [
      heading(2, String(status)),
      ...entries.flatMap(([name, { message, developerMessage }]) => [
        heading(3, `\`${name}\``),
        paragraph(`${message} ${developerMessage}`),
      ]),
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
      'They answer as RFC 6749 section 5.2 has it, with a JSON body that holds an `error`, an `error_description`, and the same text as the `message` that all error bodies have.',
    ),
    ...[...byError].flatMap(([title, refusals]) => [
      heading(3, title),
      list(refusals.map(({ description }) => description)),
    ]),
  ];
}
