import { check } from '../../src/pipeline.ts';
import { memorySourceTree } from '../../src/source/memory-source-tree.ts';
import { apiDeclaration, configuration } from './documents.ts';
import { FailedRun } from './measure.ts';

/** How many times the processor time a document may take that has four times as much of something; quadratic is 16. */
const mostTimes = 6;
/** The least of several runs, since other load on the machine only adds to the time. */
const rounds = 8;

type Members = Readonly<Record<string, unknown>>;

/** Documents with much of one thing: how much of it the larger one has, and the document with so much. */
const cases: Readonly<
  Record<string, { readonly most: number; readonly document: (count: number) => Members }>
> = {
  'declared path parameters': { most: 20_000, document: (count) => withParameters(count, true) },
  'undeclared path parameters': { most: 5000, document: (count) => withParameters(count, false) },
  tags: { most: 20_000, document: (count) => withOperation({ tags: namesOf(count) }, describeTags(count)) },
  'enum values': { most: 40_000, document: (count) => withSchema({ type: 'string', enum: namesOf(count) }) },
  headers: { most: 10_000, document: withHeaders },
  paths: { most: 10_000, document: withPaths },
  'levels of allOf': { most: 8000, document: withLevels },
};

/** Lints each document and one a fourth as large, in turn, and prints how many times as long the larger one takes. */
export async function measureRatios(): Promise<void> {
  await secondsOf(withPaths(100));
  for (const [title, { most, document }] of Object.entries(cases)) {
    const [small, large] = [most / 4, most].map(document) as [Members, Members];
    const pairs: (readonly [number, number])[] = [];
    for (let round = 0; round < rounds; round += 1)
      pairs.push([await secondsOf(small), await secondsOf(large)]);
    printRatio(
      `${most} ${title}`,
      Math.min(...pairs.map(([one]) => one)),
      Math.min(...pairs.map(([, four]) => four)),
    );
  }
}

function printRatio(title: string, small: number, large: number): void {
  const ratio = large / small;
  process.stdout.write(
    `  ${title.padEnd(32)} ${large.toFixed(2).padStart(6)} s of processor time, ` +
      `x${ratio.toFixed(2)} of a fourth (at most ${mostTimes})\n`,
  );
  if (ratio > mostTimes) process.exitCode = 1;
}

async function secondsOf(document: Members): Promise<number> {
  const tree = memorySourceTree({
    'gateway.config.yaml': configuration,
    'apis/measured/v1/api.yaml': apiDeclaration('Measured', 'openapi.json'),
    'apis/measured/v1/openapi.json': JSON.stringify(document, undefined, 2),
  });
  const start = process.cpuUsage();
  const { workspace } = await check(tree, 'gateway.config.yaml');
  const { user, system } = process.cpuUsage(start);
  if (!workspace?.apis.some(({ definition }) => definition))
    throw new FailedRun('The document was not linted.');
  return (user + system) / 1e6;
}

const responses = { 200: { description: 'Found.' } };

function documentOf(paths: Members, more: Members = {}): Members {
  return { openapi: '3.0.3', info: { title: 'Measured', version: 'v1' }, paths, ...more };
}

function withOperation(operation: Members, more?: Members): Members {
  return documentOf({ '/dogs': { get: { summary: 'List dogs', responses, ...operation } } }, more);
}

function namesOf(count: number): readonly string[] {
  return Array.from({ length: count }, (_, index) => `name_${index}`);
}

function describeTags(count: number): Members {
  return { tags: namesOf(count).map((name) => ({ name })) };
}

function withParameters(count: number, isDeclared: boolean): Members {
  const names = namesOf(count);
  const parameters = names.map((name) => ({ name, in: 'path', required: true, schema: { type: 'string' } }));
  const path = `/dogs/${names.map((name) => `{${name}}`).join('/')}`;
  return documentOf({ [path]: { get: { responses, ...(isDeclared && { parameters }) } } });
}

function withSchema(schema: Members, schemas: Members = {}): Members {
  const content = { 'application/json': { schema } };
  const answer = { 200: { description: 'Found.', content } };
  return withOperation({ responses: answer }, { components: { schemas } });
}

function withHeaders(count: number): Members {
  const headers = namesOf(count).map((name) => [`X-${name}`, { schema: { type: 'string' } }]);
  return withOperation({
    responses: { 200: { description: 'Found.', headers: Object.fromEntries(headers) } },
  });
}

function withPaths(count: number): Members {
  return documentOf(Object.fromEntries(namesOf(count).map((name) => [`/${name}`, { get: { responses } }])));
}

/** Each schema extends the next one. */
function withLevels(count: number): Members {
  const refer = (name: string) => ({ $ref: `#/components/schemas/${name}` });
  const levels = namesOf(count).map((name, index) => [name, { allOf: [refer(`name_${index + 1}`)] }]);
  const schemas = { ...Object.fromEntries(levels), [`name_${count}`]: { type: 'object' } };
  return withSchema(refer('name_0'), schemas);
}
