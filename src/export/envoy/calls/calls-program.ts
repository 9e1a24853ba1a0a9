import { writeErrorBody } from '#compiled/answers/error-body.ts';
import { errorCodes, type ErrorCode } from '#compiled/answers/error-codes.ts';
import { statusOfError } from '#compiled/answers/status-of-error.ts';
import type { Compiled } from '#compiled/compiled.ts';
import type { GatewaySettings } from '#compiled/settings/gateway-settings.ts';
import { limitHeaders } from '../limits/limit-headers.ts';
import { limitKinds } from '../limits/limit-name.ts';
import { apiRecords } from './api-records.ts';
import { clientRecords } from './client-records.ts';
import { overrides } from './describe-resources.ts';
import { registeredMethods } from './registered-methods.ts';
import { declareLua, joinLua, luaFile, writeLua, type LuaText, type LuaValue } from '../text/lua-text.ts';
import { writeRecords } from './records.ts';

/** The Lua that admits or refuses the calls of a table. */
export function callsProgram(table: Compiled): LuaText {
  const records = writeRecords([...apiRecords(table), ...clientRecords(table.manifest)]);
  return joinLua([
    declareLua('records', records),
    ...Object.entries(settingsOf(table)).map(([name, value]) => declareLua(name, writeLua(value))),
    luaFile('find-record.lua'),
    luaFile('check-path.lua'),
    luaFile('match-resource.lua'),
    luaFile('answer.lua'),
    luaFile('find-api.lua'),
    luaFile('show-health.lua'),
    luaFile('read-token.lua'),
    luaFile('authenticate.lua'),
    luaFile('admit-call.lua'),
  ]);
}

function settingsOf({ manifest: { gateway }, digest }: Compiled): Readonly<Record<string, LuaValue>> {
  const { gatewayUrl, versioning, token } = gateway;
  return {
    digest,
    showsDigest: gateway.digestHeader,
    gatewayUrl,
    trustsProxies: gateway.trustedProxies.length > 0,
    basePath: new URL(gatewayUrl).pathname.replace(/\/$/, ''),
    versioning,
    isLogged: gateway.accessLog !== undefined,
    tokensNotBefore: token.tokensNotBefore ?? 0,
    overrides,
    limitHeaders: Object.fromEntries(limitKinds.map((kind) => [kind, limitHeaders(kind)])),
    knownMethods: Object.fromEntries(registeredMethods.map((method) => [method, true])),
    errors: Object.fromEntries(Object.keys(errorCodes).map((code) => [code, describeError(code, gateway)])),
  };
}

/** `Object.keys` loses which keys a table has. */
function describeError(name: string, settings: GatewaySettings): LuaValue {
  const { errorDocsUrl } = settings;
  const code = name as ErrorCode;
  return {
    status: String(statusOfError(code, settings)),
    json: writeErrorBody(code, 'json', errorDocsUrl),
    xml: writeErrorBody(code, 'xml', errorDocsUrl),
  };
}
