/** Writes the completion script for fish: a rule for each word, with the words that must come before it. */
import { type CommandNode, type CompletionOption, pathsOf } from './nodes.js';

export const fish = (
  nodes: readonly CommandNode[],
): string => `# Completion of curp for fish, made by: curp completion fish
function __curp_path_is
    set -l route curp
    for word in (commandline -opc)[2..]
        switch "$route $word"
            case ${pathsOf(nodes)
              .map((path) => quoted(path))
              .join(' ')}
                set route "$route $word"
        end
    end
    test "$route" = "$argv"
end
complete -c curp -e
${nodes.map(rulesFor).join('\n')}`;

function rulesFor(node: CommandNode): string {
  const rule = `complete -c curp -n ${quoted(`__curp_path_is ${node.path}`)}`;
  return [
    ...(node.takesAnyWord ? [] : [`${rule} -f`]),
    ...node.words.map(({ word, description }) => `${rule} -a ${word}${described(description)}`),
    ...node.options.map((option) => `${rule}${flags(option)}${described(option.description)}`),
  ].join('\n');
}

const flags = ({ words, takesValue }: CompletionOption): string =>
  words.map((word) => (word.startsWith('--') ? ` -l ${word.slice(2)}` : ` -s ${word.slice(1)}`)).join('') +
  (takesValue ? ' -r' : '');

const described = (description: string): string => (description === '' ? '' : ` -d ${quoted(description)}`);

const quoted = (text: string): string => `'${text.replaceAll('\\', '\\\\').replaceAll("'", "\\'")}'`;
