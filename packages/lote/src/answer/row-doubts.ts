/** The doubts and the problems of the person of a row: those of each text, and those between data. */
import { dosApellidos } from '@curp-service/core';
import { type DudaEntreDatos, type PersonaLeida, dudasEntreDatos, leerPersona } from '@curp-service/core/leido';
import { type RowProblem, toRowError } from '@curp-service/contract/codes/file';
import { isMissing } from '@curp-service/contract/parameters';
import { lowerOf } from '../cell/judge.js';
import { Flag, type RankedProblem } from '../cell/part.js';
import type { PersonRow } from '../cell/person-row.js';
import { namesOf, otherValuesOf } from '../cell/person-values.js';
import { Role } from '../cell/roles.js';
import type { Doubt } from '../datum/doubt.js';

/** The roles of a person's data in the order in which their doubts and problems are told. */
const DATA = [Role.GIVEN, Role.FIRST, Role.SECOND, Role.DATE, Role.SEX, Role.ENTITY] as const;
const NAMES_TOLD = 3;
const GOES_ON = { codigo: 'nombre_sigue', dato: 'nombres' } as const;

/** Returns whether the file as a whole has the doubt about the sex of a row, so that the row needs none of its own. */
const isOfFile = ({ codigo }: DudaEntreDatos, told: readonly Doubt[]): boolean =>
  codigo === 'sexo_de_otro_nombre' && told.some((doubt) => 'codigo' in doubt && doubt.codigo === 'sexo_cambiado');

export class RowDoubts {
  /** `areJoined`: most rows of the file have both surnames in the column of the first. */
  constructor(
    private readonly person: PersonRow,
    private readonly areJoined: boolean,
  ) {}

  /** Returns the person as core reads her. */
  readPerson(): PersonaLeida {
    const { nombres, apellido_paterno, apellido_materno } = namesOf(this.person);
    const { anio_nacimiento, mes_nacimiento, dia_nacimiento, sexo = '', entidad = '' } = otherValuesOf(this.person);
    return leerPersona({
      nombres,
      apellidoPaterno: apellido_paterno,
      apellidoMaterno: apellido_materno,
      fechaNacimiento: `${anio_nacimiento}-${mes_nacimiento}-${dia_nacimiento}`,
      sexo,
      entidad,
    });
  }

  /** Returns all doubts of the row in the order in which they are told. `isWoken`: rules between data look at it; `goesOn`: the next row is a part of its name. */
  all(isWoken: boolean, goesOn: boolean): readonly Doubt[] {
    const late = DATA.flatMap((role) => this.person.oddity(role)?.late ?? []);
    const ofTexts = this.ofTexts(isWoken);
    const between = isWoken ? dudasEntreDatos(this.readPerson()) : [];
    return [...ofTexts, ...(goesOn ? [GOES_ON] : []), ...between.filter((doubt) => !isOfFile(doubt, ofTexts)), ...late];
  }

  /** Returns the doubts of the texts. `mayBeTwo`: a lone surname may be two. */
  ofTexts(mayBeTwo: boolean): Doubt[] {
    const doubts: Doubt[] = (this.person.composed.flags & Flag.DOUBTFUL_CUT) === 0 ? [] : [this.doubtfulCut()];
    DATA.forEach((role, i) => {
      if (i === NAMES_TOLD && mayBeTwo && this.areJoined) doubts.push(...this.joinedSurnames());
      const oddity = this.person.oddity(role);
      if (oddity !== null) doubts.push(...oddity.doubts);
    });
    return doubts;
  }

  /** Returns the problems of how the data are written. */
  problems(): RowProblem[] {
    return DATA.flatMap((role) => this.person.oddity(role)?.problems ?? []);
  }

  /** Returns the first problem of each datum, and its doubts. */
  perDatum(): (RowProblem | Doubt)[] {
    return DATA.flatMap((role): readonly (RowProblem | Doubt)[] => {
      const { first = null, doubts = [] } = this.person.oddity(role) ?? {};
      return first === null ? doubts : [first.problem, ...doubts];
    });
  }

  private doubtfulCut(): Doubt {
    const { nombres = '', apellido_paterno: paterno = '', apellido_materno: materno = '' } = namesOf(this.person);
    return {
      field: 'nombres',
      cut: [paterno, materno, nombres].filter((part) => part !== ''),
      hasBoth: materno !== '',
    };
  }

  /** Of a surname with a particle inside, only the rest of the file shows that it may be two: `Ruiz de Soto`. */
  private joinedSurnames(): Doubt[] {
    const { apellido_paterno: first = '', apellido_materno } = namesOf(this.person);
    if (!isMissing(apellido_materno) || dosApellidos(first, false) !== null) return [];
    const seria = dosApellidos(first, true);
    return seria === null ? [] : [{ codigo: 'apellidos_juntos', dato: 'apellidoPaterno', seria }];
  }

  /** Returns the problem of the row with the lowest code. */
  firstProblem(): RankedProblem {
    let first: RankedProblem | null = null;
    for (const role of DATA) first = lowerOf(first, this.person.oddity(role)?.first ?? null);
    if (first !== null) return first;
    const problem = { cause: 'calculo' } as const;
    return { problem, order: 0, error: toRowError(problem) };
  }
}
