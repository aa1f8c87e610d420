/** The words that a rule about doubts looks for: abbreviations, titles, companies, words that are no name, names that lack their Ñ. */
import { sinAcentos } from './letras.js';

/** Abbreviations that people write for names, by the full name. */
const FORMAS_CORTAS: Readonly<Record<string, string>> = {
  HERNÁNDEZ: 'HDEZ HDZ HRDZ HNDEZ HNDZ',
  MARTÍNEZ: 'MTZ MTNEZ MTEZ MTNZ',
  GONZÁLEZ: 'GLEZ GLZ GZLEZ GZZ GNZLZ GZLZ',
  RODRÍGUEZ: 'RDZ RGUEZ RDGZ RDGUEZ RODGZ RDRGZ',
  FERNÁNDEZ: 'FDEZ FDZ FNDEZ FRDZ',
  GUTIÉRREZ: 'GTZ GTRZ GUTZ',
  RAMÍREZ: 'RMZ RMRZ RAMZ',
  SÁNCHEZ: 'SNCHZ SCHZ SNCHEZ SHZ',
  PÉREZ: 'PRZ',
  LÓPEZ: 'LPZ',
  GÓMEZ: 'GMZ',
  JIMÉNEZ: 'JMZ JMNZ JMNEZ',
  DOMÍNGUEZ: 'DGUEZ DMGZ DMGUEZ',
  VÁZQUEZ: 'VZQZ VZQUEZ VQZ VZQ',
  VELÁZQUEZ: 'VLZQZ VLZQUEZ',
  ÁLVAREZ: 'ALVZ ALVRZ',
  CONTRERAS: 'CTRAS CNTRS',
  MÉNDEZ: 'MDZ MNDZ MNDEZ',
  GARCÍA: 'GCIA GRCIA',
  GARZA: 'GZA',
  DÍAZ: 'DAZ',
  GUADALUPE: 'GPE GPA',
  FRANCISCO: 'FCO FSCO',
  FRANCISCA: 'FCA',
  ANTONIO: 'ANTO',
  ALEJANDRO: 'ALEJ',
  ROBERTO: 'ROBTO',
  EDUARDO: 'EDO',
  FERNANDO: 'FDO FERDO',
  GUILLERMO: 'GMO',
  IGNACIO: 'IGN',
  JOAQUÍN: 'JQN',
  MIGUEL: 'MGL',
  SANTIAGO: 'STGO',
  MARGARITA: 'MGTA',
  VICENTE: 'VCTE VTE',
  CONCEPCIÓN: 'CONCEP CONCN',
  MARÍA: 'MA',
};
/** The abbreviations, and the forms left by programs that drop every accented letter: `LPEZ`. */
export const ABREVIATURAS: ReadonlyMap<string, string> = new Map(
  Object.entries(FORMAS_CORTAS).flatMap(([forma, cortas]) =>
    [...cortas.split(' '), forma.replace(/(?!^)[ÁÉÍÓÚ]/, '')]
      .filter((corta) => corta !== forma)
      .map((corta) => [corta, forma] as const),
  ),
);

/** Titles, which precede given names and are no part of them (I06, chapter 3). */
export const TITULOS: ReadonlySet<string> = new Set(
  'ABOG ARQ BIOL C CMDTE CP DON DOÑA DR DRA ENF FRAY GRAL HNA HNO ING LAE LCP LIC LICDA MSC MTRA MTRO MVZ PBRO PHD PROF PROFA PROFR PROFRA PSIC QFB SGTO SOR SR SRA SRITA SRTA TEC TSU TTE'.split(
    ' ',
  ),
);

/** Ranks, kinships, trades and states of people, which precede given names and are nobody's given name by the counts of the lexicon. A star is O or A. */
export const TRATAMIENTOS: ReadonlySet<string> = new Set(
  'ABUEL* AGENTE ALBACEA ALBAÑIL APODERAD* AUXILIAR AYUDANTE BENEFICIARI* CABO CAJER* CAP CAPITAN CBO CHOFER CIUDADAN* CLIENTE CMTE COCINER* COMANDANTE CONTADOR CORONEL CUÑAD* DIFUNT* DIRECTOR DIRECTORA DOCTOR DOCTORA EMPLEAD* ENCARGAD* ENFERMER* ESPOS* FINAD* GENERAL GERENTE HERMAN* INGENIER* INTENDENTE JEFA JEFE JOVEN LICENCIAD* MADRE MADRINA MAESTR* MAMA MARIDO MECANIC* MUJER NIET* NUERA OBRER* OCCIS* OFICIAL PACIENTE PADRE PADRINO PAPA POL POLICIA PROFESOR PROFESORA REPRESENTANTE SARGENTO SECRETARI* SEÑOR SEÑORA SEÑORITA SLDO SOBRIN* SOLDADO SUEGR* SUPERVISOR SUPLENTE TENIENTE TI* TITULAR TUTOR TUTORA USUARI* VENDEDOR VENDEDORA VIUD* YERNO'
    .split(' ')
    .flatMap((palabra) => [palabra.replace('*', 'O'), palabra.replace('*', 'A')]),
);

/** Those of them that are surnames of somebody, in Mexico or of 20 people in Spain. */
export const TRATAMIENTOS_APELLIDOS: ReadonlySet<string> = new Set(
  'ABUELO ALBAÑIL CABO CAJERO CAPITAN COCINERO CONTADOR CORONEL CUÑADO DOCTOR HERMANA HERMANO JOVEN MADRE MAESTRA MAESTRO MAMA NIETA NIETO OBRERO OFICIAL PADRE PADRINO PAPA POL SARGENTO SEÑOR SOBRINO SOLDADO TENIENTE TIA TIO TUTOR VIUDA'.split(
    ' ',
  ),
);

/** Words of the name of a company or an office, which no person has. */
export const DE_EMPRESA: readonly string[] =
  'ABARROTES ASOCIADOS CIA COMERCIALIZADORA COMPAÑIA CONSTRUCTORA CV DISTRIBUIDORA EMPRESA FARMACIA FERRETERIA GRUPO INMOBILIARIA RL SERVICIOS SOCIEDAD TRANSPORTES'.split(
    ' ',
  );

/** Words that show that no person is meant; `SIN_NOMBRE` shows that a person has no given name yet. */
export const DE_NADIE: readonly string[] =
  'ALIAS ALUMNA ALUMNO APELLIDO APELLIDOS ASDF BAJA CANCELADO CANCELADA CONFIDENCIAL CONOCIDA CONOCIDO DUPLICADO EJEMPLO EXTRAVIADO FALLECIDA FALLECIDO FALSE FALSO FALTANTE IDEM IGNORADA IGNORADO IGUAL ILEGIBLE MATERNO MISMA MISMO NINGUN NOMBRE NOMBRES NULO OMITIDO PATERNO PENDIENTE PRUEBA QWERTY TEST TRUE UNICO VACANTE VACIO VERDADERO'.split(
    ' ',
  );
export const SIN_NOMBRE: readonly string[] =
  'BB BEBE BLANCO FEMENINO GEMELA GEMELO HIJA HIJO MASCULINO MENOR NEONATO NIÑA NIÑO OBITO PRODUCTO RECIEN RN RNF RNM'.split(
    ' ',
  );
/** First words of a phrase like `NO HAY`, `SIN MATERNO` or `POR ASIGNAR`. */
export const DE_FRASE: readonly string[] = 'AUN NADA NO POR SE SIN'.split(' ');
export const VIUDA: readonly string[] = ['VDA', 'VIUDA'];
/** Words that mean, as the second surname, that there is none. DESCONOCIDO without a second surname is a first one (R 1.11). */
export const SIN_SEGUNDO: readonly string[] =
  'BLANK DESCONOCIDA DESCONOCIDO EMPTY EXTRANJERA EXTRANJERO FALTA IGNORADA IGNORADO NAN NAT NE NIL OTRA OTRO SOLO VARIOS'.split(
    ' ',
  );

const CON_ENIE =
  'ACUÑA AÑORVE AVENDAÑO AVIÑA BAÑOS BAÑUELOS BOLAÑOS BRISEÑO CABAÑAS CAÑEDO CARREÑO CASTAÑEDA CASTAÑÓN CEDEÑO CERMEÑO DUEÑAS ESPAÑA GARDUÑO IBÁÑEZ ÍÑIGUEZ LARRAÑAGA MAGAÑA MARAÑÓN MONTAÑEZ MUÑIZ MUÑOZ NÚÑEZ OCAÑA ORDÓÑEZ ORDUÑA ORTUÑO PATIÑO PEÑA PEÑAFLOR PEÑALOZA PEÑUELAS QUIÑONES QUIÑÓNEZ SALDAÑA SANTIBÁÑEZ SAÑUDO SEDEÑO TREVIÑO TUÑÓN UREÑA VICUÑA VILLAFAÑA VILLASEÑOR YÁÑEZ ZERMEÑO ZÚÑIGA'.split(
    ' ',
  );
const conOtras = (...letras: readonly string[]): (readonly [escrito: string, forma: string])[] =>
  CON_ENIE.flatMap((nombre) => letras.map((cada) => [sinAcentos(nombre.replace('Ñ', cada)), nombre] as const));
/** Surnames of their own, of Yucatán and of Aragón, which are also what is left of others: TUÑÓN, CASTAÑÓN. */
const PROPIOS: ReadonlySet<string> = new Set(['TUN', 'CASTAN']);
/** Names that always have an Ñ, by how they are written with an N, without the Ñ, or without any accented letter. */
export const SIN_ENIE: ReadonlyMap<string, string> = new Map(
  [...CON_ENIE.map((nombre) => [nombre.replace(/[^A-Z]/g, ''), nombre] as const), ...conOtras('N', '')].filter(
    ([escrito]) => !PROPIOS.has(escrito),
  ),
);
/** The same names, by the letters that programs write for an Ñ: MUNNOZ, MUNIOZ, MUNXXOZ. */
export const OTRA_ENIE: ReadonlyMap<string, string> = new Map(conOtras('NN', 'NI', 'NY', 'NH', 'NXX'));

/** A word of only consonants is an abbreviation, except foreign names such as NG, and SMRZ of R 1.9. */
export const SIN_VOCAL = /^(?!NG$|SMRZ$)[B-DF-HJ-NP-TV-XZÑ]+$/;

/** A word of one letter, alone or repeated. */
export const UNA_LETRA = /^(.)\1*$/;
