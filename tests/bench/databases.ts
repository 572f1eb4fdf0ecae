import pg from 'pg'

/** Creates an empty database beside the product's. @returns its URL */
export async function createDatabase(productUrl: string, name: string): Promise<string> {
  const url = new URL(productUrl)
  url.pathname = `/${name}`
  await onDatabase(productUrl, `CREATE DATABASE ${name}`)
  return url.href
}

export async function onDatabase(url: string, sql: string): Promise<void> {
  const client = new pg.Client({ connectionString: url })
  await client.connect()
  await client.query(sql)
  await client.end()
}
