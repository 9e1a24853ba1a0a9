import SwaggerParser from '@apidevtools/swagger-parser';
import type { ErrorObject } from 'ajv';
import type { OpenAPI } from 'openapi-types';
import { isJsonObject, type JsonObject } from '../../../compiled/json.ts';
import type { Diagnostic } from '../../../diagnostic/diagnostic.ts';
import { appendPointer, splitPointer, type Place } from '../../../source/place.ts';
import type { Finding } from '../../workspace/finding.ts';
import type { Definition } from '../../workspace/workspace.ts';
import { chooseTelling } from './choose-telling.ts';

/** Structural faults that are reported of one definition; further ones are counted. */
const mostReported = 20;

/** Checks a bundled document against the JSON Schema of its version of OpenAPI. */
export async function checkStructure(
  contract: JsonObject,
  openapi: Definition['openapi'],
  originOf: (pointer: string) => Place,
  say: (code: string, severity: Diagnostic['severity'], finding: Finding) => void,
): Promise<void> {
  if (openapi === '3.2') return;
  const errors = chooseTelling(await findStructuralErrors(contract));
  for (const error of errors.slice(0, mostReported)) {
    say('openapi-structure', 'error', toFinding(error, originOf));
  }
  if (errors.length > mostReported) {
    const message = `The document has ${errors.length - mostReported} more faults of structure.`;
    say('openapi-structure', 'error', { at: originOf(''), message, help: 'Mend the ones above first.' });
  }
}

type StructuralError = Pick<ErrorObject, 'instancePath' | 'keyword' | 'params' | 'message'>;

/** References are left as they are, so that a fault is found once, at the place where it stands. */
async function findStructuralErrors(contract: JsonObject): Promise<readonly StructuralError[]> {
  const fault = findFaultOfRoot(contract);
  if (fault) return [fault];
  try {
    // The parser wants paths of every document, although OpenAPI 3.1 leaves them open.
    await SwaggerParser.validate({ paths: {}, ...contract } as unknown as OpenAPI.Document, {
      resolve: { external: false },
      dereference: { circular: 'ignore', excludedPathMatcher: () => true },
      validate: { schema: true, spec: false },
    });
    return [];
  } catch (error) {
    return structuralErrorsIn(error);
  }
}

/** What the parser refuses before it looks at the schema, in messages without a place. */
function findFaultOfRoot({ openapi, info, paths }: JsonObject): StructuralError | undefined {
  if (isJsonObject(info) && typeof info['version'] === 'number') {
    return { instancePath: '/info/version', keyword: 'type', params: {}, message: 'must be string' };
  }
  if (paths !== undefined || (typeof openapi === 'string' && openapi.startsWith('3.1'))) return undefined;
  return { instancePath: '', keyword: 'required', params: { missingProperty: 'paths' }, message: '' };
}

function structuralErrorsIn(error: unknown): readonly StructuralError[] {
  if (!(error instanceof Error)) throw error;
  const { details } = error as { details?: readonly StructuralError[] };
  if (details) return details;
  if (!(error instanceof SyntaxError)) throw error;
  const message = 'is no version whose structure can be checked';
  return [{ instancePath: '/openapi', keyword: 'version', params: {}, message }];
}

function toFinding(error: StructuralError, originOf: (pointer: string) => Place): Finding {
  const name = splitPointer(error.instancePath).at(-1);
  const subject = name === undefined ? 'The document' : `\`${name}\``;
  if (error.keyword === 'additionalProperties' || error.keyword === 'unevaluatedProperties') {
    const field = String(error.params['additionalProperty'] ?? error.params['unevaluatedProperty']);
    const at = originOf(appendPointer(error.instancePath, field));
    return { at, part: 'key', message: `OpenAPI has no field \`${field}\` here.`, help: checkSpelling };
  }
  const at = originOf(error.instancePath);
  if (error.keyword === 'required') {
    const field = String(error.params['missingProperty']);
    return { at, part: 'key', message: `${subject} lacks its \`${field}\`.`, help: `Add \`${field}\`.` };
  }
  return {
    at,
    message: `${subject} ${explain(error)}.`,
    help: 'See the OpenAPI Specification for what may stand here.',
  };
}

const checkSpelling = 'Check its spelling and place; extensions begin with `x-`.';

function explain({ keyword, params, message }: StructuralError): string {
  if (keyword === 'enum')
    return `must be one of ${(params['allowedValues'] as readonly unknown[]).join(', ')}`;
  if (keyword === 'const') return `must be ${JSON.stringify(params['allowedValue'])}`;
  return message ?? 'is not what OpenAPI has here';
}
