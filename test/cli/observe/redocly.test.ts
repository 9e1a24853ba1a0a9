// @module-tag full
import { execFile } from 'node:child_process';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { expect, test } from 'vitest';
import { locatePackage } from '../../packages/locate-package.ts';
import { callGatewright } from '../call-gatewright.ts';
import { processEnv } from '../run-gatewright.ts';
import { temporaryFolder } from '../temporary-folder.ts';
import { callsToDogs, dogs, toHar } from './observed-traffic.ts';

const program = join(locatePackage('@redocly/cli'), 'bin/cli.js');

interface Problem {
  readonly message: string;
  readonly method: string;
  readonly path: string;
}

/** What `redocly drift` finds in the same calls; it knows the base path of a server only as a part of each path. */
async function findDrift(): Promise<readonly string[]> {
  const calls = callsToDogs.map((call) => ({ ...call, url: call.url.replace(/^(\/v1)?/, '/v1') }));
  await using folder = await temporaryFolder({
    'openapi.yaml': dogs,
    'calls.har': toHar(calls, 'https://api.example.edu'),
  });
  const words = [program, 'drift', 'calls.har', '--api', 'openapi.yaml', '--format', 'json'];
  const env = {
    ...processEnv,
    HOME: folder.path,
    REDOCLY_TELEMETRY: 'off',
    REDOCLY_SUPPRESS_UPDATE_NOTICE: 'true',
  };
  // Its exit code is 1 if it finds anything.
  const output = await promisify(execFile)(process.execPath, words, { cwd: folder.path, env }).catch(
    (error: { readonly stdout?: string }) => ({ stdout: error.stdout ?? '' }),
  );
  const start = output.stdout.indexOf('{');
  const end = output.stdout.lastIndexOf('}');
  const { problems } = JSON.parse(output.stdout.slice(start, end + 1)) as {
    readonly problems: readonly Problem[];
  };
  return problems
    .map(({ message, method, path }) =>
      message.startsWith('Undocumented endpoint') ? message : `${method} ${path}: ${message}`,
    )
    .toSorted();
}

/** What `gatewright observe` says in its place; undefined for what it does not report, with the reason. */
const sameFindings: Readonly<Record<string, string | undefined>> = {
  'GET /v1/dogs: Invalid query parameter "limit": Request field "root" must be integer.':
    'malformed-parameter GET /dogs',
  'GET /v1/dogs: Missing required query parameter: "kind"': 'missing-parameter GET /dogs',
  'GET /v1/dogs: Response field "[0].age" must be integer.': 'wrong-type GET /dogs /*/age',
  // It shows the key of a map.
  'GET /v1/dogs: Response field "[1].tags.hunter2" must be string.': 'wrong-type GET /dogs /*/tags/*',
  'GET /v1/dogs: Response is missing required field "[0].name".': 'missing-field GET /dogs /*/name',
  'GET /v1/dogs: Undocumented header in traffic: "x-trace-level"': 'undeclared-parameter GET /dogs',
  // The name reads like data, so that it is hidden.
  'GET /v1/dogs: Undocumented query parameter in traffic: "9f8e7d6c5b4a3f2e"':
    'undeclared-parameter GET /dogs',
  'GET /v1/dogs: Undocumented query parameter in traffic: "sort"': 'undeclared-parameter GET /dogs',
  'POST /v1/dogs: Missing required request body': 'missing-body POST /dogs',
  'POST /v1/dogs: Request body is not valid JSON for JSON content-type': 'malformed-body POST /dogs',
  'Undocumented endpoint: DELETE /v1/dogs/7': 'undeclared-method DELETE /dogs/{id}',
  // It decodes `..` in a path, and no gateway would.
  'Undocumented endpoint: GET /v1/hunter2': 'refused-path GET ?',
  'Undocumented endpoint: GET /v1/users/hunter2/orders': 'undeclared-operation GET /users/{userId}/orders',
  // The service does not know it either: it is counted, and no operation of the API.
  'Undocumented endpoint: GET /v1/wp-login.php': undefined,
  // A browser asks before a call from another site; a gateway answers that itself.
  'Undocumented endpoint: OPTIONS /v1/dogs': undefined,
  'Undocumented endpoint: PUT /v1/dogs/7/photo': 'undeclared-operation PUT /dogs/{id}/photo',
};

/** What `redocly drift` does not look for: statuses, media types of requests, and fields that a schema allows by default. */
const onlyHere = [
  'undeclared-field GET /dogs /*/nickname',
  'undeclared-field POST /dogs /owner',
  'undeclared-media-type POST /dogs',
  'undeclared-status GET /dogs/{id}',
  'undeclared-status GET /dogs/{id}',
  'undeclared-status POST /dogs',
];

test('finds all that redocly drift finds, and shows no value', async () => {
  expect(await findDrift()).toEqual(Object.keys(sameFindings).toSorted());
  await using folder = await temporaryFolder({
    'openapi.yaml': dogs,
    'calls.har': toHar(callsToDogs, 'https://api.example.edu'),
  });
  const words = ['observe', '--traffic', 'calls.har', '--format', 'json', 'openapi.yaml'];
  const { stdout } = await callGatewright(folder.path, words);
  const { differences } = JSON.parse(stdout) as {
    readonly differences: readonly {
      readonly kind: string;
      readonly operation: string;
      readonly place?: string;
    }[];
  };
  const found = differences.map(({ kind, operation, place }) =>
    [kind, operation, ...(place ? [place] : [])].join(' '),
  );
  const expected = [...Object.values(sameFindings).filter((same) => same !== undefined), ...onlyHere];
  expect(found.toSorted()).toEqual(expected.toSorted());
});
