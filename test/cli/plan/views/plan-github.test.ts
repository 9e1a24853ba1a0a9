import * as fc from 'fast-check';
import { expect, test } from 'vitest';
import { renderPlanGithub } from '#cli/plan/views/plan-github.ts';
import {
  changeOf,
  findingOf,
  fullPlan,
  hostilePlan,
  plainContext,
  planOf,
  unchanged,
} from './plan-reports.ts';

test('findings are annotations, those of the base without a place, and a line sums it up', () => {
  expect(renderPlanGithub(fullPlan, plainContext)).toBe(`\
::error title=breaking-change-in-version::GET /dogs was removed. (gateway/api.yaml:3:7 in the base)%0AMake a new version for it.
::warning title=needless-version,file=gateway/api.yaml,line=3,endLine=3,col=7,endColumn=12::Nothing breaks in v2.%0AMake a new version for it.
1 to add, 5 to change, 1 to remove; 1 breaking, 1 risky; 2 applications are affected; 1 forbidden, 1 approved, 1 warning. Lint was not checked.
`);
});

test('a finding says who is affected', () => {
  const findings = [findingOf({ impact: 'Ada is affected.' })];
  expect(renderPlanGithub(planOf([changeOf()], { findings }), plainContext).split('\n')[0]).toMatch(
    /::GET \/dogs was removed\.%0AMake a new version for it\. Ada is affected\.$/,
  );
});

test('reports a head that does not compile, and an empty plan', () => {
  const { changes: _, ...broken } = planOf([], { findings: [findingOf()] });
  expect(renderPlanGithub(broken, plainContext)).toMatch(
    /^::error .+\nThe head does not compile: 1 error\.\n$/,
  );
  expect(renderPlanGithub(unchanged([]), plainContext)).toBe('Nothing changes. Lint was not checked.\n');
});

test('sensitive changes are notices, but for those that a finding is about', () => {
  const affected = [
    { application: 'DogWalker', owner: 'ada@example.edu', effect: 'is affected' },
    { application: 'DogWalker', owner: 'ada@example.edu', effect: 'is affected twice' },
  ];
  const sensitive = { sensitive: 'traffic', compatibility: 'compatible' } as const;
  const report = planOf(
    [
      changeOf({ ...sensitive, affected, message: 'The host changed.' }),
      changeOf({
        ...sensitive,
        message: 'Cats/v1 was added.',
        callsGoTo: [
          { keySet: 'production', urls: ['https://a.example.edu', 'https://b.example.edu'] },
          { keySet: 'sandbox', urls: ['https://c.example.edu'], deployments: ['qa'] },
        ],
        fingerprint: '2',
      }),
      changeOf({ ...sensitive, message: 'The port changed.', fingerprint: '1' }),
    ],
    { findings: [findingOf({ ofChanges: ['1'] })] },
  );
  expect(renderPlanGithub(report, plainContext)).toBe(`\
::error title=breaking-change-in-version,file=gateway/api.yaml,line=3,endLine=3,col=7,endColumn=12::GET /dogs was removed.%0AMake a new version for it.
::notice title=sensitive%3A where calls go,file=gateway/api.yaml,line=7,endLine=7,col=3,endColumn=9::The host changed.%0AAffects DogWalker (ada@example.edu).
::notice title=sensitive%3A where calls go,file=gateway/api.yaml,line=7,endLine=7,col=3,endColumn=9::Cats/v1 was added.%0AProduction calls go to https://a.example.edu and https://b.example.edu. In qa, sandbox calls go to https://c.example.edu. No application is affected.
0 to add, 3 to change, 0 to remove; 1 application is affected; 1 forbidden. Lint was not checked.
`);
});

test('whatever users wrote, each finding is one line', () => {
  fc.assert(
    fc.property(hostilePlan, (plan) => {
      const lines = renderPlanGithub(plan, plainContext).split(/\r\n|\r|\n/);
      expect(lines.length).toBe(plan.findings.length + 2);
      for (const line of lines.slice(0, -2)) expect(line).toMatch(/^::error title=/);
    }),
  );
});
