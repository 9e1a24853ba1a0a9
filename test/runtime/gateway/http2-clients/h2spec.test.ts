// @module-tag full
import { execFile, execFileSync } from 'node:child_process';
import { expect, onTestFinished, test } from 'vitest';
import { openUpstream } from '../../upstream-in-test.ts';
import { openHttp2Gateway } from './http2-gateway.ts';

/** What Node's HTTP/2 (nghttp2) does differently, with any server: see docs/http2.md. */
const deviations = [
  'closed: Sends a DATA frame after sending RST_STREAM frame',
  'closed: Sends a HEADERS frame after sending RST_STREAM frame',
  'closed: Sends a DATA frame',
  'closed: Sends a HEADERS frame',
  'Sends stream identifier that is numerically smaller than previous',
  'Sends PRIORITY frame that depend on itself',
  'Sends a PRIORITY frame with 0x0 stream identifier',
  'Sends multiple WINDOW_UPDATE frames increasing the flow control window to above 2^31-1 on a stream',
];

/** The connection is closed behind the answer to a PING that follows, which may arrive in time or not. */
const race = 'Sends a PING frame with ACK';

const isMissing = (() => {
  try {
    execFileSync('h2spec', ['--version'], { stdio: 'ignore' });
    return false;
  } catch {
    return true;
  }
})();

function runH2spec(port: number): Promise<string> {
  const options = ['-t', '-k', '-o', '1', '-p', String(port), '-P', '/health'];
  return new Promise((ran) => {
    execFile('h2spec', options, { maxBuffer: 64 * 1024 * 1024 }, (_error, printed) => ran(printed));
  });
}

/** A case waits for a second, which is too short for one or another on a busy machine, and for none each time. */
function failedEachTime(runs: readonly string[]): readonly string[] {
  const [first = [], ...others] = runs.map(readFailures);
  return first.filter((what) => others.every((other) => other.includes(what)));
}

function readFailures(printed: string): readonly string[] {
  const failures = printed.slice(printed.indexOf('Failures:'));
  return [...failures.matchAll(/× \d+: (.+)/g)].map(([, what = '']) => what);
}

test.skipIf(isMissing)(
  'h2spec finds what it finds of Node (skipped where it is not on the PATH)',
  async () => {
    const upstream = await openUpstream('dogs');
    onTestFinished(() => upstream.close());
    const gateway = await openHttp2Gateway(upstream.url);
    const runs = [];
    for (let run = 0; run < 3; run += 1) runs.push(await runH2spec(gateway.port));
    expect(failedEachTime(runs).filter((what) => what !== race)).toEqual(deviations);
    for (const printed of runs) expect(printed).toMatch(/145 tests, \d+ passed, \d skipped/);
    expect(gateway.faults).toEqual([]);
  },
);
