/** Decisions that were taken by one press, newest first; they are undone by one press as well. */
let batches: readonly (readonly string[])[] = []

/** Remembers that these decisions (ids) were taken together. */
export function rememberBatch(ids: readonly string[]): void {
  if (ids.length > 1) batches = [ids, ...batches].slice(0, 5)
}

/** Returns the decisions that were taken together with one, itself among them. */
export function batchOf(id: string): readonly string[] {
  return batches.find((batch) => batch.includes(id)) ?? [id]
}

/** Forgets those that were undone. */
export function forgetBatch(ids: readonly string[]): void {
  batches = batches.filter((batch) => !batch.some((id) => ids.includes(id)))
}
