/** Ids decided by one press, newest first; one press also undoes them. */
let batches: readonly (readonly string[])[] = []

export function rememberBatch(ids: readonly string[]): void {
  if (ids.length > 1) batches = [ids, ...batches].slice(0, 5)
}

export function batchOf(id: string): readonly string[] {
  return batches.find((batch) => batch.includes(id)) ?? [id]
}

export function forgetBatch(ids: readonly string[]): void {
  batches = batches.filter((batch) => !batch.some((id) => ids.includes(id)))
}
