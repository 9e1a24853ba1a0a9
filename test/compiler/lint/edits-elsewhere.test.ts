import { isDeepStrictEqual } from 'node:util';
import { describe, expect, test } from 'vitest';
import { isJsonObject, type Json, type JsonObject } from '#compiled/json.ts';
import { CachedParts } from '#compiler/lint/cached-parts.ts';
import { lintDefinition } from '#compiler/lint/lint-definition.ts';
import { rules } from '#compiler/lint/rules.ts';
import { load } from '#compiler/load/load.ts';
import { cleanSources } from '#compiler/rule/clean-sources.ts';
import type { Rule } from '#compiler/rule/define-rule.ts';
import { RuleSettings } from '#compiler/rule/rule-settings.ts';
import type { Diagnostic } from '#diagnostic/diagnostic.ts';
import { memorySourceTree } from '#source/memory-source-tree.ts';

const definitionFile = 'apis/dog_park/v1/openapi.yaml';
const settings = new RuleSettings({} as never);

/** What is added to the clean definition, and an edit of one path that changes what a rule finds in another part. */
interface Case {
  readonly paths: string;
  readonly components?: string;
  readonly replace: string;
  readonly by: string;
}

const answer = (schema: string) =>
  `{ description: OK, content: { application/json: { schema: { $ref: '#/components/schemas/${schema}' } } } }`;
const get = (path: string, response = '{ description: OK }', status = '200') =>
  `  ${path}:\n    get:\n      responses:\n        '${status}': ${response}\n`;
const list = (path: string) => get(path, answer('DogPage'));
const send = (path: string, schema: string) =>
  `  ${path}:\n    put:\n      requestBody:\n        content: { application/json: { schema: { $ref: '#/components/schemas/${schema}' } } }\n      responses:\n        '204': { description: OK }\n`;
const shared = (name: string) => `{ $ref: '#/components/responses/${name}' }`;
const ofResponse = (name: string, response: string) => `  responses:\n    ${name}: ${response}\n`;
const ofSchema = (name: string, schema: string) => `  schemas:\n    ${name}: ${schema}\n`;
const linked = "_links: { type: object, properties: { self: { $ref: '#/components/schemas/Link' } } }";

const cases: Readonly<Record<string, Case>> = {
  'path-noun': { paths: get('/download_cats') + get('/cats'), replace: '  /cats:', by: '  /kats:' },
  'path-hierarchy': {
    paths: list('/kennels/dogs') + get('/kennels/{kennelId}'),
    replace: '  /kennels/{kennelId}:',
    by: '  /hotels/{kennelId}:',
  },
  'path-no-trailing-slash': {
    paths: get('/cats/') + get('/cats'),
    replace: '  /cats:',
    by: '  /kats:',
  },
  'path-compound-identifier': {
    paths: get('/cats/{catId}#day') + get('/cats/{catId}'),
    replace: '  /cats/{catId}:',
    by: '  /kats/{catId}:',
  },
  'path-snake-case': {
    paths: get('/cats#day') + get('/cats'),
    replace: '  /cats:',
    by: '  /kats:',
  },
  'path-plural': {
    paths: get('/animal/bones') + get('/animal', '{ description: OK }', '201').replace('get:', 'post:'),
    replace: '  /animal:\n    post:',
    by: '  /animal:\n    put:',
  },
  'path-concrete': { paths: get('/data/cats') + get('/cats'), replace: '  /cats:', by: '  /data:' },
  'not-modified-headers': {
    paths: get('/cats', '{ description: OK, headers: { ETag: { schema: { type: string } } } }')
      .trimEnd()
      .concat(`\n        '304': ${shared('Same')}\n`, get('/kennels', shared('Same'), '304')),
    components: ofResponse('Same', '{ description: Not modified. }'),
    replace: `  /kennels:\n    get:\n      responses:\n        '304'`,
    by: `  /kennels:\n    get:\n      responses:\n        '202'`,
  },
  'negotiation-by-header': {
    paths: (get('/cats') + get('/kennels', answer('Dog'))).replaceAll(
      'get:\n',
      "get:\n      parameters: [{ $ref: '#/components/parameters/Accept' }]\n",
    ),
    components:
      '  parameters:\n    Accept: { name: Accept, in: header, schema: { type: string, default: text/csv } }\n',
    replace: answer('Dog'),
    by: '{ description: OK }',
  },
  'query-paging-offered': {
    paths:
      get('/kennels', answer('Kennels')) +
      get('/kennels/{size}').replace(
        '    get:\n',
        '    parameters: [{ name: size, in: path, required: true, schema: { type: string, enum: [big, small] } }]\n    get:\n',
      ),
    components: ofSchema('Kennels', '{ type: array, items: { type: object } }'),
    replace: 'enum: [big, small]',
    by: 'minLength: 1',
  },
  'created-location': {
    paths:
      get('/cats', shared('Made'), '201').replace('get:', 'post:') +
      get('/kennels', shared('Made'), '201').replace('get:', 'post:'),
    components: ofResponse('Made', '{ description: Created. }'),
    replace: `  /kennels:\n    post:\n      responses:\n        '201'`,
    by: `  /kennels:\n    post:\n      responses:\n        '200'`,
  },
  'no-content-body': {
    paths: (get('/cats', shared('Nothing'), '204') + get('/kennels', shared('Nothing'), '204')).replaceAll(
      'get:',
      'delete:',
    ),
    components: ofResponse('Nothing', answer('Dog')),
    replace: `  /kennels:\n    delete:\n      responses:\n        '204'`,
    by: `  /kennels:\n    delete:\n      responses:\n        '200'`,
  },
  'date-time-format': {
    paths: send('/cats', 'Stay'),
    components: ofSchema('Stay', '{ type: object, properties: { createdAt: { type: string } } }'),
    replace: "schemas/Stay'",
    by: "schemas/NewDog'",
  },
  'embedded-self': {
    paths: get('/cats', answer('Cat')),
    components: ofSchema(
      'Cat',
      "{ type: object, properties: { name: { type: string } } }\n    Home: { type: object, properties: { _embedded: { type: object, properties: { cat: { $ref: '#/components/schemas/Cat' } } } } }",
    ),
    replace: "schemas/Cat' } } } }\n",
    by: "schemas/Dog' } } } }\n",
  },
  'sub-resource-embedded': {
    paths: get('/cats', answer('Home')),
    components: ofSchema(
      'Home',
      `{ type: object, properties: { ${linked}, dog: { $ref: '#/components/schemas/Dog' } } }`,
    ),
    replace: "schemas/Home'",
    by: "schemas/Dog'",
  },
  'collection-array': {
    paths: get('/cats', answer('Home')),
    components: ofSchema(
      'Home',
      "{ type: object, properties: { dogs: { oneOf: [{ $ref: '#/components/schemas/Dog' }, { type: array, items: { $ref: '#/components/schemas/Dog' } }] } } }",
    ),
    replace: "schemas/Home'",
    by: "schemas/Dog'",
  },
  'array-homogeneous': {
    paths:
      get('/cats', answer('Breeds')) +
      get('/kennels').replace(
        '    get:\n',
        "    get:\n      parameters:\n        - { name: breed, in: query, schema: { $ref: '#/components/schemas/Breeds' } }\n",
      ),
    components: ofSchema(
      'Breeds',
      '{ type: array, items: { anyOf: [{ type: integer }, { type: string }] } }',
    ),
    replace: answer('Breeds'),
    by: answer('Dog'),
  },
  'link-object': {
    paths: send('/cats', 'Home'),
    components: ofSchema(
      'Home',
      '{ type: object, properties: { _links: { type: object, properties: { self: { type: object } } } } }',
    ),
    replace: "schemas/Home'",
    by: "schemas/NewDog'",
  },
  'authorization-parameter': {
    paths: ['/cats', '/kennels']
      .map((path, index) =>
        get(path).replace(
          '    get:\n',
          `    get:\n      parameters:\n        - $ref: '#/components/parameters/Token'\n        - { name: ${index === 0 ? 'size' : 'kennel_access_token'}, in: query, schema: { type: string } }\n`,
        ),
      )
      .join(''),
    components: '  parameters:\n    Token: { name: access_token, in: query, schema: { type: string } }\n',
    replace: 'name: kennel_access_token',
    by: 'name: colour',
  },
  'link-operation': {
    paths:
      get('/cats').replace('get:', 'get:\n      operationId: listCats') +
      get('/kennels', '{ description: OK, links: { cats: { operationId: listCats } } }'),
    replace: '      operationId: listCats',
    by: '      operationId: readCats',
  },
};

/** The texts before and after the edit. */
function textsOf({ paths, components = 'components:\n', replace, by }: Case): readonly [string, string] {
  const [section = ''] = components.split('\n', 1);
  const before = cleanSources[definitionFile]!.replace('\npaths:\n', () => `\npaths:\n${paths}`).replace(
    `\n${section}\n`,
    () => `\n${components}`,
  );
  expect(before).toContain(replace);
  return [before, before.replace(replace, () => by)];
}

async function loadText(text: string) {
  const tree = memorySourceTree({ ...cleanSources, [definitionFile]: text });
  const { workspace, diagnostics } = await load(tree, 'gateway.config.yaml');
  const definition = workspace?.apis.find(({ value }) => value.name === 'DogPark')?.definition;
  if (!definition) throw new Error(diagnostics.map(({ message }) => message).join(' '));
  return { definition, sources: workspace.sources };
}

/** A value that is the same objects as another one wherever the two are equal. */
function shareEqual(before: Json | undefined, value: Json): Json {
  if (before !== undefined && isDeepStrictEqual(before, value)) return before;
  if (!isJsonObject(before) || !isJsonObject(value)) return value;
  return Object.fromEntries(
    Object.entries(value).map(([name, member]) => [name, shareEqual(before[name], member)]),
  );
}

/** What a rule finds in a text: of its own, and if what it has found in the equal parts of another text is kept. */
async function lintAfter(rule: Rule, before: string, text: string) {
  const [old, now] = [await loadText(before), await loadText(text)];
  const cached = new CachedParts(old.definition.contract);
  lintDefinition(old.definition, [rule], settings, old.sources, { cached });
  const contract = shareEqual(old.definition.contract, now.definition.contract) as JsonObject;
  const edited = { ...now.definition, contract };
  const find = (parts?: CachedParts): readonly Diagnostic[] =>
    lintDefinition(edited, [rule], settings, now.sources, { cached: parts });
  return { alone: find(), cached: find(new CachedParts(contract, cached)) };
}

const marked = rules.filter(({ readsElsewhere }) => readsElsewhere);

test('each rule that reads elsewhere has a case', () => {
  expect(Object.keys(cases).toSorted()).toEqual(marked.map(({ name }) => name).toSorted());
});

const rulesWithCase = marked.flatMap((rule) => {
  const one = cases[rule.name];
  return one ? [[rule.name, rule, textsOf(one)] as const] : [];
});

describe.each(rulesWithCase)('%s', (_name, rule, texts) => {
  test.each([
    ['after', texts[0], texts[1]],
    ['before', texts[1], texts[0]],
  ])('finds in the text %s an edit of another path what it finds in that alone', async (_, before, text) => {
    const { alone, cached } = await lintAfter(rule, before, text);
    expect(cached).toEqual(alone);
  });

  test('would miss the edit if it did not say that it reads elsewhere', async () => {
    const { readsElsewhere: _, ...unmarked } = rule;
    const { alone, cached } = await lintAfter(unmarked, ...texts);
    expect(cached).not.toEqual(alone);
  });
});
