import { TextDocument } from 'vscode-languageserver-textdocument';
import { describe, expect, test } from 'vitest';
import { parse, stringify } from 'yaml';
import { findCompletions } from '#cli/language-server/editing/find-completions.ts';
import { findHover } from '#cli/language-server/editing/find-hover.ts';

/** Asks at the `|` in a text. */
function complete(marked: string, file = 'api.yaml') {
  const at = marked.indexOf('|');
  const document = TextDocument.create(
    `file:///${file}`,
    'yaml',
    1,
    marked.slice(0, at) + marked.slice(at + 1),
  );
  return { document, items: findCompletions(document, document.positionAt(at), undefined) };
}

function labelsAt(marked: string, file?: string): readonly string[] {
  return complete(marked, file).items.map(({ label }) => label);
}

/** The text after a person chose the item with a label. */
function textWith(marked: string, label: string, file?: string): string {
  const { document, items } = complete(marked, file);
  const edit = items.find((one) => one.label === label)?.textEdit;
  if (!edit || !('range' in edit)) throw new Error(`${label} is not offered with an edit`);
  return TextDocument.applyEdits(document, [edit]);
}

const declaration = {
  kind: 'Api',
  name: 'DogPark',
  context: 'dog_park',
  endpoints: { production: { url: 'https://dogs.example.edu', timeouts: { connect: '1s' } } },
  deprecation: { successor: 'DogPark/v2' },
};

/** All keys of a value, which are distinct in the declaration above. */
function keysIn(value: unknown): readonly string[] {
  if (typeof value !== 'object' || value === null) return [];
  return Object.entries(value).flatMap(([key, member]) => [key, ...keysIn(member)]);
}

const forms = {
  'indented JSON': JSON.stringify(declaration, null, 2),
  'JSON with tabs': JSON.stringify(declaration, null, '\t'),
  'JSON in one line': JSON.stringify(declaration),
  'flow YAML': stringify(declaration, { collectionStyle: 'flow', lineWidth: 40 }),
  'flow YAML in blocks': `kind: Api
name: DogPark
context: dog_park # { not: this }
endpoints: {
  production: { url: https://dogs.example.edu, timeouts: { connect: 1s }
  }
}
deprecation: { successor: DogPark/v2 }
`,
};

const block = stringify(declaration);

function mark(text: string, key: string, offset: number): string {
  const found = new RegExp(String.raw`"?\b${key}"?(?=:)`).exec(text)!;
  const at = found.index + found[0].length + offset;
  return `${text.slice(0, at)}|${text.slice(at)}`;
}

describe.each(Object.entries(forms))('%s', (_, text) => {
  test('has the content of the blocks', () => expect(parse(text)).toEqual(declaration));

  test.each(keysIn(declaration))('offers the same fields as blocks do at "%s"', (key) => {
    expect(labelsAt(mark(text, key, -1))).toEqual(labelsAt(mark(block, key, -1)));
  });

  test.each(keysIn(declaration))('explains "%s" as blocks do', (key) => {
    const hover = (one: string) => {
      const document = TextDocument.create('file:///api.json', 'json', 1, one);
      return findHover(document, document.positionAt(mark(one, key, -1).indexOf('|')), undefined, undefined);
    };
    expect(hover(text)).toEqual(hover(block));
  });
});

describe('a flow that somebody is typing', () => {
  test.each([
    ['{ kind: Subscription, state: | }'],
    ['{ kind: Subscription, state: |'],
    ['{ "kind": "Subscription", "state": "|" }'],
    ['{ "kind": "Subscription", "state": | }'],
    ['{\n  "kind": "Subscription",\n  "state":|\n}'],
    ['{ "state": "b|", "kind": "Subscription" }'],
    ['# A comment\n---\n{ kind: Api }\n---\n{ kind: Subscription, state: a| }'],
  ])('offers values in %j', (marked) => {
    expect(labelsAt(marked)).toEqual(['active', 'blocked']);
  });

  test.each([
    ['{ "kind": "Api", "endpoints": { "production": { "url": "https://a.example.edu", | } } }'],
    ['{ "kind": "Api", "endpoints": { "production": { "url": "https://a.example.edu", "|" } } }'],
    ['{ "kind": "Api", "endpoints": { "production": { "url": "https://a.example.edu", "|'],
    ['{ "kind": "Api", "endpoints": { "production": {| "url": "https://a.example.edu" } } }'],
    ['kind: Api\nendpoints:\n  production: { url: https://a.example.edu, |'],
    ['kind: Api\nendpoints:\n  production: { url: https://a.example.edu, | }\nname: A\n'],
    ['kind: Api\nendpoints:\n  production: { url: https://a.example.edu, |\nname: A\n'],
    ['kind: Api\nendpoints: { production: {\n  url: https://a.example.edu,\n  |\n}}\n'],
  ])('offers fields in %j', (marked) => {
    const fields = labelsAt(marked);
    expect(fields).toContain('timeouts');
    expect(fields).not.toContain('url');
    expect(fields).not.toContain('context');
  });

  test('ends where the block around it goes on', () => {
    const fields = labelsAt('kind: Api\nendpoints:\n  production: { url: a\nname: A\n|');
    expect(fields).toContain('context');
    expect(fields).not.toContain('name');
  });

  test('offers kinds', () => {
    expect(labelsAt('{ "kind": "|" }', 'a.json')).toContain('Subscription');
    expect(labelsAt('{ kind: | }')).toContain('Subscription');
  });

  test('offers the values of items', () => {
    const values = labelsAt('kind: Application\ngrants:\n  - x|\n');
    expect(values).toContain('client_credentials');
    expect(labelsAt('{ kind: Application, grants: [|] }')).toEqual(values);
    expect(labelsAt('{ "kind": "Application", "grants": ["a", "|"] }', 'a.json')).toEqual(values);
  });

  test('offers nothing after its end, nor in a text', () => {
    expect(labelsAt('{ "kind": "Api" }|', 'a.json')).toEqual([]);
    expect(labelsAt('{ "openapi": "3.0.3", | }', 'a.json')).toEqual([]);
  });
});

describe('what is chosen is written', () => {
  test.each([
    ['a.json', '{ "kind": "Subscription", "sta|" }', 'state', '{ "kind": "Subscription", "state":  }'],
    ['a.json', '{ "kind": "Subscription", | }', 'state', '{ "kind": "Subscription", "state":  }'],
    ['a.json', '{ "kind": "Subscription", "s|": "" }', 'state', '{ "kind": "Subscription", "state": "" }'],
    [
      'a.json',
      '{ "kind": "Subscription", "state": | }',
      'active',
      '{ "kind": "Subscription", "state": "active" }',
    ],
    [
      'a.json',
      '{ "kind": "Subscription", "state": "b|l" }',
      'active',
      '{ "kind": "Subscription", "state": "active" }',
    ],
    ['a.json', '{ "kind": "A|" }', 'Api', '{ "kind": "Api" }'],
    ['a.yaml', '{ kind: Subscription, st| }', 'state', '{ kind: Subscription, state:  }'],
    ['a.yaml', '{ kind: Subscription, state: b| }', 'active', '{ kind: Subscription, state: active }'],
  ])('%s: %s with %s', (file, marked, label, expected) => {
    expect(textWith(marked, label, file)).toBe(expected);
  });
});
