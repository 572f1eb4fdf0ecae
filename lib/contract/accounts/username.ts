export const USERNAME_UNFIT = 'This name cannot stand in an address. Please choose another one.'

/**
 * Whether a name can be the end of the address of a dancer's page. Browsers and proxies read some as another path, and Next
 * reads .rsc as the page's data.
 */
export function fitsAddress(name: string): boolean {
  return !name.split('/').some((part) => ['', '.', '..'].includes(part)) && !/\.rsc$/i.test(name)
}
