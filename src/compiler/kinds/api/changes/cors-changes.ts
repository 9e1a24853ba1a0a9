import type { CorsSettings } from '#compiled/compiled-api.ts';
import type { Affected, Subject } from '#compiler/plan/change.ts';
import { affect } from '#compiler/plan/consumers/affect.ts';
import type { Consumers } from '#compiler/plan/consumers/consumers.ts';
import { declarationChange, type FoundChange } from '#compiler/plan/declarations/declaration-change.ts';
import { diffLeaves } from '#compiler/plan/declarations/diff-leaves.ts';
import { itemChanges } from '#compiler/plan/declarations/item-changes.ts';
import { describeChange } from '#compiler/plan/declarations/setting-change.ts';

/** The changes of cross-origin access to an API from browsers. */
export function corsChanges(
  api: string,
  before: CorsSettings | undefined,
  after: CorsSettings | undefined,
  consumers: Consumers,
): readonly FoundChange[] {
  if (before && after)
    return [...originChanges(api, before, after, consumers), ...settingChanges(api, before, after)];
  const cors = before ?? after;
  if (!cors) return [];
  const verb = after ? 'can' : 'can no longer';
  const pages = describePages(cors.allowOrigins);
  return [
    declarationChange({
      id: after ? 'cors-added' : 'cors-removed',
      subject: subjectOf(api),
      message: `${api}: ${pages} ${verb} call it from browsers`,
      path: ['cors'],
      before: before && { ...before },
      after: after && { ...after },
      affected: affectPages(api, cors.allowOrigins, consumers, `${verb} call ${api} from ${pages}`),
    }),
  ];
}

function describePages(origins: readonly string[]): string {
  return `pages of ${origins.includes('*') ? 'any origin' : origins.join(', ')}`;
}

function originChanges(
  api: string,
  before: CorsSettings,
  after: CorsSettings,
  consumers: Consumers,
): readonly FoundChange[] {
  return itemChanges({
    kinds: { added: 'cors-origin-added', removed: 'cors-origin-removed' },
    subject: subjectOf(api),
    path: ['cors', 'allowOrigins'],
    before: before.allowOrigins,
    after: after.allowOrigins,
    describe: (origin, action) => {
      const [pages, verb] = [describePages([origin]), action === 'add' ? 'can' : 'can no longer'];
      return {
        message: `${api}: ${pages} ${verb} call it from browsers`,
        affected: affectPages(api, [origin], consumers, `${verb} call ${api} from ${pages}`),
      };
    },
  });
}

function settingChanges(api: string, before: CorsSettings, after: CorsSettings): readonly FoundChange[] {
  const { allowOrigins: _, ...earlier } = before;
  const { allowOrigins: __, ...later } = after;
  const leaves = diffLeaves(earlier, later, ['cors']);
  return leaves.map((leaf) =>
    declarationChange({
      id: 'cors-setting-changed',
      subject: subjectOf(api),
      message: `${api}: ${leaf.path.join('.')} ${describeChange(leaf)}`,
      path: leaf.path,
      before: leaf.before,
      after: leaf.after,
    }),
  );
}

/** The applications with a callback URL at one of the origins. */
function affectPages(
  api: string,
  origins: readonly string[],
  consumers: Consumers,
  effect: string,
): readonly Affected[] {
  const isAllowed = (url: string) => origins.includes('*') || origins.includes(URL.parse(url)?.origin ?? '');
  const callers = consumers.callersOf(api, 'both').filter(({ callbackUrls }) => callbackUrls.some(isAllowed));
  return affect(callers, effect);
}

function subjectOf(name: string): Subject {
  return { kind: 'Api', name };
}
