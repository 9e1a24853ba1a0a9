import { once } from 'node:events';
import { createServer, type AddressInfo } from 'node:net';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import type { SMTPServerOptions } from 'smtp-server';
import { ForbiddenUpstreams } from '#compiled/settings/forbidden-upstreams.ts';
import type { SmtpSettings } from '#compiled/settings/notice-settings.ts';
import { deliverEmail } from '#serve/notices/deliver-email.ts';
import { DeliveryError, type Delivery, type DeliveryContext } from '#serve/notices/delivery.ts';
import { renderEmail } from '#runtime/portal/texts/render-email.ts';
import { exampleDelivery } from './example-delivery.ts';
import { certificates, openMailServer } from './receivers-in-test.ts';

const secrets: Readonly<Record<string, string>> = {
  PASSWORD: 'open sesame',
  OTHER: 'wrong',
  CA: certificates.ca,
};

const delivery: Delivery = { ...exampleDelivery, channel: 'email', address: 'team@walker.example' };

describe('an e-mail', () => {
  const opened = new Set<{ close: () => Promise<unknown> }>();
  const open = async (options?: SMTPServerOptions) => {
    const server = await openMailServer(options);
    opened.add(server);
    return server;
  };
  beforeEach(() => opened.clear());
  afterEach(() => Promise.all([...opened].map((one) => one.close())));

  const send = (
    port: number,
    smtp: Partial<SmtpSettings> = {},
    changes: Partial<Delivery> = {},
    sender = 'Park APIs',
    login: Partial<SmtpSettings> = { user: 'gateway', password: { fromEnv: 'PASSWORD' } },
    limits: Pick<DeliveryContext, 'answerMs'> & Partial<Pick<DeliveryContext, 'signal'>> = {},
  ) =>
    deliverEmail(
      { ...delivery, ...changes },
      {
        settings: {
          smtp: {
            host: '127.0.0.1',
            port,
            tls: 'starttls',
            from: 'apis@example.edu',
            ...login,
            ca: { fromEnv: 'CA' },
            ...smtp,
          },
        },
        sender,
        forbidden: new ForbiddenUpstreams(),
        resolveSecret: async ({ fromEnv = '' }) => secrets[fromEnv] ?? '',
        signal: new AbortController().signal,
        ...limits,
      },
    ).then(
      () => 'delivered',
      (error: unknown) => {
        if (!(error instanceof DeliveryError)) throw error;
        const { failure, isTemporary, message } = error;
        return { failure, isTemporary, message };
      },
    );

  test('is sent over STARTTLS, with a login', async () => {
    const { port, received } = await open();
    expect(await send(port)).toBe('delivered');
    expect(received).toEqual([
      {
        from: 'apis@example.edu',
        to: ['team@walker.example'],
        isSecure: true,
        user: 'gateway',
        text: expect.stringMatching(/^Auto-Submitted: auto-generated\r$/m) as string,
      },
    ]);
    expect(received[0]?.text).toContain('Message-ID: <msg_0123456789abcdef0123456789abcdef@example.edu>');
    expect(received[0]?.text).toContain('Content-Type: text/plain; charset=utf-8');
    expect(received[0]?.text).toContain('\r\nOn Sunday.\r\n.\r\nFrom here on, all day.\r\n');
  });

  test('is sent over TLS from the beginning, without a login', async () => {
    const { port, received } = await open({ secure: true, authOptional: true });
    expect(await send(port, { tls: 'implicit' }, {}, 'Park APIs', {})).toBe('delivered');
    expect(received).toMatchObject([{ isSecure: true, user: undefined }]);
  });

  test('is not sent, and nobody logs in, if the server offers no encryption', async () => {
    const { port, received } = await open({ disabledCommands: ['STARTTLS'], authOptional: true });
    expect(await send(port)).toMatchObject({ failure: 'unconfigured' });
    expect(received).toEqual([]);
  });

  test('is not sent to a server whose certificate is not trusted', async () => {
    const { port, received } = await open();
    expect(await send(port, { ca: { fromEnv: 'OTHER' } })).toMatchObject({ failure: 'unreachable' });
    expect(received).toEqual([]);
  });

  test('is sent again later if the login is refused, and shows no password', async () => {
    const { port } = await open();
    expect(await send(port, { password: { fromEnv: 'OTHER' } })).toEqual({
      failure: 'unconfigured',
      isTemporary: true,
      message: 'the mail server refuses the login',
    });
  });

  describe.each([
    ['greeting', '', '220-wait\r\n'],
    ['first response', '220 ready\r\n', '250-wait\r\n'],
  ])('to a server whose %s never ends', (_name, first, endless) => {
    const openEndless = async () => {
      const server = createServer((socket) => {
        socket.write(first);
        const timer = setInterval(() => socket.write(endless), 20);
        socket.on('error', () => undefined).on('close', () => clearInterval(timer));
      }).listen(0, '127.0.0.1');
      await once(server, 'listening');
      opened.add({ close: () => server[Symbol.asyncDispose]() });
      return (server.address() as AddressInfo).port;
    };

    test('is given up in time', async () => {
      expect(await send(await openEndless(), {}, {}, 'Park APIs', {}, { answerMs: 300 })).toEqual({
        failure: 'unreachable',
        isTemporary: true,
        message: 'the mail server cannot be used (no answer in time)',
      });
    });

    test('ends when the gateway closes', async () => {
      const stop = new AbortController();
      const sent = send(await openEndless(), {}, {}, 'Park APIs', {}, { signal: stop.signal });
      setTimeout(() => stop.abort(), 200);
      expect(await sent).toMatchObject({ failure: 'unreachable' });
    });
  });

  test.for([
    [550, false],
    [451, true],
  ] as const)('that is refused with %s may be sent again: %s', async ([responseCode, isTemporary]) => {
    const { port } = await open({
      onRcptTo: ({ address }, _session, done) =>
        done(Object.assign(new Error(`no ${address} here`), { responseCode })),
    });
    expect(await send(port)).toEqual({
      failure: 'refused',
      isTemporary,
      message: `the mail server answered with the status ${responseCode}`,
    });
  });

  test('cannot be given another header or recipient by any text', async () => {
    const { port, received } = await open();
    const injected = 'x\r\nBcc: all@example.edu\r\n\r\n<script>';
    const content = {
      ...exampleDelivery.content,
      type: 'api.message',
      subject: injected,
    } as Delivery['content'];
    expect(await send(port, {}, { content }, injected)).toBe('delivered');
    expect(received).toMatchObject([{ to: ['team@walker.example'] }]);
    const [head = ''] = (received[0]?.text ?? '').split('\r\n\r\n');
    expect(head).not.toMatch(/^Bcc:/im);
    const names = head
      .split('\r\n')
      .filter((line) => /^\S/.test(line))
      .map((line) => line.slice(0, line.indexOf(':')));
    expect(names.toSorted()).toEqual([
      'Auto-Submitted',
      'Content-Transfer-Encoding',
      'Content-Type',
      'Date',
      'From',
      'MIME-Version',
      'Message-ID',
      'Subject',
      'To',
    ]);
  });

  test.for(['a@b.example, c@d.example', 'a@b.example\r\nRCPT TO:<c@d.example>', '<a@b.example> c@d.example'])(
    'goes to one address at most: %j',
    async (address) => {
      const { port, received } = await open();
      await send(port, {}, { address });
      expect(received.flatMap(({ to }) => to).filter((to) => to === 'c@d.example')).toEqual([]);
    },
  );
});

test('an e-mail about a change names the application, the dates, the successor and the page', () => {
  const { subject, text } = renderEmail(delivery.application, {
    type: 'api.deprecated',
    api: 'DogPark/v1',
    state: 'deprecated',
    since: Date.parse('2026-06-01T00:00:00Z') / 1000,
    sunset: Date.parse('2027-01-01T00:00:00Z') / 1000,
    successor: 'dog_park/v2',
    link: 'https://example.edu/moving',
    page: 'https://apis.example.edu/store/apis/dog_park/v1',
  });
  expect(subject).toBe('DogPark v1 is deprecated');
  expect(text).toBe(`DogPark v1, which your application DogWalker subscribes to, is deprecated.

Deprecated since: 1 June 2026
Available until: 1 January 2027
Successor: dog_park/v2
More information: https://example.edu/moving

--${' '}
You receive this e-mail because the application DogWalker, which subscribes to DogPark v1, names this address for notices.
Page in the store: https://apis.example.edu/store/apis/dog_park/v1
`);
});

test('an e-mail about a version that is published again says that nothing else is true any more', () => {
  const { subject, text } = renderEmail(delivery.application, {
    type: 'api.published_again',
    api: 'DogPark/v1',
    state: 'published',
  });
  expect(subject).toBe('DogPark v1 is published again');
  expect(text.split('\n')[0]).toBe(
    'DogPark v1, to which your application DogWalker is or was subscribed, is published again. It is no longer deprecated, blocked or retired.',
  );
  expect(text).not.toMatch(/Deprecated since|Available until|No date/);
});

test('an e-mail about a blocked version says until when, and one without a date that there is none', () => {
  const blocked = {
    type: 'api.blocked',
    api: 'DogPark/v1',
    state: 'blocked',
    blockedUntil: 1_790_000_000,
  } as const;
  expect(renderEmail(delivery.application, blocked).text).toContain('Blocked until: 2026-09-21T14:13:20Z');
  const deprecated = { type: 'api.deprecated', api: 'DogPark/v1', state: 'deprecated' } as const;
  expect(renderEmail(delivery.application, deprecated).text).toContain('No date of retirement is declared.');
});
