/** Invented people, the same ones at every run: frequent names and surnames put together at random. */

const NOMBRES =
  'Abril Adrián Alejandra Andrés Aurora Camila Carlos Daniela Diego Eduardo Elena Emiliano Fernanda Gabriel Guadalupe Héctor Iker Íñigo Jimena Jorge Juan Leonardo Lucía Luis Mateo Nicolás Ñusta Óscar Pablo Patricia Ramón Regina Renata Ricardo Rosa Santiago Sofía Tadeo Valeria Ximena Yolanda Zaira'.split(
    ' ',
  );
const APELLIDOS =
  'Aguilar Álvarez Arriaga Barragán Becerril Castillo Chávez Cisneros Cruz Cuevas Díaz Dorantes Escamilla Figueroa Flores García Gaytán Gómez González Gutiérrez Hernández Huerta Islas Jáuregui Jiménez Kuri López Lozoya Luna Martínez Méndez Mendoza Meneses Morales Muñoz Nava Núñez Ñáñez Olvera Ontiveros Ortiz Pacheco Peña Pérez Prieto Quezada Quiroz Ramírez Rentería Reyes Rodríguez Ruiz Sánchez Sandoval Saucedo Tinajero Torres Tovar Treviño Uribe Vázquez Villaseñor Wario Xicoténcatl Ybarra Zárate'.split(
    ' ',
  );
const RAROS =
  "de la Cruz|de la O|del Bosque|de los Ríos|van der Meer|Mc Allister|San Román|Ruiz-Velasco|O'Hara|D'Orsay|Argüello|Ich".split(
    '|',
  );
const ENTIDADES =
  'AS BC BS CC CL CM CS CH DF DG GT GR HG JC MC MN MS NT NL OC PL QT QR SP SL SR TC TS TL VZ YN ZS NE'.split(' ');

/** A generator of numbers below n: always the same sequence for the same seed. */
function sorteo(semilla) {
  let estado = semilla;
  return (n) => {
    estado = (Math.imul(estado, 1664525) + 1013904223) >>> 0;
    return Math.floor((estado / 2 ** 32) * n);
  };
}

const dos = (n) => String(n).padStart(2, '0');

/** As many invented people as asked for, in the shape that `calcular` takes. */
export function personas(cuantas, semilla = 18) {
  const azar = sorteo(semilla);
  const uno = (lista) => lista[azar(lista.length)];
  const apellido = () => (azar(100) < 6 ? uno(RAROS) : uno(APELLIDOS));
  const nombre = () => {
    const tirada = azar(100);
    if (tirada < 8) return `María ${uno(NOMBRES)}`;
    if (tirada < 14) return `José ${uno(NOMBRES)}`;
    if (tirada < 17) return `Ma. del ${uno(NOMBRES)}`;
    return tirada < 40 ? `${uno(NOMBRES)} ${uno(NOMBRES)}` : uno(NOMBRES);
  };
  return Array.from({ length: cuantas }, () => ({
    nombres: nombre(),
    apellidoPaterno: apellido(),
    apellidoMaterno: azar(100) < 3 ? '' : apellido(),
    fechaNacimiento: `${1930 + azar(96)}-${dos(1 + azar(12))}-${dos(1 + azar(28))}`,
    sexo: uno(['H', 'M']),
    entidad: uno(ENTIDADES),
  }));
}
