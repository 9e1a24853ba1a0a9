import { expect, test } from 'vitest';
import { checkoutFolder } from '../../../src/cli/lint/deliver-reports.ts';

test.each([
  ['no CI system', {}, '/work/repository/gateway'],
  ['GitHub', { GITHUB_WORKSPACE: '/work/repository' }, '/work/repository'],
  ['GitLab', { CI_PROJECT_DIR: '/work/repository/' }, '/work/repository/'],
  ['the folder itself', { CI_PROJECT_DIR: '/work/repository/gateway' }, '/work/repository/gateway'],
  ['an empty variable', { GITHUB_WORKSPACE: '' }, '/work/repository/gateway'],
  ['a folder beside', { GITHUB_WORKSPACE: '/work/repo' }, '/work/repository/gateway'],
  ['a folder within', { GITHUB_WORKSPACE: '/work/repository/gateway/apis' }, '/work/repository/gateway'],
  ['a folder that is not absolute', { GITHUB_WORKSPACE: '../..' }, '/work/repository/gateway'],
])('%s', (_, env, folder) => {
  expect(checkoutFolder({ cwd: '/work/repository/gateway', env })).toBe(folder);
});
