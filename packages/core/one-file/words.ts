/** Words a finding for people, in Spanish. */
import { findingMessage } from '@curp-service/contract/finding-message';
import type { Hallazgo } from '@curp-service/core';

export const sentence = (hallazgo: Hallazgo): string => findingMessage(hallazgo, 'es');
