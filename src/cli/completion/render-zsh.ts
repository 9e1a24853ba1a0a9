import type { Command } from '../command.ts';
import { listCompletionPlaces, optionsWithValues, type ProposedWord } from './completion-words.ts';

/** The completion of zsh: a file `_gatewright` in a folder of `fpath`, or to be read by `source`. */
export function renderZshCompletion(commands: readonly Command[]): string {
  const places = listCompletionPlaces(commands).map(
    ({ after, words, takesFiles }) =>
      `      '${after}') proposed=(${words.map(renderWord).join(' ')}) files=${takesFiles ? 'yes' : 'no'} ;;`,
  );
  return `#compdef gatewright
# Completion of gatewright for zsh: source <(gatewright completion zsh)
_gatewright() {
  local after="\${words[2,CURRENT-1]}" previous="\${words[CURRENT-1]}" files=no
  local -a proposed
  # The longest command at the beginning of the line counts; its options follow in any order.
  while :; do
    case $after in
${places.join('\n')}
      *' '*)
        after=\${after% *}
        continue
        ;;
      *)
        after=''
        continue
        ;;
    esac
    break
  done
  case "$after $previous" in
${renderChoices(commands)}
  esac
  case $previous in
    ${optionsWithValues(commands).join(' | ')})
      _files
      return
      ;;
  esac
  _describe 'gatewright' proposed
  if [[ $files = yes ]]; then _files; fi
}
if [[ $funcstack[1] = _gatewright ]]; then
  _gatewright
else
  compdef _gatewright gatewright
fi
`;
}

/** What is proposed after an option of a command that takes one of some values. */
function renderChoices(commands: readonly Command[]): string {
  const lines = listCompletionPlaces(commands).flatMap(({ after, choices }) =>
    choices.map(
      ({ option, values }) =>
        `    '${after} ${option}') proposed=(${values.join(' ')}); _describe 'value' proposed; return ;;`,
    ),
  );
  return lines.join('\n');
}

/** Colons separate a word from its summary. */
function renderWord({ word, summary }: ProposedWord): string {
  return `'${word}:${summary.replaceAll("'", String.raw`'\''`)}'`;
}
