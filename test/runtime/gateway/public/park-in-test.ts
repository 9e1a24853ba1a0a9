import { onTestFinished } from 'vitest';
import type { RateLimit } from '#compiled/manifest.ts';
import { openGateway, type CallInTest, type OptionsInTest } from '../../gateway-in-test.ts';
import {
  buildTable,
  defineApi,
  defineApplication,
  subscribe,
  type ApiInTest,
  type TableInTest,
} from '../../table-builder.ts';
import { openUpstream } from '../../upstream-in-test.ts';

/** What no test exceeds that is about something else. */
export const generous: RateLimit = { requests: 1000, unit: 'second', burst: 1000, whenUnavailable: 'refuse' };

/**
 * A gateway with an API whose operations are partly public, a production and a sandbox upstream, and two applications,
 * of which one has no subscription.
 */
export async function openPark(
  api: Partial<ApiInTest> = {},
  changes: Partial<TableInTest> = {},
  options: OptionsInTest = {},
) {
  const production = await openUpstream('production');
  const sandbox = await openUpstream('sandbox');
  const define = (changed: Partial<ApiInTest> = {}) =>
    buildTable({
      apis: [
        defineApi({
          endpoints: { production: { targets: [production.url] }, sandbox: { targets: [sandbox.url] } },
          operations: ['public GET /dogs', 'POST /dogs', 'GET /dogs/{id}'],
          addressLimit: generous,
          ...api,
          ...changed,
        }),
      ],
      applications: [defineApplication('DogWalker'), defineApplication('Reader')],
      subscriptions: [subscribe('DogWalker')],
      ...changes,
    });
  const gateway = await openGateway(define(), options);
  onTestFinished(async () => {
    await gateway.close(0);
    await Promise.all([production.close(), sandbox.close()]);
  });
  /** Calls as `GET /dogs`; returns the status, and what the gateway or the upstream has answered. */
  const ask = async (call: string, { headers, ...rest }: CallInTest = {}) => {
    const [method = '', path = ''] = call.split(' ');
    const sent = { ...rest, method, ...(headers && { headers }) };
    const { status, code, text } = await gateway.call(`/dog_park/v1${path}`, sent);
    return [status, code ?? text];
  };
  return {
    gateway,
    production,
    sandbox,
    ask,
    swap: (changed: Partial<ApiInTest>) => gateway.swap(define(changed)),
  };
}

export const fromProduction = [200, '{"upstream":"production"}'];
