import { useSyncExternalStore } from 'react'
import { subscribeAddress, visit } from '#lib/client/browser/navigation-events.ts'

/** The address's query. Empty in the first paint, because cached pages are rendered without a query. */
export function useAddressQuery(): string {
  return useSyncExternalStore(
    subscribeAddress,
    () => window.location.search,
    () => '',
  )
}

/** A parameter's text; null if it is absent, and in the first paint. */
export function useAddressText(name: string): string | null {
  return useSyncExternalStore(
    subscribeAddress,
    () => new URLSearchParams(window.location.search).get(name),
    () => null,
  )
}

/**
 * A choice in the address (`?tab=wallet`), so that links lead to it and the back button undoes it.
 * @param known valid values; others give the fallback
 */
export function useAddressParam<Value extends string>(
  name: string,
  known: readonly Value[],
  fallback: Value,
): Value {
  const given = useAddressText(name)
  return known.find((value) => value === given) ?? fallback
}

/** A day such as `2026-11-22` from the address's parameters; '' if absent or invalid. */
export function dayIn(params: URLSearchParams, name: string): string {
  const given = params.get(name) ?? ''
  return /^\d{4}-\d\d-\d\d$/.test(given) ? given : ''
}

/** The current address with changed parameters; null removes a parameter. */
export function addressWith(changes: Readonly<Record<string, string | null>>): string {
  const params = new URLSearchParams(window.location.search)
  for (const [name, value] of Object.entries(changes)) {
    if (value === null) params.delete(name)
    else params.set(name, value)
  }
  const query = params.toString()
  return `${window.location.pathname}${query ? `?${query}` : ''}`
}

export function visitParam(name: string, value: string | null): void {
  visit(addressWith({ [name]: value }))
}

/** The page number in the address, from 1. */
export function useAddressPage(name: string): number {
  const given = useAddressText(name)
  return given !== null && /^[1-9]\d{0,5}$/.test(given) ? Number(given) : 1
}
