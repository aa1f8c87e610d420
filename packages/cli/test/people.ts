/** An invented person as the options of a command. */

export const RENATA = {
  '--nombres': 'Renata',
  '--apellido-paterno': 'Olvera',
  '--apellido-materno': 'Tinajero',
  '--fecha': '1990-05-17',
  '--sexo': 'M',
  '--entidad': 'DF',
} as const;

export const CURP = 'OETR900517MDFLNN05';

export const ANGELES = {
  '--nombres': 'María de los Ángeles',
  '--apellido-paterno': 'de la Cruz',
  '--apellido-materno': "O'Hara",
  '--fecha': '17/05/1990',
  '--sexo': 'mujer',
  '--entidad': 'Ciudad de México',
} as const;

type PersonArgs = Readonly<Partial<Record<keyof typeof RENATA, string>>>;

export const args = (person: PersonArgs): string[] => Object.entries(person).flat();

export const CALCULATED = 'Calculada por el algoritmo de la norma: no prueba ningún registro.\n';
