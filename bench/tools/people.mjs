/** Makes invented people, the same at every run, from frequent names and surnames combined at random. */

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
function random(seed) {
  let state = seed;
  return (n) => {
    state = (Math.imul(state, 1664525) + 1013904223) >>> 0;
    return Math.floor((state / 2 ** 32) * n);
  };
}

const two = (n) => String(n).padStart(2, '0');

/** As many invented people as asked for, in the shape that `calcular` takes. */
export function people(count, seed = 18) {
  const below = random(seed);
  const one = (list) => list[below(list.length)];
  const apellido = () => (below(100) < 6 ? one(RAROS) : one(APELLIDOS));
  const nombre = () => {
    const dice = below(100);
    if (dice < 8) return `María ${one(NOMBRES)}`;
    if (dice < 14) return `José ${one(NOMBRES)}`;
    if (dice < 17) return `Ma. del ${one(NOMBRES)}`;
    return dice < 40 ? `${one(NOMBRES)} ${one(NOMBRES)}` : one(NOMBRES);
  };
  return Array.from({ length: count }, () => ({
    nombres: nombre(),
    apellidoPaterno: apellido(),
    apellidoMaterno: below(100) < 3 ? '' : apellido(),
    fechaNacimiento: `${1930 + below(96)}-${two(1 + below(12))}-${two(1 + below(28))}`,
    sexo: one(['H', 'M']),
    entidad: one(ENTIDADES),
  }));
}
