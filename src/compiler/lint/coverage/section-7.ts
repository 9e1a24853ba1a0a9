import { reasons, type CoveredSection, type Statement } from './statement.ts';

const meaning = 'No document shows when a service returns it; the rule checks that the status is known.';

/** The statement about a status that only the service decides to return. */
function status(index: number, says: string): Statement {
  return { id: `7.1-${index}`, says, rules: ['status-code-known'], reason: meaning };
}

export const section71: CoveredSection = {
  section: '7.1',
  title: 'Status codes',
  statements: [
    {
      id: '7.1-1',
      says: '200 means success with data.',
      rules: ['method-responses', 'success-body'],
      reason:
        'What is sent is known only at run time; a GET without a declared body is not reported, since the declaration was probably forgotten.',
    },
    {
      id: '7.1-2',
      says: '201 means that a resource was created, and contains its `Location`.',
      rules: ['created-location', 'method-responses'],
    },
    {
      id: '7.1-3',
      says: '202 means that a request was accepted but is not finished.',
      rules: ['method-responses'],
      reason:
        'When a change is finished is known only at run time; the rule checks that only changes return 202.',
    },
    { id: '7.1-4', says: '204 means success without data.', rules: ['no-content-body'] },
    {
      id: '7.1-5',
      says: '304 means that nothing has changed since the time in a conditional GET.',
      rules: ['method-responses'],
      reason:
        'Whether a request has conditions is known only at run time; the rule checks that only GET and HEAD return 304.',
    },
    {
      id: '7.1-6',
      says: '304 repeats the `Content-Location` and the `ETag` of the GET, and its `Date`.',
      rules: ['not-modified-headers'],
      reason: 'Every server sends `Date`, so documents need not declare it.',
    },
    { id: '7.1-7', says: '304 has no body.', rules: ['no-content-body'] },
    status(8, '400 means that a body or a query is malformed.'),
    status(9, '401 means that authentication is missing or has failed.'),
    status(
      10,
      '403 means that a request was understood and refused, because of permissions or a business rule.',
    ),
    {
      id: '7.1-11',
      says: 'The gateway returns 403 if a token is missing or invalid.',
      reason: reasons.byGateway,
    },
    status(12, '404 means that a resource does not exist.'),
    status(13, '405 means that this user may not use the method.'),
    status(14, '409 means a conflict, such as with an existing resource or a dependent one.'),
    {
      id: '7.1-15',
      says: '410 means that something was removed, such as an old version of an API.',
      rules: ['status-code-known', 'subscription-to-retired-api'],
      reason: 'The gateway returns it for a retired version; no document shows when a service returns it.',
    },
    status(16, '415 means that a media type is not supported.'),
    status(17, '422 means that a request is not valid.'),
    status(18, '429 means that a call exceeds the limit.'),
    status(19, '500 means any failure of the server.'),
    status(20, '501 means that a method or function is not supported.'),
    status(21, '503 means that a server is overloaded or under maintenance.'),
  ],
};

export const section72: CoveredSection = {
  section: '7.2',
  title: 'Error bodies',
  statements: [
    {
      id: '7.2-1',
      says: 'Error responses should have a body with the following fields.',
      rules: ['error-body', 'error-body-fields'],
      reason: 'An error without a body is not reported, since a body is only recommended.',
    },
    {
      id: '7.2-2',
      says: '`message` is a string for users.',
      rules: ['error-body-types'],
      reason: reasons.reviewer,
    },
    {
      id: '7.2-3',
      says: '`developerMessage` is a string that helps developers to find the error.',
      rules: ['error-body-types'],
      reason: reasons.reviewer,
    },
    {
      id: '7.2-4',
      says: '`moreInformation` is a string with a link to more information.',
      rules: ['error-body-types'],
      reason: 'The target of the link is known only at run time.',
    },
    {
      id: '7.2-5',
      says: '`errors` is an array of objects, each with a string `message`.',
      rules: ['error-body-types', 'error-body'],
    },
    {
      id: '7.2-6',
      says: 'It lists several validation errors at once.',
      reason: 'Their number is known only at run time.',
    },
    {
      id: '7.2-7',
      says: '`code` is a string that is more specific than the status.',
      rules: ['error-body-types'],
    },
    {
      id: '7.2-8',
      says: '`message` or `errors` is present.',
      rules: ['error-body'],
      reason: 'What is sent is known only at run time; schemas and examples are checked.',
    },
    {
      id: '7.2-9',
      says: 'All other fields are optional.',
      reason: reasons.allows,
    },
    {
      id: '7.2-10',
      says: 'Fields without a value are omitted, not null.',
      rules: ['error-body-values'],
      reason: 'What is sent is known only at run time; examples, defaults and nullable schemas are checked.',
    },
    {
      id: '7.2-11',
      says: 'No field is an empty string.',
      rules: ['error-body-values'],
      reason: 'What is sent is known only at run time; examples and defaults are checked.',
    },
    {
      id: '7.2-12',
      says: 'A body may have the generated form: an object `errors` with `code`, `status`, `timestamp`, `message`, `debugMessage` and `subErrors`.',
      rules: ['error-body', 'error-body-types', 'error-body-fields'],
    },
    {
      id: '7.2-13',
      says: 'Other error codes of the gateway and the token endpoint are not specified.',
      reason: reasons.requiresNothing,
    },
  ],
};
