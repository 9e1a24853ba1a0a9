import type { Json } from '../../../compiled/json.ts';
import { appendPointer } from '../../../source/place.ts';
import type { Action, Affected, Change, Subject } from '../change.ts';
import type { DeclarationChangeId } from '../declaration-change-kinds.ts';

/** A change that is not numbered yet. */
export type FoundChange = Omit<Change, 'fingerprint'>;

interface DeclarationChange {
  readonly id: DeclarationChangeId;
  readonly subject: Subject;
  /** Without its full stop. */
  readonly message: string;
  /** What of the subject changes, in the terms of the route table; nothing is the subject itself. */
  readonly path?: readonly string[];
  /** Where people write it, where that is not the path. */
  readonly writtenAt?: readonly string[];
  readonly before?: Json | undefined;
  readonly after?: Json | undefined;
  /** What the values say by themselves where it is left out. */
  readonly action?: Action;
  readonly affected?: readonly Affected[];
}

/** A change of a declaration, with the parts that follow from others. */
export function declarationChange(change: DeclarationChange): FoundChange {
  const { id, subject, message, path = [], writtenAt = path, before, after, affected = [] } = change;
  const action = change.action ?? actionOf(before, after);
  const spot = { in: 'declaration', pointer: appendPointer('', ...writtenAt) } as const;
  return {
    id,
    action,
    subject,
    path: path.join('.'),
    message: message.endsWith('.') ? message : `${message}.`,
    ...(before !== undefined && { before }),
    ...(after !== undefined && { after }),
    at: { ...(action !== 'add' && { base: spot }), ...(action !== 'remove' && { head: spot }) },
    affected,
  };
}

function actionOf(before: Json | undefined, after: Json | undefined): Action {
  if (before === undefined) return after === undefined ? 'change' : 'add';
  return after === undefined ? 'remove' : 'change';
}
