import type { Command } from '../command.ts';
import { listCompletionPlaces, type ProposedValues, type ProposedWord } from './completion-words.ts';
import { quoteWord, renderValueCases } from './posix-shell.ts';

/** The completion script of zsh: a file `_gatewright` in a folder of `fpath`, or to be run by `source`. */
export function renderZshCompletion(commands: readonly Command[]): string {
  const places = listCompletionPlaces(commands).map(
    ({ after, words, argument }) =>
      `      '${after}') proposed=(${words.map(renderWord).join(' ')}) argument=${quoteWord(propose(argument))} ;;`,
  );
  return `#compdef gatewright
# Completion of gatewright for zsh: source <(gatewright completion zsh)
_gatewright_values() {
  local -a proposed=("$@")
  _describe 'value' proposed
}
_gatewright_names() {
  _gatewright_values \${(f)"$(gatewright completion --names $1 2>/dev/null)"}
}
_gatewright() {
  local after="\${words[2,CURRENT-1]}" previous="\${words[CURRENT-1]}" argument=:
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
${renderValueCases(commands, propose)}
  esac
  _describe 'gatewright' proposed
  eval "$argument"
}
if [[ $funcstack[1] = _gatewright ]]; then
  _gatewright
else
  compdef _gatewright gatewright
fi
`;
}

/** A zsh command that proposes values. */
function propose({ choices, names, files }: ProposedValues): string {
  const commands = [
    ...(choices ? [`_gatewright_values ${choices.join(' ')}`] : []),
    ...(names === undefined ? [] : [`_gatewright_names ${names}`]),
  ];
  if (commands.length > 0) return commands.join('; ');
  return files ? '_files' : ':';
}

/** An entry for `_describe`: a colon separates the word from its summary. */
function renderWord({ word, summary }: ProposedWord): string {
  return quoteWord(`${word}:${summary}`);
}
