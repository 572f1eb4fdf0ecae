import { domainToUnicode } from 'node:url'

/** Says whether each label in punycode stands for a word: no mail server has a name whose code means nothing. */
export function isReadableDomain(email: string): boolean {
  const labels = domainToUnicode(email.split('@')[1] ?? '').split('.')
  return !labels.some((label) => label.startsWith('xn--'))
}
