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
  case $previous in
    ${optionsWithValues(commands).join(' | ')})
      _files
      return
      ;;
  esac
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

/** Colons separate a word from its summary. */
function renderWord({ word, summary }: ProposedWord): string {
  return `'${word}:${summary.replaceAll("'", String.raw`'\''`)}'`;
}
