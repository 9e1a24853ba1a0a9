import { Readable } from 'node:stream';
import { expect, test } from 'vitest';
import { explainTokens, reportEvent } from '../../../src/cli/views/report-event.ts';
import type { Digest } from '../../../src/compiled/digest.ts';
import type { Diagnostic } from '../../../src/diagnostic/diagnostic.ts';
import type { GatewayEvent } from '../../../src/serve/gateway-event.ts';

const digest: Digest = 'sha256:00';
const at = { file: 'tiers.yaml', line: 1, column: 1, endLine: 1, endColumn: 5, pointer: '' };
const diagnostics: readonly Diagnostic[] = [{ code: 'some-rule', severity: 'error', message: 'Wrong.', at }];
const failure = { message: 'The sources have 1 error.', diagnostics };
const failureText = 'error some-rule Wrong.\n  tiers.yaml:1:1\n\n1 error\nerror: The sources have 1 error.\n';

/** The output for an event, each line behind the stream that it goes to. */
function report(event: GatewayEvent, debug = false): string {
  let written = '';
  const outputTo = (stream: string) => ({
    write: (text: string) => {
      written += text.replaceAll(/^(?=.)/gm, `${stream} `);
    },
    deliver: async () => undefined,
    paint: (_: unknown, text: string) => text,
    isTerminal: false,
  });
  const stdin = { stream: Readable.from([]), isTerminal: false };
  const io = { stdin, stdout: outputTo('out'), stderr: outputTo('err'), cwd: '/here', env: {}, debug };
  reportEvent(event, { show: (file) => file, io });
  if (event.type === 'listening') explainTokens(event, io);
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

test.each<[GatewayEvent, string]>([
  [{ type: 'loaded', digest, apis: 1 }, 'out Loaded 1 API: sha256:00\n'],
  [{ type: 'reloaded', digest, apis: 2 }, 'out Reloaded 2 APIs: sha256:00\n'],
  [{ type: 'unchanged' }, ''],
  [{ type: 'reload-failed', ...failure }, err(`${failureText}Still serving the previous table.\n`)],
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
  const fault: GatewayEvent = { type: 'error', message: 'Oh.', stack: 'Error: Oh.\n    at x' };
  expect(report(fault, true)).toBe('err error: Oh.\nerr Error: Oh.\nerr     at x\n');
});
