import { spawnSync } from 'node:child_process';
import { writeFile } from 'node:fs/promises';
import { join, resolve } from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { findBlock } from '../docs/shell-blocks.ts';
import { eventually } from '../eventually.ts';
import { full } from '../full-run.ts';
import { copyExamples, occupyPort, type ExamplesCopy } from './copy-examples.ts';
import { failDemo, runLines, startDemo, type RunningDemo } from './run-demo.ts';

const root = resolve(import.meta.dirname, '../..');
const shells = ['bash', 'dash', 'zsh'].filter((shell) => spawnSync(shell, ['-c', 'true']).status === 0);

const ports =
  'The ports are declared: those of the gateway in gateway.config.yaml, those of the services as `endpoints` in examples/apis.\n';

/** Takes all ports at once. A process that ends closes its output, by which its end is seen, before its ports. */
async function expectPortsFree({ ports: all }: ExamplesCopy): Promise<void> {
  await using taken = new AsyncDisposableStack();
  for (const port of all.values()) taken.use(await eventually(() => occupyPort(port)));
}

describe('npm start', () => {
  const opened = new AsyncDisposableStack();
  let copy: ExamplesCopy;
  let demo: RunningDemo;

  beforeAll(async () => {
    copy = opened.use(await copyExamples(root));
    demo = opened.use(await startDemo(copy.folder, 6));
  }, 90_000);

  afterAll(() => opened.disposeAsync());

  test('is what README has people run', () => {
    expect(findBlock('README.md: npm ci && npm start').text).toBe('npm ci && npm start\n');
  });

  test('prints nothing but commands of one line each', () => {
    expect(demo.lines.map((line) => line.split(/[= ]/, 1)[0])).toEqual([
      'TOKEN',
      'curl',
      'curl',
      'curl',
      'TOKEN',
      'curl',
    ]);
  });

  test.each(shells)('prints commands that get a token and resources in %s', async (shell) => {
    const lines = demo.lines.map((line) =>
      line.startsWith('TOKEN=') ? `${line}\nprintf %s "$TOKEN"` : line,
    );
    const [token, dogs, books, course, sandboxToken, sandboxDogs] = await runLines(shell, copy.folder, lines);
    expect([token, sandboxToken]).toEqual([
      expect.stringMatching(/^\S{20,}$/),
      expect.stringMatching(/^\S{20,}$/),
    ]);
    expect(JSON.parse(dogs ?? '')).toMatchObject({
      _embedded: { dogs: [{ name: 'Luna' }, { name: 'Bella' }] },
    });
    expect(JSON.parse(books ?? '')).toMatchObject({
      _embedded: { books: [{ title: 'Faust' }, { title: 'Madame Bovary' }] },
    });
    expect(JSON.parse(course ?? '')).toMatchObject({ code: 'CS-101' });
    expect(JSON.parse(sandboxDogs ?? '')).toMatchObject({
      _embedded: { dogs: [{ name: 'Sample Spaniel' }, { name: 'Sample Terrier' }] },
    });
  });

  test.each([
    [
      ['--port', '9999'],
      {
        status: 2,
        stdout: '',
        stderr: `error: npm start takes no arguments, and was given --port.\nhelp: ${ports}`,
      },
    ],
    [
      ['--help'],
      {
        status: 0,
        stdout: `npm start runs the example services and a gateway. It takes no arguments. ${ports}`,
        stderr: '',
      },
    ],
  ])('takes no arguments such as %j', (given, expected) => {
    const words = ['start', '--silent', '--', ...given];
    const { status, stdout, stderr } = spawnSync('npm', words, { cwd: copy.folder, encoding: 'utf8' });
    expect({ status, stdout, stderr }).toEqual(expected);
  });

  test('says in one sentence that it is running already', full, async () => {
    const { exitCode, errors } = await failDemo(copy.folder);
    expect(exitCode).toBe(2);
    expect(errors).toMatch(
      /^Starting the example services and the gateway …\nerror: Port \d+ is in use.*\nhelp: The ports are declared: .*\n$/,
    );
  });

  test('ends with Ctrl-C and leaves no port taken', async () => {
    await demo[Symbol.asyncDispose]();
    await expectPortsFree(copy);
  });
});

test('npm start ends with a signal to npm alone and leaves no port taken', full, async () => {
  await using copy = await copyExamples(root);
  await using again = await startDemo(copy.folder, 6);
  await again.end('SIGTERM');
  await expectPortsFree(copy);
});

test('npm start serves what last was good where the examples are broken', full, async () => {
  await using copy = await copyExamples(root);
  const good = await startDemo(copy.folder, 6);
  await good[Symbol.asyncDispose]();
  await writeFile(join(copy.folder, 'examples/tiers.yaml'), 'kind: Tier\n\tname: gold\n');
  await using again = await startDemo(copy.folder, 6);
  const [, dogs] = await runLines('bash', copy.folder, again.lines.slice(0, 2));
  expect(JSON.parse(dogs ?? '')).toMatchObject({ totalCount: 3 });
});

test('npm start says in one sentence that the port of the gateway is in use', full, async () => {
  await using copy = await copyExamples(root);
  const port = copy.ports.get(8243) ?? 0;
  await using taken = await occupyPort(port);
  expect(taken.listening).toBe(true);
  const { exitCode, errors } = await failDemo(copy.folder);
  expect(exitCode).toBe(2);
  expect(errors).toContain(String(port));
  expect(errors).not.toMatch(/^\s+at /m);
});
