import type { Command } from '../command.ts';
import {
  listCompletionPlaces,
  type OptionChoices,
  optionsWithValues,
  type ProposedWord,
} from './completion-words.ts';

/** The completion of fish, to be read by `source`. */
export function renderFishCompletion(commands: readonly Command[]): string {
  const places = listCompletionPlaces(commands);
  const known = places.map(({ after }) => quote(after)).join(' ');
  const taking = places.filter(({ takesFiles }) => takesFiles).map(({ after }) => quote(after));
  const lines = places.flatMap(({ after, words, choices }) => [
    ...words.map((word) => renderWord(after, word)),
    ...choices.map((one) => renderValues(after, one)),
  ]);
  const chosen = places.flatMap(({ after, choices }) =>
    choices.map(({ option }) => quote(`${after} ${option}`)),
  );
  return `# Completion of gatewright for fish: gatewright completion fish | source
function __gatewright_place
    set -l after (commandline -opc)[2..]
    # The longest command at the beginning of the line counts; its options follow in any order.
    while not contains -- "$after" ${known}
        set -e after[-1]
    end
    echo "$after"
end
function __gatewright_after
    test (__gatewright_place) = "$argv[1]"
end
function __gatewright_chooses
    contains -- (__gatewright_place)" "(commandline -opc)[-1] ${chosen.join(' ')}
end
function __gatewright_takes_files
    if __gatewright_chooses
        return 1
    end
    contains -- (commandline -opc)[-1] ${optionsWithValues(commands).join(' ')}
    or contains -- (__gatewright_place) ${taking.join(' ')}
end
complete -c gatewright -f
complete -c gatewright -F -n __gatewright_takes_files
${lines.join('\n')}
`;
}

/** The values of an option, while it is the last word before the cursor. */
function renderValues(after: string, { option, values }: OptionChoices): string {
  const condition = `test (__gatewright_place)" "(commandline -opc)[-1] = ${quote(`${after} ${option}`)}`;
  return `complete -c gatewright -n ${quote(condition)} -a ${quote(values.join(' '))}`;
}

function renderWord(after: string, { word, summary }: ProposedWord): string {
  const place = `complete -c gatewright -n ${quote(`__gatewright_after ${quote(after)}`)}`;
  const given = word.startsWith('--') ? `-l ${word.slice(2)}` : `-a ${word}`;
  return `${place} ${given} -d ${quote(summary)}`;
}

/** A word as fish reads it back. */
function quote(word: string): string {
  return `'${word.replaceAll('\\', String.raw`\\`).replaceAll("'", String.raw`\'`)}'`;
}
