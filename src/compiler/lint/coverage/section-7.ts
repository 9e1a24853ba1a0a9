import { reasons, type CoveredSection, type Statement } from './statement.ts';

const meaning = 'When a service answers so is in no document; that the status is a known one is checked.';

/** A status whose meaning only its service can keep. */
function status(index: number, says: string): Statement {
  return { id: `7.1-${index}`, says, rules: ['status-code-known'], reason: meaning };
}

export const section71: CoveredSection = {
  section: '7.1',
  title: 'Status codes',
  statements: [
    {
      id: '7.1-1',
      says: '200 is success, with data.',
      rules: ['method-responses', 'success-body'],
      reason:
        'What is sent shows at run time, and a GET that declares no body is let be, since one is more often forgotten than left out.',
    },
    {
      id: '7.1-2',
      says: '201 is for what was created, and sends its `Location`.',
      rules: ['created-location', 'method-responses'],
    },
    {
      id: '7.1-3',
      says: '202 is for what is accepted and not done yet.',
      rules: ['method-responses'],
      reason: 'When a change is done shows at run time; that 202 answers to nothing but a change is checked.',
    },
    { id: '7.1-4', says: '204 is success, with nothing to say.', rules: ['no-content-body'] },
    {
      id: '7.1-5',
      says: '304 says that nothing has changed since a conditional GET asked before.',
      rules: ['method-responses'],
      reason:
        'Whether a request has conditions shows at run time; that 304 answers to nothing but GET and HEAD is checked.',
    },
    {
      id: '7.1-6',
      says: '304 repeats the `Content-Location` and the `ETag` of the GET, and its `Date`.',
      rules: ['not-modified-headers'],
      reason: 'Every server sends `Date`, so documents need not declare it.',
    },
    { id: '7.1-7', says: '304 has no body.', rules: ['no-content-body'] },
    status(8, '400 is for a body or a query that is malformed.'),
    status(9, '401 is for missing or wrong proof of who calls.'),
    status(
      10,
      '403 is for a request that is understood and refused, by the rights of a user or a rule of the trade.',
    ),
    {
      id: '7.1-11',
      says: 'The gateway says 403 where a token is missing or not valid.',
      reason: reasons.byGateway,
    },
    status(12, '404 is for what is not there.'),
    status(13, '405 is for a method that this user may not use.'),
    status(14, '409 is for a conflict, as with what is there already or what others hang on.'),
    {
      id: '7.1-15',
      says: '410 is for what was removed, such as an old version of an API.',
      rules: ['status-code-known', 'subscription-to-retired-api'],
      reason: 'The gateway returns it for a retired version; no document says when a service returns it.',
    },
    status(16, '415 is for a media type that is not supported.'),
    status(17, '422 is for a request that does not pass validation.'),
    status(18, '429 is for a call over the limit.'),
    status(19, '500 is for any failure of the server.'),
    status(20, '501 is for a method, or a function, that is not supported.'),
    status(21, '503 is for a server that is overloaded or being looked after.'),
  ],
};

export const section72: CoveredSection = {
  section: '7.2',
  title: 'Error bodies',
  statements: [
    {
      id: '7.2-1',
      says: 'Errors best have a body of the fields that follow.',
      rules: ['error-body', 'error-body-fields'],
      reason: 'An error without a body is let be, since having one is only recommended.',
    },
    {
      id: '7.2-2',
      says: '`message` is a string that users understand.',
      rules: ['error-body-types'],
      reason: reasons.reviewer,
    },
    {
      id: '7.2-3',
      says: '`developerMessage` is a string that helps to find the error.',
      rules: ['error-body-types'],
      reason: reasons.reviewer,
    },
    {
      id: '7.2-4',
      says: '`moreInformation` is a string that links to more.',
      rules: ['error-body-types'],
      reason: 'Where the link leads shows at run time.',
    },
    {
      id: '7.2-5',
      says: '`errors` is an array of objects, each with a string `message`.',
      rules: ['error-body-types', 'error-body'],
    },
    {
      id: '7.2-6',
      says: 'It tells several errors of validation at once.',
      reason: 'How many there are shows at run time.',
    },
    {
      id: '7.2-7',
      says: '`code` is a string that says more than the status.',
      rules: ['error-body-types'],
    },
    {
      id: '7.2-8',
      says: '`message` or `errors` is there.',
      rules: ['error-body'],
      reason: 'What is sent shows at run time; schemas and examples are checked.',
    },
    {
      id: '7.2-9',
      says: 'All others may be left out.',
      reason: reasons.allows,
    },
    {
      id: '7.2-10',
      says: 'What is null is left out.',
      rules: ['error-body-values'],
      reason: 'What is sent shows at run time; examples, defaults and nullable schemas are checked.',
    },
    {
      id: '7.2-11',
      says: 'Nothing is an empty string.',
      rules: ['error-body-values'],
      reason: 'What is sent shows at run time; examples and defaults are checked.',
    },
    {
      id: '7.2-12',
      says: 'A body may have the generated form: an object `errors` with `code`, `status`, `timestamp`, `message`, `debugMessage` and `subErrors`.',
      rules: ['error-body', 'error-body-types', 'error-body-fields'],
    },
    {
      id: '7.2-13',
      says: 'Other error codes of the gateway and the token endpoint are left open.',
      reason: reasons.asksNothing,
    },
  ],
};
