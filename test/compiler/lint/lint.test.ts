import { describe, expect, test } from 'vitest';
import { lint } from '#compiler/lint/lint.ts';
import { defineRule, type ExampleEdit, type Rule } from '#compiler/rule/define-rule.ts';
import {
  addApi,
  editApi,
  editDefinition,
  editGateway,
  editSubscription,
} from '#compiler/rule/example-edits.ts';
import { placeOf } from '#source/place.ts';
import { describeDiagnostics } from '../describe-diagnostics.ts';
import { loadWorkspace } from './load-workspace.ts';

function setSeverity(rule: string, severity: string): ExampleEdit {
  return editGateway('deployments:', `lint: { rules: { ${rule}: ${severity} } }\ndeployments:`);
}

async function describeLint(
  edits: readonly ExampleEdit[],
  rules?: readonly Rule[],
): Promise<readonly string[]> {
  return describeDiagnostics(lint(await loadWorkspace(edits), rules).diagnostics);
}

function makeRule(check: NonNullable<Rule['check']>): Rule {
  const texts = { summary: 'A rule.', why: 'To test.', examples: [] };
  return defineRule({
    name: 'test-rule',
    section: '1',
    severity: 'warning',
    group: 'design',
    ...texts,
    check,
  });
}

describe('the severity of a design rule', () => {
  const minorVersion = [
    editApi('version: v1', 'version: v1.2'),
    editSubscription('DogPark/v1', 'DogPark/v1.2'),
  ];
  const finding = 'api-version-minor The version v1.2 of DogPark is a minor version.';

  test('is its own', async () => {
    expect(await describeLint(minorVersion)).toEqual([`apis/dog_park/v1/api.yaml:4:10 warning ${finding}`]);
  });

  test.each(['info', 'warning', 'error'])('is set to %s by the gateway', async (severity) => {
    const edits = [...minorVersion, setSeverity('api-version-minor', severity)];
    expect(await describeLint(edits)).toEqual([`apis/dog_park/v1/api.yaml:4:10 ${severity} ${finding}`]);
  });

  test('is off where the gateway says so', async () => {
    expect(await describeLint([...minorVersion, setSeverity('api-version-minor', 'off')])).toEqual([]);
  });
});

test.each([
  ['openapi.yaml', ['apis/dog_park/v1/breed.yaml:1:7 error query-camel-case']],
  ['breed.yaml', []],
])('a setting for %s goes by the file in which a finding stands', async (file, found) => {
  const breed = '- name: breed\n          in: query\n          schema: { type: string }';
  const overrides = `[{ files: [apis/dog_park/v1/${file}], rules: { query-camel-case: off } }]`;
  const diagnostics = await describeLint([
    editDefinition(breed, '- $ref: ./breed.yaml'),
    {
      file: 'apis/dog_park/v1/breed.yaml',
      content: breed.replace('breed', 'dog_breed').replaceAll(/^(- | {10})/gm, ''),
    },
    editGateway('deployments:', `lint: { overrides: ${overrides} }\ndeployments:`),
  ]);
  expect(diagnostics.map((one) => one.split(' ').slice(0, 3).join(' '))).toEqual(found);
});

test('the severity of an integrity rule is fixed, and a setting is reported', async () => {
  const edits = [editApi('/dog_park', '/dog-park'), setSeverity('api-context-format', 'off')];
  expect(await describeLint(edits)).toEqual([
    'apis/dog_park/v1/api.yaml:3:10 error api-context-format The context "/dog-park" is not in snake_case.',
    'gateway.config.yaml:4:18 error gateway-lint-rules The rule api-context-format has a fixed severity, since compilation relies on it.',
  ]);
});

describe('the checked workspace', () => {
  test('is there after a warning', async () => {
    const { checked } = lint(await loadWorkspace([editApi('published', 'retired')]));
    expect(checked).toBeDefined();
  });

  test('is withheld after an error', async () => {
    const { checked } = lint(await loadWorkspace([editApi('DogPark', 'dogPark')]));
    expect(checked).toBeUndefined();
  });

  test('is there where a design rule is no longer an error', async () => {
    const edits = [
      editApi('dogs.internal', 'dogs-sandbox.internal'),
      setSeverity('api-endpoints-differ', 'info'),
    ];
    const { checked, diagnostics } = lint(await loadWorkspace(edits));
    expect(describeDiagnostics(diagnostics)).toEqual([
      'apis/dog_park/v1/api.yaml:10:19 info api-endpoints-differ The sandbox endpoint of DogPark/v1 is also a production endpoint: https://dogs-sandbox.internal.example.edu.',
    ]);
    expect(checked).toBeDefined();
  });
});

describe('a diagnostic', () => {
  test('holds the place, the help and the related places of its finding', async () => {
    const edits = [addApi('dog_park/v2'), addApi('dog_park/v3', { version: 'v3' })];
    const { diagnostics } = lint(await loadWorkspace(edits));
    const state = { line: 5, column: 8, endLine: 5, endColumn: 17, pointer: '/state' };
    expect(diagnostics).toEqual([
      {
        code: 'api-live-versions',
        severity: 'error',
        message: 'DogPark/v1 is published next to v3 and v2, but at most two versions may be live.',
        help: 'Set its state to retired once its callers use v3.',
        at: { file: 'apis/dog_park/v1/api.yaml', ...state },
        related: [
          { message: 'DogPark/v3 is live', at: { file: 'apis/dog_park/v3/api.yaml', ...state } },
          { message: 'DogPark/v2 is live', at: { file: 'apis/dog_park/v2/api.yaml', ...state } },
        ],
      },
    ]);
  });

  test('says which name was probably meant', async () => {
    const { diagnostics } = lint(await loadWorkspace([editSubscription('DogWalker', 'DogWalkr')]));
    expect(diagnostics.map(({ help }) => help)).toEqual(['Did you mean `DogWalker`?']);
  });

  test('marks a place that may hold a secret, and never prints it', async () => {
    const edits = [editApi('https://dogs.', 'https://ada:swordfish@dogs.')];
    const { diagnostics } = lint(await loadWorkspace(edits));
    expect(diagnostics.map(({ code, secret }) => [code, secret])).toEqual([['endpoint-url', true]]);
    expect(JSON.stringify(diagnostics)).not.toContain('swordfish');
  });
});

describe('a rule', () => {
  test('sees every node', async () => {
    const seen: string[] = [];
    const rule = makeRule({
      gateway: () => seen.push('gateway'),
      api: ({ value }) => seen.push(value.name),
      application: ({ value }) => seen.push(value.name),
      subscription: ({ value }) => seen.push(value.api),
      workspace: ({ apis }) => seen.push(`workspace of ${apis.length}`),
    });
    lint(await loadWorkspace(), [rule]);
    expect(seen).toEqual(['gateway', 'DogPark', 'DogWalker', 'DogPark/v1', 'workspace of 1']);
  });

  test('that fails is reported, beside what it and the others found', async () => {
    const failing = makeRule({
      api: ({ place }, { report }) => {
        report({ at: placeOf(place, 'name'), part: 'key', message: 'Found before it failed.' });
        throw new Error('no such thing');
      },
    });
    const other = makeRule({
      subscription: ({ place }, { report }) =>
        report({ at: placeOf(place, 'tier'), message: 'Found by another.' }),
    });
    const { checked, diagnostics } = lint(await loadWorkspace(), [failing, other]);
    expect(describeDiagnostics(diagnostics)).toEqual([
      'apis/dog_park/v1/api.yaml:2:1 warning test-rule Found before it failed.',
      'gateway.config.yaml:1:1 error rule-crash The rule test-rule failed: no such thing.',
      'apis/dog_park/v1/subscriptions.yaml:4:7 warning test-rule Found by another.',
    ]);
    expect(checked).toBeUndefined();
  });
});
