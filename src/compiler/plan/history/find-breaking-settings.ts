import type { CompiledApi, CorsSettings } from '#compiled/compiled-api.ts';
import { nameSome } from '../wording/describe-value.ts';
import { findProtectedOperations, nameOperation } from '../declarations/match-compiled-operations.ts';

/** A setting of an API that became stricter. */
export interface BreakingSetting {
  /** The path of the field in the declaration. */
  readonly path: readonly string[];
  /** The effect on callers, as the end of a sentence: `it no longer …`. */
  readonly effect: string;
}

/**
 * The settings by which the gateway newly rejects calls of a version although its document is the same. Rate limits are
 * excluded: they protect the service and only delay callers.
 */
export function findBreakingSettings(base: CompiledApi, head: CompiledApi): readonly BreakingSetting[] {
  return [
    ...findInAccess(base, head),
    ...findInUndeclared(base, head),
    ...findInCors(base.cors, head.cors),
    ...findInBody(base, head),
    ...findInPaths(base, head),
    ...findInValidation(base, head),
  ];
}

/** Operations that newly require a token. Removed operations are excluded, since their removal changes the document. */
function findInAccess(base: CompiledApi, head: CompiledApi): readonly BreakingSetting[] {
  const names = findProtectedOperations(base, head).map(([before]) => nameOperation(before));
  const describe = (path: readonly string[], operations: string): BreakingSetting => ({
    path,
    effect: `it no longer lets callers without a token call ${operations}`,
  });
  if (base.access && !head.access) return names.length === 0 ? [] : [describe(['access'], nameSome(names))];
  return names.map((name) => describe(['operationAccess', name], name));
}

function findInUndeclared(base: CompiledApi, head: CompiledApi): readonly BreakingSetting[] {
  if (!base.undeclared || head.undeclared) return [];
  return [
    {
      path: ['operations', 'undeclared'],
      effect: 'it now refuses calls that its document does not declare',
    },
  ];
}

function findInCors(
  base: CorsSettings | undefined,
  head: CorsSettings | undefined,
): readonly BreakingSetting[] {
  if (!base) return [];
  if (!head) return [{ path: ['cors'], effect: 'it no longer lets pages of other origins call it' }];
  const origins = head.allowOrigins.includes('*') ? [] : missing(base.allowOrigins, head.allowOrigins);
  const sent = missing(fold(base.allowHeaders), fold(head.allowHeaders));
  const read = missing(fold(base.exposeHeaders), fold(head.exposeHeaders));
  return [
    ...describeMissing('allowOrigins', origins, (names) => `lets pages of ${names} call it`),
    ...describeMissing('allowHeaders', sent, (names) => `lets pages of other origins send ${names}`),
    ...describeMissing('exposeHeaders', read, (names) => `lets pages of other origins read ${names}`),
  ];
}

function describeMissing(
  field: keyof CorsSettings,
  removed: readonly string[],
  effect: (names: string) => string,
): readonly BreakingSetting[] {
  if (removed.length === 0) return [];
  const names = removed.map((name) => (name === '*' ? 'every origin' : name)).join(', ');
  return [{ path: ['cors', field], effect: `it no longer ${effect(names)}` }];
}

function fold(names: readonly string[]): readonly string[] {
  return names.map((name) => name.toLowerCase());
}

function missing(before: readonly string[], after: readonly string[]): readonly string[] {
  return before.filter((name) => !after.includes(name));
}

function findInBody(base: CompiledApi, head: CompiledApi): readonly BreakingSetting[] {
  if (head.maxBodyBytes >= base.maxBodyBytes) return [];
  const effect = `it accepts bodies of at most ${head.maxBodyBytes} bytes instead of ${base.maxBodyBytes}`;
  return [{ path: ['maxBodyBytes'], effect }];
}

function findInPaths(base: CompiledApi, head: CompiledApi): readonly BreakingSetting[] {
  if (head.pathEncoding === base.pathEncoding || head.pathEncoding === 'pass') return [];
  return [{ path: ['pathEncoding'], effect: 'it now refuses paths with ;, %3B, %2F or %5C' }];
}

function findInValidation(base: CompiledApi, head: CompiledApi): readonly BreakingSetting[] {
  const [before, after] = [base.validation.requests, head.validation.requests];
  if (after !== 'enforce' || before === 'enforce') return [];
  const effect = 'it now refuses requests that its document does not allow';
  return [{ path: ['validation', 'requests'], effect }];
}
