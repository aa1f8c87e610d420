/** The words of the page for the options of a file, and for the messages of its rows. */
import { type TextKey, forPeople, t } from '../../../base/language.js';

/** The choices that say what to read, by the option that they stand for, such as `sexo=fm`. */
export const CHOICES: Readonly<Record<string, TextKey>> = {
  'sexo=hm': 'm_mujer',
  'sexo=fm': 'm_masculino',
  'sexo=12': 'uno_hombre',
  'fechas=dma': 'dia_mes_anio',
  'fechas=mda': 'mes_dia_anio',
  'fechas=amd': 'anio_mes_dia',
};

/** A message of a row for people: it names the choices of the page instead of options. */
export const rowMessage = (message: string): string =>
  forPeople(
    message.replaceAll(/`((?:sexo|fechas)=\w+)`/g, (whole, name: string) => {
      const label = CHOICES[name];
      return label === undefined ? whole : `«${t(label)}»`;
    }),
  );
