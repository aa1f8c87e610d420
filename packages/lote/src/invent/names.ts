/**
 * The lists from which people are invented: frequent given names and surnames of Mexico, and others for the rules that
 * frequent names never meet. Names are combined by chance, so a real person with one is a coincidence.
 */
const wordsIn = (list: string): readonly string[] => list.split(' ');
const phrases = (list: string): readonly string[] => list.split('|');

/** Given names by sex. Each list has every initial that ends an inconvenient word (R 1.8). */
export const GIVEN_NAMES = {
  H: wordsIn(
    'Adrián Alejandro Andrés Ángel Antonio Arturo Bruno Carlos César Daniel Diego Eduardo Emiliano Enrique Ernesto Fernando Francisco Gabriel Gerardo Héctor Hugo Ignacio Iker Íñigo Iván Jaime Javier Joaquín Jorge Juan Leonardo Luis Manuel Mateo Miguel Nicolás Noé Omar Óscar Pablo Pedro Rafael Ramón Raúl Ricardo Roberto Rodrigo Salvador Santiago Saúl Sergio Tadeo Tomás Vicente Víctor Yahir Yael',
  ),
  M: wordsIn(
    'Abril Adriana Alejandra Alicia Ana Andrea Aurora Beatriz Camila Carmen Claudia Daniela Diana Elena Elisa Esperanza Fernanda Gabriela Gloria Guadalupe Irene Isabel Jimena Julia Laura Leticia Lucía Luz Margarita Mariana Martha Mónica Natalia Norma Ñusta Ofelia Olivia Patricia Paula Raquel Regina Renata Rocío Rosa Sara Silvia Sofía Susana Teresa Úrsula Valeria Verónica Ximena Yolanda Zaira',
  ),
} as const;

/** Whole given names in which words are passed over or become X: R 1.1 to 1.4, 1.7, 1.12, 1.13, 1.16, 1.18. */
export const UNUSUAL_NAMES = {
  H: phrases("José María|José de Jesús|José|J. Jesús|J Guadalupe|Ángel de la Luz|Io|Ai|D'Angelo|Juan-Pablo"),
  M: phrases(
    "María del Carmen|María de los Ángeles|María de la Luz|Ma. del Rosario|Ma. Guadalupe|Ma Elena|M. Luisa|María José|María|María José Fernanda|Ia|Eu|D'Arcy|Ana-Sofía|Íñiga",
  ),
} as const;

/** With the unusual surnames, these have every beginning of an inconvenient word (R 1.8). */
export const COMMON_SURNAMES = wordsIn(
  'Aguilar Aguirre Alvarado Álvarez Arriaga Ávila Barragán Becerril Benítez Buendía Cabrera Camacho Campos Cárdenas Carrillo Castañeda Castillo Castro Cervantes Chávez Cisneros Contreras Cortés Cruz Cuevas Delgado Díaz Domínguez Dorantes Escamilla Espinoza Estrada Farías Fernández Figueroa Flores Fuentes Gallegos García Gaytán Gómez González Guerrero Gutiérrez Guzmán Hernández Herrera Huerta Ibarra Islas Jáuregui Jiménez Juárez Kuri Lara León Lira López Lozoya Luna Maldonado Martínez Medina Mejía Méndez Mendoza Meneses Miranda Molina Morales Moreno Muñoz Nava Navarro Núñez Ochoa Olvera Ontiveros Orozco Ortega Ortiz Pacheco Padilla Peña Pérez Pineda Ponce Prieto Puente Quezada Quiroz Ramírez Ramos Rangel Rentería Reyes Ríos Rivera Robles Rodríguez Rojas Romero Rosales Ruiz Salazar Salinas Sánchez Sandoval Santos Saucedo Serrano Solís Soto Tapia Téllez Tinajero Torres Tovar Trejo Treviño Uribe Valdez Valenzuela Vargas Vázquez Vega Velázquez Villanueva Villaseñor Wario Xicoténcatl Yáñez Ybarra Zamora Zárate Zavala Zepeda Zúñiga',
);

/** Plain surnames with particles, signs, Ñ, or without a vowel or a consonant. The last ones begin inconvenient words. */
export const UNUSUAL_SURNAMES = phrases(
  "de la Cruz|de la O|del Bosque|de los Ríos|de las Casas|van der Meer|von Berg|Mc Allister|Mac Gregor|da Silva|di Lorenzo|le Blanc|San Román|Riva Palacio|Montes de Oca|Díaz Barriga|Ruiz-Velasco|Gómez-Luna|O'Hara|D'Orsay|Argüello|Güemes|Ñáñez|Ñandú|Oñate|Ich|Ek|Po|Li|Smrz|Ng|Gerez|Jerez|Jordán|Karam|Kobashi|Vuelvas|Wulff",
);

/** Names that need a review: signs, digits, letters foreign to Spanish, single particles. */
export const DOUBTFUL_NAMES = {
  H: phrases('´Essio|Zoë|Noël|Mª Jesús|M.ª Jesús|Bjørn|Omar 2|An3l|Þóra|D/Angelo|Le'),
  M: phrases('´Essio|Zoë|Noël|Mª Elena|M.ª Luz|Bjørn|Elena 2|An3l|Þóra|D/Angelo|Le'),
} as const;
export const DOUBTFUL_SURNAMES = phrases(
  "D/Amico|Köhler|Schäfer|Çelik|Øster|Łukasz|Weiß|Þórsson|R0sales|Núñez2|St.Pierre|O’Brien|Le|Di|Van|Mac|Y|de la|Gonçalves|S'",
);
