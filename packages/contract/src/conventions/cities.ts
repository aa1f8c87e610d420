/** The capitals and the large cities of each state, whose name is no state: people write them as the place of birth. */
import { simplify } from '../columns/names.js';

/** By the key of the state. A name that several states have in common use is absent. */
const CITIES: Readonly<Record<string, string>> = {
  '01': 'Aguascalientes Capital|Jesús María',
  '02': 'Mexicali|Tijuana|Ensenada|Tecate|Rosarito',
  '03': 'La Paz|Los Cabos|Cabo San Lucas|San José del Cabo',
  '04': 'Ciudad del Carmen|San Francisco de Campeche|Champotón',
  '05': 'Saltillo|Torreón|Monclova|Piedras Negras|Ciudad Acuña|Ramos Arizpe',
  '06': 'Manzanillo|Villa de Álvarez|Tecomán',
  '07': 'Tuxtla Gutiérrez|Tuxtla|Tapachula|San Cristóbal de las Casas|Comitán',
  '08': 'Ciudad Juárez|Cd. Juárez|Delicias|Ciudad Cuauhtémoc|Hidalgo del Parral',
  '10': 'Gómez Palacio|Ciudad Lerdo|Victoria de Durango',
  '11': 'León|Irapuato|Celaya|Salamanca|Silao|San Miguel de Allende|León de los Aldama',
  '12': 'Acapulco|Acapulco de Juárez|Chilpancingo|Iguala|Zihuatanejo|Taxco',
  '13': 'Pachuca|Pachuca de Soto|Tulancingo|Tula de Allende|Tizayuca',
  '14': 'Guadalajara|Zapopan|Tlaquepaque|San Pedro Tlaquepaque|Tonalá|Puerto Vallarta|Tepatitlán|Lagos de Moreno|Tlajomulco',
  '15': 'Toluca|Ecatepec|Naucalpan|Nezahualcóyotl|Tlalnepantla|Chimalhuacán|Cuautitlán Izcalli|Metepec|Texcoco|Ixtapaluca|Chalco|Atizapán',
  '16': 'Morelia|Uruapan|Zamora|Lázaro Cárdenas|Pátzcuaro|Apatzingán|La Piedad',
  '17': 'Cuernavaca|Cuautla|Jiutepec|Temixco',
  '18': 'Tepic|Bahía de Banderas|Compostela',
  '19': 'Monterrey|San Nicolás de los Garza|Apodaca|Santa Catarina|San Pedro Garza García|General Escobedo|Linares',
  '20': 'Oaxaca de Juárez|Salina Cruz|Juchitán|Tuxtepec|Huatulco|Puerto Escondido',
  '21': 'Puebla de Zaragoza|Tehuacán|Atlixco|San Martín Texmelucan|Cholula|San Pedro Cholula',
  '22': 'Santiago de Querétaro|San Juan del Río|El Marqués',
  '23': 'Cancún|Chetumal|Playa del Carmen|Cozumel|Tulum',
  '24': 'Ciudad Valles|Matehuala|Soledad de Graciano Sánchez',
  '25': 'Culiacán|Mazatlán|Los Mochis|Guasave|Guamúchil',
  '26': 'Hermosillo|Ciudad Obregón|Cd. Obregón|Nogales|San Luis Río Colorado|Navojoa|Guaymas',
  '27': 'Villahermosa|Comalcalco|Macuspana|Huimanguillo',
  '28': 'Ciudad Victoria|Cd. Victoria|Reynosa|Matamoros|Nuevo Laredo|Tampico|Ciudad Madero|Altamira|Río Bravo',
  '29': 'Apizaco|Huamantla|Chiautempan|Tlaxcala de Xicohténcatl',
  '30': 'Xalapa|Jalapa|Puerto de Veracruz|Coatzacoalcos|Córdoba|Poza Rica|Orizaba|Boca del Río|Minatitlán|Tuxpan',
  '31': 'Mérida|Valladolid|Tizimín|Progreso|Kanasín|Umán',
  '32': 'Fresnillo|Jerez|Guadalupe Zacatecas|Río Grande Zacatecas',
};

const STATE_OF: ReadonlyMap<string, string> = /* @__PURE__ */ new Map(
  Object.entries(CITIES).flatMap(([key, names]) => names.split('|').map((name) => [simplify(name), key] as const)),
);

/** Returns the key of the state in which a capital or a large city is; `undefined` for any other place. It may be offered, and is never taken. */
export const stateOfCity = (place: string): string | undefined => STATE_OF.get(simplify(place));
