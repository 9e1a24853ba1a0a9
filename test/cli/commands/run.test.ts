import { execFileSync, spawn, type ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { existsSync } from 'node:fs';
import { readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { describe, expect, test } from 'vitest';
import { cleanSources } from '#compiler/rule/clean-sources.ts';
import { findBlock, findCalls } from '../../docs/shell-blocks.ts';
import { callGatewright } from '../call-gatewright.ts';
import { main, processEnv, runGatewright } from '../run-gatewright.ts';
import { temporaryFolder } from '../temporary-folder.ts';
import { full } from '../../full-run.ts';

const config = 'gateway.config.yaml';
const sources = {
  ...cleanSources,
  [config]: (cleanSources[config] ?? '').replace('https://gateway.example.edu', 'https://localhost:8243'),
};
const freePorts = ['--port', '0', '--admin-port', '0'];
const asText = ['--log-format', 'text'];

interface Gateway extends AsyncDisposable {
  readonly child: ChildProcess;
  /** What it has written so far, on both streams. */
  readonly written: () => string;
  /** Waits until it has written a text, or ended. */
  readonly until: (text: string) => Promise<void>;
}

function startGateway(cwd: string, ...options: readonly string[]): Gateway {
  const child = spawn(
    process.execPath,
    [main, 'run', ...freePorts, ...(options.includes('--log-format') ? [] : asText), ...options],
    {
      cwd,
      env: processEnv,
    },
  );
  let written = '';
  const ended = once(child, 'close');
  for (const stream of [child.stdout, child.stderr]) stream.on('data', (chunk) => (written += String(chunk)));
  const until = async (text: string): Promise<void> => {
    while (!written.includes(text) && child.exitCode === null && child.signalCode === null) {
      await Promise.race([once(child.stdout, 'data'), once(child.stderr, 'data'), ended]);
    }
  };
  const stop = async (): Promise<void> => {
    child.kill('SIGKILL');
    await ended;
  };
  return { child, written: () => written, until, [Symbol.asyncDispose]: stop };
}

describe.concurrent('gatewright run', () => {
  test('keeps what it has found in definitions for the next start', full, async () => {
    await using folder = await temporaryFolder(sources);
    const findings = join(folder.path, '.gatewright/findings.json');
    for (const before of ['missing', 'kept', 'damaged']) {
      if (before === 'damaged') await writeFile(findings, 'odd');
      await using gateway = startGateway(folder.path);
      await gateway.until('/token\n');
      expect(await readFile(findings, 'utf8')).toMatch(/^(\nsha256:[0-9a-f]{64} definition \[.+\])+\n?$/);
    }
  });

  test('serves, tells where, and ends in order at a signal', async () => {
    await using folder = await temporaryFolder(sources);
    await using gateway = startGateway(folder.path);
    await gateway.until('/token\n');
    gateway.child.kill('SIGTERM');
    const [code] = (await once(gateway.child, 'close')) as [number];
    const text = gateway
      .written()
      .replaceAll(/localhost:\d+|127\.0\.0\.1:\d+/g, 'HOST')
      .replaceAll(/[0-9a-f]{64}/g, 'HEX');
    expect({ code, text }).toEqual({
      code: 0,
      text: `Loaded 1 API: sha256:HEX
Gateway https://HOST
Admin   http://HOST
To get an access token with the keys of \`gatewright keys generate\`:
  curl --cacert .gatewright/tls/ca.pem -u "$CONSUMER_KEY:$CONSUMER_SECRET" -d grant_type=client_credentials https://HOST/token
Stopping after the calls in flight have finished.
`,
    });
  });

  test('starts as many workers as docs/reload.md says', full, async () => {
    await using folder = await temporaryFolder(sources);
    const [[, ...options] = [], ...others] = findCalls(findBlock('docs/reload.md: gatewright run').text);
    expect(others).toEqual([]);
    await using gateway = startGateway(folder.path, ...options);
    await gateway.until('/token\n');
    const admin = /^Admin +(\S+)$/m.exec(gateway.written())?.[1];
    const { digest, workers } = (await (await fetch(`${admin}/status`)).json()) as Record<string, unknown>;
    expect(workers).toEqual([{ digest }, { digest }, { digest }, { digest }]);
  });

  test('reports a change that does not compile, and takes in the next that does', async () => {
    await using folder = await temporaryFolder(sources);
    await using gateway = startGateway(folder.path, '--plain-http', '--state-dir', 'state');
    await gateway.until('/token\n');
    await folder.write('tiers.yaml', 'kind: Tier\nname: Gold\n');
    await gateway.until('Still serving the previous table.\n');
    expect(gateway.written()).toContain('  tiers.yaml:2:7\n    1 | kind: Tier\n    2 | name: Gold\n');
    await folder.write('tiers.yaml', 'kind: Tier\nname: gold\n');
    await gateway.until('Reloaded 1 API: ');
    expect(gateway.child.exitCode).toBeNull();
  });

  test('logs its events as JSON on standard error, and nothing else, where no terminal is', async () => {
    await using folder = await temporaryFolder(sources);
    await using gateway = startGateway(folder.path, '--plain-http', '--log-format', 'json');
    await gateway.until('"listening"');
    await folder.write('tiers.yaml', 'kind: Tier\nname: Gold\n');
    await gateway.until('"reload_failed"');
    const { text } = findBlock('docs/deployment.md: kill -HUP');
    execFileSync('sh', ['-c', text], { env: { ...processEnv, PID: String(gateway.child.pid) } });
    await gateway.until('same as before');
    gateway.child.kill('SIGTERM');
    await once(gateway.child, 'close');
    const lines = gateway.written().split('\n').slice(0, -1);
    const events = lines.map((line) => JSON.parse(line) as Record<string, unknown>);
    expect(events.map(({ level, event }) => `${String(level)} ${String(event)}`)).toEqual([
      'info loaded',
      'info listening',
      'error reload_failed',
      'info reload_requested',
      'error reload_failed',
      'info stopping',
    ]);
    for (const { time } of events) expect(Date.parse(String(time))).toBeGreaterThan(0);
    expect(events[2]?.['errors']).toMatchObject([
      { code: 'invalid-value', file: 'tiers.yaml', line: 2, column: 7 },
    ]);
    expect(events[4]).not.toHaveProperty('errors');
  });

  test('refuses a log format that it does not know', async () => {
    await using folder = await temporaryFolder(sources);
    expect(await callGatewright(folder.path, ['run', '--log-format', 'xml'])).toEqual({
      code: 2,
      stdout: '',
      stderr: 'error: Unknown log format "xml".\nhelp: --log-format takes text or json.\n',
    });
  });

  test('serves a table, and keeps its state beside it', full, async () => {
    await using folder = await temporaryFolder(sources);
    await runGatewright(folder.path, ['compile', '--out', 'table.json']);
    await using gateway = startGateway(folder.path, '--table', 'table.json', '--plain-http');
    await gateway.until('/token\n');
    expect(gateway.written()).toMatch(/^Loaded 1 API: sha256:[0-9a-f]{64}\nGateway http:\/\/localhost:\d+\n/);
  });

  test('ends in order at a signal while it starts, whatever it runs from', full, async () => {
    await using folder = await temporaryFolder(sources);
    await runGatewright(folder.path, ['compile', '--out', 'table.json']);
    for (const [round, source] of [[], [], ['--table', 'table.json'], ['--table', 'table.json']].entries()) {
      const state = `state-${round}`;
      await using gateway = startGateway(folder.path, ...source, '--plain-http', '--state-dir', state);
      while (!existsSync(join(folder.path, state))) await delay(5);
      await delay((round % 2) * 150);
      gateway.child.kill('SIGTERM');
      const [code] = (await once(gateway.child, 'close')) as [number];
      expect({ code, errors: gateway.written().match(/error:.*/g) }).toEqual({ code: 0, errors: null });
    }
  });

  test('does not start on broken declarations', async () => {
    await using folder = await temporaryFolder({ ...sources, 'tiers.yaml': 'kind: Tier\nname: Gold\n' });
    const { code, stdout, stderr } = await callGatewright(folder.path, ['run', ...freePorts, ...asText]);
    expect({ code, stdout }).toEqual({ code: 2, stdout: '' });
    expect(stderr).toContain(
      'error invalid-value `name` does not have the required form.\n  tiers.yaml:2:7\n',
    );
  });

  test.each([['missing.json'], ['tiers.yaml'], ['apis']])('does not start on the table %s', async (table) => {
    await using folder = await temporaryFolder(sources);
    const { code, stdout, stderr } = await callGatewright(folder.path, [
      'run',
      '--table',
      table,
      ...freePorts,
      ...asText,
    ]);
    expect({ code, stdout }).toEqual({ code: 2, stdout: '' });
    expect(stderr).toMatch(/^error: .+\n$/);
  });
});
