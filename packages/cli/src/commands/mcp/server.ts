/** The server of the Model Context Protocol: its tools, and the norm as resources. */
import { once } from 'node:events';
import { Readable } from 'node:stream';
import {
  ENTIDADES,
  type Fallo,
  NOMBRES_OMITIDOS,
  PALABRAS_INCONVENIENTES,
  PARTICULAS,
  candidatas,
  cotejar,
  explicar,
  sugerir,
  validar,
} from '@curp-service/core';
import { REGLAS } from '@curp-service/core/reglas';
import {
  WIRE_NAMES,
  catalogueAnswer,
  comparisonAnswer,
  explanationAnswer,
  toWire,
  validationAnswer,
} from '@curp-service/contract/answers';
import { BUILD } from '@curp-service/server/version';
import { fromJsonSchema, McpServer, parseJSONRPCMessage } from '@modelcontextprotocol/server';
import { serveStdio, StdioServerTransport } from '@modelcontextprotocol/server/stdio';
import { coreOptions, json, tell, text } from '../../environment.js';
import { PERSON_FIELDS } from '../../person/data.js';
import { type GivenData, toCoreData, toPerson } from '../../person/person.js';

type Arguments = Readonly<Record<string, string>>;

interface Tool {
  readonly name: string;
  readonly title: string;
  readonly description: string;
  /** The arguments, all of them texts, with their descriptions. */
  readonly takes: Readonly<Record<string, string>>;
  /** The arguments that are required; all of them if absent. */
  readonly requires?: readonly string[];
  readonly answer: (given: Arguments) => object;
}

const NOT_REGISTERED = 'A calculated CURP is the output of an algorithm and proves no registration.';

const PERSON_ABOUT = Object.fromEntries(
  PERSON_FIELDS.map(({ dato, word }) => [WIRE_NAMES[dato], word.help[1].replaceAll('`', '')]),
);
const CURP = { curp: 'the key, 18 characters' };

const givenData = (given: Arguments): GivenData =>
  Object.fromEntries(PERSON_FIELDS.map(({ name, dato }) => [name, given[WIRE_NAMES[dato]]]));
const personOf = (given: Arguments) => toPerson(givenData(given));

/** Answers with the problems of the data: the assistant can explain them to the person. */
const problems = ({ hallazgos }: Fallo) => ({
  errores: hallazgos.map((one) => ({ dato: WIRE_NAMES[one.dato], mensaje: one.mensaje })),
});

const TOOLS: readonly Tool[] = [
  {
    name: 'calcular_curp',
    title: 'Calcular una CURP',
    description: `Calculates the CURP of a person by the official norm. ${NOT_REGISTERED}`,
    takes: PERSON_ABOUT,
    answer: (given) => {
      const explained = explicar(personOf(given), coreOptions());
      return explained.ok ? { curp: explained.curp, avisos: explained.avisos.map(toWire) } : problems(explained);
    },
  },
  {
    name: 'explicar_curp',
    title: 'Explicar una CURP',
    description: `Says which datum and which rule of the norm give each of the 18 characters. ${NOT_REGISTERED}`,
    takes: PERSON_ABOUT,
    answer: (given) => {
      const explained = explicar(personOf(given), coreOptions());
      if (!explained.ok) return problems(explained);
      const others = candidatas(personOf(given));
      return explanationAnswer(explained, others.ok ? others.candidatas : []);
    },
  },
  {
    name: 'validar_curp',
    title: 'Validar una CURP',
    description:
      'Checks a CURP by itself: every finding, the keys that may have been meant, and the data that it holds. A valid key may still be registered to nobody.',
    takes: CURP,
    answer: ({ curp = '' }) => validationAnswer(validar(curp, coreOptions()), sugerir(curp, coreOptions())),
  },
  {
    name: 'cotejar_curp',
    title: 'Cotejar una CURP con una persona',
    description: `Compares a CURP with what is known of a person, character by character: all the data, or any part of them. Leave out what is not known; an empty surname says that the person has none. An edicion of 2006 means that a key that differs is the one by the rules in force until 2021. ${NOT_REGISTERED} A match proves no identity.`,
    takes: {
      ...CURP,
      ...PERSON_ABOUT,
      rfc: 'the RFC of the person, 13 characters, which is compared besides the data',
    },
    requires: ['curp'],
    answer: ({ curp = '', ...given }) => {
      const known = Object.entries(given).filter(([name, value]) => value !== '' || name.startsWith('apellido'));
      const { rfc, ...data }: Arguments = Object.fromEntries(known);
      const compared = cotejar(curp, { ...toCoreData(givenData(data)), rfc }, coreOptions());
      return compared.ok ? comparisonAnswer(compared) : problems(compared);
    },
  },
  {
    name: 'entidades',
    title: 'Entidades de nacimiento',
    description: 'The 33 entities of birth with their keys and abbreviations.',
    takes: {},
    answer: () => catalogueAnswer(ENTIDADES),
  },
];

/** Returns an answer of a tool with the notice that goes with every key. */
const withNotice = (answer: object): Record<string, unknown> => ({
  ...answer,
  advertencia: text('Una CURP calculada es el resultado de un algoritmo: no prueba ningún registro.', NOT_REGISTERED),
});

const RULES = Object.fromEntries(Object.entries(REGLAS).map(([rule, [es, en]]) => [rule, { es, en }]));

/** The tables of the norm, by the last part of their address. */
const RESOURCES: Readonly<Record<string, readonly [title: string, content: () => unknown]>> = {
  reglas: ['The rules of the norm that answers cite', () => RULES],
  entidades: ['The entities of birth', () => catalogueAnswer(ENTIDADES)],
  palabras_inconvenientes: ['The inconvenient words, whose second letter becomes X', () => PALABRAS_INCONVENIENTES],
  particulas: ['The particles that surnames and names leave out', () => PARTICULAS],
  nombres_omitidos: ['The first given names that are passed over', () => NOMBRES_OMITIDOS],
};

function createMcpServer(): McpServer {
  const server = new McpServer({ name: 'curp', title: 'CURP', version: BUILD });
  for (const { name, title, description, takes, requires = Object.keys(takes), answer } of TOOLS) {
    const inputSchema = fromJsonSchema<Record<string, string>>({
      type: 'object',
      properties: Object.fromEntries(
        Object.entries(takes).map(([argument, about]) => [
          argument,
          { type: 'string', maxLength: 400, description: about },
        ]),
      ),
      required: requires,
      additionalProperties: false,
    });
    const annotations = { readOnlyHint: true, idempotentHint: true, openWorldHint: false };
    server.registerTool(name, { title, description, inputSchema, annotations }, (given) => {
      const structuredContent = withNotice(answer(given));
      return { content: [{ type: 'text', text: json(structuredContent) }], structuredContent };
    });
  }
  for (const [name, [description, content]] of Object.entries(RESOURCES)) {
    const mimeType = 'application/json';
    server.registerResource(name, `curp://norma/${name}`, { description, mimeType }, ({ href }) => ({
      contents: [{ uri: href, mimeType, text: json(content()) }],
    }));
  }
  return server;
}

/** Serves until the assistant closes standard input. */
export async function serve(): Promise<void> {
  const lines = Readable.from(messageLines(process.stdin.setEncoding('utf8')));
  const ended = once(lines, 'close');
  const handle = serveStdio(createMcpServer, { transport: new StdioServerTransport(lines) });
  await ended;
  await handle.close();
}

/** The longest line, in characters. */
const MAX_MESSAGE = 1_000_000;

/** The errors as JSON-RPC numbers them. */
const PARSE_ERROR = -32_700;
const INVALID_REQUEST = -32_600;

/** Answers a line that is no request. */
const refuseMessage = (code: number, message: string): boolean =>
  process.stdout.write(`${JSON.stringify({ jsonrpc: '2.0', id: null, error: { code, message } })}\n`);

function isMessage(line: string): boolean {
  try {
    parseJSONRPCMessage(JSON.parse(line));
    return true;
  } catch (error) {
    if (error instanceof SyntaxError) refuseMessage(PARSE_ERROR, tell('mcp_la_linea_no'));
    else {
      const message = tell('mcp_la_linea_no_es');
      refuseMessage(INVALID_REQUEST, message);
    }
    return false;
  }
}

/** Yields the lines of the input that are messages, and refuses the others. */
async function* messageLines(input: AsyncIterable<string>): AsyncGenerator<Buffer, void> {
  let line = '';
  for await (const piece of input) {
    const [first = '', ...others] = piece.split('\n');
    line = append(line, first);
    for (const next of others) {
      if (line.trim() !== '' && line.length <= MAX_MESSAGE && isMessage(line)) yield Buffer.from(`${line}\n`);
      line = append('', next);
    }
  }
}

/** Joins two texts, and drops the characters past the limit. */
function append(start: string, rest: string): string {
  if (start.length > MAX_MESSAGE) return start;
  if (start.length + rest.length > MAX_MESSAGE) {
    refuseMessage(INVALID_REQUEST, tell('mcp_una_linea_puede', { max_message: MAX_MESSAGE }));
  }
  return (start + rest).slice(0, MAX_MESSAGE + 1);
}
