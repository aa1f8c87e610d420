/** Invented people with their keys: enough of them to detect an answer that went to another client's request. */
import { inventPeople } from '@curp-service/lote/inventar';
import { CURP, PERSONA } from '../service.js';

interface KnownPerson {
  readonly parametros: Readonly<Record<keyof typeof PERSONA, string>>;
  readonly curp: string;
}

/** The first key is written by hand from the norm; the library computes the others. */
export const KNOWN: readonly KnownPerson[] = [
  { parametros: PERSONA, curp: CURP },
  ...inventPeople(240, { onlyPlain: true }).map(({ curp, ...person }) => {
    const [anio = '', mes = '', dia = ''] = person.fechaNacimiento.split('-');
    const { nombres, apellidoPaterno, apellidoMaterno, sexo, entidad } = person;
    const names = { nombres, apellido_paterno: apellidoPaterno, apellido_materno: apellidoMaterno };
    const date = { anio_nacimiento: anio, mes_nacimiento: mes, dia_nacimiento: dia };
    return { parametros: { ...names, ...date, sexo, entidad }, curp };
  }),
];
