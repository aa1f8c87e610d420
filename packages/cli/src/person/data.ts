/** The data of a person on the command line: how each is called, given, asked for and coloured. */
import type { Dato, Origen } from '@curp-service/core';
import type { Formato } from '../terminal/color.js';
import type { Texto } from '../environment.js';

type Par = readonly [es: string, en: string];

/** What a command may need to be told. */
export interface Campo {
  /** Its name among the options. */
  readonly campo: 'curp' | 'nombres' | 'apellidoPaterno' | 'apellidoMaterno' | 'fecha' | 'sexo' | 'entidad';
  readonly dato: Dato | 'curp';
  /** How it is given on the command line. */
  readonly flag: string;
  readonly pregunta: Par;
}

interface CampoDePersona extends Campo {
  readonly dato: Dato;
  readonly valor: string;
  readonly ayuda: Par;
}

export const CLAVE: Campo = { campo: 'curp', dato: 'curp', flag: 'CURP', pregunta: ['CURP', 'CURP'] };

/** In the order in which they are asked for. */
export const PERSONA: readonly CampoDePersona[] = [
  {
    campo: 'nombres',
    dato: 'nombres',
    flag: '--nombres',
    valor: 'TEXTO',
    ayuda: ['el nombre o los nombres de pila', 'the given name or names'],
    pregunta: ['Nombres', 'Given names'],
  },
  {
    campo: 'apellidoPaterno',
    dato: 'apellido_paterno',
    flag: '--apellido-paterno',
    valor: 'TEXTO',
    ayuda: ['el primer apellido ("" si no tiene)', 'the first surname ("" for none)'],
    pregunta: ['Apellido paterno (vacío si no tiene)', 'First surname (empty for none)'],
  },
  {
    campo: 'apellidoMaterno',
    dato: 'apellido_materno',
    flag: '--apellido-materno',
    valor: 'TEXTO',
    ayuda: ['el segundo apellido ("" si tiene uno solo)', 'the second surname ("" if there is only one)'],
    pregunta: ['Apellido materno (vacío si tiene uno solo)', 'Second surname (empty if there is only one)'],
  },
  {
    campo: 'fecha',
    dato: 'fecha_nacimiento',
    flag: '--fecha',
    valor: 'FECHA',
    ayuda: ['la de nacimiento: 1990-05-17 o 17/05/1990', 'of birth: 1990-05-17 or 17/05/1990, day first'],
    pregunta: ['Fecha de nacimiento (17/05/1990)', 'Date of birth (1990-05-17)'],
  },
  {
    campo: 'sexo',
    dato: 'sexo',
    flag: '--sexo',
    valor: 'SEXO',
    ayuda: ['H (hombre), M (mujer) o X (no binario)', 'H (male), M (female) or X (non-binary)'],
    pregunta: ['Sexo (H hombre, M mujer, X no binario)', 'Sex (H male, M female, X non-binary)'],
  },
  {
    campo: 'entidad',
    dato: 'entidad',
    flag: '--entidad',
    valor: 'ENTIDAD',
    ayuda: [
      'la de nacimiento: 09, DF o "Nuevo León"; `curp entidades` las lista',
      'of birth: 09, DF or "Nuevo León"; `curp entidades` lists them',
    ],
    pregunta: ['Entidad de nacimiento (09, DF, Nuevo León…)', 'Entity of birth (09, DF, Nuevo León…)'],
  },
];

const NOMBRES: Readonly<Record<Origen, Par>> = {
  nombres: ['nombres', 'given names'],
  apellido_paterno: ['apellido paterno', 'first surname'],
  apellido_materno: ['apellido materno', 'second surname'],
  fecha_nacimiento: ['fecha de nacimiento', 'date of birth'],
  sexo: ['sexo', 'sex'],
  entidad: ['entidad', 'entity'],
  diferenciador: ['diferenciador', 'differentiator'],
  digito_verificador: ['dígito verificador', 'check digit'],
};

export const nombreDe = (dato: Origen, texto: Texto): string => texto(...NOMBRES[dato]);

/** One for each, and yellow, which is faint on a light ground, for a single character; grey for what no datum gives. */
export const COLORES: Readonly<Record<Origen, Formato>> = {
  apellido_paterno: ['bold', 'cyan'],
  apellido_materno: ['bold', 'magenta'],
  nombres: ['bold', 'blue'],
  fecha_nacimiento: ['bold', 'green'],
  sexo: ['bold', 'yellow'],
  entidad: ['bold', 'red'],
  diferenciador: 'bold',
  digito_verificador: ['bold', 'gray'],
};

export const ORIGENES: readonly Origen[] = [
  'apellido_paterno',
  'apellido_materno',
  'nombres',
  'fecha_nacimiento',
  'sexo',
  'entidad',
  'diferenciador',
  'digito_verificador',
];
