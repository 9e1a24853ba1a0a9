/** The public API: the parts of the command line, for other programs. */
export { build, UnknownDeploymentError, type BuildResult } from './pipeline.ts';
export type { Compiled } from '#compiled/compiled.ts';
export type { CompiledApi } from '#compiled/compiled-api.ts';
export type { Manifest } from '#compiled/manifest.ts';
export { readTable, TableError, writeTable } from '#compiled/table.ts';
export { compare, type Comparison, type Side } from '#pipeline/compare.ts';
export { evaluateComparison } from '#pipeline/compare.ts';
export type { Affected, Change, Plan } from '#compiler/plan/change.ts';
export { applyPlan } from '#compiler/plan/delta/apply-plan.ts';
export { planJson, type PlanJson } from '#compiler/plan/delta/table-delta.ts';
export { PlanFileError } from '#compiler/plan/delta/json-edit.ts';
export type { Diagnostic, Severity } from '#diagnostic/diagnostic.ts';
export type { SourceLocation } from '#source/source-location.ts';
export type { ReadResult, SourceTree } from '#source/source-tree.ts';
export { memorySourceTree } from '#source/memory-source-tree.ts';
export { diskSourceTree } from '#platform/files/disk-source-tree.ts';
