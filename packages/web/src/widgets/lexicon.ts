/** The lexicon of names, a script that the form loads when somebody first types into it. */
export { LEXICO } from '@curp-service/core/leido';
