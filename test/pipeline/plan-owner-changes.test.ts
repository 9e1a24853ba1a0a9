import { describe, expect, test } from 'vitest';
import { parse } from 'yaml';
import type { Person } from '#compiled/ownership.ts';
import type { ChangedApi, ProposedChange } from '#compiled/proposals/proposed-change.ts';
import { cleanDefinition, cleanSources } from '#compiler/rule/clean-sources.ts';
import { ChangePlanner } from '#pipeline/plan-change.ts';
import { memorySourceTree } from '#source/memory-source-tree.ts';

const now = Date.parse('2026-11-23T10:00:00Z');
const file = 'apis/dog_park/v1/api.yaml';
const document = 'apis/dog_park/v1/openapi.yaml';
const api = 'DogPark/v1';

const sources: Readonly<Record<string, string>> = {
  ...cleanSources,
  'teams.yaml': 'kind: Team\nname: parks-team\nmembers: [ada@example.edu]\n',
  // It is older than each deprecation.
  'apis/dog_park/v1/subscriptions.yaml': `${cleanSources['apis/dog_park/v1/subscriptions.yaml']}since: 2020-01-31\n`,
};

const ada: Person = {
  subject: 'user:staff/ada',
  emails: ['ada@example.edu'],
  provider: 'staff',
  groups: [],
};
const eve: Person = { ...ada, subject: 'user:staff/eve', emails: ['eve@example.edu'] };

type Files = Readonly<Record<string, string>>;

/** The sources with another declaration of the API. */
const declared = (text: string): Files => ({ ...sources, [file]: text });

async function plan(change: ProposedChange, files: Files = sources, person = ada) {
  const planner = new ChangePlanner('gateway.config.yaml', 'production');
  return planner.plan({ tree: memorySourceTree(files), changed: 'all' }, { change, person }, now);
}

async function read(files: Files = sources, person = ada) {
  const planner = new ChangePlanner('gateway.config.yaml', 'production');
  return planner.readDetails({ tree: memorySourceTree(files), changed: 'all' }, api, person, now);
}

async function readDocument(files: Files = sources, person = ada) {
  const planner = new ChangePlanner('gateway.config.yaml', 'production');
  return planner.readDocument({ tree: memorySourceTree(files), changed: 'all' }, api, person, now);
}

/** The change that a form makes which was opened on these files, with other values in some of its fields. */
async function edited(files: Files, changes: Partial<ChangedApi>): Promise<ProposedChange> {
  const { digest: details, ...fields } = await read(files);
  const { endpoints, ...others } = changes;
  return {
    change: 'api_changed',
    api,
    details,
    ...fields,
    ...others,
    endpoints: { ...fields.endpoints, ...endpoints },
  };
}

/** Why a change is refused; its title if it is not. */
async function answerTo(...wanted: Parameters<typeof plan>): Promise<string> {
  return plan(...wanted).then(
    ({ title }) => title,
    (error: unknown) => (error as Error).message,
  );
}

describe('the document in the repository', () => {
  test('is read for the owners of its version', async () => {
    expect(await readDocument()).toEqual({ file: document, text: cleanDefinition });
    await expect(readDocument(sources, eve)).rejects.toThrow(api);
  });

  test('is not read if a form cannot replace it', async () => {
    const text = `${cleanDefinition}    Name: { $ref: './schemas.yaml#/Name' }\n`;
    const several = {
      ...sources,
      [document]: text,
      'apis/dog_park/v1/schemas.yaml': 'Name: { type: string }\n',
    };
    await expect(readDocument(several)).rejects.toThrow('is made of 2 files');
  });
});

const commented = `# The dogs.
kind: Api
name: DogPark
context: /dog_park
version: v1
state: published   # since 2020
description: Dogs of the park.   # for the store
tags:
  - dogs
  # the city asked for it
  - city
owner: parks-team
definition: ./openapi.yaml
endpoints:
  # behind the firewall
  production: { url: https://dogs.internal }
  sandbox:
    url: https://dogs-sandbox.internal   # reset each night
`;

/** The declaration after replacing parts that it has exactly once. */
function replaced(text: string, ...parts: readonly (readonly [string, string])[]): string {
  return parts.reduce((before, [from, to]) => {
    expect(before.split(from)).toHaveLength(2);
    return before.replace(from, to);
  }, text);
}

describe('details and endpoints', () => {
  type Part = readonly [from: string, to: string];
  const plain = sources[file] ?? '';
  const multiLine = 'All dogs.\n\n- of the park\n- and of the city';

  test.each<[string, string, Partial<ChangedApi>, readonly Part[]]>([
    [
      'a description, with the comment next to it',
      commented,
      { description: 'All dogs: "here".' },
      [['Dogs of the park.', '\'All dogs: "here".\'']],
    ],
    [
      'one tag more and one less',
      commented,
      { tags: ['city', 'animals'] },
      [
        ['  - dogs\n', ''],
        ['  - city\n', '  - city\n  - animals\n'],
      ],
    ],
    [
      'a URL on one line with its key set',
      commented,
      { endpoints: { production: 'https://new.internal/v1' } },
      [['https://dogs.internal', 'https://new.internal/v1']],
    ],
    [
      'a URL on a line of its own',
      commented,
      { endpoints: { sandbox: 'https://new.internal' } },
      [['https://dogs-sandbox.internal', 'https://new.internal']],
    ],
    [
      'no production endpoint',
      commented,
      { endpoints: { production: '' } },
      [['  production: { url: https://dogs.internal }\n', '']],
    ],
    [
      'all of them in a declaration that has none',
      plain,
      { description: multiLine, tags: ['dogs'], endpoints: { sandbox: '' } },
      [
        [
          '  sandbox: { url: https://dogs-sandbox.internal.example.edu }\n',
          'description: |-\n  All dogs.\n\n  - of the park\n  - and of the city\ntags:\n  - dogs\n',
        ],
      ],
    ],
    [
      'the first endpoints',
      replaced(plain, [/endpoints:[^]*/.exec(plain)?.[0] ?? '', '']),
      { endpoints: { production: 'https://dogs.example.edu' } },
      [
        [
          './openapi.yaml\n',
          './openapi.yaml\nendpoints:\n  production:\n    url: https://dogs.example.edu\n',
        ],
      ],
    ],
    [
      'a block of several lines',
      plain.replace('owner:', 'description: |\n  One.\n  Two.\n# Ours.\nowner:'),
      { description: 'One.\r\nThree.' },
      [
        ['  Two.\n', '  Three.\n'],
        ['description: |\n', 'description: |-\n'],
      ],
    ],
    [
      'the only tag and the description',
      plain.replace('owner:', 'description: Dogs.\ntags: [dogs]\nowner:'),
      { description: '', tags: [] },
      [['description: Dogs.\ntags: [dogs]\n', '']],
    ],
  ])('%s', async (_, text, changes, parts) => {
    const { files } = await plan(await edited(declared(text), changes), declared(text));
    expect(files).toEqual({ [file]: replaced(text, ...parts) });
  });

  test('nothing is refused with a sentence', async () => {
    for (const changes of [{}, { tags: ['city', 'dogs'] }, { description: ' Dogs of the park.\r\n' }])
      expect(await answerTo(await edited(declared(commented), changes), declared(commented))).toBe(
        'Nothing would change.',
      );
    // A form shows these tags without the spaces and the line break.
    const padded = commented.replace('- dogs', '- "  dogs "').replace('- city', '- "big\\ncity"');
    const shown = await edited(declared(padded), { tags: ['dogs', 'big', 'city'] });
    expect(await answerTo(shown, declared(padded))).toBe('Nothing would change.');
  });

  const richer: readonly (readonly [string, string])[] = [
    ['targets', '{ targets: [https://a.internal, https://b.internal] }'],
    [
      'credentials',
      '{ url: https://a.internal, auth: { header: { name: X-Key, value: { fromEnv: KEY } } } }',
    ],
    ['timeouts', '{ url: https://a.internal, timeouts: { connectMs: 100 } }'],
    ['http', "{ url: http://a.internal, allowPlainHttp: { reason: 'The mesh.' } }"],
  ];

  test.each(richer)('an endpoint with %s is not shown, and never rewritten', async (_, endpoint) => {
    const text = replaced(commented, ['{ url: https://dogs.internal }', endpoint]);
    const { endpoints } = await read(declared(text));
    expect(endpoints).toEqual({ sandbox: 'https://dogs-sandbox.internal' });
    const change = await edited(declared(text), { endpoints: { sandbox: 'https://new.internal' } });
    expect((await plan(change, declared(text))).files).toEqual({
      [file]: replaced(text, ['https://dogs-sandbox.internal', 'https://new.internal']),
    });
    for (const production of ['https://evil.example.org', ''])
      expect(
        await answerTo(await edited(declared(text), { endpoints: { production } }), declared(text)),
      ).toBe('The production endpoint of DogPark/v1 has more than a URL.');
  });

  test('an endpoint that a deployment declares differently is not shown', async () => {
    const other = 'deployments:\n  qa: { endpoints: { production: { url: https://qa.internal } } }\n';
    expect((await read(declared(commented + other))).endpoints).toEqual({
      sandbox: 'https://dogs-sandbox.internal',
    });
  });

  test('what somebody else has changed since the form was opened is not undone', async () => {
    const change = await edited(declared(commented), { tags: ['city'] });
    const moved = declared(commented.replace('Dogs of the park.', 'Dogs of all parks.'));
    expect(await answerTo(change, moved)).toMatch(/^The details of DogPark\/v1 are not those with which/);
    for (const details of ['', `sha256:${'0'.repeat(64)}`])
      expect(await answerTo({ ...change, details } as ProposedChange, declared(commented))).toMatch(
        /^The details of DogPark\/v1 are not those/,
      );
    // Other declarations, and other fields of this one, may move.
    const hidden = `${commented}visibility: owners\n`;
    expect((await plan(change, declared(hidden))).title).toBe(
      'Change the details and endpoints of DogPark/v1',
    );
  });

  test.each<[string, Partial<ChangedApi>, RegExp]>([
    ['a control character', { description: 'a\0b' }, /^The description has a character/],
    ['a bidirectional override', { description: 'a\u202Eb' }, /^The description has a character/],
    ['a long description', { description: 'x'.repeat(10_001) }, /^The description has more than 10000/],
    ['a tag of two lines', { tags: ['a\nkind: Gateway'] }, /^The tag has a character/],
    [
      'a URL of two lines',
      { endpoints: { sandbox: 'https://a.b\nkind: Gateway' } },
      /^The sandbox endpoint has a/,
    ],
    [
      'a long URL',
      { endpoints: { sandbox: `https://${'a'.repeat(2000)}` } },
      /^The sandbox endpoint has more/,
    ],
  ])('%s is refused at its field', async (_, changes, message) => {
    expect(await answerTo(await edited(declared(commented), changes), declared(commented))).toMatch(message);
  });

  test.each([
    'yes',
    '1e3',
    '~',
    '&a b',
    '*a',
    '{}',
    '- item',
    'key: value',
    'text # comment',
    '---',
    '%YAML 1.1',
    '"\'\\n',
    '# Title\n\n  indented\n\t\ttab\n# end',
    '|\n  x',
    'a: |\n b',
  ])('the text %j is the same text in the declaration', async (description) => {
    for (const text of [commented, sources[file] ?? '']) {
      const change = await edited(declared(text), { description });
      const { files } = await plan(change, declared(text));
      expect((await read({ ...sources, ...files } as Files)).description).toBe(description);
    }
  });

  test.each([
    ['an unusable endpoint', { production: 'http://169.254.169.254/latest' }, '/endpoints/production'],
    ['one endpoint for both key sets', { sandbox: 'https://dogs.internal' }, '/endpoints'],
  ])('%s is a finding in the declaration', async (_, endpoints, pointer) => {
    const { diagnostics } = await plan(await edited(declared(commented), { endpoints }), declared(commented));
    expect(diagnostics.filter(({ severity }) => severity === 'error').map(({ at }) => at.pointer)).toEqual(
      expect.arrayContaining([expect.stringContaining(pointer)]),
    );
  });
});

describe('a document', () => {
  const replace = (definition: string) => ({ change: 'api_definition_replaced', api, definition }) as const;
  const next = cleanDefinition.replace('- name: breed', '- required: true\n          name: breed');

  test('is replaced, and compared with the one before, for the applications subscribed to it', async () => {
    const { files, versions, verdict } = await plan(replace(next.replaceAll('\n', '\r\n')));
    expect(files).toEqual({ [document]: next });
    expect(versions).toEqual([
      {
        api,
        previous: api,
        changes: {
          breaking: [
            { message: 'GET /dogs: query parameter breed became required.', operations: ['GET /dogs'] },
          ],
          risky: [],
          compatible: [],
          descriptions: 0,
        },
        subscribers: ['DogWalker'],
      },
    ]);
    expect(verdict.findings.map(({ code, severity }) => [code, severity])).toEqual([
      ['breaking-change-in-version', 'error'],
    ]);
  });

  test('with errors has findings at its place, and no plan', async () => {
    const { plan: found, diagnostics } = await plan(replace('openapi: 3.1.0\n'));
    expect(found).toBeUndefined();
    expect(new Set(diagnostics.map(({ at }) => at.file))).toEqual(new Set([document]));
  });

  const parts = {
    ...sources,
    [document]: cleanDefinition.replace("'#/components/schemas/Dog' }", "'./dog.yaml' }"),
    'apis/dog_park/v1/dog.yaml': 'type: object\n',
  };
  const second = {
    ...sources,
    'apis/dog_park/v2/api.yaml': (sources[file] ?? '')
      .replace('version: v1', 'version: v2')
      .replace('./openapi', '../v1/openapi')
      .replaceAll('https://dogs', 'https://dogs2'),
  };
  test.each<[string, string, Files, string]>([
    [
      'the same',
      `\uFEFF${cleanDefinition}`,
      sources,
      'Nothing would change: this is the document that is there.',
    ],
    [
      'in the other format',
      '{"openapi":"3.1.0"}',
      sources,
      'The document is in YAML in the repository, and this one is not.',
    ],
    [
      'with another file',
      next.replace("'#/components/schemas/Dog' }", "'../../../users/ada.yaml' }"),
      sources,
      'The document refers to another file by `../../../users/ada.yaml`. Put all of it into one document.',
    ],
    [
      'in place of several files',
      next,
      parts,
      'The document of DogPark/v1 is made of 2 files, so it is changed by hand in the repository.',
    ],
    [
      'that another version has',
      next,
      second,
      'Other versions have the document of DogPark/v1 too, so it is changed by hand in the repository.',
    ],
  ])('%s is refused', async (_, definition, files, message) => {
    expect(await answerTo(replace(definition), files)).toBe(message);
  });
});

describe('the lifecycle', () => {
  const states: Readonly<Record<string, string>> = {
    created: 'created',
    published: 'published',
    deprecated: 'deprecated\ndeprecation: { since: 2026-12-31 }',
    blocked: 'blocked\nblockedUntil: 2026-12-01T00:00:00Z',
    retired: 'retired',
  };
  const inState = (state: string) => replaced(commented, ['published   # since 2020', states[state] ?? '']);
  const publish = { change: 'api_published', api } as const;
  const block = { change: 'api_blocked', api } as const;
  const unblock = { change: 'api_unblocked', api } as const;

  test.each<[string, string, ProposedChange, readonly (readonly [string, string])[]]>([
    ['a created version is published', 'created', publish, [['created', 'published']]],
    ['a published version is blocked', 'published', block, [['published', 'blocked']]],
    [
      'a deprecated version is blocked for a time',
      'deprecated',
      { ...block, blockedUntil: '2026-12-24T12:00:00Z' },
      [
        ['state: deprecated', 'state: blocked'],
        ['each night\n', 'each night\nblockedUntil: 2026-12-24T12:00:00Z\n'],
      ],
    ],
    [
      'a blocked version is available again',
      'blocked',
      unblock,
      [['blocked\nblockedUntil: 2026-12-01T00:00:00Z', 'published']],
    ],
    [
      'a blocked version is deprecated, and stays blocked',
      'blocked',
      { change: 'api_deprecated', api, since: '2026-12-01' },
      [['each night\n', 'each night\ndeprecation:\n  since: 2026-12-01\n']],
    ],
  ])('%s', async (_, state, change, parts) => {
    const text = inState(state);
    const { files, verdict } = await plan(change, declared(text));
    expect(files).toEqual({ [file]: replaced(text, ...parts) });
    expect(verdict.findings.filter(({ severity }) => severity === 'error')).toEqual([]);
  });

  test('a blocked version with a deprecation is deprecated again', async () => {
    const text = replaced(inState('deprecated'), ['state: deprecated', 'state: blocked']);
    const { files, verdict } = await plan(unblock, declared(text));
    expect(files).toEqual({ [file]: inState('deprecated') });
    expect(verdict.findings).toEqual([]);
    const subscriptions = 'apis/dog_park/v1/subscriptions.yaml';
    const undated = cleanSources[subscriptions] ?? '';
    const dated = await plan(unblock, { ...declared(text), [subscriptions]: undated });
    expect(dated.files[subscriptions]).toBe(`${undated}since: 2026-11-23\n`);
    expect(dated.diagnostics.filter(({ severity }) => severity === 'error')).toEqual([]);
  });

  test('no other step is made', async () => {
    const answers: Record<string, readonly string[]> = {};
    for (const state of Object.keys(states)) {
      const found = [publish, block, unblock].map((change) => answerTo(change, declared(inState(state))));
      answers[state] = await Promise.all(found);
    }
    expect(answers).toEqual({
      created: [
        'Publish DogPark/v1',
        'DogPark/v1 is created: only a published or deprecated version can be blocked.',
        'DogPark/v1 is created, not blocked.',
      ],
      published: [
        'DogPark/v1 is published: only a created version can be published.',
        'Block DogPark/v1',
        'DogPark/v1 is published, not blocked.',
      ],
      deprecated: [
        'DogPark/v1 is deprecated: only a created version can be published.',
        'Block DogPark/v1',
        'DogPark/v1 is deprecated, not blocked.',
      ],
      blocked: [
        'DogPark/v1 is blocked: only a created version can be published.',
        'DogPark/v1 is blocked: only a published or deprecated version can be blocked.',
        'Unblock DogPark/v1',
      ],
      retired: [
        'DogPark/v1 is retired: only a created version can be published.',
        'DogPark/v1 is retired: only a published or deprecated version can be blocked.',
        'DogPark/v1 is retired, not blocked.',
      ],
    });
  });

  test('a time that is not one is a finding', async () => {
    for (const blockedUntil of ['tomorrow', '2026-13-45T99:00:00Z', '2026-12-24']) {
      const { diagnostics } = await plan({ ...block, blockedUntil });
      expect(diagnostics.map(({ severity, at }) => [severity, at.pointer])).toEqual([
        ['error', '/blockedUntil'],
      ]);
    }
    expect(await answerTo({ ...block, blockedUntil: 'a\nkind: Gateway' })).toMatch(
      /^The time has a character/,
    );
  });
});

describe('a finding', () => {
  const reason = 'The partner knows this URL; removed in v3.';
  const suppress = {
    change: 'finding_suppressed',
    api,
    rule: 'path-snake-case',
    file: document,
    pointer: '/paths/~1parkDogs',
    reason,
  } as const;
  const camel = cleanDefinition.replace('  /dogs:', '  /parkDogs:');
  const warned = (definition: string, more: Files = {}): Files => ({
    ...sources,
    'gateway.config.yaml': `${sources['gateway.config.yaml']}lint: { rules: { path-snake-case: warning } }\n`,
    [document]: definition,
    ...more,
  });

  test('is suppressed by a comment above its line', async () => {
    const { files, plan: found, diagnostics } = await plan(suppress, warned(camel));
    expect(files).toEqual({
      [document]: camel.replace(
        '  /parkDogs:',
        `  # gatewright-ignore path-snake-case: ${reason}\n  /parkDogs:`,
      ),
    });
    expect([found?.changes, diagnostics]).toEqual([[], []]);
    const carried = await plan(suppress, warned(camel.replaceAll('\n', '\r\n')));
    expect(carried.files[document]).toBe(files[document]?.replaceAll('\n', '\r\n'));
  });

  const json = 'apis/dog_park/v1/openapi.json';
  const entry = `- rule: path-snake-case\n  file: ${json}\n  pointer: /paths/~1parkDogs\n  reason: ${reason}\n`;
  const inJson = (more: Files = {}): Files => {
    const { [document]: _, ...others } = warned('');
    const contract = JSON.stringify(parse(camel));
    const text = (sources[file] ?? '').replace('openapi.yaml', 'openapi.json');
    return { ...others, [json]: contract, [file]: text, ...more };
  };
  const earlier = `- rule: path-snake-case\n  file: ${json}\n  pointer: /paths/~1oldDogs\n  reason: Old.\n`;

  test.each<[string, Files, string]>([
    ['a new file', {}, entry],
    ['a file of comments', { 'gatewright-ignore.yaml': '# Ours' }, `# Ours\n${entry}`],
    [
      'a file with entries',
      { 'gatewright-ignore.yaml': `# Ours\n${earlier}# Theirs\n` },
      `# Ours\n${earlier}${entry}# Theirs\n`,
    ],
    ['an empty list', { 'gatewright-ignore.yaml': '[]\n' }, ''],
  ])('in JSON is suppressed by an entry in %s', async (_, more, text) => {
    const { files, diagnostics } = await plan({ ...suppress, file: json }, inJson(more));
    expect(Object.keys(files)).toEqual(['gatewright-ignore.yaml']);
    if (text !== '') expect(files['gatewright-ignore.yaml']).toBe(text);
    expect(diagnostics.filter(({ code }) => code !== 'suppression-unused')).toEqual([]);
  });

  const none =
    'Lint reports no such finding any more, or its rule cannot be suppressed. The page of the version lists its findings.';
  const twice = camel.replace(
    / {2}\/parkDogs:\n[^]*?(?= {2}\/dogs\/)/,
    '  { /parkDogs: {}, /catDogs: {} }\n',
  );
  test.each<[string, Partial<Record<keyof typeof suppress, string>>, Files, string | RegExp]>([
    ['that is not reported', { pointer: '/paths/~1dogs' }, warned(camel), none],
    ['in a file that is none', { file: '../../etc/passwd' }, warned(camel), none],
    ['of an unknown rule', { rule: 'x: y\n# kind' }, warned(camel), none],
    ['without a reason', { reason: ' ' }, warned(camel), 'The reason is empty.'],
    ['with a reason of two lines', { reason: 'a\nkind: Api' }, warned(camel), /^The reason has a character/],
    ['with a hidden reason', { reason: 'a\u202Eb' }, warned(camel), /^The reason has a character/],
    ['in broken declarations', {}, warned(twice), 'The declarations have errors, which must be fixed first.'],
  ])('%s is refused', async (_, changes, files, message) => {
    const answer = await answerTo({ ...suppress, ...changes } as ProposedChange, files);
    if (typeof message === 'string') expect(answer).toBe(message);
    else expect(answer).toMatch(message);
  });

  test('on a line with another of its rule is not suppressed by a comment', async () => {
    const responses = "{ get: { summary: A., responses: { '200': { description: A. } } } }";
    const flow = cleanDefinition.replace(
      /paths:\n[^]*?(?=components:)/,
      `paths: { /parkDogs: ${responses}, /catDogs: ${responses} }\n`,
    );
    const { files } = await plan(suppress, warned(flow));
    expect(Object.keys(files)).toEqual(['gatewright-ignore.yaml']);
  });

  test('is not suppressed in a document that APIs of other owners have too', async () => {
    const more = (owner: string) => ({
      'apis/cats/v1/api.yaml': (sources[file] ?? '')
        .replace('DogPark', 'CatPark')
        .replace('dog_park', 'cat_park')
        .replace('parks-team', owner)
        .replace('./openapi', '../../dog_park/v1/openapi')
        .replaceAll('https://dogs', 'https://cats'),
    });
    expect(await answerTo(suppress, warned(camel, more('parks-team')))).toMatch(/^Suppress /);
    expect(await answerTo(suppress, warned(camel, more('cats-team')))).toBe(
      'APIs of other owners have this document too, so the finding is suppressed by hand in the repository.',
    );
  });

  test('of a rule that compilation relies on is not among those that can be suppressed', async () => {
    const { openApiReporter } = await import('#pipeline/report-on.ts');
    const { check } = await import('#pipeline.ts');
    const files = warned(camel, { [file]: (sources[file] ?? '').replace('v1\n', 'v1.\n') });
    const [{ findings } = { findings: [] }] = openApiReporter(
      await check(memorySourceTree(files), 'gateway.config.yaml'),
      'production',
    )(new Set(['DogPark/v1.']));
    const shown = findings.map(({ code, isSuppressible }) => [code, isSuppressible]);
    expect(shown).toEqual(
      expect.arrayContaining([
        ['path-snake-case', true],
        ['api-version-format', false],
      ]),
    );
  });
});

describe('what somebody else owns', () => {
  const changes: readonly ProposedChange[] = [
    { change: 'api_changed', api, details: '', description: '', tags: [], endpoints: {} },
    { change: 'api_definition_replaced', api, definition: cleanDefinition },
    { change: 'api_published', api },
    { change: 'api_blocked', api },
    { change: 'api_unblocked', api },
    { change: 'finding_suppressed', api, rule: 'path-plural', file: document, pointer: '', reason: 'No.' },
  ];
  test.each(changes.map((change) => [change.change, change] as const))(
    'is refused like what does not exist: %s',
    async (_, change) => {
      expect(await answerTo(change, sources, eve)).toBe('Unknown API "DogPark/v1".');
      expect(await answerTo({ ...change, api: 'DogPark/v9' } as ProposedChange, sources, eve)).toMatch(
        /^Unknown API "DogPark\/v9"/,
      );
      expect(await answerTo(change, sources, ada)).not.toMatch(/^Unknown/);
    },
  );

  test('is not read', async () => {
    await expect(read(sources, eve)).rejects.toThrow('Unknown API "DogPark/v1".');
  });
});
