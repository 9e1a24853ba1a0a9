import { declareStateCommand } from '../users/declare-state.ts';

export const usersEnableCommand = declareStateCommand({
  name: 'users enable',
  state: 'active',
  summary: 'Let a disabled user log in again.',
  details:
    "Writes `state: active` and `tokensNotBefore` into the user's declaration, so that what was issued before stays " +
    'refused: the user logs in again.',
  does: 'lets ada log in again',
  next: (name) =>
    `Next: as soon as a gateway serves this, ${name} can log in; sessions and tokens from before stay refused.\n`,
});
