/** The lines of an assistant that are messages of JSON-RPC. Each other line is answered with the error that says why. */
import { parseJSONRPCMessage } from '@modelcontextprotocol/server';
import type { Translate } from '../../environment.js';

/** The longest line, in characters. */
const MAX_LINE = 1_000_000;

/** As JSON-RPC numbers them. */
const PARSE_ERROR = -32_700;
const INVALID_REQUEST = -32_600;

/** `write` sends an answer. */
export async function* messageLines(
  input: AsyncIterable<string>,
  text: Translate,
  write: (line: string) => void,
): AsyncGenerator<Buffer, void> {
  const refuse = (code: number, message: string): void =>
    write(`${JSON.stringify({ jsonrpc: '2.0', id: null, error: { code, message } })}\n`);

  const isMessage = (line: string): boolean => {
    try {
      parseJSONRPCMessage(JSON.parse(line));
      return true;
    } catch (error) {
      if (error instanceof SyntaxError) refuse(PARSE_ERROR, text('La línea no es JSON.', 'The line is not JSON.'));
      else
        refuse(
          INVALID_REQUEST,
          text('La línea no es un mensaje de JSON-RPC 2.0.', 'The line is no JSON-RPC 2.0 message.'),
        );
      return false;
    }
  };

  let line = '';
  for await (const piece of input) {
    const [first = '', ...others] = piece.split('\n');
    line = append(line, first);
    for (const next of others) {
      if (line.trim() !== '' && line.length <= MAX_LINE && isMessage(line)) yield Buffer.from(`${line}\n`);
      line = append('', next);
    }
  }

  /** What is past the limit is dropped. */
  function append(start: string, rest: string): string {
    if (start.length > MAX_LINE) return start;
    if (start.length + rest.length > MAX_LINE)
      refuse(
        INVALID_REQUEST,
        text(`Una línea puede tener hasta ${MAX_LINE} caracteres.`, `A line may have up to ${MAX_LINE} characters.`),
      );
    return (start + rest).slice(0, MAX_LINE + 1);
  }
}
