/**
 * Returns 0712 345 678 for 254712345678; also formats 254712•••678, 2547…678 and M-Pesa's 2547*****678. The
 * spaces do not break.
 */
export function formatPhone(phone: string): string {
  const hidden = /^254(\d)…(\d{3})$/.exec(phone)
  if (hidden) return `0${hidden[1]}…\u00a0${hidden[2]}`
  const national = /^254(\d{3})(\d{3}|•••)(\d{3})$/.exec(phone)
  if (national) return `0${national[1]}\u00a0${national[2]}\u00a0${national[3]}`
  return phone.replace(/^254(?=[17]\*)/, '0')
}
