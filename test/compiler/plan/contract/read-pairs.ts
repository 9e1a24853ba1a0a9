import { readdir, readFile } from 'node:fs/promises';
import Value from 'typebox/value';
import { parse } from 'yaml';
import type { Json, JsonObject } from '#compiled/json.ts';
import { completeDocument, operationOf, type Direction } from './complete-document.ts';
import { CaseFileSchema, type ContractCase, type Form, type Evaluation } from './contract-case.ts';
import { mergePatch } from './merge-patch.ts';

/** Two documents and the expected changes. */
export interface Pair {
  /** The file of the case without its extension. */
  readonly axis: string;
  readonly name: string;
  readonly from: string;
  readonly direction: Direction | undefined;
  readonly base: JsonObject;
  readonly head: JsonObject;
  readonly evaluation: Evaluation;
  /** The changes of the evaluation, each with its operations. */
  readonly changes: readonly string[];
}

const folder = new URL('./cases/', import.meta.url);

/** The pairs of all files of cases: of a case with a schema, that of requests and that of answers. */
export async function readPairs(): Promise<readonly Pair[]> {
  const files = (await readdir(folder)).toSorted();
  return (await Promise.all(files.map(readFileOfCases))).flat();
}

async function readFileOfCases(file: string): Promise<readonly Pair[]> {
  // Cases share their changed parts, which the parser would count as an attack.
  const value: unknown = parse(await readFile(new URL(file, folder), 'utf8'), { maxAliasCount: -1 });
  const [error] = Value.Errors(CaseFileSchema, value);
  if (error) throw new Error(`${file}${error.instancePath}: ${error.message}`);
  const { in: form, cases } = Value.Parse(CaseFileSchema, value);
  const axis = file.replace(/\.yaml$/, '');
  return cases.flatMap((one) => readCase(axis, one.in ?? form, one));
}

function readCase(axis: string, form: Form, one: ContractCase): readonly Pair[] {
  const found = evaluationsOf(form, one);
  if (found.length === 0) throw new Error(`${axis}: ${one.name}: no evaluation.`);
  return found.map(({ direction, evaluation }) => {
    const operation = operationOf({ form, direction });
    const changes = evaluation.changes.map((change) => (operation ? `${change} ${operation}` : change));
    const { name, from } = one;
    return { axis, name, from, direction, evaluation, changes, ...completeSides(form, direction, one) };
  });
}

function evaluationsOf(form: Form, one: ContractCase) {
  const { request, response, changes, verdict, theirs, reason } = one;
  const own = changes &&
    verdict && { changes, verdict, ...(theirs && { theirs }), ...(reason && { reason }) };
  if ((form === 'schema') === (own !== undefined)) throw new Error(`${one.name}: has the wrong evaluations.`);
  return [
    ...(own ? [{ direction: undefined, evaluation: own }] : []),
    ...(request ? [{ direction: 'request' as const, evaluation: request }] : []),
    ...(response ? [{ direction: 'response' as const, evaluation: response }] : []),
  ];
}

function completeSides(form: Form, direction: Direction | undefined, one: ContractCase) {
  const { openapi = '3.0.3', schemas, headSchemas = schemas } = one;
  const [baseVersion, headVersion] = typeof openapi === 'string' ? [openapi, openapi] : openapi;
  const complete = (value: Json, version: string, components: typeof schemas) =>
    completeDocument({
      form,
      value,
      direction,
      openapi: version,
      schemas: components as JsonObject | undefined,
    });
  return {
    base: complete(one.base as Json, baseVersion, schemas),
    head: complete(headOf(one), headVersion, headSchemas),
  };
}

function headOf({ name, base, head, edit, headSchemas, openapi }: ContractCase): Json {
  const said = [head, edit].filter((one) => one !== undefined);
  const same = said.length === 0 && (headSchemas !== undefined || Array.isArray(openapi));
  if (said.length !== 1 && !same) throw new Error(`${name}: its head is not said once.`);
  if (same) return base as Json;
  return head === undefined ? mergePatch(base as Json, edit as Json) : (head as Json);
}
