/** Why a datum needs a review. */
import type { Dato, Duda } from '@curp-service/core';

/** A datum that was cut into names and can be cut in another way, or lacks a surname. */
export interface DoubtfulCut {
  readonly field: 'nombres' | 'apellidos';
  readonly cut: readonly string[];
  readonly hasBoth: boolean;
}

/** A doubt about a datum. */
export type Doubt = (Duda & { readonly dato: Dato }) | DoubtfulCut;

export const NO_DOUBTS: readonly Doubt[] = [];
