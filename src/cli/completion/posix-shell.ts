import type { Command } from '../command.ts';
import { listCompletionPlaces, type ProposedValues } from './completion-words.ts';

/**
 * The lines of a `case` of bash and zsh by place and option, such as `keys list --format`: what is proposed for the value
 * of each option. Options of which the same is proposed share a line. `propose` writes a command of the shell.
 */
export function renderValueCases(
  commands: readonly Command[],
  propose: (values: ProposedValues) => string,
): string {
  const places = listCompletionPlaces(commands).flatMap(({ after, options }) =>
    options.map((one) => [`'${after} ${one.option}'`, propose(one)] as const),
  );
  const byProposal = Map.groupBy(places, ([, proposal]) => proposal);
  return [...byProposal]
    .map(([proposal, of]) => `    ${of.map(([place]) => place).join(' | ')}) ${proposal}; return ;;`)
    .join('\n');
}

/** A word as bash and zsh read it back. */
export function quoteWord(word: string): string {
  return `'${word.replaceAll("'", String.raw`'\''`)}'`;
}
