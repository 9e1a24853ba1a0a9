import type { Command } from '../command.ts';
import { listCompletionPlaces, type ProposedValues } from './completion-words.ts';

/**
 * The lines of a bash or zsh `case` by place and option, such as `keys list --format`: each runs a command that
 * proposes values for the option. Options with the same proposals share a line. `propose` returns a shell command.
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

/** A word, quoted for bash and zsh. */
export function quoteWord(word: string): string {
  return `'${word.replaceAll("'", String.raw`'\''`)}'`;
}
