type Element = string | number | bigint | null

/** What stands in an array without quotes, whatever the array's type. */
const PLAIN = /^(?!null$)[\w:.+-]+$/i

/**
 * Elements as Postgres writes an array in a parameter: `{1,NULL,"with \"quotes\""}`. Batches hand over thousands of
 * elements, nearly all of them plain, which the driver would quote and escape one by one.
 */
export function arrayLiteral(elements: readonly Element[]): string {
  return `{${elements.map(elementLiteral).join(',')}}`
}

function elementLiteral(element: Element): string | number | bigint {
  if (element === null) return 'NULL'
  if (typeof element !== 'string' || PLAIN.test(element)) return element
  return `"${element.replace(/["\\]/g, '\\$&')}"`
}
