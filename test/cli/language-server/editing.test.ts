// @module-tag full
import type { CompletionItem, Hover, Location, Position } from 'vscode-languageserver/node';
import { describe, expect, test } from 'vitest';
import { cleanSources } from '#compiler/rule/clean-sources.ts';
import { camelCase, definitionFile, openFolder } from './open-folder.ts';

const apiFile = 'apis/dog_park/v1/api.yaml';
const subscriptionFile = 'apis/dog_park/v1/subscriptions.yaml';

/** The position `offset` characters after the start of a text's first occurrence. */
function positionIn(text: string, part: string, offset = 0): Position {
  const before = text.slice(0, text.indexOf(part) + offset).split('\n');
  return { line: before.length - 1, character: before.at(-1)!.length };
}

async function openBuffer(file: string, text: string) {
  const { editor } = await openFolder();
  await editor.open(file, text);
  await editor.showsAll();
  const ask = <Answer>(method: string, part: string, offset = 0) =>
    editor.ask<Answer>(method, file, positionIn(text, part, offset));
  return {
    editor,
    hover: async (part: string) => {
      const shown = await ask<Hover | null>('hover', part, 1);
      return shown && (shown.contents as { readonly value: string }).value;
    },
    complete: async (part: string, offset = part.length) => {
      const items = await ask<readonly CompletionItem[]>('completion', part, offset);
      return items.map(({ label }) => label);
    },
    /** `file:line` of the definition, from 1. */
    define: async (part: string) => {
      const found = await ask<Location | null>('definition', part, 1);
      return found && `${found.uri.slice(editor.uriOf('.').length + 1)}:${found.range.start.line + 1}`;
    },
  };
}

describe('hover', () => {
  test('explains the rule of a finding', async () => {
    const { hover } = await openBuffer(definitionFile, camelCase);
    expect(await hover('/parkDogs:')).toBe(
      '**path-snake-case**: The segments of a path are in snake\\_case.\n\n' +
        'Callers who know one URL of the organisation then know how all others are spelled.\n\n' +
        '`gatewright explain path-snake-case` shows examples.',
    );
  });

  test('describes a field of a declaration', async () => {
    const { hover } = await openBuffer(apiFile, cleanSources[apiFile]!);
    expect(await hover('context:')).toBe(
      '**context**: The first segment of its address, in snake\\_case: /dog\\_park.',
    );
    expect(await hover('DogPark')).toBeNull();
  });

  test('describes a field of a mapping in another', async () => {
    const text = 'kind: Api\nendpoints:\n  production:\n    url: https://a.example.edu\n';
    const { hover } = await openBuffer(apiFile, text);
    expect(await hover('url:')).toBe('**url**: The address that calls are forwarded to.');
  });
});

describe('completion', () => {
  test('offers the fields that a mapping does not have', async () => {
    const text = `${cleanSources[apiFile]!}\nendpoint`;
    const { complete } = await openBuffer(apiFile, text);
    const fields = await complete('\nendpoint');
    expect(fields).toContain('deprecation');
    expect(fields).not.toContain('context');
  });

  test('offers the fields of a mapping in another, also where nothing is written', async () => {
    const text = 'kind: Api\nname: A\nendpoints:\n  production:\n    url: https://a.example.edu\n    \n';
    const { complete } = await openBuffer(apiFile, text);
    const fields = await complete('edu\n    ');
    expect(fields).toContain('timeouts');
    expect(fields).not.toContain('url');
    expect(fields).not.toContain('context');
  });

  test.each([
    ['api: ', ['DogPark/v1']],
    ['application: ', ['DogWalker']],
    ['tier: ', ['gold']],
    ['state: ', ['active', 'blocked']],
  ])('offers names and values after %j', async (field, expected) => {
    const text = `kind: Subscription\n${field}\n`;
    const { complete } = await openBuffer(subscriptionFile, text);
    expect(await complete(field)).toEqual(expected);
  });

  test('offers the kinds', async () => {
    const { complete } = await openBuffer(subscriptionFile, 'kind: \n');
    expect(await complete('kind: ')).toContain('Subscription');
  });
});

describe('go to definition', () => {
  test('follows a reference within the file', async () => {
    const { define } = await openBuffer(definitionFile, camelCase);
    const schema = camelCase.split('\n').findIndex((line) => line === '    Dog:') + 1;
    expect(await define("$ref: '#/components/schemas/Dog'")).toBe(`${definitionFile}:${schema}`);
  });

  test('leads from a subscription to the API, the application and the tier', async () => {
    const { define } = await openBuffer(subscriptionFile, cleanSources[subscriptionFile]!);
    expect(await Promise.all(['api:', 'application:', 'tier:'].map(define))).toEqual([
      `${apiFile}:2`,
      'applications/dog_walker.yaml:2',
      'tiers.yaml:2',
    ]);
  });

  test('leads from an API to its document', async () => {
    const { define } = await openBuffer(apiFile, cleanSources[apiFile]!);
    expect(await define('definition:')).toBe(`${definitionFile}:1`);
  });

  test('leads from a link to its operation', async () => {
    const text = `openapi: 3.0.3
info: { title: A, version: "1" }
paths:
  /dogs:
    get:
      operationId: listDogs
      responses:
        "200":
          description: OK
          links:
            next:
              operationId: readDog
  /dogs/{id}:
    get:
      operationId: readDog
      responses: { "200": { description: OK } }
`;
    const { define } = await openBuffer(definitionFile, text);
    expect(await define('operationId: readDog')).toBe(`${definitionFile}:15`);
  });
});
