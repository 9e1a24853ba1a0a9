import type { CompiledApi } from '#compiled/compiled-api.ts';
import { apiKey } from '#compiled/api-key.ts';
import { affect } from '#compiler/plan/consumers/affect.ts';
import type { Consumers } from '#compiler/plan/consumers/consumers.ts';
import { declarationChange, type FoundChange } from '#compiler/plan/declarations/declaration-change.ts';

/** The change if calls that the document does not declare are now forwarded, or are now refused. */
export function undeclaredChange(after: CompiledApi, consumers: Consumers): FoundChange {
  const api = apiKey(after);
  const passes = after.undeclared === 'pass';
  return declarationChange({
    id: passes ? 'undeclared-operations-passed' : 'undeclared-operations-refused',
    subject: { kind: 'Api', name: api },
    message: passes
      ? `${api} forwards calls that its document does not declare, without a scope and without validation`
      : `${api} refuses calls that its document does not declare`,
    path: ['undeclared'],
    writtenAt: ['operations', 'undeclared'],
    before: passes ? 'refuse' : 'pass',
    after: passes ? 'pass' : 'refuse',
    affected: affect(
      consumers.callersOf(api, 'both'),
      passes
        ? `may call what the document of ${api} does not declare`
        : `is refused what the document of ${api} does not declare`,
    ),
  });
}
