import { countOf, formatCount, wordFor } from './quantities.ts';

/** The texts of the console, which sends calls for the reader. */
export const tryTexts = {
  title: (operation: string) => `Try ${operation}`,

  explanation:
    'The store sends the call as one of your applications. It goes through the gateway as every call does: it needs a subscription and scopes, counts against limits, and reaches the API.',
  publicExplanation:
    'The store sends the call without an access token, as everyone may. It goes through the gateway as every call does: it counts against the limit of your address, and always reaches the production endpoint.',
  about: 'About this operation',
  application: 'Application',
  applicationHint:
    'The store makes the call with an access token of this application, which it then discards.',
  notSubscribed: 'not subscribed',
  keys: 'Keys',
  onlyKeys: (keySet: string) => `only ${keySet} keys`,
  addKeys: 'Add keys to the application',
  parameters: 'Parameters',
  noParameters: 'This operation has no parameters.',
  required: 'required',
  locations: { path: 'in the path', query: 'in the query', header: 'header', cookie: 'cookie' },
  notSent: 'Do not send',
  sendEmpty: 'Send it without a value',
  moreParameters: (count: number) =>
    `The form has no room for ${countOf(count, 'more parameter')}. Use curl to send ${wordFor(count, 'it', 'them')}.`,
  accept: 'Media type of the response',
  acceptAny: 'Any',
  fillIn: 'Fill in an example:',
  fieldErrors: {
    title: (count: number) =>
      count === 1 ? 'A value cannot be sent' : `${formatCount(count)} values cannot be sent`,
    missingFiles: (count: number) =>
      count === 1 ? 'A file is missing' : `${formatCount(count)} files are missing`,
    file: 'Choose a file that is not empty. The API requires one.',
    explanation: 'The call was not sent. The fields below say what to change.',
    header:
      'A header can contain only ASCII: letters without accents, digits, spaces and common signs. Remove the other characters, or encode them as the API asks.',
    cookie:
      'A cookie cannot contain spaces, quotation marks, commas, semicolons, backslashes, or characters outside ASCII. Encode them as the API asks.',
  },
  listHint: 'separate several values by commas',
  itemsHint: 'several values may be chosen',
  jsonHint: 'written as JSON',
  body: 'Body',
  mediaType: 'Media type',
  noForm: 'This operation accepts only bodies in several parts, which this form cannot send. Use curl.',
  parts: 'Parts of the body (multipart/form-data)',
  moreParts: (count: number) => `The form has no room for ${countOf(count, 'more part')}.`,
  longParts: 'The texts of the parts are too long to be shown whole here. Enter them again before you send.',
  file: (mediaTypes: string) => `File (${mediaTypes})`,
  fileHint: 'At most 1 MiB in all. It is sent unchanged, and has to be chosen again for each call.',
  send: 'Send',
  publicCaller: 'No access token; always the production endpoint.',
  noApplication: 'You need an application to try this API.',
  newApplication: 'Propose an application',
  subscribe: 'Request a subscription',
  answer: {
    title: 'Response',
    status: 'Status',
    duration: 'Time',
    milliseconds: (duration: number) => `${Math.round(duration)} ms`,
    requestId: 'Request ID',
    findCall: 'Find it in the last calls of the application',
    sent: 'What was sent',
    part: 'Part',
    content: 'Content',
    wholeBody: 'the whole body',
    sentFile: (bytes: number) => `file of ${countOf(bytes, 'byte')}`,
    sentText: (bytes: number) => `text of ${countOf(bytes, 'byte')}`,
    headers: 'Headers',
    header: 'Name',
    value: 'Value',
    body: 'Body',
    noBody: 'The response has no body.',
    binary: (bytes: number) => `The body is not text. It has ${countOf(bytes, 'byte')}.`,
    curl: 'The same call with curl',
    curlIsCut: 'The command is too long to be shown whole: add the rest of the texts that end with “…”.',
    curlExplanation: 'It reads the access token from the variable TOKEN.',
    isLong: 'Only the beginning of the body is shown here. Download it to see the rest.',
    download: (bytes: number) => `Download the body (${countOf(bytes, 'byte')})`,
    moreHeaders: (count: number) =>
      `The response has ${countOf(count, 'more header')}, which ${wordFor(count, 'is', 'are')} not shown here.`,
    cut: {
      size: 'The body is larger than 1 MiB, and the rest was not read.',
      time: 'The response lasted more than 10 seconds, and the rest was not read.',
      aborted: 'The connection was closed before the body was complete.',
    },
    retryAfter: (seconds: string) => `Try again after ${countOf(Number(seconds), 'second')}.`,
    limited: 'A limit has been reached, which calls from here count against.',
  },
  problems: {
    gateway_starting: {
      title: 'The gateway is starting',
      explanation: 'Wait a moment, and send the call again.',
    },
    application_unknown: {
      title: 'This is not one of your applications',
      explanation: 'Choose one of yours, and send the call again.',
    },
    key_set_missing: {
      title: 'The application has no such keys',
      explanation: 'Choose other keys or another application, or add these keys to this one.',
    },
    api_unknown: {
      title: 'This version is not published',
      explanation: 'The gateway does not accept calls of it.',
    },
    not_subscribed: {
      title: 'The application is not subscribed to this API',
      explanation: 'Request a subscription, which the owner of the API approves.',
    },
    sandbox_not_public: {
      title: 'This public operation has no sandbox',
      explanation: 'Everyone calls its production endpoint. Choose production keys, and send the call again.',
    },
    user_not_allowed: {
      title: 'You cannot log in to this application',
      explanation: 'It is for users of other identity providers, and its calls need a user.',
    },
    method_malformed: {
      title: 'The method is malformed',
      explanation: 'A method is one word, such as GET. CONNECT and TRACE cannot be sent.',
    },
    path_malformed: {
      title: 'The path is malformed',
      explanation: 'Calls from here stay below the address of the API, and no part of a path may be empty.',
    },
    header_malformed: {
      title: 'A header is malformed',
      explanation: 'A value has no line breaks. At most 100 headers and 16 kB can be sent.',
    },
    request_too_large: {
      title: 'The body is too large',
      explanation: 'At most 1 MiB can be sent from here. Use curl for more.',
    },
    too_many_calls: {
      title: 'Too many calls are under way',
      explanation: 'Wait until your other calls have ended, and send this one again.',
    },
    no_response: {
      title: 'The API has not responded',
      explanation: 'There was no response within 30 seconds, or the connection was closed.',
    },
  },
} as const;
