import type { Env } from '../env-variables.ts'

/** Never contains the value, which may be a secret. */
export type Fault = { readonly name: string; readonly problem: string }

/** The readable variables; `isGiven` is false for defaults. */
export type Given = { readonly env: Partial<Env>; isGiven(name: keyof Env): boolean }
