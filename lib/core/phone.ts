/** Writes a Kenyan mobile number with hidden digits (254712•••678, M-Pesa's 2547*****678) as people read it: from 07 or 01. */
export function readableMask(masked: string): string {
  return masked.replace(/^254(?=[17][\d ]*[•*])/, '0')
}
