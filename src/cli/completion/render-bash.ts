import type { Command } from '../command.ts';
import { listCompletionPlaces, optionsWithValues } from './completion-words.ts';

/** The completion of bash, to be read by `eval`: `source <(…)` reads nothing in bash 3.2. */
export function renderBashCompletion(commands: readonly Command[]): string {
  const places = listCompletionPlaces(commands).map(
    ({ after, words, takesFiles }) =>
      `    '${after}') words='${words.map(({ word }) => word).join(' ')}' files=${takesFiles ? 'yes' : 'no'} ;;`,
  );
  return `# Completion of gatewright for bash: eval "$(gatewright completion bash)"
# Bash 3.2 of macOS has no mapfile.
_gatewright_propose() {
  local found
  while IFS= read -r found; do
    COMPREPLY+=("$found")
  done < <(compgen "$@")
}
_gatewright() {
  local current=\${COMP_WORDS[COMP_CWORD]} previous=\${COMP_WORDS[COMP_CWORD - 1]} words='' files=no
  local after="\${COMP_WORDS[*]:1:COMP_CWORD - 1}"
  COMPREPLY=()
  # The longest command at the beginning of the line counts; its options follow in any order.
  while :; do
    case $after in
${places.map((line) => `  ${line}`).join('\n')}
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
      _gatewright_propose -f -- "$current"
      return
      ;;
  esac
  _gatewright_propose -W "$words" -- "$current"
  if [ "$files" = yes ]; then _gatewright_propose -f -- "$current"; fi
}
complete -o filenames -F _gatewright gatewright
`;
}

/** What is proposed after an option of a command that takes one of some values. */
function renderChoices(commands: readonly Command[]): string {
  const lines = listCompletionPlaces(commands).flatMap(({ after, choices }) =>
    choices.map(({ option, values }) => {
      const propose = `_gatewright_propose -W '${values.join(' ')}' -- "$current"`;
      return `    '${after} ${option}') ${propose}; return ;;`;
    }),
  );
  return lines.join('\n');
}
