// Amounts leave the simulator in several dresses; inside it they are whole cents as bigint.

/** `19800.00`: C2B payloads, Results, account balances. */
export function toDecimal(cents: bigint): string {
  const sign = cents < 0n ? '-' : ''
  const absolute = cents < 0n ? -cents : cents
  return `${sign}${absolute / 100n}.${String(absolute % 100n).padStart(2, '0')}`
}

/** `19,800.00`, as in the messages on the handset. */
export function toGrouped(cents: bigint): string {
  const [whole = '0', fraction] = toDecimal(cents).split('.')
  return `${whole.replace(/\B(?=(\d{3})+$)/g, ',')}.${fraction}`
}

/** `250` or `250.50`, as the prompt says it. */
export function toShort(cents: bigint): string {
  return toGrouped(cents).replace(/\.00$/, '')
}

/** A JSON number written with two decimals (50.00), as Safaricom's own callbacks have it. */
export function toJsonNumber(cents: bigint): object {
  return JSON.rawJSON(toDecimal(cents))
}

/** JSON with bigint cents as plain numbers: no sum here comes near 2^53. */
export function toJson(value: unknown): string {
  return JSON.stringify(value, (_key, part: unknown) => (typeof part === 'bigint' ? Number(part) : part))
}

declare global {
  interface JSON {
    /** ECMAScript "JSON.parse source text access", in Node since 22. */
    rawJSON(text: string): object
  }
}
