import { describe, expect, test } from 'vitest';
import { cleanSources } from '#compiler/rule/clean-sources.ts';
import { callGatewright } from '../call-gatewright.ts';
import { runGatewright } from '../run-gatewright.ts';
import { temporaryFolder } from '../temporary-folder.ts';

const file = 'apis/dog_park/v1/subscriptions.yaml';
const ownFile = 'apis/dog_park/v1/subscriptions/kennel_sync.yaml';
const before = cleanSources[file] ?? '';
const sources: Readonly<Record<string, string>> = {
  ...cleanSources,
  'applications/kennel_sync.yaml': `kind: Application
name: KennelSync
type: service
owner: kennels-team
grants: [client_credentials]
`,
};

function words(application: string, api = 'DogPark/v1', tier = 'gold'): readonly string[] {
  return ['add', 'subscription', '--application', application, '--api', api, '--tier', tier];
}

const today = '2026-01-31';
const added = `kind: Subscription\napplication: KennelSync\napi: DogPark/v1\ntier: gold\nsince: ${today}\n`;

/** A file in which the date of today is replaced. */
function withoutToday(text: string): string {
  return text.replace(new Date().toISOString().slice(0, 10), today);
}
const stderr = 'Next: `gatewright lint` checks everything, and `gatewright run` serves it.\n';

describe.concurrent('gatewright add subscription', () => {
  test('writes a file of the application, and leaves others as they are', async () => {
    await using folder = await temporaryFolder(sources);
    expect(await runGatewright(folder.path, words('KennelSync'))).toEqual({
      code: 0,
      stdout: `created ${ownFile}\n`,
      stderr,
    });
    expect(withoutToday(await folder.read(ownFile))).toBe(added);
    expect(await folder.read(file)).toBe(before);
    expect(await callGatewright(folder.path, ['lint', '--max-warnings', '0'])).toMatchObject({ code: 0 });
  });

  test('adds a document below others in the file of the application', async () => {
    const tier = 'kind: Tier\nname: silver\nlimit: { requests: 10, unit: minute }\n';
    await using folder = await temporaryFolder({ ...sources, [ownFile]: `# approved\n${tier}` });
    expect(await callGatewright(folder.path, words('KennelSync'))).toMatchObject({ code: 0 });
    expect(withoutToday(await folder.read(ownFile))).toBe(`# approved\n${tier}---\n${added}`);
  });

  test('declares scopes', async () => {
    await using folder = await temporaryFolder(sources);
    const scoped = [...words('KennelSync'), '--scope', 'dogs.read', '--scope', 'dogs.write'];
    const { stderr: said } = await callGatewright(folder.path, scoped);
    expect({ said, text: withoutToday(await folder.read(ownFile)) }).toEqual({
      said: stderr,
      text: `${added.replace(/since.*\n/, '')}scopes:\n  - dogs.read\n  - dogs.write\nsince: ${today}\n`,
    });
  });

  test('writes beside the API, whatever folder it is called from', async () => {
    await using folder = await temporaryFolder(sources);
    const called = [...words('KennelSync'), '--config', '../gateway.config.yaml'];
    const result = await callGatewright(`${folder.path}/applications`, called);
    expect(result).toEqual({ code: 0, stdout: `created ../${ownFile}\n`, stderr });
    expect(withoutToday(await folder.read(ownFile))).toBe(added);
  });

  test.each([
    [
      words('DogWalker'),
      'DogWalker is already subscribed to DogPark/v1, in apis/dog_park/v1/subscriptions.yaml.',
      undefined,
    ],
    [words('KenelSync'), 'Unknown application "KenelSync".', 'Did you mean `KennelSync`?'],
    [words('KennelSync', 'DogPark'), 'Unknown API "DogPark".', 'Declared: DogPark/v1.'],
    [words('KennelSync', 'DogPark/v2'), 'Unknown API "DogPark/v2".', 'Did you mean `DogPark/v1`?'],
    [words('KennelSync', 'DogPark/v1', 'platinum'), 'Unknown tier "platinum".', 'Declared: gold.'],
  ])('refuses %j', async (called, message, help) => {
    await using folder = await temporaryFolder(sources);
    expect(await callGatewright(folder.path, called)).toEqual({
      code: 2,
      stdout: '',
      stderr: `error: ${message}\n${help === undefined ? '' : `help: ${help}\n`}`,
    });
    expect(await folder.read(file)).toBe(before);
  });

  test('sends the author of a broken configuration to lint', async () => {
    await using folder = await temporaryFolder({ 'gateway.config.yaml': 'kind: Gateway\n' });
    expect(await callGatewright(folder.path, words('KennelSync'))).toEqual({
      code: 2,
      stdout: '',
      stderr: 'error: gateway.config.yaml has errors.\nhelp: `gatewright lint` shows them.\n',
    });
  });
});
