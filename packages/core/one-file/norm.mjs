/** Fills the templates `curp.py` and `curp.bas`: in place of each `"@name@"` comes the table of that name, from those of core. */
import { CELL } from '../../contract/dist/people-words.js';
import { inWords } from '../../contract/dist/words/in-words.js';
import { findingMessage } from '../../contract/dist/finding-message.js';
import { PERSON_CODES } from '../../contract/dist/codes/person.js';
import * as core from '../dist/index.js';
import { PALABRAS_COMUNES, POR_NOMBRE } from '../dist/norma/entidades.js';
import * as tables from '../dist/tablas/tablas.js';

const message = (code, datum, parts) => findingMessage({ codigo: code, dato: datum, ...parts }, 'es');
const OF_NAME = ['ausente', 'tipo', 'largo', 'control', 'sin_letras'];
const CODES = {
  nombres: OF_NAME,
  apellidoPaterno: OF_NAME,
  apellidoMaterno: OF_NAME,
  fechaNacimiento: ['ausente', 'fecha_formato', 'fecha_inexistente', 'fecha_remota', 'fecha_futura'],
  sexo: ['ausente', 'sexo_invalido'],
  entidad: ['ausente', 'entidad_invalida'],
  curp: ['ausente', 'longitud', 'fecha_inexistente', 'nacimiento_futuro', 'entidad_invalida', 'digito_verificador'],
};
const NAMES = { apellidoPaterno: 'apellido_paterno', apellidoMaterno: 'apellido_materno', fechaNacimiento: 'fecha' };
/** The reasons for which there is no key, by datum and code. Unlike core, and like files, the functions require a first surname. */
const reasons = Object.fromEntries(
  Object.entries(CODES).map(([datum, codes]) => [
    NAMES[datum] ?? datum,
    Object.fromEntries(codes.map((code) => [code, message(code, datum, { esperado: '{digito}' })])),
  ]),
);
reasons.apellido_paterno.ausente = inWords(PERSON_CODES.apellido_paterno_ausente.es, {}, CELL, 'es');

const rewriting = tables.reescritura();
const abbreviations = core.ENTIDADES.map(({ abreviaturaEntidad }) => abreviaturaEntidad);
const shared = {
  inconvenientes: core.PALABRAS_INCONVENIENTES,
  genericas: core.CLAVES_GENERICAS.filter((key) => core.validar(key).valido),
  alfabeto: tables.ALFABETO,
  largo: tables.LARGO_MAXIMO,
  primer_anio: tables.PRIMER_ANIO,
};

/** Writes a pattern of core with the escapes of Python. */
const inPython = (pattern) =>
  pattern.replaceAll(/\\u\{([0-9a-f]+)\}/g, (_, code) =>
    code.length > 4 ? `\\U${code.padStart(8, '0')}` : `\\u${code.padStart(4, '0')}`,
  );
const ofPython = {
  ...shared,
  particulas: core.PARTICULAS,
  omitidos: core.NOMBRES_OMITIDOS,
  solo_de_2021: core.NOMBRES_OMITIDOS.filter((word) => !core.EDICIONES[2006].nombresOmitidos.includes(word)),
  desde_2021: core.EDICIONES[2021].desde,
  catalogo: core.ENTIDADES.map((each) => [each.claveEntidad, each.abreviaturaEntidad, each.nombreEntidad]),
  lugares: Object.fromEntries(
    core.ENTIDADES.map((each) => [
      each.abreviaturaEntidad,
      [...POR_NOMBRE].flatMap(([name, entity]) => (entity === each && !/\d/.test(name) ? [name] : [])),
    ]),
  ),
  comunes: PALABRAS_COMUNES.split(' '),
  forma: tables.FORMA.source.replace('[^][^]', `(?:${abbreviations.join('|')})`),
  blancos: tables.BLANCOS,
  control: inPython(rewriting.control),
  ligaduras: rewriting.ligaduras,
  primeros: rewriting.primeros.map(({ patron, por }) => [inPython(patron), por]),
  de: rewriting.de.join(''),
  a: rewriting.a.join(''),
  ultimos: rewriting.ultimos.map(({ patron, por }) => [inPython(patron), por]),
  vocales: tables.VOCALES,
  consonantes: tables.CONSONANTES,
  anio_del_codigo: tables.ANIO_DEL_CODIGO,
  motivos: reasons,
};

/** Puts the tables into a template. A table that is missing there, or here, is a mistake. */
function fill(template, values, write) {
  const used = new Set();
  const text = template.replaceAll(/"@(\w+)@"/g, (_, name) => {
    if (!(name in values)) throw new Error(`no table ${name}`);
    used.add(name);
    return write(values[name]);
  });
  const unused = Object.keys(values).filter((name) => !used.has(name));
  if (unused.length > 0) throw new Error(`unused: ${unused.join(', ')}`);
  return text;
}

/** A literal of Python, with one line for each part. Characters that an editor may change or not show are escaped. */
const pythonLiteral = (value) =>
  JSON.stringify(value)
    .replaceAll(/[^\x20-\x7e\u00a1-\u00ac\u00ae-\u00ff]/gu, (character) =>
      inPython(`\\u{${character.codePointAt(0).toString(16)}}`),
    )
    .replaceAll(/(\],|\},)(?=[["])/g, '$1\n    ');

export const python = (template, version) => fill(template, ofPython, pythonLiteral).replaceAll('@version@', version);

const words = (list) => ` ${list.join(' ')} `;
/** The usual letters beyond A-Z, each as its code of three digits and what it is read as: 1 for Ñ, 2 for a vowel that gives X. */
const accented = Array.from('ÁÉÍÓÚÜÑáéíóúüñÄËÏÖäëïö', (letter) => {
  const read = tables.representante(letter);
  return ` ${letter.charCodeAt(0)}${/[A-Z]/.test(read) ? read : read === 'Ñ' ? '1' : '2'}`;
}).join('');
const ofVba = {
  ...shared,
  inconvenientes: words(shared.inconvenientes),
  genericas: words(shared.genericas),
  alfabeto: shared.alfabeto.replace('Ñ', '?'), // no key has one
  particulas: words(core.PARTICULAS),
  omitidos: words(core.NOMBRES_OMITIDOS),
  abreviaturas: words(abbreviations),
  entidades: ` ${Array.from(tables.POR_NOMBRE, ([name, { abreviaturaEntidad }]) => `${name}=${abreviaturaEntidad}`).join(' ')} `,
  comunes: ` ${tables.PALABRAS_COMUNES} `,
  sexos: words(
    core.ELECCIONES_DE_SEXO.flatMap(({ valor, etiqueta }) =>
      [valor, etiqueta.toUpperCase().replace(' ', '')].map((word) => `${word}=${valor}`),
    ),
  ),
  acentuadas: accented,
  dias: Array.from(tables.DIAS.slice(1)).join(''),
  formas: tables.FORMAS.map(([form]) => form.source.replace('[^]', '[A-Z]')).join(' '),
  mensajes: tables.FORMAS.map(([, code]) => message(code, 'curp')).join('|'),
  motivos: Object.entries(reasons)
    .flatMap(([datum, codes]) => Object.entries(codes).map(([code, text]) => `|${datum}.${code}=${text}`))
    .join('')
    .concat('|'),
};

/** An expression of VBA in ASCII: a module is read in the code page of the machine. A line has at most 1,023 characters. */
const inAscii = (text) =>
  `"${text.replaceAll('"', '""').replaceAll(/[^\x20-\x7e]/g, (character) => `" & ChrW(${character.charCodeAt(0)}) & "`)}"`;
const vbaLiteral = (value) =>
  typeof value === 'number' ? `${value}` : (value.match(/.{1,400}/gu) ?? ['']).map(inAscii).join(' & _\n        ');

export const vba = (template, version) =>
  fill(template, ofVba, vbaLiteral)
    .replace('@version@', version)
    .split('\n')
    .map((line) => {
      const [, code, comment] = /^((?:[^'"]|"[^"]*")*)('.*)?$/.exec(line);
      const ascii = code.replaceAll(/"([^"]*)"/g, (literal, text) =>
        /[^\x20-\x7e]/.test(text) ? inAscii(text) : literal,
      );
      return ascii + (comment ?? '').normalize('NFD').replaceAll(/\p{M}/gu, '').replaceAll('ñ', 'n');
    })
    .join('\r\n');
