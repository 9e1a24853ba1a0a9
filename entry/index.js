import { createRequire } from 'node:module';
import { fileURLToPath } from 'node:url';
import { findProblem, locateModule } from './find-problem.js';

const problem = findProblem();
if (problem !== undefined) throw new Error(problem);

// An `import` of the library would run before the check, and fail in an old Node at the first name that it lacks.
export const {
  PlanFileError,
  TableError,
  UnknownDeploymentError,
  applyPlan,
  build,
  compare,
  diskSourceTree,
  evaluateComparison,
  memorySourceTree,
  planJson,
  readTable,
  writeTable,
} = createRequire(import.meta.url)(fileURLToPath(locateModule('index')));
