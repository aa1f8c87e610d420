/** A person, as the service takes one. */
import type { PersonValues } from '@curp-service/contract/parameters';

/** Under the names of the contract. An empty `apellido_materno` says that the person has one surname. */
export type PersonParameters = Readonly<Record<keyof PersonValues, string>>;

/** As `@curp-service/core` takes one. `entidad` is a key of the catalogue, like `09`. */
export interface Persona extends Pick<PersonParameters, 'nombres' | 'sexo' | 'entidad'> {
  readonly apellidoPaterno?: string | null | undefined;
  readonly apellidoMaterno?: string | null | undefined;
  /** `YYYY-MM-DD`. */
  readonly fechaNacimiento: string;
}

export type Person = Persona | PersonParameters;

/** The eight parameters, and nothing else that the object may hold. */
export function toParameters(person: Person): Readonly<Record<keyof PersonValues, string | null | undefined>> {
  const { nombres, sexo, entidad } = person;
  if (!('fechaNacimiento' in person)) {
    const { apellido_paterno, apellido_materno, anio_nacimiento, mes_nacimiento, dia_nacimiento } = person;
    return {
      nombres,
      apellido_paterno,
      apellido_materno,
      anio_nacimiento,
      mes_nacimiento,
      dia_nacimiento,
      sexo,
      entidad,
    };
  }
  const [anio_nacimiento, mes_nacimiento, dia_nacimiento] = person.fechaNacimiento.split('-');
  return {
    nombres,
    apellido_paterno: person.apellidoPaterno,
    apellido_materno: person.apellidoMaterno ?? '',
    anio_nacimiento,
    mes_nacimiento,
    dia_nacimiento,
    sexo,
    entidad,
  };
}
