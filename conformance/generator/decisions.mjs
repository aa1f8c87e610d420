/** Finds the other defensible outputs for a person where the norm decides nothing and leaves a choice open. */
import { keyOf } from './norm.mjs';

/** The choices besides ours, by the id of the decision in docs/norm.md. */
const CHOICES = {
  'D 1': ['sign', 'space', 'refused', 'first mark'],
  'D 2': ['sign'],
  'D 3': ['sign', 'near', 'expanded', 'refused'],
  'D 5': ['refused', 'passed over'],
  'D 6': ['two', 'first'],
  'D 7': ['first word only'],
  'D 10': ['signs separate'],
  'D 11': ['sign'],
  'D 12': ['word'],
  'D 16': ['no limits', 'none'],
};

export const outputOf = (person, decisions) => {
  const curp = keyOf(person, decisions);
  return curp === null ? { error: true } : { curp };
};

/** Returns the decisions on which the key of a person depends, and every other output that these decisions allow. */
export function openChoices(person) {
  const ours = JSON.stringify(outputOf(person));
  const differs = (decisions) => JSON.stringify(outputOf(person, decisions)) !== ours;
  const rules = Object.keys(CHOICES).filter((rule) => CHOICES[rule].some((choice) => differs({ [rule]: choice })));
  const combined = rules.reduce(
    (all, rule) => all.flatMap((chosen) => [chosen, ...CHOICES[rule].map((choice) => ({ ...chosen, [rule]: choice }))]),
    [{}],
  );
  const outputs = new Set(combined.map((decisions) => JSON.stringify(outputOf(person, decisions))));
  outputs.delete(ours);
  return { rules, alternatives: Array.from(outputs, (output) => JSON.parse(output)) };
}
