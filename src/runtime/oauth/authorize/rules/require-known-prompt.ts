import type { AuthorizationRequest } from '../authorization-request.ts';

/** The values of the parameter `prompt` (OpenID Connect Core 1.0 section 3.1.2.1). */
export const knownPrompts = ['none', 'login', 'select_account', 'consent'] as const;

/** `none` excludes all others. */
export function requireKnownPrompt({
  prompts,
  isSilent,
}: AuthorizationRequest): 'prompt_unsupported' | undefined {
  const known: readonly string[] = isSilent ? ['none'] : knownPrompts.filter((prompt) => prompt !== 'none');
  return prompts.every((prompt) => known.includes(prompt)) ? undefined : 'prompt_unsupported';
}
