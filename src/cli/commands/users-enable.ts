import { declareStateCommand } from '../users/declare-state.ts';

export const usersEnableCommand = declareStateCommand({
  name: 'users enable',
  state: 'active',
  summary: 'Enable a disabled user.',
  details:
    "Writes `state: active` and `tokensNotBefore` to the user's declaration. Sessions and tokens that were " +
    'issued before stay refused: the user logs in again.',
  does: 'enables ada',
  next: (name) =>
    `Next: as soon as a gateway serves this, ${name} can log in; sessions and tokens from before stay refused.\n`,
});
