import { useSyncExternalStore } from 'react'
import { subscribeAddress, visit } from '#lib/client/browser/navigation-events.ts'

/**
 * A choice that the address keeps (`?tab=wallet`): links lead to it, back undoes it. Kept pages are rendered without a
 * query, so the first paint shows the fallback.
 * @param known the values that mean something; anything else reads as the fallback
 */
export function useAddressParam<Value extends string>(
  name: string,
  known: readonly Value[],
  fallback: Value,
): Value {
  const given = useSyncExternalStore(
    subscribeAddress,
    () => new URLSearchParams(window.location.search).get(name),
    () => null,
  )
  return known.find((value) => value === given) ?? fallback
}

/** This page's address with other values of some parameters; null takes one out. */
export function addressWith(changes: Readonly<Record<string, string | null>>): string {
  const params = new URLSearchParams(window.location.search)
  for (const [name, value] of Object.entries(changes)) {
    if (value === null) params.delete(name)
    else params.set(name, value)
  }
  const query = params.toString()
  return `${window.location.pathname}${query ? `?${query}` : ''}`
}

/** Goes there as a new entry of the history, without loading the page again. */
export function visitParam(name: string, value: string | null): void {
  visit(addressWith({ [name]: value }))
}

/** A page number that the address keeps, from 1. */
export function useAddressPage(name: string): number {
  const given = useSyncExternalStore(
    subscribeAddress,
    () => new URLSearchParams(window.location.search).get(name),
    () => null,
  )
  return given !== null && /^[1-9]\d{0,5}$/.test(given) ? Number(given) : 1
}
