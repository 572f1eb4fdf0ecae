import type { Env } from '../env-variables.ts'

/** What is wrong with a variable, and what to do. Neither holds the value, which may be a secret. */
export type Fault = { readonly name: string; readonly problem: string }

/** The variables that could be read; `isGiven` tells whether somebody set one, or it is left to its default. */
export type Given = { readonly env: Partial<Env>; isGiven(name: keyof Env): boolean }
