import { oncePer } from '#compiler/rule/once-per.ts';
import type { Action, Change, Plan, Subject } from './change.ts';

const indexSubjects = oncePer(({ changes }: Plan) =>
  Map.groupBy(changes, ({ subject }) => `${subject.kind} ${subject.name}`),
);

/** The changes of one subject. */
function changesOf(plan: Plan, { kind, name }: Subject): readonly Change[] {
  return indexSubjects(plan).get(`${kind} ${name}`) ?? [];
}

/** The change that adds or removes a subject as a whole. */
export function wholeChangeOf(plan: Plan, subject: Subject, action: Action): readonly Change[] {
  return changesOf(plan, subject).filter((change) => change.action === action && change.path === '');
}

/** The changes of a declaration's field, given as a path such as `cors/allowOrigins`, and of the fields below it. */
export function fieldChangesOf(plan: Plan, subject: Subject, field: string): readonly Change[] {
  return changesOf(plan, subject).filter(({ at }) =>
    [at.base, at.head].some(
      (location) => location?.in === 'declaration' && `${location.pointer}/`.startsWith(`/${field}/`),
    ),
  );
}
