import type { Command } from '../command.ts';
import {
  type CompletionPlace,
  listCompletionPlaces,
  type OptionValues,
  type ProposedValues,
  type ProposedWord,
} from './completion-words.ts';

/** The completion script of fish, to be run by `source`. */
export function renderFishCompletion(commands: readonly Command[]): string {
  const places = listCompletionPlaces(commands);
  const known = places.map(({ after }) => quote(after)).join(' ');
  const taking = places.filter(({ argument }) => argument.files).map(({ after }) => quote(after));
  const valued = places.flatMap(({ after, options }) =>
    options.map(({ option, files }) => ({ at: quote(`${after} ${option}`), files })),
  );
  const ofFiles = valued.filter(({ files }) => files);
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
function __gatewright_at_value
    contains -- (__gatewright_place)" "(commandline -opc)[-1] ${valued.map(({ at }) => at).join(' ')}
end
function __gatewright_at_argument
    __gatewright_after "$argv[1]"
    and not __gatewright_at_value
end
function __gatewright_takes_files
    if __gatewright_at_value
        contains -- (__gatewright_place)" "(commandline -opc)[-1] ${ofFiles.map(({ at }) => at).join(' ')}
        return
    end
    contains -- (__gatewright_place) ${taking.join(' ')}
end
complete -c gatewright -f
complete -c gatewright -F -n __gatewright_takes_files
${places.flatMap(renderPlace).join('\n')}
`;
}

function renderPlace({ after, words, argument, options }: CompletionPlace): readonly string[] {
  return [
    ...words.map((word) => renderWord(after, word)),
    ...renderValues(`__gatewright_at_argument ${quote(after)}`, argument),
    ...options.flatMap((one) => renderValues(conditionOf(after, one), one)),
  ];
}

/** A fish command that is true while an option is the last word before the cursor. */
function conditionOf(after: string, { option }: OptionValues): string {
  return `test (__gatewright_place)" "(commandline -opc)[-1] = ${quote(`${after} ${option}`)}`;
}

function renderValues(condition: string, { choices, names }: ProposedValues): readonly string[] {
  const found = names && `(gatewright completion --names ${names} 2>/dev/null)`;
  return [choices?.join(' '), found]
    .filter((proposed) => proposed !== undefined)
    .map((proposed) => `complete -c gatewright -n ${quote(condition)} -a ${quote(proposed)}`);
}

function renderWord(after: string, { word, summary }: ProposedWord): string {
  const place = `complete -c gatewright -n ${quote(`__gatewright_after ${quote(after)}`)}`;
  const given = word.startsWith('--') ? `-l ${word.slice(2)}` : `-a ${word}`;
  return `${place} ${given} -d ${quote(summary)}`;
}

/** A word, quoted for fish. */
function quote(word: string): string {
  return `'${word.replaceAll('\\', String.raw`\\`).replaceAll("'", String.raw`\'`)}'`;
}
