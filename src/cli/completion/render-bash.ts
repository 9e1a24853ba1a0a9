import type { Command } from '../command.ts';
import { listCompletionPlaces, type ProposedValues } from './completion-words.ts';
import { quoteWord, renderValueCases } from './posix-shell.ts';

/** The completion script of bash, to be run by `eval`, since `source <(…)` reads nothing in bash 3.2. */
export function renderBashCompletion(commands: readonly Command[]): string {
  const places = listCompletionPlaces(commands).map(
    ({ after, words, argument }) =>
      `    '${after}') words='${words.map(({ word }) => word).join(' ')}' argument=${quoteWord(propose(argument))} ;;`,
  );
  return `# Completion of gatewright for bash: eval "$(gatewright completion bash)"
# Bash 3.2 of macOS has no mapfile.
_gatewright_propose() {
  local found
  while IFS= read -r found; do
    COMPREPLY+=("$found")
  done < <(compgen "$@")
}
_gatewright_names() {
  local found
  # A name may contain a slash, which is not one of a path.
  compopt +o filenames 2>/dev/null
  while IFS= read -r found; do
    if [[ $found == "$current"* ]]; then COMPREPLY+=("$found"); fi
  done < <(gatewright completion --names "$1" 2>/dev/null)
}
_gatewright() {
  local current=\${COMP_WORDS[COMP_CWORD]} previous=\${COMP_WORDS[COMP_CWORD - 1]} words='' argument=:
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
${renderValueCases(commands, propose)}
  esac
  _gatewright_propose -W "$words" -- "$current"
  eval "$argument"
}
complete -o filenames -F _gatewright gatewright
`;
}

/** A bash command that proposes values. */
function propose({ choices, names, files }: ProposedValues): string {
  const commands = [
    ...(choices ? [`_gatewright_propose -W '${choices.join(' ')}' -- "$current"`] : []),
    ...(names === undefined ? [] : [`_gatewright_names ${names}`]),
  ];
  if (commands.length > 0) return commands.join('; ');
  return files ? '_gatewright_propose -f -- "$current"' : ':';
}
