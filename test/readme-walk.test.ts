import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdir, readFile, writeFile } from 'node:fs/promises';
import { dirname, join, resolve } from 'node:path';
import { expect, test } from 'vitest';
import { temporaryFolder } from './cli/temporary-folder.ts';
import { eventually } from './eventually.ts';
import { findBlock } from './docs/shell-blocks.ts';
import { full } from './full-run.ts';
import { freePorts } from './runtime/free-port.ts';

const checkout = resolve(import.meta.dirname, '..');

/** The shell lines of README for a repository of one's own, the definition of `gatewright` first. */
const blocks = [
  findBlock('README.md: gatewright() {'),
  findBlock('README.md: gatewright init ../my-gateway'),
  findBlock('README.md: eval "$(gatewright keys'),
].map(({ text }) => text.replace('/path/to/the/checkout', checkout));

/** A shell as in a terminal, which reads what is pasted into it. */
function openTerminal(cwd: string) {
  const env = { PATH: `${dirname(process.execPath)}:${process.env['PATH'] ?? ''}`, HOME: cwd };
  const shell = spawn('bash', [], { cwd, env, detached: true });
  let said = '';
  for (const stream of [shell.stdout, shell.stderr]) stream.on('data', (chunk) => (said += String(chunk)));
  const closed = once(shell, 'close');
  return {
    paste: (lines: string) => void shell.stdin.write(lines),
    said: () => said,
    /** Ends everything that was started in it. */
    [Symbol.asyncDispose]: async () => {
      if (shell.pid !== undefined) process.kill(-shell.pid, 'SIGTERM');
      await closed;
    },
  };
}

/** Lines with ports that are free, in place of those of the README. */
async function choosePorts() {
  const named = [8243, 8244, 3001, 3002];
  const free = await freePorts(named.length);
  // All at once, since a port can contain the digits of another one.
  const inReadme = new RegExp(named.join('|'), 'g');
  return (text: string) => text.replaceAll(inReadme, (found) => String(free[named.indexOf(Number(found))]));
}

test('what README has people paste ends with an answer of the API that init made', full, async () => {
  const [define = '', serve = '', call = ''] = blocks;
  const withPorts = await choosePorts();
  await using folder = await temporaryFolder({});
  await mkdir(join(folder.path, 'here'));
  await using first = openTerminal(join(folder.path, 'here'));
  const [init = '', ...rest] = serve.split(/(?<=\n)/);
  first.paste(`${define}${init}`);
  const own = join(folder.path, 'my-gateway');
  await eventually(() => expect(first.said()).toContain('Next: '));
  for (const file of ['gateway.config.yaml', 'apis/room_booking/v1/api.yaml', 'example-service.mjs']) {
    await writeFile(join(own, file), withPorts(await readFile(join(own, file), 'utf8')));
  }
  first.paste(rest.join(''));
  await eventually(() => expect(first.said()).toContain('Listening: https:'));
  const generations = () => first.said().split('"digest"').length;
  const before = generations();
  await using second = openTerminal(own);
  const [keys = '', ...calls] = call.split(/(?<=\n)/);
  second.paste(`${define}${keys}`);
  await eventually(() => expect(generations()).toBeGreaterThan(before));
  second.paste(withPorts(calls.join('')));
  const list = '/room_booking/v1/bookings';
  const links = { self: { href: list }, first: { href: list }, last: { href: list } };
  const answer = await eventually(() => /^\{.*\}/m.exec(second.said())?.[0] ?? expect.fail(second.said()));
  expect(JSON.parse(answer)).toEqual({ totalCount: 0, _embedded: { bookings: [] }, _links: links });
});
