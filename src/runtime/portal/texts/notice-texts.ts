import { countOf, wordFor } from './quantities.ts';

/** The texts of notices by e-mail. Each line is plain text. */
export const emailTexts = {
  /** An API version with a space: `DogPark v1`. */
  subjects: {
    'api.message': (api: string, subject: string) => `${api}: ${subject}`,
    'api.deprecated': (api: string) => `${api} is deprecated`,
    'api.retired': (api: string) => `${api} is retired`,
    'api.blocked': (api: string) => `${api} is blocked`,
    'api.sunset_changed': (api: string) => `${api} has another date of retirement`,
    'api.published_again': (api: string) => `${api} is published again`,
  },
  states: {
    'api.deprecated': (api: string, application: string) =>
      `${api}, which your application ${application} subscribes to, is deprecated.`,
    'api.retired': (api: string, application: string) =>
      `${api}, which your application ${application} subscribes to, is retired. The gateway does not forward its calls any more.`,
    'api.blocked': (api: string, application: string) =>
      `${api}, which your application ${application} subscribes to, is blocked. Calls are answered with the status 503.`,
    'api.sunset_changed': (api: string, application: string) =>
      `The date of retirement of ${api}, which your application ${application} subscribes to, has changed.`,
    'api.published_again': (api: string, application: string) =>
      `${api}, to which your application ${application} is or was subscribed, is published again. It is no longer deprecated, blocked or retired.`,
  },
  since: (day: string) => `Deprecated since: ${day}`,
  sunset: (day: string) => `Available until: ${day}`,
  noSunset: 'No date of retirement is declared.',
  blockedUntil: (time: string) => `Blocked until: ${time}`,
  successor: (successor: string) => `Successor: ${successor}`,
  link: (link: string) => `More information: ${link}`,
  page: (page: string) => `Page in the store: ${page}`,
  why: (application: string, api: string) =>
    `You receive this e-mail because the application ${application}, which subscribes to ${api}, names this address for notices.`,
  /** Of a version that the application perhaps no longer subscribes to. */
  whyNotified: (application: string) =>
    `You receive this e-mail because the application ${application} names this address for notices.`,
  from: (owner: string, api: string) => `It was written by ${owner}, the owner of ${api}.`,
} as const;

/** The texts of the pages on which an owner writes to the subscribers of an API version. */
export const messageTexts = {
  title: (api: string) => `Message to the subscribers of ${api}`,
  lead: 'It is sent as plain text to the addresses that applications declare for notices. You do not see the addresses.',
  open: 'Write to the subscribers',
  fields: {
    audience: 'To',
    subject: 'Subject',
    subjectHint: 'One line of at most 150 characters. The name of the API version is put before it.',
    text: 'Text',
    textHint: 'Plain text of at most 5,000 characters. Addresses of pages can be written as they are.',
  },
  audiences: {
    all: 'All subscribers',
    production: 'Subscribers with production keys',
    sandbox: 'Subscribers with sandbox keys',
  },
  missing: {
    subject: 'Enter a subject.',
    text: 'Enter the text of the message.',
  },
  tooLong: (most: number) => `Shorten this to ${countOf(most, 'character')}.`,
  hidden: 'Remove the control characters and the invisible characters.',
  unknownAudience: 'Choose one of the audiences.',
  preview: 'Preview',
  previewLead: 'Nothing is sent yet. This is what the subscribers will read.',
  asEmail: 'Each e-mail names the application that it is for. This one is for',
  asWebhook:
    'A webhook gets the subject without the name of the version, and the text without the lines after “--”.',
  send: (count: number) => `Send to ${countOf(count, 'application')}`,
  edit: 'Change it',
  reached: 'Who is reached',
  counts: (reached: number, all: number) =>
    `${reached} of ${countOf(all, 'subscribed application')} ${wordFor(reached, 'declares', 'declare')} an address that this gateway can send to.`,
  unreachable: 'Not reached, since no such address is declared',
  nobody: 'No subscribed application can be reached, so there is nobody to send to.',
  unconfigured: 'This gateway sends no notices. Its operator can declare “notices” in gateway.config.yaml.',
  tooMany: {
    title: 'You have sent too many messages',
    reason: (most: number) => `You may send ${countOf(most, 'message')} an hour. Nothing was sent.`,
    advice: 'Keep the text, and send it later.',
  },
  result: {
    title: 'Message sent',
    lead: 'Each address is tried for up to two hours. Open this page again to see what happened.',
    unknown: 'This message is not known',
    unknownLead:
      'Another gateway may have sent it, or this gateway was restarted since. The audit log of the gateway names what was sent.',
    columns: { application: 'Application', channel: 'By', state: 'State', attempts: 'Attempts' },
    channels: { email: 'E-mail', webhook: 'Webhook' },
    states: { waiting: 'Waiting', delivered: 'Delivered', failed: 'Failed' },
    failures: {
      // The same text, since the page would otherwise tell where in the network of the gateway something listens.
      refused: 'the receiver did not accept it',
      unreachable: 'the receiver did not accept it',
      forbidden: 'its address must not be called',
      unconfigured: 'the gateway is not able to send this now',
      overloaded: 'too many notices are waiting',
    },
    back: 'Back to the API version',
  },
} as const;
