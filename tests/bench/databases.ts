import pg from 'pg'

/** Creates a database beside the product's: an empty one, or a copy of `template`. @returns its URL */
export async function createDatabase(
  productUrl: string,
  name: string,
  template = 'template1',
): Promise<string> {
  const url = new URL(productUrl)
  url.pathname = `/${name}`
  await onDatabase(productUrl, `CREATE DATABASE ${name} TEMPLATE ${template}`)
  return url.href
}

/** Runs `work` on a copy of `template`, which is dropped afterwards. */
export async function onCopy<T>(
  productUrl: string,
  template: string,
  work: (url: string) => Promise<T>,
): Promise<T> {
  const name = `${template}_copy`
  const url = await createDatabase(productUrl, name, template)
  try {
    return await work(url)
  } finally {
    await onDatabase(productUrl, `DROP DATABASE ${name}`)
  }
}

export async function onDatabase(url: string, sql: string): Promise<void> {
  const client = new pg.Client({ connectionString: url })
  await client.connect()
  await client.query(sql)
  await client.end()
}
