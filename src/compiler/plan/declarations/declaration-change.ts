import type { Json } from '#compiled/json.ts';
import { appendPointer } from '#source/place.ts';
import type { Action, Affected, Change, Subject } from '../change.ts';
import { declarationChangeKinds, type DeclarationChangeId } from '../declaration-change-kinds.ts';
import { sensitivityAt } from './change-kind.ts';

/** A change without its fingerprint. */
export type FoundChange = Omit<Change, 'fingerprint'>;

interface DeclarationChange {
  readonly id: DeclarationChangeId;
  readonly subject: Subject;
  /** The message; a missing full stop is added. */
  readonly message: string;
  /** The part of the subject that changes, in the terms of the route table; empty for the subject itself. */
  readonly path?: readonly string[];
  /** The path in the declaration, if it is not the same. */
  readonly writtenAt?: readonly string[];
  readonly before?: Json | undefined;
  readonly after?: Json | undefined;
  /** Default: derived from which of the two values is undefined. */
  readonly action?: Action;
  readonly affected?: readonly Affected[];
}

/** Completes a change of a declaration: its action, its sensitivity and its locations. */
export function declarationChange(change: DeclarationChange): FoundChange {
  const { id, subject, message, path = [], writtenAt = path, before, after, affected = [] } = change;
  const action = change.action ?? actionOf(before, after);
  const sensitive = sensitivityAt(declarationChangeKinds[id], path);
  const location = { in: 'declaration', pointer: appendPointer('', ...writtenAt) } as const;
  return {
    id,
    action,
    subject,
    path: path.join('.'),
    message: message.endsWith('.') ? message : `${message}.`,
    ...(before !== undefined && { before }),
    ...(after !== undefined && { after }),
    at: { ...(action !== 'add' && { base: location }), ...(action !== 'remove' && { head: location }) },
    ...(sensitive && { sensitive }),
    affected,
  };
}

function actionOf(before: Json | undefined, after: Json | undefined): Action {
  if (before === undefined) return after === undefined ? 'change' : 'add';
  return after === undefined ? 'remove' : 'change';
}
