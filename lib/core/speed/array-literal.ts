type Element = string | number | bigint | Date | null

/** Elements that need no quotes in an array of any type. */
const PLAIN = /^(?!null$)[\w:.+-]+$/i

/**
 * Writes an array as Postgres reads it in a parameter: `{1,NULL,"with \"quotes\""}`. Batches have thousands of elements, nearly
 * all of them plain, which the driver would quote and escape one by one.
 * @throws RangeError where a date is invalid
 */
export function arrayLiteral(elements: readonly Element[]): string {
  return `{${elements.map(elementLiteral).join(',')}}`
}

function elementLiteral(element: Element): string | number | bigint {
  if (element === null) return 'NULL'
  if (element instanceof Date) return element.toISOString()
  if (typeof element !== 'string' || PLAIN.test(element)) return element
  return `"${element.replace(/["\\]/g, '\\$&')}"`
}
