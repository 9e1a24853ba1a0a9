import fc from 'fast-check';
import { isIPv6 } from 'node:net';
import { expect, test } from 'vitest';
import { callsProgram } from '#export/envoy/calls/calls-program.ts';
import type { LuaValue } from '#export/envoy/text/lua-text.ts';
import { addressBlock } from '#runtime/requests/caller-address.ts';
import { withoutOwnCookies } from '#runtime/token/own-cookies.ts';
import { draws } from '../../../full-run.ts';
import { buildTable, defineApi, defineApplication, subscribe } from '../../../runtime/table-builder.ts';
import { signToken } from '../plane-in-test.ts';
import { runLua } from './lua-in-test.ts';

/** What the program sees of Envoy: headers by their names, and what it answers. */
const handle = `
local function headersOf(fields)
  local headers = { fields = fields }
  function headers:get(name) return self.fields[name] end
  function headers:getNumValues(name) return self.fields[name] and 1 or 0 end
  function headers:getAtIndex(name) return self.fields[name] end
  function headers:replace(name, value) self.fields[name] = value end
  function headers:remove(name) self.fields[name] = nil end
  return headers
end

local function decide(fields)
  local outcome = {}
  local handle, headers = {}, headersOf(fields)
  function handle:headers() return headers end
  function handle:body() return nil end
  function handle:clearRouteCache() outcome.route = fields["x-gatewright-route"] end
  function handle:respond(all) outcome.status = all[":status"] end
  function handle:streamInfo()
    return {
      downstreamRemoteAddress = function() return "192.0.2.1:5" end,
      dynamicMetadata = function() return { set = function() end } end,
    }
  end
  envoy_on_request(handle)
  outcome.cookie = fields.cookie
  return outcome
end
`;

const table = buildTable({
  apis: [defineApi({ endpoints: { production: { targets: ['http://127.0.0.1:1'] } } })],
  applications: [defineApplication('Walker')],
  tiers: [{ name: 'gold' }],
  subscriptions: [subscribe('Walker')],
});
const exported = ['addressBlock', 'withoutOwnCookies', 'decide'];
const call = await runLua([], exported, '', `${callsProgram(table)}\n${handle}`);

async function decide(path: string, headers: Readonly<Record<string, string>> = {}) {
  const fields: LuaValue = { ':path': path, ':method': 'GET', ...headers };
  return call('decide', fields)[0] as {
    readonly status?: string;
    readonly route?: string;
    readonly cookie?: string;
  };
}

test('a call with a verified token gets the route of its endpoint, and keeps the cookies of others', async () => {
  const authorization = `Bearer ${await signToken()}`;
  const verified = { authorization, 'x-gatewright-token': 'token-1' };
  const admitted = await decide('/dog_park/v1/dogs', { ...verified, cookie: 'a=1; gatewright-login=2' });
  expect(admitted).toEqual({ route: expect.any(String) as string, cookie: 'a=1' });
  expect(await decide('/dog_park/v1/dogs', { authorization })).toEqual({ status: '403' });
  expect(await decide('/dog_park/v1/dogs')).toEqual({ status: '403' });
  expect(await decide('/dog_park/v1/dogs?access_token=x', verified)).toEqual({ status: '400' });
  expect(await decide('/dog_park/v1/none', verified)).toEqual({ status: '404' });
  expect(await decide('/dog_park/v2/dogs', verified)).toEqual({ status: '404' });
  expect(await decide('/dog_park/v1/../v1/dogs', verified)).toEqual({ status: '400' });
});

test('pages for load balancers have routes of their own', async () => {
  expect(await decide('/health')).toEqual({ route: 'health/ready' });
  expect(await decide('/health', { ':method': 'POST' })).toEqual({ route: 'health/unsupported' });
});

test('addresses are counted in the blocks of the built-in data plane', () => {
  const group = fc.integer({ min: 0, max: 0xffff }).map((number) => number.toString(16));
  const short = fc
    .tuple(fc.array(group, { maxLength: 3 }), fc.array(group, { maxLength: 3 }))
    .map(([head, tail]) => `${head.join(':')}::${tail.join(':')}`);
  const whole = fc.array(group, { minLength: 8, maxLength: 8 }).map((groups) => groups.join(':'));
  fc.assert(
    fc.property(
      fc.oneof(
        short,
        whole,
        fc.ipV4(),
        fc.ipV4().map((one) => `::ffff:${one}`),
      ),
      (address) => {
        const written = isIPv6(address) ? `[${address}]:443` : `${address}:443`;
        expect(call('addressBlock', written)).toEqual([addressBlock(address)]);
      },
    ),
    { numRuns: draws(2000) },
  );
});

test('the cookies of the authorization server are taken out as the built-in data plane does', () => {
  const cookie = fc.constantFrom(
    'a=1',
    ' b',
    '',
    '=x',
    'gatewright-a=1',
    ' __Host-Gatewright-b=2',
    '= gatewright-c',
    'my-gatewright-d',
  );
  fc.assert(
    fc.property(fc.array(cookie, { maxLength: 5 }), (cookies) => {
      // Empty ones mean nothing, and the program drops them.
      const others = (text: string) =>
        text
          .split(';')
          .map((one) => one.trim())
          .filter((one) => one !== '');
      const header = cookies.join(';');
      const [left] = call('withoutOwnCookies', header);
      expect(others(String(left))).toEqual(others(withoutOwnCookies(header)));
    }),
    { numRuns: draws(2000) },
  );
});
