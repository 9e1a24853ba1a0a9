import { afterEach } from 'vitest';
import type { PathEncoding, ValidationSettings } from '#compiled/compiled-api.ts';
import type { JsonObject } from '#compiled/json.ts';
import { openDocument } from '#openapi/open-document.ts';
import { compileOperations } from '#compiler/kinds/api/compile/compile-operations.ts';
import { openGateway, type CallInTest, type GatewayInTest } from '../../gateway-in-test.ts';
import { buildTable, defineApi, defineApplication, subscribe } from '../../table-builder.ts';
import { openUpstream, type UpstreamInTest } from '../../upstream-in-test.ts';

interface ValidatedOptions {
  readonly validation?: ValidationSettings;
  readonly maxBodyBytes?: number;
  readonly pathEncoding?: PathEncoding;
  readonly upstream?: Parameters<typeof openUpstream>[1];
}

const opened: AsyncDisposable[] = [];

afterEach(async () => {
  for (const open of opened.splice(0)) await open[Symbol.asyncDispose]();
});

/** A gateway before an API of this document, both closed after the test. */
export async function openValidated(
  contract: JsonObject,
  { upstream: listener, ...settings }: ValidatedOptions = {},
) {
  const upstream = await openUpstream('validated', listener);
  const table = buildTable({
    apis: [
      defineApi({
        endpoints: { production: { targets: [upstream.url] } },
        operations: compileOperations(openDocument(contract)),
        contract,
        ...settings,
      }),
    ],
    applications: [defineApplication('DogWalker')],
    subscriptions: [subscribe('DogWalker')],
  });
  const gateway = await openGateway(table);
  opened.push({ [Symbol.asyncDispose]: () => closeAll(gateway, upstream) });
  return { gateway, upstream, table, call: callOf(gateway) };
}

async function closeAll(gateway: GatewayInTest, upstream: UpstreamInTest): Promise<void> {
  await gateway.close();
  await upstream.close();
}

/** The result of a call: the status, the code, and the error messages. */
export interface Verdict {
  readonly status: number;
  readonly code?: string;
  readonly errors?: readonly string[];
}

function callOf(gateway: GatewayInTest) {
  return async (path: string, options: CallInTest = {}): Promise<Verdict> => {
    const answer = await gateway.call(`/dog_park/v1${path}`, { as: 'DogWalker-production', ...options });
    if (answer.code === undefined) return { status: answer.status };
    const { code, errors = [] } = JSON.parse(answer.text) as {
      code: string;
      errors?: readonly { message: string }[];
    };
    return { status: answer.status, code, errors: errors.map(({ message }) => message) };
  };
}

/** A document with one path. */
export function documentOf(
  openapi: string,
  path: string,
  pathItem: JsonObject,
  components: JsonObject = {},
): JsonObject {
  const version = openapi === '2.0' ? { swagger: '2.0' } : { openapi };
  return { ...version, info: { title: 'Dogs', version: 'v1' }, paths: { [path]: pathItem }, ...components };
}
