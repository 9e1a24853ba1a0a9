import { Readable } from 'node:stream';
import { expect, test } from 'vitest';
import { reportEvent } from '#cli/run/report-event.ts';
import type { Digest } from '#compiled/digest.ts';
import type { Diagnostic } from '#diagnostic/diagnostic.ts';
import { renderEventJson } from '#cli/run/event-log.ts';
import type { RunEvent } from '#cli/run/run-event.ts';

const digest: Digest = 'sha256:00';
const at = { file: 'tiers.yaml', line: 1, column: 1, endLine: 1, endColumn: 5, pointer: '' };
const diagnostics: readonly Diagnostic[] = [{ code: 'some-rule', severity: 'error', message: 'Wrong.', at }];
const failure = { message: 'The sources have 1 error.', diagnostics };
const failureText = 'error some-rule Wrong.\n  tiers.yaml:1:1\n\n1 error\nerror: The sources have 1 error.\n';

const upstreamFailure = {
  api: 'DogPark/v1',
  upstream: 'http://127.0.0.1:9',
  status: 502,
  code: 'upstream_unreachable',
  cause: 'connect ECONNREFUSED 127.0.0.1:9',
  requestId: 'x-1',
};

/** The output for an event, each line behind the stream that it goes to. */
function report(event: RunEvent, debug = false): string {
  let written = '';
  const outputTo = (stream: string) => ({
    write: (text: string) => {
      written += text.replaceAll(/^(?=.)/gm, `${stream} `);
    },
    deliver: async () => undefined,
    waiting: () => 0,
    paint: (_: unknown, text: string) => text,
    isTerminal: false,
  });
  const stdin = { stream: Readable.from([]), isTerminal: false };
  const io = { stdin, stdout: outputTo('out'), stderr: outputTo('err'), cwd: '/here', env: {}, debug };
  reportEvent(event, { show: (file) => file, io });
  return written;
}

const err = (text: string) => text.replaceAll(/^(?=.)/gm, 'err ');
const gateway = { gatewayUrl: 'https://localhost:1', adminUrl: 'http://127.0.0.1:2', digest };

test('the first thing told is how to reach the gateway, without a secret', () => {
  expect(report({ type: 'listening', ...gateway, caFile: "/here/it's/ca.pem" })).toBe(
    `out Gateway https://localhost:1
out Admin   http://127.0.0.1:2
out To get an access token with the keys of \`gatewright keys generate\`:
out   curl --cacert 'it'\\''s/ca.pem' -u "$CONSUMER_KEY:$CONSUMER_SECRET" -d grant_type=client_credentials https://localhost:1/token
`,
  );
});

test('the address of the store is reported if there is one', () => {
  const event = { type: 'listening', ...gateway, storeUrl: 'https://localhost:1/store' } as const;
  expect(report(event)).toContain('out Store   https://localhost:1/store\nout Admin   http://127.0.0.1:2\n');
});

test('a certificate that everybody trusts is not named', () => {
  expect(report({ type: 'listening', ...gateway })).toContain('out   curl -u "$CONSUMER_KEY');
});

test.each<[RunEvent, string]>([
  [{ type: 'loaded', digest, apis: 1 }, 'out Loaded 1 API: sha256:00\n'],
  [{ type: 'reloaded', digest, apis: 2 }, 'out Reloaded 2 APIs: sha256:00\n'],
  [{ type: 'unchanged' }, ''],
  [
    { type: 'reload-failed', isRepeated: false, ...failure },
    err(`${failureText}Still serving the previous table.\n`),
  ],
  [
    { type: 'reload-failed', isRepeated: true, ...failure },
    err(
      'error: The sources have 1 error. The reason is the same as before.\nStill serving the previous table.\n',
    ),
  ],
  [
    { type: 'start-failed', ...failure },
    err(`${failureText}There is no last good table to serve instead.\n`),
  ],
  [{ type: 'reload-requested' }, 'out Looking for new declarations, secrets and certificates.\n'],
  [{ type: 'nothing-new' }, 'out The declarations and secrets have not changed.\n'],
  [{ type: 'stopping' }, 'out Stopping after the calls in flight have finished.\n'],
  [
    { type: 'upstream-failed', ...upstreamFailure, count: 1 },
    'err warning: A call of DogPark/v1 failed with 502 upstream_unreachable, upstream http://127.0.0.1:9: connect ECONNREFUSED 127.0.0.1:9 (x-1).\n',
  ],
  [
    { type: 'upstream-failed', ...upstreamFailure, count: 12 },
    'err warning: 12 more calls of DogPark/v1 failed with 502 upstream_unreachable, upstream http://127.0.0.1:9: connect ECONNREFUSED 127.0.0.1:9 (the last is x-1).\n',
  ],
  [
    { type: 'last-good', digest, ...failure },
    err(`${failureText}Serving the last good route table: sha256:00\n`),
  ],
  [
    { type: 'restart-needed', what: ['listener', 'state'] },
    'err warning: Restart the gateway to apply these changes: listener, state.\n',
  ],
  [{ type: 'warning', message: 'Careful.' }, 'err warning: Careful.\n'],
  [{ type: 'error', message: 'Oh.', stack: 'Error: Oh.\n    at x' }, 'err error: Oh.\n'],
])('%j', (event, text) => {
  expect(report(event)).toBe(text);
});

test('the stack of a fault is shown to who debugs', () => {
  const fault: RunEvent = { type: 'error', message: 'Oh.', stack: 'Error: Oh.\n    at x' };
  expect(report(fault, true)).toBe('err error: Oh.\nerr Error: Oh.\nerr     at x\n');
});

const warning: Diagnostic = { code: 'other-rule', severity: 'warning', message: 'Odd.', at };
const many = Array.from({ length: 55 }, (_, index): Diagnostic => ({
  code: 'some-rule',
  severity: 'error',
  message: `Wrong ${index}.`,
  at: { ...at, line: index + 1 },
}));
const manyFailed = { message: 'The sources have 55 errors.', diagnostics: [warning, ...many] };

test('a failed reload lists errors only, at most twenty', () => {
  const text = report({ type: 'reload-failed', isRepeated: false, ...manyFailed });
  expect(text.match(/Wrong \d+\./g)).toEqual(many.slice(0, 20).map(({ message }) => message));
  expect(text).not.toContain('Odd.');
  expect(text).toContain(
    '\nerr and 35 more; `gatewright lint` shows all.\nerr error: The sources have 55 errors.\n',
  );
});

const render = (event: RunEvent) => renderEventJson(event, 0, (file) => `here/${file}`);
const line = (fields: object) => `${JSON.stringify({ ...fields })}\n`;
const time = '1970-01-01T00:00:00.000Z';

test.each<[RunEvent, object]>([
  [
    { type: 'listening', ...gateway },
    { level: 'info', time, event: 'listening', message: 'Listening: https://localhost:1', ...gateway },
  ],
  [
    { type: 'reloaded', digest, apis: 2, commit: 'abc' },
    {
      level: 'info',
      time,
      event: 'reloaded',
      message: 'Reloaded 2 APIs of commit abc: sha256:00',
      digest,
      apis: 2,
      commit: 'abc',
    },
  ],
  [
    { type: 'reload-failed', isRepeated: false, ...failure },
    {
      level: 'error',
      time,
      event: 'reload_failed',
      message: failure.message,
      isRepeated: false,
      errors: [{ code: 'some-rule', message: 'Wrong.', file: 'here/tiers.yaml', line: 1, column: 1 }],
    },
  ],
  [
    { type: 'reload-failed', isRepeated: true, ...failure },
    {
      level: 'error',
      time,
      event: 'reload_failed',
      message: 'The sources have 1 error. The reason is the same as before.',
      isRepeated: true,
    },
  ],
  [
    { type: 'upstream-failed', ...upstreamFailure, count: 1 },
    {
      level: 'warn',
      time,
      event: 'upstream_failed',
      message:
        'A call of DogPark/v1 failed with 502 upstream_unreachable, upstream http://127.0.0.1:9: connect ECONNREFUSED 127.0.0.1:9 (x-1).',
      ...upstreamFailure,
      count: 1,
    },
  ],
  [
    { type: 'warning', message: 'Careful.' },
    { level: 'warn', time, event: 'warning', message: 'Careful.' },
  ],
  [
    { type: 'stopping' },
    { level: 'info', time, event: 'stopping', message: 'Stopping after the calls in flight have finished.' },
  ],
])('as JSON: %j', (event, fields) => {
  expect(render(event)).toBe(line(fields));
});

test('as JSON: the errors of sources are cut at twenty, and an event that nobody needs is left out', () => {
  const rendered = JSON.parse(render({ type: 'start-failed', ...manyFailed }) ?? '') as {
    readonly errors: readonly object[];
    readonly moreErrors: number;
  };
  expect([rendered.errors.length, rendered.moreErrors]).toEqual([20, 35]);
  expect(render({ type: 'unchanged' })).toBeUndefined();
});
