import { useSyncExternalStore } from 'react'
import { subscribeAddress, visit } from '#lib/client/browser/navigation-events.ts'

/** The query of the address (`?tab=wallet`). Kept pages are rendered without one, so the first paint has none. */
export function useAddressQuery(): string {
  return useSyncExternalStore(
    subscribeAddress,
    () => window.location.search,
    () => '',
  )
}

/** One parameter of the address as it stands there; null where it is not there, and in the first paint. */
export function useAddressText(name: string): string | null {
  return useSyncExternalStore(
    subscribeAddress,
    () => new URLSearchParams(window.location.search).get(name),
    () => null,
  )
}

/**
 * A choice that the address keeps (`?tab=wallet`): links lead to it, back undoes it.
 * @param known the values that mean something; anything else reads as the fallback
 */
export function useAddressParam<Value extends string>(
  name: string,
  known: readonly Value[],
  fallback: Value,
): Value {
  const given = useAddressText(name)
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
  const given = useAddressText(name)
  return given !== null && /^[1-9]\d{0,5}$/.test(given) ? Number(given) : 1
}
