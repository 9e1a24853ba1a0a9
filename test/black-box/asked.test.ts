import { readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { beforeAll, describe, expect, test } from 'vitest';
import { eventually } from '../eventually.ts';
import { whyNoEnvoy } from '../export/envoy/envoy-in-test.ts';
import { full } from '../full-run.ts';
import { openShared } from '../serve/running-gateway.ts';
import { proxyCases, validationCases } from './asked/asked-cases.ts';
import { writeAskedRepository } from './asked/asked-repository.ts';
import { call, refused, type Outcome } from './black-box-case.ts';
import { deviate } from './envoy-deviations.ts';
import { issueTokens } from './issue-tokens.ts';
import { openBuiltInPlane } from './planes/built-in-plane.ts';
import { openEnvoyPlane } from './planes/envoy-plane.ts';
import { startMs } from './planes/running-plane.ts';
import { openRecordingUpstream } from './recording-upstream.ts';
import type { Repository } from './repository/write-repository.ts';
import { sendCase, type Target } from './send-case.ts';

const nothing: Outcome = { answers: [], upstream: [] };

let repository: Repository;
let gateway: Awaited<ReturnType<typeof openBuiltInPlane>>;
let builtIn: Target;

beforeAll(
  () =>
    openShared(async (atEnd) => {
      const upstream = await openRecordingUpstream(atEnd);
      repository = await writeAskedRepository(upstream, atEnd);
      gateway = await openBuiltInPlane(repository, atEnd);
      const tokenFor = issueTokens(`http://127.0.0.1:${gateway.port}`, repository.signingKey);
      builtIn = { ...gateway, tokenFor, takeSeen: upstream.takeSeen };
    }),
  startMs,
);

const cases = [...validationCases, ...proxyCases].map((each) => [each.name, each] as const);

test.each(cases)('%s', async (_name, each) => {
  expect(await sendCase(each, builtIn)).toEqual(each.expected);
});

describe.skipIf(whyNoEnvoy)(`an Envoy that asks a gateway${whyNoEnvoy}`, full, () => {
  let envoy: Target;

  beforeAll(
    () =>
      openShared(async (atEnd) => {
        const options = ['--plain-http', '--authz', gateway.authorizationUrl ?? ''];
        const plane = await openEnvoyPlane(repository, gateway, atEnd, options);
        envoy = { ...builtIn, ...plane };
      }),
    startMs,
  );

  test.each(cases)('%s', async (_name, each) => {
    expect(await sendCase(each, envoy)).toEqual(deviate(each).outcome);
  });

  test('the calls that Envoy has counted are not counted by the gateway again', async () => {
    const counted = {
      name: 'a call',
      bytes: call('GET /counted/v1/dogs', { as: 'walker' }),
      expected: nothing,
    };
    const statuses = [];
    for (const target of [envoy, envoy, envoy, builtIn, builtIn, builtIn])
      statuses.push((await sendCase(counted, target)).answers.map(({ status }) => status));
    expect(statuses.flat()).toEqual([200, 200, 429, 200, 200, 429]);
  });

  test('a client gets the 503 of a gateway that is ahead of Envoy, with its body', async () => {
    const file = join(repository.root, 'apis/halted/v1/api.yaml');
    const halted = {
      name: 'a call',
      bytes: call('GET /halted/v1/dogs', { as: 'walker' }),
      expected: nothing,
    };
    expect((await sendCase(halted, envoy)).answers).toMatchObject([{ status: 200 }]);
    const declared = await readFile(file, 'utf8');
    await writeFile(file, declared.replace('"state": "published"', '"state": "blocked"'));
    const refusal = await eventually(async () => {
      const outcome = await sendCase(halted, envoy);
      if (outcome.answers[0]?.status === 200) throw new Error('the gateway still serves the API');
      return outcome;
    });
    const headers = { 'gatewright-digest': expect.stringMatching(/^sha256:/) as string };
    expect(refusal).toEqual(refused('api_blocked', { headers }));
  });
});
