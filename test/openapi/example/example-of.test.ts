import { Ajv2020 } from 'ajv/dist/2020.js';
import formats from 'ajv-formats';
import { describe, expect, test } from 'vitest';
import type { JsonObject } from '#compiled/json.ts';
import { exampleOf } from '#openapi/example/example-of.ts';
import { openDocument } from '#openapi/open-document.ts';

function exampleIn(schemas: JsonObject, direction: 'request' | 'response' = 'request') {
  const document = openDocument({ openapi: '3.1.0', components: { schemas } });
  return exampleOf(document.schemaOf('#/components/schemas/It'), direction);
}

describe('the example of a schema', () => {
  test.each<[JsonObject, unknown]>([
    [{ type: 'string', example: 'Rex' }, 'Rex'],
    [{ type: 'string', examples: ['Rex', 'Bo'] }, 'Rex'],
    [{ enum: ['small', 'large'] }, 'small'],
    [{ const: 7 }, 7],
    [{ type: 'string', default: 'name' }, 'name'],
    [{ type: 'string', format: 'date' }, '2026-01-31'],
    [{ type: 'string', minLength: 10 }, 'exampleexa'],
    [{ type: 'string', maxLength: 3 }, 'exa'],
    [{ type: 'string', minLength: 1e9 }, 'example'.repeat(29).slice(0, 200)],
    [{ type: ['null', 'integer'], minimum: 5 }, 5],
    [{ type: 'integer', exclusiveMinimum: 5 }, 6],
    [{ type: 'integer', minimum: 3, multipleOf: 5 }, 5],
    [{ type: 'integer', maximum: -2 }, -2],
    [{ type: 'number', exclusiveMaximum: 0 }, -0.5],
    [{ type: 'boolean' }, true],
    [{ type: 'null' }, null],
    [{ type: 'array', items: { type: 'integer' }, minItems: 2 }, [1, 1]],
    [{ type: 'array', items: { type: 'integer' }, minItems: 1e9 }, [1, 1, 1, 1, 1]],
    [{ oneOf: [{ type: 'boolean' }, { type: 'string' }] }, true],
  ])('%j is %j', (schema, example) => {
    expect(exampleIn({ It: schema })).toEqual(example);
  });

  test('contains what is required or has an example, and in a response all that it may have', () => {
    const It = {
      type: 'object',
      required: ['name', 'id'],
      properties: {
        id: { type: 'string', readOnly: true },
        name: { type: 'string' },
        note: { type: 'string' },
        breed: { type: 'string', example: 'Pug' },
        secret: { type: 'string', writeOnly: true, example: 'x' },
      },
    };
    expect(exampleIn({ It })).toEqual({ name: 'example', breed: 'Pug', secret: 'x' });
    const received = { id: 'example', name: 'example', note: 'example', breed: 'Pug' };
    expect(exampleIn({ It }, 'response')).toEqual(received);
  });

  test('ends where schemas contain themselves', () => {
    const It = {
      type: 'object',
      required: ['child'],
      properties: { child: { $ref: '#/components/schemas/It' } },
    };
    expect(exampleIn({ It })).toEqual({ child: { child: { child: { child: { child: { child: {} } } } } } });
    const wide = Object.fromEntries(
      Array.from({ length: 50 }, (_, index) => [`member${index}`, { $ref: '#/components/schemas/It' }]),
    );
    const made = exampleIn({ It: { type: 'object', required: Object.keys(wide), properties: wide } });
    expect(JSON.stringify(made).length).toBeLessThan(100_000);
  });

  test('joins all parts, and is allowed by the schema', () => {
    const It = {
      allOf: [
        { type: 'object', required: ['a'], properties: { a: { type: 'string', format: 'uuid' } } },
        { type: 'object', required: ['b'], properties: { b: { type: 'number', minimum: 2 } } },
      ],
    };
    const made = exampleIn({ It });
    expect(made).toEqual({ a: '3fa85f64-5717-4562-b3fc-2c963f66afa6', b: 2 });
    const ajv = new Ajv2020({ strict: false });
    formats.default(ajv);
    expect(ajv.validate(It, made)).toBe(true);
  });
});
