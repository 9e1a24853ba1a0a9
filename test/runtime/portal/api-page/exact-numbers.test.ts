import { expect, test } from 'vitest';
import { cleanSources } from '#compiler/rule/clean-sources.ts';
import { build } from '#pipeline.ts';
import { memorySourceTree } from '#source/memory-source-tree.ts';
import { visitPage } from '../visit-in-test.ts';

const definition = `
openapi: 3.1.0
info: { title: Dogs, version: '1' }
paths:
  /dogs:
    post:
      summary: Registers a dog.
      requestBody:
        required: true
        content:
          application/json: { schema: { $ref: '#/components/schemas/Dog' } }
      responses:
        '201':
          description: Registered.
          content:
            application/json:
              schema: { $ref: '#/components/schemas/Dog' }
              examples: { long: { value: { number: 9223372036854775806 } } }
  /dogs/{number}:
    put:
      summary: Changes a dog.
      parameters:
        - { name: number, in: path, required: true, schema: { type: integer, example: 9223372036854775805 } }
        - { name: weight, in: query, required: true, example: 1.10, schema: { type: number } }
        - { name: heights, in: query, required: true, schema: { type: array, example: [2e3, 0.50], items: { type: number } } }
        - { name: at, in: query, required: true, style: deepObject, explode: true, schema: { type: object, example: { x: 3.10 } } }
        - { name: X-Ratio, in: header, required: true, schema: { type: number, enum: [4.00] } }
        - { name: age, in: cookie, required: true, examples: { old: { value: 5e1 } }, schema: { type: number } }
      requestBody:
        required: true
        content:
          application/x-www-form-urlencoded:
            schema: { type: object, required: [length], properties: { length: { type: number, default: 6.70 } } }
      responses: { '204': { description: Changed. } }
components:
  schemas:
    Dog:
      type: object
      required: [number, weight]
      properties:
        number: { type: integer, maximum: 9223372036854775807, example: 9223372036854775805 }
        weight: { type: number, enum: [1.10, 1e3, -0], multipleOf: 0.010 }
`;

/** The text of a page of the API that the definition describes. */
async function pageAt(path: string): Promise<string> {
  const tree = memorySourceTree({
    ...cleanSources,
    'gateway.config.yaml': `${cleanSources['gateway.config.yaml'] ?? ''}\nstore: {}\nlint: { extends: recommended }\n`,
    'apis/dog_park/v1/openapi.yaml': definition,
  });
  const { compiled } = await build(tree, 'gateway.config.yaml', 'production');
  if (!compiled) throw new Error('the sources have errors');
  const page = await visitPage(compiled, `/store/apis/dog_park/v1/${path}`);
  return page.replaceAll(/<[^>]*>/g, ' ');
}

test.each(['curl', 'python', 'javascript', 'go'])(
  'the page of an operation shows numbers as the document writes them, also in %s',
  async (language) => {
    const page = await pageAt(`operation?method=POST&path=%2Fdogs&language=${language}`);
    for (const text of [
      '9223372036854775805',
      '9223372036854775806',
      '9223372036854775807',
      '1.10',
      '1e3',
      '0.010',
    ])
      expect(page).toContain(text);
    expect(page).not.toMatch(/922337203685477580[08]|92233720368547760|rawJSON/);
  },
);

test.each(['curl', 'python', 'javascript', 'nodejs', 'java', 'go', 'csharp', 'php', 'ruby'])(
  'the sample of a call has the exact values of parameters and forms in %s',
  async (language) => {
    const page = await pageAt(`operation?method=PUT&path=%2Fdogs%2F%7Bnumber%7D&language=${language}`);
    const sample = page.slice(page.indexOf('A call with example values'), page.indexOf('Responses'));
    const query = 'weight=1.10&amp;heights=2e3&amp;heights=0.50&amp;at%5Bx%5D=3.10';
    expect(sample).toContain(`/dogs/9223372036854775805?${query}`);
    for (const text of ['4.00', 'age=5e1', '6.70']) expect(sample).toContain(text);
    expect(sample).not.toContain('rawJSON');
  },
);

test('the page of a schema shows them too', async () => {
  const page = await pageAt('schemas/Dog');
  for (const text of ['9223372036854775805', '9223372036854775807', '1.10', '1e3', '-0', '0.010'])
    expect(page).toContain(text);
});
