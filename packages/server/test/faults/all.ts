/** `npm run test:faults`: all the faults, and a table of what came of them. */
import { FALLAS } from './faults/index.js';
import { probarTodas } from './try-all.js';
import { tabla } from './table.js';

const impedidas = FALLAS.map(({ nombre, impedimento }) => ({ nombre, motivo: impedimento?.() ?? null })).filter(
  ({ motivo }) => motivo !== null,
);

probarTodas(
  FALLAS.filter(({ impedimento }) => (impedimento?.() ?? null) === null),
  (filas) => {
    process.stdout.write(`\n${tabla(filas)}\n\n`);
    for (const { nombre, motivo } of impedidas) process.stdout.write(`Not shown: ${nombre}: ${motivo}\n`);
  },
);
