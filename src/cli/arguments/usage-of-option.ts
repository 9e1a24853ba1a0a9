import type { CommandOption } from '../command.ts';

/** An option as the help shows it: `--config FILE`. */
export function usageOfOption(name: string, { placeholder }: CommandOption): string {
  return placeholder === undefined ? `--${name}` : `--${name} ${placeholder}`;
}
