/** The names that people give to the columns of a file, and how two spellings of a name are one. */

/** Ways to write the word `apellido`. */
const SURNAME = '(?:a|ap|ape|apel|apell|apellido)';
/** Ways to say that a date or a place is that of the birth. */
const OF_BIRTH = '(?:nacimiento|nacim|nac|nto|natal|(?:donde)?naci(?:o|ste))';
const STATE =
  '(?:(?:clave|cve|cv|id)?(?:entidad|ent|estado|edo)(?:federativa|fed|republica(?:mexicana)?)?|lugar|lug|ciudadyestado|municipioyestado)';

/** The order of a date behind the name of its column: `(DD/MM/AA)`, `(día/mes/año)`. */
const DATE_FORM = '(?:(?:formato)?(?:dd?|dia|mm?|mes|(?:aa|yy){1,2}|ani?o){3})?';

/** The plain names that say that a state is that of the birth. */
const BIRTHPLACE = `${STATE}${OF_BIRTH}(estado|entidad)?`;

/** The plain names that say what a column holds, besides the datum's own name. */
export const NAMES_OF = {
  nombres: /^(nom|nombres?|nombres?(pila|propios?)|primernombre|1ernombre|nombre1|givennames?|firstname|vorna)$/,
  segundo_nombre: /^(segundonombre|2d?onombre|nombre2|otros?nombres?|middlenames?)$/,
  apellidos:
    /^(apellidos(paternoymaterno|paternomaterno|completos|familiares)?|apellidopaternoy?(apellido)?materno|(primer|1er)y(segundo|2do)apellidos?|lastnames|surnames)$/,
  apellido_paterno: new RegExp(
    `^(${SURNAME}?pat(erno)?|${SURNAME}(p|1)|(primer|1|1o|1er|1ro)${SURNAME}|firstsurname|(paternal|fathers?)(surname|lastname)|nachn)$`,
  ),
  apellido_materno: new RegExp(
    `^(${SURNAME}?mat(erno)?|${SURNAME}(m|2)|(segundo|2|2o|2do)${SURNAME}|second(surname|lastname)|(maternal|mothers?)(surname|lastname)|(mothers?)?maidenname|nach2)$`,
  ),
  anio_nacimiento: new RegExp(`^(anio|ano)${OF_BIRTH}$`),
  mes_nacimiento: new RegExp(`^mes${OF_BIRTH}$`),
  dia_nacimiento: new RegExp(`^dia${OF_BIRTH}$`),
  sexo: /^((clave|cve|cd|id)?(sexo|genero)([hmfx]{0,4}|(asignado)?alnacer|biologico|registral|([hm]|hombre|mujer|masculino|femenino)1([hmf]|hombre|mujer|masculino|femenino)2|1(f|mujer|femenino)2(h|hombre|masculino)|hombremujer|mujerhombre|masculinofemenino|femeninomasculino|1(h|m|hombre|masculino)2(m|f|mujer|femenino)|([hmfv12](hombre|mujer|masculino|femenino|varon|hembra|macho)){2})|con(sexo|genero)te(registraron|identificas)(alnacer)?|sexogenero|sx|(sex|gender)[hmfwx]{0,4}|gesch)$/,
  entidad: new RegExp(
    `^(${BIRTHPLACE}|(clave|cve)?entidad(federativa)?|(stateof|placeof)birth|birth(state|place)|gbdep|originari[oa])$`,
  ),
  fecha_nacimiento: new RegExp(
    `^((fecha|fech|fch|fec|fe|f)${OF_BIRTH}${DATE_FORM}|nacimiento|(?:birthdate|dateofbirth|dob)${DATE_FORM}|gbdat)$`,
  ),
  curp: /^(clavecurp|claveunica(registropoblacion)?|curp\d*)$/,
  rfc: /^((clave)?rfc|registrofederalcontribuyentes)$/,
};

/** Names of a datum in a file that has no other for it: beside the surnames of a person, they are those of the parents. */
export const NAMES_IF_ALONE: Readonly<Partial<Record<keyof typeof NAMES_OF, RegExp>>> = {
  apellido_paterno: /^(?:primer)?apellidos?padre$/,
  apellido_materno: /^(?:segundo)?apellidos?madre$/,
};

/** The plain names of the columns of witnesses. A bare `País` beside an address is that of the address. */
export const NAMES_OF_WITNESS = {
  edad: /^(edad(anios|anos|actual|cumplida)?|age)$/,
  pais: new RegExp(`^pais(${OF_BIRTH}|origen)?$|^countryofbirth$|^birthcountry$`),
  otro_anio: new RegExp(`^(anio|ano)${OF_BIRTH}$`),
  otra_fecha: new RegExp(
    `^(?:fecha|fech|fec|f)${OF_BIRTH}(?:acta|curp|rfc|renapo|imss|registro|documento|confirmada|confirmacion|verificada|correcta|real|2)$`,
  ),
  hombre: /^(?:sexo|genero)?(?:h|hombres?|masculino|masc|varon(?:es)?|ninos?)$/,
  mujer: /^(?:sexo|genero)?(?:m|f|mujer(?:es)?|femenino|fem|ninas?)$/,
  marca:
    /^(?:marcatemporal|timestamp|start|end|today|submission(?:time|date)|createdat|updatedat|hora(?:inicio|finalizacion)|(?:start|completion)time|fecha|date|(?:fecha|fech|fec|f)(?:hora)?(?:alta|baja|ingreso|egreso|captura|registro|inscripcion|afiliacion|contratacion|contrato|antiguedad|consulta|atencion|solicitud|movimiento|emision|expedicion|inicio|termino|vencimiento|pago|corte|elaboracion|actualizacion|nombramiento|creacion|envio|aplicacion|entrevista|encuesta|visita|recepcion|entrega|firma|tramite|apertura|reporte|levantamiento))$/,
};

/** The names of a column with the unit of the ages, which then may be months or days: `CLAVE EDAD` of health. */
export const UNIT_OF_AGE = /^(?:unidad(?:medida)?|clave|cve|tipo|medida)edad$|^edad(?:unidad|clave|cve|tipo|medida)$/;

/** The initials of columns in a header that has A.P. and A.M. for the surnames. */
const INITIALS: readonly (readonly [form: RegExp, name: string])[] = [
  [/^n\.?$/i, 'nombres'],
  [/^s\.?$/i, 'sexo'],
  [/^f\.? ?n\.?$/i, 'fecha_nacimiento'],
  [/^[el]\.? ?n\.?$/i, 'entidad'],
];

/** Returns the names of columns, with the data that their initials mean. */
export function withoutInitials(names: readonly string[]): readonly string[] {
  const areInitials = [/^a\. ?p\.$/i, /^a\. ?m\.$/i].every((form) => names.some((name) => form.test(name)));
  return areInitials ? names.map((name) => INITIALS.find(([form]) => form.test(name))?.[1] ?? name) : names;
}

/** Names of the state of birth. Next to one of these columns, a column `Entidad` may be that of an office. */
export const OF_BIRTHPLACE = new RegExp(`^${BIRTHPLACE}$`);

/** Bare names, which may also be those of an address, of a payroll or of the day of capture. Only a person can decide. */
export const BARE_NAMES: Readonly<Partial<Record<keyof typeof NAMES_OF, RegExp>>> = {
  apellidos: /^(apellido|lastname|surname)$/,
  anio_nacimiento: /^(anio|ano|year|aaaa|yyyy)$/,
  mes_nacimiento: /^(mes|month|mm)$/,
  dia_nacimiento: /^(dia|day|dd)$/,
  entidad: /^(estado|edo|state)$/,
  fecha_nacimiento: /^(fecha|date)$/,
};

/** The names that a state shares with the data of an address, a school or an office, and the names of those data. */
export const SHARED_WITH_ADDRESS = /^((clave|cve)?entidad(federativa)?|estado|edo|state)$/;
export const OF_ADDRESS =
  /^(calle|calleynumero|colonia|municipio|alcaldia|delegacion|cp|codigopostal|domicilio|direccion|localidad|numero?(ext|int)(erior)?|cct|clavecct|escuela|nombreescuela|plantel|clues|unidadmedica|hospital|clinica|jurisdiccion(sanitaria)?|distrito(electoral|federal|local)?|seccion(electoral)?|casilla|zona(escolar)?|region|sucursal|oficina|adscripcion|(centro|area|lugar)trabajo)$/;

/** Plain names of a column that holds the whole name of a person. The column is read only if the user declares the order. */
const FULL_NAME =
  'nombrecompleto nombreyapellidos nombresyapellidos apellidosynombre apellidosynombres nombreapellidos apellidosnombres fullname'.split(
    ' ',
  );

/** No name of a column is longer. The regular expressions below are slow on a header of a megabyte. */
const MAX_COLUMN_NAME = 1000;

/** Returns a name in lower case, without accents, with one `_` for each run of other signs; an empty text if it is too long. */
export function simplify(name: string): string {
  if (name.length > MAX_COLUMN_NAME) return '';
  return name
    .normalize('NFKD')
    .replace(/\p{M}/gu, '')
    .toLowerCase()
    .replace(/[^\p{L}\p{N}]+/gu, '_')
    .replace(/^_|_$/g, '');
}

/** Words for the person whose data a file holds. Parents and tutors are other people. */
const PERSON_NOUN =
  '(?:alumn[oa]|aspirante|asegurad[oa]|emplead[oa]|estudiante|paciente|solicitante|trabajadora?|candidat[oa]|participante|colaboradora?|derechohabiente|persona|interesad[oa]|titular|menor|nin[oa]|soci[oa]|afiliad[oa]|becari[oa]|jugadora?|deportista|beneficiari[oa]|dependiente|rn|bebe|recien_nacid[oa])';
const PERSON_WORD = new RegExp(`_${PERSON_NOUN}$|^${PERSON_NOUN}_`);
const PERSON_ALONE = new RegExp(`^${PERSON_NOUN}$`);
const SMALL_WORDS =
  /(?:^|_)(?:del?|la|el|los|las|su|tu|sus|tus|en|por|favor|que|cual|cuales|es|son|fue|escrib[ae]|ingres[ae]|indi(?:ca|que))(?=_|$)/g;

/** Returns the person whose datum a column holds, without the gender; empty if its name says none. */
export const personIn = (simple: string): string =>
  (PERSON_WORD.exec(simple)?.[0] ?? '').replaceAll('_', '').replace(/[oa]$/, '');

/** People who depend on another: beside a name that says no person, theirs does not count. */
export const isDependant = (person: string): boolean =>
  /^(?:beneficiari|dependiente|rn|bebe|reciennacid)$/.test(person);

/** Removes the small words and the person from a simplified name: `fecha_de_nac` and `FechaNac` are the same column. */
export const toPlain = (simple: string): string =>
  simple.replace(PERSON_WORD, '').replace(SMALL_WORDS, '').replaceAll('_', '');

/** The start of the advice after the name of a form's column: `Nombre(s) (como aparece en el acta)`. */
const ADVICE = /[(?:.,]\s*(?:como|sin?|opcional|tal|seg[uú]n|ej|ejemplo|asignad[oa])\b.*$/isu;

/** The other gender beside a word: `DEL (LA) ALUMNO(A)`, `del/la alumno/a`. */
const BOTH_GENDERS = /\(l?[ao]s?\)|\/l?[ao]s?(?!\p{L})/giu;

/** Returns a name without its number (`4. Sexo`) and advice, or the last part of a path (`datos/sexo`), as forms name columns. */
export function withoutPath(name: string): string {
  const trimmed = name
    .slice(0, MAX_COLUMN_NAME + 1)
    .replace(ADVICE, '')
    .replace(BOTH_GENDERS, '')
    .trim();
  // Short words before a dot are abbreviations: `Edo.Nac`.
  return /^(?:\w+\/|\w{5,}\.)+(\w{3,})$/u.exec(trimmed)?.[1] ?? trimmed.replace(/^\d+\s*[-.):]/, '');
}

/** Returns whether the name of a column says that it holds the whole name of a person: `Nombre completo`, `Paciente`. */
export const isFullName = (simple: string): boolean => FULL_NAME.includes(toPlain(simple)) || PERSON_ALONE.test(simple);

/** A header that says that the surnames come first in a whole name: `Nombre completo (iniciando por apellidos)`, `NOMBRE (PATERNO MATERNO NOMBRES)`. */
export const SURNAMES_FIRST =
  /^nombres?_(?:completo_)?.*(?:inici|empe|comen)[a-z]*_(?:por_|con_)?(?:los_|el_)?apellidos?|^nombres?_(?:completo_)?(?:apellidos?_)?paterno_(?:y_)?(?:apellidos?_)?materno_(?:y_)?nombres?$/;

/** Return whether a column holds the first or the third of several given names. The key needs them all: María Luisa gives L. */
export const isFirstName = (simple: string): boolean => /^(nombre1|(primer|1er)nombre)$/.test(toPlain(simple));
export const isThirdName = (simple: string): boolean => /^(nombre[34]|(tercer|3er)nombre)$/.test(toPlain(simple));

/** Returns the names of the added columns. A name that the file already has gets a number. `fold` maps equivalent names to the same text. */
export function freeNames(
  added: readonly string[],
  present: readonly string[],
  fold = (name: string): string => name,
): string[] {
  const taken = new Set(present.map(fold));
  return added.map((name) => {
    let free = name;
    for (let n = 2; taken.has(fold(free)); n++) free = `${name}_${n}`;
    taken.add(fold(free));
    return free;
  });
}
