import type { Command } from '../command.ts';
import { listCompletionPlaces, optionsWithValues } from './completion-words.ts';

/** The completion of bash, to be read by `source`. */
export function renderBashCompletion(commands: readonly Command[]): string {
  const places = listCompletionPlaces(commands).map(
    ({ after, words, takesFiles }) =>
      `    '${after}') words='${words.map(({ word }) => word).join(' ')}' files=${takesFiles ? 'yes' : 'no'} ;;`,
  );
  return `# Completion of gatewright for bash: source <(gatewright completion bash)
_gatewright() {
  local current=\${COMP_WORDS[COMP_CWORD]} previous=\${COMP_WORDS[COMP_CWORD - 1]} words='' files=no
  local after="\${COMP_WORDS[*]:1:COMP_CWORD - 1}"
  COMPREPLY=()
  case $previous in
    ${optionsWithValues(commands).join(' | ')})
      mapfile -t COMPREPLY < <(compgen -f -- "$current")
      return
      ;;
  esac
  # The longest command at the beginning of the line counts; its options follow in any order.
  while :; do
    case $after in
${places.map((line) => `  ${line}`).join('\n')}
      *)
        after=\${after% *}
        continue
        ;;
    esac
    break
  done
  mapfile -t COMPREPLY < <(compgen -W "$words" -- "$current")
  if [ "$files" = yes ]; then
    local found
    mapfile -t found < <(compgen -f -- "$current")
    COMPREPLY+=("\${found[@]}")
  fi
}
complete -o filenames -F _gatewright gatewright
`;
}
